import { Link } from "react-router";
import { CHALLENGES } from "../../../../../domain/challenges/index.ts";
import { pages } from "../../../../../domain/contract/routes.ts";
import { HEADINGS } from "../../../../../domain/contract/site-pages.ts";
import controls from "../../../../../domain/fields/controls.module.css";
import { MapMark } from "../../../../../domain/fields/map/MapMark.tsx";
import { packMapMark } from "../../../../../domain/fields/marks/packed.ts";
import { counted } from "../../../../../domain/game/counted.ts";
import { amountInWords } from "../../../../../domain/lists/record.ts";
import { possibleIn, shareOf } from "../../../../../domain/lists/share.ts";
import { ChallengeTabs } from "../../../../ui/components/ChallengeTabs.tsx";
import layout from "../../../../ui/components/layout.module.css";
import { Hidden } from "../../../../ui/components/layout.tsx";
import { useOwnLinks } from "../../../../ui/components/use-own-links.ts";
import { pageContext } from "../../../../ui/context.ts";
import { pageMeta } from "../../../../ui/meta.ts";
import classes from "../coverage.module.css";
import { coverageTabs } from "../towers/load.server.ts";
import type { Route } from "./+types/route";

/** What a cell says, and where it leads. An open one leads to the form. */
interface Cell {
  readonly text: string;
  readonly to: string;
  readonly state: "done" | "pending" | "open";
}

/** Loads every map with how far each challenge is done on it. */
export async function loader({ context }: Route.LoaderArgs) {
  const page = context.get(pageContext);
  const [covered, maps, catalogue] = await Promise.all([
    page.reads.coverage.maps(),
    page.reads.maps.all(),
    page.catalogue(),
  ]);
  const abbreviations = new Map(maps.map((each) => [each.map, each.abbreviation]));
  const byTowers = [...CHALLENGES.values()].filter((definition) => shareOf(definition) !== "maps");
  const { columns } = covered;
  const rows = covered.results.map(({ map, difficulty, records, verified, pending }) => ({
    map,
    difficulty: difficulty ?? "",
    plate: packMapMark(difficulty ?? "", abbreviations.get(map) ?? ""),
    cells: [
      ...columns.map(({ challenge: key, completiontype }, at): Cell => {
        const definition = CHALLENGES.get(key);
        const record = records[at];
        if (record && definition) {
          const to = pages.notes(key, { filekey: record.filekey });
          return { text: amountInWords(definition, record.amount), to, state: "done" };
        }
        return (verified[key] ?? 0) === 0 && (pending[key] ?? 0) > 0
          ? { text: "pending", to: pages.list(key, { map, pending: 1 }), state: "pending" }
          : { text: "open", to: pages.addForm(key, { map, completiontype }), state: "open" };
      }),
      ...byTowers.map(({ key }): Cell => {
        const done = verified[key] ?? 0;
        return done > 0
          ? { text: String(done), to: pages.list(key, { map }), state: "done" }
          : { text: "0", to: pages.undone({ challenge: key, map }), state: "open" };
      }),
    ],
  }));
  return {
    tabs: coverageTabs(),
    columns: [
      ...columns.map(({ challenge, label }) => ({ label, of: null, to: pages.list(challenge) })),
      ...byTowers.map((definition) => ({
        label: definition.label,
        of: possibleIn(definition, catalogue).count,
        to: pages.challengeCoverage(definition.key),
      })),
    ],
    open: rows.reduce(
      (sum, { cells }) => sum + cells.slice(0, columns.length).filter(({ state }) => state === "open").length,
      0,
    ),
    groups: Array.from(
      Map.groupBy(rows, ({ difficulty }) => difficulty),
      ([difficulty, own]) => ({ difficulty, rows: own }),
    ),
  };
}

const HEADING = HEADINGS.coverage;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, HEADING, {
    url: pages.coverage(),
    description: "Every map with what has been done on it in each challenge, and what is open.",
  });

export default function CoveragePage({ loaderData: { tabs, columns, groups, open } }: Route.ComponentProps) {
  const follow = useOwnLinks();
  return (
    <>
      <ChallengeTabs tabs={tabs} current="maps" countOf={() => null} countedFor={[]} />
      <div className={`${controls.row} ${classes.head}`}>
        <h1>{HEADING}</h1>
        <p>{counted(open)} open: not in this index yet, and not pending. Click one to submit it.</p>
        <Link to={pages.undone()} className={`${controls.button} ${controls.call}`}>
          Give me an open one
        </Link>
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the links within take keys */}
      <div onClick={follow}>
        {/* It scrolls, so a keyboard must be able to reach it. */}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
        <section className={layout.scroll} aria-label="Maps and records" tabIndex={0}>
          <table className={`${layout.table} ${classes.maps}`}>
            <thead>
              <tr>
                <th scope="col">Map</th>
                {columns.map(({ label, of, to }) => (
                  <th key={label} scope="col">
                    <a href={to}>{label}</a>
                    {of !== null && <small>of {counted(of)}</small>}
                  </th>
                ))}
              </tr>
            </thead>
            {groups.map(({ difficulty, rows }) => (
              <tbody key={difficulty}>
                <tr>
                  <th scope="rowgroup" colSpan={columns.length + 1}>
                    <span>{difficulty}</span>
                  </th>
                </tr>
                {rows.map(({ map, plate, cells }) => (
                  <tr key={map}>
                    <th scope="row">
                      <a href={pages.maps({ map })}>
                        <MapMark packed={plate} />
                        <span className={layout.cut}>{map}</span>
                      </a>
                    </th>
                    {cells.map(({ text, to, state }, at) => (
                      <td key={columns[at]?.label} data-state={state}>
                        <a href={to}>
                          {text}{" "}
                          <Hidden>
                            {columns[at]?.label} on {map}
                          </Hidden>
                        </a>
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            ))}
          </table>
        </section>
      </div>
    </>
  );
}
