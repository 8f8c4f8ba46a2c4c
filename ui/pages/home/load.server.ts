import { CHALLENGES } from "../../../challenges/index.ts";
import { challengeReads, newest } from "../../../contract/completions.ts";
import { headingOf, playersOf } from "../../../derive/heading.ts";
import { keyQueryOf } from "../../../derive/key-of.ts";
import { pages } from "../../../routes.ts";
import { ask } from "../../ask.server.ts";
import type { PageContext } from "../../context.ts";

/** How many of the newest completions it shows. */
const NEWEST = 8;

/** The newest verified completions of all challenges, each with what names it and where it is told of. */
async function loadNewest(context: PageContext) {
  const { body } = await ask(context, newest, { count: NEWEST });
  return (body?.results ?? []).flatMap(({ challenge, verified, completion }) => {
    const definition = CHALLENGES.get(challenge);
    if (!definition) return [];
    return [
      {
        heading: headingOf(definition, completion),
        players: playersOf(definition, completion),
        day: verified.slice(0, 10),
        page: pages.notes(challenge, keyQueryOf(definition.keys, completion)),
      },
    ];
  });
}

/** Every challenge with its one-line description and how many completions it has, the popular ones first. */
export async function loadHomePage(context: PageContext) {
  const [latest, challenges] = await Promise.all([
    loadNewest(context),
    Promise.all(
      Array.from(CHALLENGES.values(), async (definition) => {
        const { key, label, name, summary, featured = null } = definition;
        const { body } = await ask(context, challengeReads(definition).list, { count: 0, pending: 0 });
        return { key, label, name, summary, featured, verified: body?.count ?? null };
      }),
    ),
  ]);
  const total = challenges.reduce((sum, { verified }) => sum + (verified ?? 0), 0);
  const popular = challenges
    .flatMap(({ featured, ...challenge }) => (featured === null ? [] : [{ ...challenge, featured }]))
    .sort((one, other) => one.featured - other.featured);
  return { newest: latest, total, popular, others: challenges.filter(({ featured }) => featured === null) };
}

export type ChallengeCard = Awaited<ReturnType<typeof loadHomePage>>["others"][number];
export type NewestCompletion = Awaited<ReturnType<typeof loadNewest>>[number];
