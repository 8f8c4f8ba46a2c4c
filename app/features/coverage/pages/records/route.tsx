import { Link } from "react-router";
import { pages } from "../../../../../domain/contract/routes.ts";
import { HEADINGS } from "../../../../../domain/contract/site-pages.ts";
import controls from "../../../../../domain/fields/controls.module.css";
import { MapMark } from "../../../../../domain/fields/map/MapMark.tsx";
import { counted } from "../../../../../domain/game/counted.ts";
import { ChallengeTabs } from "../../../../ui/components/ChallengeTabs.tsx";
import { Hidden } from "../../../../ui/components/small.tsx";
import { useOwnLinks } from "../../../../ui/components/use-own-links.ts";
import { pageContext } from "../../../../ui/context.ts";
import { pageMeta } from "../../../../ui/meta.ts";
import classes from "../coverage.module.css";
import type { Route } from "./+types/route";
import { loadMapsCoverage } from "./load.server.ts";

const HEADING = HEADINGS.coverage;

export const loader = ({ context }: Route.LoaderArgs) => loadMapsCoverage(context.get(pageContext));

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
        <p>{counted(open)} open: not in this index yet, and not pending. Each leads to its form.</p>
        <Link to={pages.undone()} className={`${controls.button} ${controls.call}`}>
          Give me an open one
        </Link>
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the links within take keys */}
      <div onClick={follow}>
        {/* It scrolls, so a keyboard must be able to reach it. */}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
        <section className={classes.scroll} aria-label="Maps and records" tabIndex={0}>
          <table className={classes.maps}>
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
                        <span>{map}</span>
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
