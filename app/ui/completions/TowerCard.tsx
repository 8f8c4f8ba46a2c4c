import { Link } from "react-router";
import { type PackedMarks, tiersShown, unpackTowerMark } from "../../../domain/fields/marks/packed.ts";
import { TowerMark } from "../../../domain/fields/marks/TowerMark.tsx";
import classes from "./TowerCard.module.css";
import type { PlayedTower } from "./tower.server.ts";

interface Props {
  readonly tower: PlayedTower;
  readonly marks: PackedMarks;
  /** Links to where else it was played. */
  readonly to: string;
}

/** Shows a tower of one completion: its mark, name and type, its recorded upgrades, and its three paths. */
export function TowerCard({ tower: { name, type, upgrades }, marks, to }: Props) {
  const { category, letters, tiers: own } = unpackTowerMark(marks.towers[name]);
  const tiers = category === "hero" ? undefined : tiersShown(own, upgrades);
  return (
    <Link to={to} className={classes.card} data-category={category}>
      {/* Without tiers, because the paths are drawn larger at the other end. */}
      <TowerMark packed={category && `${category} ${letters}`} />
      <span className={classes.text}>
        <b>{name}</b>
        <small>
          {type} {upgrades !== null && <span className={classes.upgrades}>{upgrades}</span>}
        </small>
      </span>
      {tiers && <Paths tiers={tiers} />}
    </Link>
  );
}

/** Tiers of a path in the game. */
const TIERS = [1, 2, 3, 4, 5];

/** Draws three bars of five. They are decoration: what is known of them stands beside them. */
function Paths({ tiers }: { tiers: string }) {
  return (
    <svg className={classes.paths} viewBox="0 0 78 42" aria-hidden="true">
      {["top", "middle", "bottom"].map((path, row) =>
        TIERS.map((tier) => (
          <rect
            key={`${path} ${tier}`}
            x={(tier - 1) * 16}
            y={row * 15}
            width="14"
            height="11"
            rx="2"
            data-filled={tier <= Number(tiers.split("-")[row] ?? 0) || undefined}
          />
        )),
      )}
    </svg>
  );
}
