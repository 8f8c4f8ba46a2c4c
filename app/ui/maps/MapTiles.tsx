import { Link } from "react-router";
import controls from "../../../domain/fields/controls.module.css";
import { counted } from "../../../domain/game/counted.ts";
import layout from "../components/layout.module.css";
import { Hidden } from "../components/layout.tsx";
import classes from "./MapTiles.module.css";
import type { Tile, TileState, Tiles } from "./tiles.server.ts";

/** What a tile's look means. An open tile says only that this index has no completion. */
const MEANINGS: Readonly<Record<TileState, string>> = {
  og: "OG",
  done: "Done",
  pending: "Pending",
  open: "Not in this index yet",
};

const isDone = ({ state }: Tile): boolean => state === "og" || state === "done";

/** Shows a combination on every map, grouped by difficulty. Each tile with a completion links to it. */
export function MapTiles({
  tiles,
  here,
}: {
  tiles: Tiles;
  /** The map of the completion that the page is about. */
  here: string;
}) {
  const shown = (Object.keys(MEANINGS) as TileState[]).filter(
    (state) => (state !== "og" || tiles.hasOriginals) && (state !== "open" || tiles.more === null),
  );
  const { more } = tiles;
  return (
    <div>
      <p className={`${controls.row} ${layout.quiet} ${classes.summary}`}>
        <span>
          {more !== null && "At least "}
          {tiles.done} of {tiles.maps} done
        </span>
        <span className={classes.legend}>
          {shown.map((state) => (
            <span key={state}>
              <i className={`${layout.tile} ${classes.sample}`} data-state={state} aria-hidden="true" />
              {MEANINGS[state]}
            </span>
          ))}
        </span>
      </p>
      {more !== null && (
        <p>
          Only the first {counted(more.read)} completions are counted here.{" "}
          <Link to={more.page}>See all {counted(more.count)}</Link>.
        </p>
      )}
      <div className={classes.groups}>
        {tiles.groups.map(({ difficulty, tiles: those }) => (
          <section key={difficulty}>
            <h3 className={classes.difficulty}>
              {difficulty}{" "}
              <small>
                {more === null ? `${those.filter(isDone).length} of ${those.length}` : those.length}
              </small>
            </h3>
            <ul className={classes.tiles}>
              {those.map((tile) => (
                <li key={tile.map}>
                  <MapTile tile={tile} isHere={tile.map === here} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  );
}

function MapTile({ tile: { map, abbreviation, state, page }, isHere }: { tile: Tile; isHere: boolean }) {
  const props = {
    className: `${layout.tile} ${classes.tile}`,
    "data-state": state,
    title: `${map}: ${MEANINGS[state]}`,
    children: (
      <>
        {abbreviation}
        <Hidden>
          : {map}, {MEANINGS[state]}
        </Hidden>
      </>
    ),
  };
  if (page === null) return <span {...props} />;
  return <Link to={page} {...props} aria-current={isHere ? "true" : undefined} />;
}
