import type { CellProps } from "../cell-props.ts";
import { cash } from "./cash.ts";

export function MoneyCell({ value }: CellProps) {
  return typeof value === "number" ? cash(value) : "–";
}
