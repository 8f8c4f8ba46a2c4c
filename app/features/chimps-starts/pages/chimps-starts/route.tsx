import { Link, useRevalidator } from "react-router";
import type { ChimpsStart } from "../../../../../domain/contract/reference.ts";
import { api, pages } from "../../../../../domain/contract/routes.ts";
import { HEADINGS } from "../../../../../domain/contract/site-pages.ts";
import controls from "../../../../../domain/fields/controls.module.css";
import { Button } from "../../../../../domain/fields/controls.tsx";
import { playerOf } from "../../../../../domain/fields/link/player.ts";
import { readValue } from "../../../../../domain/lists/parameters.ts";
import layout from "../../../../ui/components/layout.module.css";
import { Video } from "../../../../ui/components/Video.tsx";
import { type PageContext, pageContext } from "../../../../ui/context.ts";
import { MapChooser } from "../../../../ui/maps/MapChooser.tsx";
import { pageMeta } from "../../../../ui/meta.ts";
import { outcomeOf, withStatus } from "../../../../ui/outcome.server.ts";
import { ActionResult } from "../../../../ui/sign-in/ActionResult.tsx";
import { useSignIn } from "../../../../ui/sign-in/state.ts";
import { useDelete } from "../../../../ui/sign-in/use-delete.ts";
import type { Route } from "./+types/route";
import classes from "./chimps-starts.module.css";

function countByMap(all: readonly ChimpsStart[]) {
  const byMap = Map.groupBy(all, ({ map }) => map);
  return Array.from(byMap, ([map, starts]) => ({ map, count: starts.length }));
}

/** A start with the address of the player of the video behind its link; null: it is none, or we know of no player. */
type ShownStart = ChimpsStart & { readonly player: string | null };

const withPlayer = (start: ChimpsStart): ShownStart => ({ ...start, player: playerOf(start.link) });

/** Loads the starts of the map that the address names or, if it names none, the maps that have some. */
async function loadStartsPage(search: URLSearchParams, context: PageContext) {
  const mapGiven = search.get("map")?.trim() ?? "";
  const { chimpsStarts, maps } = context.reads;
  const page = {
    names: await maps.names(),
    map: null,
    mapGiven,
    starts: null,
    counts: null,
    error: null,
  };
  if (mapGiven === "") {
    return { ...page, status: 200, counts: countByMap(await chimpsStarts.all()) };
  }
  const info = await outcomeOf(() => maps.info(readValue(mapGiven, "map")));
  if (info.error !== null) return { ...page, status: info.status, error: info.error };
  const { map } = info.body;
  const { body, error, status } = await outcomeOf(() => chimpsStarts.all(map));
  return { ...page, status, map, error, starts: body?.map(withPlayer) ?? null };
}

export const loader = async ({ url, context }: Route.LoaderArgs) =>
  withStatus(await loadStartsPage(url.searchParams, context.get(pageContext)));

const titleOf = (map: string | null): string =>
  map === null ? HEADINGS.chimpsStarts : `${HEADINGS.chimpsStarts} on ${map}`;

export const meta: Route.MetaFunction = (args) => {
  const map = args.loaderData?.map ?? null;
  return pageMeta(args, titleOf(map), { url: pages.chimpsStarts(map === null ? {} : { map }) });
};

export default function ChimpsStartsPage({ loaderData: page }: Route.ComponentProps) {
  const { names, map, mapGiven, starts, counts, error } = page;
  const { user } = useSignIn();
  return (
    <>
      <h1>{titleOf(map)}</h1>
      <p className={layout.intro}>
        How others get through the first rounds of a CHIMPS game. Choose a map to see its starts.
      </p>
      <MapChooser addressOf={pages.chimpsStarts} maps={names} map={map} none="All maps" />
      {user?.isHelper && (
        <p>
          <Link to={pages.addChimpsStart(map === null ? {} : { map })} className={layout.action}>
            Add a CHIMPS start
          </Link>
        </p>
      )}
      {error !== null && (
        <p role="alert">
          Error getting CHIMPS starts for {map ?? mapGiven}: {error}
        </p>
      )}
      {map !== null && starts && <Starts key={map} map={map} starts={starts} />}
      {counts && <MapsWithStarts counts={counts} />}
      {map !== null && (
        <p>
          <Link to={pages.maps({ map })}>More about {map}</Link>
        </p>
      )}
    </>
  );
}

function MapsWithStarts({ counts }: { counts: readonly { map: string; count: number }[] }) {
  if (counts.length === 0) return <p>No CHIMPS starts yet.</p>;
  return (
    <ul className={`${layout.list} ${classes.maps}`}>
      {counts.map(({ map, count }) => (
        <li key={map}>
          <Link to={pages.chimpsStarts({ map })}>{map}</Link>{" "}
          <span>{count === 1 ? "1 start" : `${count} starts`}</span>
        </li>
      ))}
    </ul>
  );
}

function Starts({ map, starts }: { map: string; starts: readonly ShownStart[] }) {
  const { user } = useSignIn();
  const { revalidate } = useRevalidator();
  const { action, remove } = useDelete(revalidate);
  const removeStart = ({ uuid, title }: ChimpsStart): void =>
    remove({
      question: `Are you sure you want to delete "${title}"?`,
      path: api.deleteChimpsStart(),
      fields: { uuid },
      done: `Successfully deleted "${title}"`,
      failed: `Error deleting "${title}"`,
    });
  return (
    <>
      <ActionResult action={action} />
      {starts.length === 0 && <p>No CHIMPS starts found for {map}</p>}
      <ul className={`${layout.list} ${classes.starts}`}>
        {starts.map((start) => (
          <li key={start.uuid}>
            <div className={controls.row}>
              <a href={start.link} target="_blank" rel="noopener nofollow ugc">
                {start.title}
              </a>
              <Clip start={start} />
            </div>
            {user?.isHelper && (
              <Button
                isSmall
                isBusy={action.isRunning}
                aria-label={`Delete ${start.title}`}
                onClick={() => removeStart(start)}
              >
                Delete
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Embeds the video behind a start's link. Renders nothing for other links. */
function Clip({ start: { player, title } }: { start: ShownStart }) {
  return player === null ? null : <Video player={player} title={title} invitation="Watch it here" compact />;
}
