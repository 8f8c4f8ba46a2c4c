import type { CellProps } from "../cell-props.ts";

/** "OG" is spelled in capitals everywhere; the other types are words. */
export function CompletionTypeCell({ value }: CellProps) {
  const type = String(value ?? "–");
  return type === "og" ? "OG" : type.charAt(0).toUpperCase() + type.slice(1);
}
