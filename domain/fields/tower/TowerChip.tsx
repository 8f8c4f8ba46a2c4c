import { unpackTowerMark } from "../marks/packed.ts";
import { TowerMark } from "../marks/TowerMark.tsx";
import type { CellProps } from "../props.ts";
import classes from "./TowerChip.module.css";

/** Renders a tower's mark and name in its category's colour, linked to the list narrowed to it where there is one. */
export function TowerChip({
  name,
  upgrades,
  marks,
  narrowed,
}: { name: string; upgrades: string | null } & Pick<CellProps, "marks" | "narrowed">) {
  const packed = marks.towers[name];
  const props = {
    className: classes.chip,
    "data-category": unpackTowerMark(packed).category,
    // For places that have no room to show the upgrades beside it.
    "data-upgrades": upgrades ?? undefined,
    children: (
      <>
        <TowerMark packed={packed} upgrades={upgrades} />
        <span>{name}</span>
      </>
    ),
  };
  return narrowed ? <a href={narrowed("tower", name)} {...props} /> : <span {...props} />;
}
