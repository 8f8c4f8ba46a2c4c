import type { CellProps } from "../cell-props.ts";
import { TowerChip } from "./TowerChip.tsx";

export function TowerCell({ value, ...page }: CellProps) {
  return typeof value === "string" ? <TowerChip name={value} {...page} /> : null;
}
