import type { NounFields } from "./define.ts";

/** How somebody began a CHIMPS game on a map, as shown at a link (SPEC section 3). */
export const START_FIELDS = {
  map: { kind: "map", label: "Map" },
  title: { kind: "line", label: "Title", max: 200 },
  link: { kind: "link", label: "Link" },
} as const satisfies NounFields;
