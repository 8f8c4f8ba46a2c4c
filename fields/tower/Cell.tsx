import type { CellProps } from "../cell-props.ts";
import { TowerChip } from "./TowerChip.tsx";

export function TowerCell({ value, upgrades, ...page }: CellProps) {
  if (typeof value !== "string") return null;
  return <TowerChip name={value} upgrades={upgrades === null ? null : String(upgrades)} {...page} />;
}
