import { Link } from "react-router";
import controls from "../../../../../domain/fields/controls.module.css";
import { counted } from "../../../../../domain/game/counted.ts";
import { CompletionLines } from "../../../../ui/completions/CompletionLines.tsx";
import layout from "../../../../ui/components/layout.module.css";
import { MapTiles } from "../../../../ui/maps/MapTiles.tsx";
import classes from "./completion.module.css";
import type { Neighbourhood, Some } from "./load.server.ts";

/** Completions that have one thing in common, newest first, and links to all of them. */
function Lines({
  some: { lines, lists },
  marks,
  without,
}: {
  some: Some;
  marks: Neighbourhood["marks"];
  without: readonly ("challenge" | "map" | "players")[];
}) {
  return (
    <>
      {lines.length === 0 ? (
        <p className={layout.note}>No other one is in this index yet.</p>
      ) : (
        <CompletionLines lines={lines} marks={marks} without={without} />
      )}
      {lists.length > 0 && (
        <ul className={`${controls.row} ${classes.lists}`}>
          {lists.map(({ label, count, page }) => (
            <li key={label}>
              <Link to={page}>
                {counted(count)} {label}
                {count === 1 ? "" : "s"}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

const ON_MAP = ["challenge", "map"] as const;
const BY_PLAYER = ["players"] as const;

interface Props {
  /** The challenge's label. */
  readonly challenge: string;
  readonly map: string;
  readonly around: Neighbourhood;
}

/** This combination on other maps. */
export function OnOtherMaps({ map, around: { tiles } }: Pick<Props, "map" | "around">) {
  if (!tiles) return null;
  return (
    <section>
      <h2>{tiles.words} on other maps</h2>
      <MapTiles tiles={tiles} here={map} />
    </section>
  );
}

/** What else was done on the map, and by the completion's players. */
export function OnMapAndByPlayers({ challenge, map, around: { onMap, byPlayers, marks } }: Props) {
  return (
    <div className={classes.parts}>
      <section>
        <h2>
          Other {challenge}s on {map}
        </h2>
        <Lines some={onMap} marks={marks} without={ON_MAP} />
      </section>
      {byPlayers.map(({ person, ...some }) => (
        <section key={person}>
          <h2>
            More by <bdi>{person}</bdi>
          </h2>
          <Lines some={some} marks={marks} without={BY_PLAYER} />
        </section>
      ))}
    </div>
  );
}
