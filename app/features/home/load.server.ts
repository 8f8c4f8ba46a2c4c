import { CHALLENGES } from "../../../domain/challenges/index.ts";
import type { WireRow } from "../../../domain/lists/row.ts";
import { lineOf } from "../../ui/completions/line.server.ts";
import type { PageContext } from "../../ui/context.ts";
import { marksOfRows } from "../../ui/marks.server.ts";

/** How many of the newest completions the home page shows, and how many originals. */
const NEWEST = 8;
const ORIGINALS = 6;

async function loadNewest(count: number, og: boolean, context: PageContext) {
  const rows = await context.reads.completions.newest({ count, og });
  const found = rows.flatMap(({ challenge, verified, completion }) => {
    const definition = CHALLENGES.get(challenge);
    return definition ? [{ definition, verified, row: completion as WireRow }] : [];
  });
  return { found, lines: found.map(({ definition, row, verified }) => lineOf(definition, row, verified)) };
}

async function loadChallenges(context: PageContext) {
  const shares = await context.reads.completions.shares();
  return Array.from(CHALLENGES.values(), ({ key, label, name, summary, featured = null }) => ({
    key,
    label,
    name,
    summary,
    featured,
    share: shares.find(({ challenge }) => challenge === key) ?? null,
  }));
}

export async function loadHomePage(context: PageContext) {
  const [latest, originals, challenges, wait] = await Promise.all([
    loadNewest(NEWEST, false, context),
    loadNewest(ORIGINALS, true, context),
    loadChallenges(context),
    context.reads.review.waiting(),
  ]);
  const popular = challenges
    .flatMap(({ featured, ...challenge }) => (featured === null ? [] : [{ ...challenge, featured }]))
    .sort((one, other) => one.featured - other.featured);
  return {
    latest: latest.lines,
    originals: originals.lines,
    wait,
    marks: await marksOfRows([...latest.found, ...originals.found], context),
    total: challenges.reduce((sum, { share }) => sum + (share?.verified ?? 0), 0),
    popular,
    others: challenges.filter(({ featured }) => featured === null),
  };
}

export type ChallengeCard = Awaited<ReturnType<typeof loadHomePage>>["others"][number];
