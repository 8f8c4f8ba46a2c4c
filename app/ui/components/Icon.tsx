/** Strokes in a box of 16 by 16. */
const PATHS = {
  menu: "M.8 3.3h14.4M.8 8h14.4M.8 12.7h14.4",
  close: "m2.4 2.4 11.2 11.2M13.6 2.4 2.4 13.6",
  copy: "M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3",
  tick: "m3 8.5 3.2 3.2L13 4.5",
  previous: "m10 3-5 5 5 5",
  next: "m6 3 5 5-5 5",
  add: "M8 3.2v9.6M3.2 8h9.6",
  search: "M7 2.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9ZM10.4 10.4l3.3 3.3",
  filters: "M2 4h12M4.2 8h7.6M6.4 12h3.2",
  order: "M5 13V3.4M2.6 5.8 5 3.2l2.4 2.6M11 3v9.6M8.6 10.2l2.4 2.6 2.4-2.6",
  list: "M5.5 4h8M5.5 8h8M5.5 12h8M2.5 4h.6M2.5 8h.6M2.5 12h.6",
  table: "M2.5 3h11v10h-11zM2.5 6.4h11M2.5 9.7h11M6.2 3v10",
  "person-stats": "M3 13V9M8 13V3M13 13V6.4",
  picture: "M2.2 3h11.6v10H2.2zM2.6 11.6l3.4-3.4 2.4 2.4 1.8-1.8 3.4 3M10.6 6.2h.1",
  link: "M6.8 9.2a2.6 2.6 0 0 0 3.7 0l2.4-2.4a2.6 2.6 0 0 0-3.7-3.7l-.9.9M9.2 6.8a2.6 2.6 0 0 0-3.7 0L3.1 9.2a2.6 2.6 0 0 0 3.7 3.7l.9-.9",
  feed: "M3.2 12.6h.1M3 8.2a5 5 0 0 1 5 5M3 3.6a9.6 9.6 0 0 1 9.6 9.6",
  download: "M8 2.6v7.2M5.2 7.2 8 10l2.8-2.8M3 13.2h10",
  play: "M4.7 3.7v8.6L12 8Z",
} as const;

export type IconName = keyof typeof PATHS;

/** Renders a small icon beside or instead of words, which say what it means. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
      <path
        d={PATHS[name]}
        fill={name === "play" ? "currentColor" : "none"}
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
