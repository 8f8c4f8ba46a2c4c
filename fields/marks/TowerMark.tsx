import { unpackTowerMark } from "./packed.ts";
import classes from "./TowerMark.module.css";
import { tiersShown } from "./tiers.ts";

/** All paths whole: no tower but a paragon has that. */
const PARAGON = "5-5-5";

/**
 * A tower's mark: its shape and colour say the category, two letters the tower, three bars the paths. The name always
 * stands beside it, so it says nothing to whoever listens. The letters are drawn by the style sheet: they are not part of
 * the page's text, which is searched and copied.
 */
export function TowerMark({
  packed,
  upgrades = null,
}: {
  /** See packed.ts; undefined: no tower that the index knows. */
  packed: string | undefined;
  /** What is recorded of the tower's upgrades, as players write it. */
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
