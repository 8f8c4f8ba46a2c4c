import { Link } from "react-router";
import { MapMark } from "../../../domain/fields/map/MapMark.tsx";
import type { PackedMarks } from "../../../domain/fields/marks/packed.ts";
import { OgStamp } from "../../../domain/fields/marks/Stamps.tsx";
import { TowerChip } from "../../../domain/fields/tower/TowerChip.tsx";
import { Ago } from "../components/Ago.tsx";
import layout from "../components/layout.module.css";
import classes from "./CompletionLines.module.css";
import type { LineTexts } from "./line.server.ts";
import { StandingMark } from "./StandingMark.tsx";

/** Maximum number of towers that a line names; if there are more, it says how many. */
const MOST_TOWERS = 3;

interface Props {
  readonly line: LineTexts;
  readonly marks: PackedMarks;
  /** What all lines around it share, and so is not repeated. */
  readonly without?: readonly ("challenge" | "map" | "players")[];
}

/**
 * Renders a completion in one line, or two where space is short: its challenge, towers, map, players, and when it was
 * verified. The whole line links to its page.
 */
function CompletionLine({ line, marks, without = [] }: Props) {
  const { challenge, towers, map, cost, type, players, isOriginal, isPending, standing, verified, page } =
    line;
  const more = towers.length - MOST_TOWERS;
  return (
    <Link to={page} className={classes.line}>
      {!without.includes("challenge") && <b className={classes.challenge}>{challenge}</b>}
      {towers.length > 0 && (
        <span className={classes.towers} data-pair={towers.length === 2 || undefined}>
          {towers.slice(0, MOST_TOWERS).map((tower, place) => (
            // A tower may occur more than once, so only its place tells it from the others.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <TowerChip key={place} name={tower} upgrades={null} marks={marks} narrowed={null} />
          ))}
          {more > 0 && <span className={classes.more}>and {more} more</span>}
        </span>
      )}
      {cost !== null && <b className={classes.cost}>{cost}</b>}
      <span className={classes.rest} data-wide={standing ? "" : undefined}>
        {!without.includes("map") && (
          <span className={classes.map}>
            <MapMark packed={marks.maps[map]} />
            <span>{map}</span>
          </span>
        )}
        {!without.includes("players") && <bdi className={`${layout.cut} ${classes.players}`}>{players}</bdi>}
        {type !== null && <span className={classes.type}>{type}</span>}
        {isOriginal && <OgStamp isPending={isPending} />}
        {standing && <StandingMark standing={standing} />}
        {isPending && <em className={classes.pending}>(Pending)</em>}
        {verified !== null && <Ago at={verified} className={classes.day} />}
      </span>
    </Link>
  );
}

/** Renders completions as lines, one below the other. */
export function CompletionLines({
  lines,
  ...props
}: Omit<Props, "line"> & { readonly lines: readonly LineTexts[] }) {
  return (
    <ul className={classes.lines}>
      {lines.map((line) => (
        <li key={line.page}>
          <CompletionLine line={line} {...props} />
        </li>
      ))}
    </ul>
  );
}
