import classes from "../list.module.css";
import type { CellProps } from "../props.ts";
import { TowerChip } from "../tower/TowerChip.tsx";
import { readWireList } from "../wire-list.ts";

/** Renders all towers as chips; a towerset that is not JSON is logged and shown as it is (SPEC section 8). */
export function TowersetCell({ value, upgrades, ...page }: CellProps) {
  const towers = readWireList(value);
  if (!towers) return <>{String(value)}</>;
  const recorded = upgrades === null ? null : readWireList(upgrades);
  return (
    <ul className={classes.list} data-pair={towers.length === 2 || undefined}>
      {towers.map((tower, place) => (
        // A tower may occur more than once, so only its place tells it from the others.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <li key={place}>
          <TowerChip name={tower ?? "?"} upgrades={recorded?.[place] ?? null} {...page} />
        </li>
      ))}
    </ul>
  );
}

/** Renders one line per tower, in the towers' order, with a dash where no upgrade is recorded. */
export function UpgradesetCell({ value }: CellProps) {
  const upgrades = readWireList(value);
  if (!upgrades) return <>{String(value)}</>;
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
