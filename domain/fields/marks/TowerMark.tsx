import { tiersShown, unpackTowerMark } from "./packed.ts";
import classes from "./TowerMark.module.css";

/** Every path at its last tier, which only a paragon has. */
const PARAGON = "5-5-5";

/**
 * Renders a tower's mark: its shape and colour show the category, two letters the tower, three bars the paths. The name
 * always stands beside it, so screen readers skip the mark. The style sheet draws the letters, which keeps them out of
 * the page's text when it is searched or copied.
 */
export function TowerMark({
  packed,
  upgrades = null,
}: {
  /** See packed.ts; undefined for a tower that the index does not know. */
  packed: string | undefined;
  /** The tower's recorded upgrades, as players write them. */
  upgrades?: string | null;
}) {
  const { category, letters = "?", tiers: own } = unpackTowerMark(packed);
  const tiers = category === undefined || category === "hero" ? undefined : tiersShown(own, upgrades);
  return (
    <span
      className={classes.mark}
      data-category={category}
      data-paragon={own === PARAGON || undefined}
      aria-hidden="true"
    >
      <b data-letters={letters} />
      {tiers && <i data-tiers={tiers} />}
    </span>
  );
}
