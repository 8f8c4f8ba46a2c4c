import type { CellProps } from "../cell-props.ts";
import classes from "../list.module.css";
import { readWireList } from "../wire-list.ts";

/** Renders one line per tower, in the towers' order, with a dash where no upgrade is recorded. */
export function UpgradesetCell({ value }: CellProps) {
  const upgrades = readWireList(value);
  if (!upgrades) return String(value);
  return (
    <ul className={classes.list}>
      {upgrades.map((upgrade, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the place is which tower it belongs to
        <li key={place} className={classes.upgrade}>
          {upgrade ?? "–"}
        </li>
      ))}
    </ul>
  );
}
