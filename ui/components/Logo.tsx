import { LOGO } from "../../fields/marks/logo.ts";

/** The logo. Decorative: the name stands beside it. */
export function Logo() {
  return (
    <svg width={36} height={36} viewBox="0 0 48 48" aria-hidden="true" focusable="false">
      {LOGO.map(([colour, path]) => (
        <path key={colour} fill={colour} d={path} />
      ))}
      <path fill="none" stroke="#d9d1be" strokeWidth="1.2" d="M13 19.4h22" />
      <path
        fill="none"
        stroke="#0a5d55"
        strokeWidth="3.2"
        strokeLinecap="round"
        strokeLinejoin="round"
        d="m18.4 25.4 4 4 7.6-7.6"
      />
    </svg>
  );
}
