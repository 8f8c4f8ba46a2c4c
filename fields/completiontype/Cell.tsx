import type { CellProps } from "../cell-props.ts";
import { nameOfType } from "./field.ts";

export function CompletionTypeCell({ value }: CellProps) {
  return nameOfType(String(value ?? "–"));
}
