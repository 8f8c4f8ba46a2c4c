import { CHALLENGES } from "../../../../domain/challenges/index.ts";
import { shares } from "../../../../domain/contract/completions.ts";
import type { PageContext } from "../../../../domain/contract/page-context.ts";
import { type Month, months } from "../../../../domain/contract/site.ts";
import { ask } from "../../../ui/ask.server.ts";

/** Size of a drawing, in its own units: the style sheet scales it. */
const [WIDTH, HEIGHT] = [400, 120];

/** Months since the year 0. */
const numberOf = (month: string): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1;

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

export async function loadProgress(context: PageContext) {
  const [{ body }, share] = await Promise.all([ask(context, months), ask(context, shares)]);
  const all = body?.results ?? [];
  const numbers = all.flatMap(({ month }) => (month === null ? [] : [numberOf(month)]));
  const [first, last] = [Math.min(...numbers), Math.max(...numbers)];
  return {
    ...{ width: WIDTH, height: HEIGHT },
    challenges: Array.from(CHALLENGES.values(), ({ key, label, name, og }) => {
      const own = all.filter(({ challenge }) => challenge === key);
      const dated = own.flatMap((each) => (each.month === null ? [] : [{ ...each, month: each.month }]));
      const years = Map.groupBy(dated, ({ month }) => month.slice(0, 4));
      const sum = (some: readonly Month[], of: "completions" | "originals"): number =>
        some.reduce((amount, each) => amount + each[of], 0);
      return {
        ...{ key, label, name, hasOg: og !== null },
        total: sum(own, "completions"),
        withoutDay: sum(own, "completions") - sum(dated, "completions"),
        share: share.body?.results.find(({ challenge }) => challenge === key) ?? null,
        line: dated.length > 0 ? lineOf(dated, first, last) : null,
        from: dated[0]?.month ?? null,
        until: dated.at(-1)?.month ?? null,
        years: Array.from(years, ([year, some]) => ({
          ...{ year, completions: sum(some, "completions"), originals: sum(some, "originals") },
        })).toReversed(),
      };
    }),
  };
}
