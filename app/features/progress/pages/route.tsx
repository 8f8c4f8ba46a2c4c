import { Link } from "react-router";
import { CHALLENGES } from "../../../../domain/challenges/index.ts";
import { pages } from "../../../../domain/contract/routes.ts";
import type { Month } from "../../../../domain/contract/site.ts";
import { HEADINGS } from "../../../../domain/contract/site-pages.ts";
import { counted } from "../../../../domain/game/counted.ts";
import { chartOfMonths } from "../../../../domain/lists/chart.ts";
import { Chart } from "../../../ui/components/Chart.tsx";
import layout from "../../../ui/components/layout.module.css";
import { TableHead } from "../../../ui/components/TableHead.tsx";
import { pageContext } from "../../../ui/context.ts";
import { pageMeta } from "../../../ui/meta.ts";
import type { Route } from "./+types/route";
import classes from "./progress.module.css";

/** Draws how many completions there were at the end of each month. */
function chartOf(dated: readonly (Month & { month: string })[], span: { first: string; last: string }) {
  let total = 0;
  const months = dated.map(({ month, completions }) => {
    total += completions;
    return { month, amount: total };
  });
  return chartOfMonths(months, span, { isFilled: false, unit: "Completions", worded: counted });
}

export async function loader({ context }: Route.LoaderArgs) {
  const page = context.get(pageContext);
  const [all, shares] = await Promise.all([page.reads.progress.months(), page.reads.completions.shares()]);
  const months = all.flatMap(({ month }) => (month === null ? [] : [month])).sort();
  const span = { first: months[0] ?? "", last: months.at(-1) ?? "" };
  return {
    challenges: Array.from(CHALLENGES.values(), ({ key, label, name, og }) => {
      const own = all.filter(({ challenge }) => challenge === key);
      const dated = own.flatMap((each) => (each.month === null ? [] : [{ ...each, month: each.month }]));
      const years = Map.groupBy(dated, ({ month }) => month.slice(0, 4));
      const sum = (some: readonly Month[], of: "completions" | "originals"): number =>
        some.reduce((amount, each) => amount + each[of], 0);
      return {
        key,
        label,
        name,
        hasOg: og !== null,
        total: sum(own, "completions"),
        withoutDay: sum(own, "completions") - sum(dated, "completions"),
        share: shares.find(({ challenge }) => challenge === key) ?? null,
        chart: dated.length > 0 ? chartOf(dated, span) : null,
        from: dated[0]?.month ?? null,
        until: dated.at(-1)?.month ?? null,
        years: Array.from(years, ([year, some]) => ({
          year,
          completions: sum(some, "completions"),
          originals: sum(some, "originals"),
        })).toReversed(),
      };
    }),
  };
}

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, HEADINGS.progress, {
    url: pages.progress(),
    description: "How each challenge grew, month by month.",
  });

type Page = Route.ComponentProps["loaderData"];

/** How each challenge grew: a chart, and the same by year in words. */
export default function ProgressPage({ loaderData: { challenges } }: Route.ComponentProps) {
  return (
    <>
      <h1>{HEADINGS.progress}</h1>
      <p>
        Verified completions over time, by their date or else the day they were verified. All charts cover the
        same months, each on its own scale.
      </p>
      <div className={classes.challenges}>
        {challenges.map((challenge) => (
          <Challenge key={challenge.key} challenge={challenge} />
        ))}
      </div>
    </>
  );
}

function Challenge({
  challenge: { key, label, name, hasOg, total, withoutDay, share, chart, from, until, years },
}: {
  challenge: Page["challenges"][number];
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
      {chart && (
        <Chart
          title={`${label}: up to ${counted(total - withoutDay)} completions from ${from} to ${until}`}
          chart={chart}
        />
      )}
      {years.length > 0 && (
        <details>
          <summary>
            From {from} to {until}, by year
          </summary>
          <table className={layout.table}>
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
