import type { CellProps } from "../cell-props.ts";
import { nameOfType } from "./name.ts";

export function CompletionTypeCell({ value }: CellProps) {
  return nameOfType(String(value ?? "–"));
}
