import { Link } from "react-router";
import { CHALLENGES } from "../../../../domain/challenges/index.ts";
import { pages } from "../../../../domain/contract/routes.ts";
import type { Month } from "../../../../domain/contract/site.ts";
import { HEADINGS } from "../../../../domain/contract/site-pages.ts";
import { counted } from "../../../../domain/game/counted.ts";
import layout from "../../../ui/components/layout.module.css";
import { TableHead } from "../../../ui/components/TableHead.tsx";
import { pageContext } from "../../../ui/context.ts";
import { pageMeta } from "../../../ui/meta.ts";
import type { Route } from "./+types/route";
import classes from "./progress.module.css";

/** Size of a drawing, in its own units: the style sheet scales it. */
const [WIDTH, HEIGHT] = [400, 120];

/** Months since the year 0. */
const numberOf = (month: string): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1;

const yearOf = (month: number): number => Math.floor(month / 12);

/** Draws a total that grows from month to month as a step line. */
function lineOf(dated: readonly (Month & { month: string })[], first: number, last: number): string {
  const most = dated.reduce((sum, { completions }) => sum + completions, 0);
  const x = (month: number) => (((month - first) / Math.max(last - first, 1)) * WIDTH).toFixed(1);
  const y = (total: number) => (HEIGHT - (total / Math.max(most, 1)) * HEIGHT).toFixed(1);
  let total = 0;
  const steps = dated.map(({ month, completions }) => {
    total += completions;
    return `H${x(numberOf(month))}V${y(total)}`;
  });
  return `M0 ${HEIGHT}${steps.join("")}H${WIDTH}`;
}

export async function loader({ context }: Route.LoaderArgs) {
  const page = context.get(pageContext);
  const [all, shares] = await Promise.all([page.reads.progress.months(), page.reads.completions.shares()]);
  const numbers = all.flatMap(({ month }) => (month === null ? [] : [numberOf(month)]));
  const [first, last] = [Math.min(...numbers), Math.max(...numbers)];
  return {
    width: WIDTH,
    height: HEIGHT,
    axis: numbers.length > 0 ? { from: yearOf(first), until: yearOf(last) } : null,
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
        line: dated.length > 0 ? lineOf(dated, first, last) : null,
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

/** How each challenge grew: a line, and the same by year in words. */
export default function ProgressPage({
  loaderData: { challenges, width, height, axis },
}: Route.ComponentProps) {
  return (
    <>
      <h1>{HEADINGS.progress}</h1>
      <p>
        Verified completions over time, by their date or else the day they were verified. All charts cover the
        same months, each on its own scale.
      </p>
      <div className={classes.challenges}>
        {challenges.map((challenge) => (
          <Challenge key={challenge.key} challenge={challenge} size={{ width, height }} axis={axis} />
        ))}
      </div>
    </>
  );
}

function Challenge({
  challenge: { key, label, name, hasOg, total, withoutDay, share, line, from, until, years },
  size: { width, height },
  axis,
}: {
  challenge: Page["challenges"][number];
  size: Pick<Page, "width" | "height">;
  axis: Page["axis"];
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
          <figcaption className={layout.note} aria-hidden="true">
            <span>{axis?.from}</span>
            <span>{axis?.until}</span>
            <b>{counted(total - withoutDay)}</b>
          </figcaption>
        </figure>
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
