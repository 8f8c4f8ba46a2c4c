import type { CellProps } from "../cell-props.ts";

/** Plain text; an absent value reads as a dash. */
export function TextCell({ value }: CellProps) {
  return value === null || value === "" ? "–" : String(value);
}
