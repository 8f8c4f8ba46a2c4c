import { Link } from "react-router";
import { pages } from "../../../../domain/contract/routes.ts";
import { HEADINGS } from "../../../../domain/contract/site-pages.ts";
import { counted } from "../../../../domain/game/counted.ts";
import { TableHead } from "../../../ui/components/TableHead.tsx";
import { pageContext } from "../../../ui/context.ts";
import { pageMeta } from "../../../ui/meta.ts";
import type { Route } from "./+types/route";
import { loadProgress } from "./load.server.ts";
import classes from "./progress.module.css";

export const loader = ({ context }: Route.LoaderArgs) => loadProgress(context.get(pageContext));

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, HEADINGS.progress, {
    url: pages.progress(),
    description: "How each challenge grew, month by month.",
  });

type Page = Route.ComponentProps["loaderData"];

/** How each challenge grew: a line, and the same by year in words. */
export default function ProgressPage({ loaderData: { challenges, width, height } }: Route.ComponentProps) {
  return (
    <>
      <h1>{HEADINGS.progress}</h1>
      <p>
        Verified completions over time, by their date or else the day they were verified. All charts cover the
        same months, each on its own scale.
      </p>
      <div className={classes.challenges}>
        {challenges.map((challenge) => (
          <Challenge key={challenge.key} challenge={challenge} size={{ width, height }} />
        ))}
      </div>
    </>
  );
}

function Challenge({
  challenge: { key, label, name, hasOg, total, withoutDay, share, line, from, until, years },
  size: { width, height },
}: {
  challenge: Page["challenges"][number];
  size: Pick<Page, "width" | "height">;
}) {
  return (
    <section>
      <h2>
        <Link to={pages.list(key)}>{label}</Link> <small>{name}</small>
      </h2>
      <p>
        <b>{counted(total)}</b> verified
        {share && (
          <>
            , {counted(share.done)} of {counted(share.possible)} {share.of === "names" ? "towers" : share.of}{" "}
            done
          </>
        )}
        {withoutDay > 0 && `; ${counted(withoutDay)} without a day are in no line and no year`}
      </p>
      {line !== null && (
        <figure>
          <svg
            viewBox={`0 -4 ${width} ${height + 8}`}
            preserveAspectRatio="none"
            role="img"
            aria-label={`${label}: up to ${counted(total - withoutDay)} completions from ${from} to ${until}`}
          >
            <path d={line} vectorEffect="non-scaling-stroke" />
          </svg>
        </figure>
      )}
      {years.length > 0 && (
        <details>
          <summary>
            From {from} to {until}, by year
          </summary>
          <table>
            <TableHead columns={["Year", "Completions", ...(hasOg ? ["OGs"] : [])]} />
            <tbody>
              {years.map(({ year, completions, originals }) => (
                <tr key={year}>
                  <th scope="row">{year}</th>
                  <td>
                    <Link to={pages.players({ board: key, year })}>{counted(completions)}</Link>
                  </td>
                  {hasOg && <td>{counted(originals)}</td>}
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      )}
    </section>
  );
}
