import type { CellProps } from "../cell-props.ts";

export function MoneyCell({ value }: CellProps) {
  return typeof value === "number" ? `$${value.toLocaleString("en-US")}` : "–";
}
