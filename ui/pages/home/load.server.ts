import { CHALLENGES } from "../../../challenges/index.ts";
import { headingOf, playersOf } from "../../../derive/heading.ts";
import { keyQueryOf } from "../../../derive/key-query.ts";
import { api, pages } from "../../../routes.ts";
import type { NewestAnswer } from "../../../server/completions/newest.ts";
import type { ListAnswer } from "../../../server/completions/routes.ts";
import { ask } from "../../ask.server.ts";
import type { PageContext } from "../../context.ts";

/** The challenges that the home page puts first (SPEC section 2). */
const POPULAR = ["2mp", "2tc"];

/** How many of the newest completions it shows. */
const NEWEST = 8;

/** The newest verified completions of all challenges, each with what names it and where it is told of. */
async function loadNewest(context: PageContext) {
  const { body } = await ask<NewestAnswer>(context, api.newest({ count: NEWEST }));
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
  const [newest, challenges] = await Promise.all([
    loadNewest(context),
    Promise.all(
      Array.from(CHALLENGES.values(), async ({ key, label, name, summary }) => {
        const { body } = await ask<ListAnswer>(context, api.list(key, { count: 0, pending: 0 }));
        return { key, label, name, summary, verified: body?.count ?? null };
      }),
    ),
  ]);
  const total = challenges.reduce((sum, { verified }) => sum + (verified ?? 0), 0);
  const popular = POPULAR.flatMap((key) => challenges.find((challenge) => challenge.key === key) ?? []);
  return { newest, total, popular, others: challenges.filter(({ key }) => !POPULAR.includes(key)) };
}

export type ChallengeCard = Awaited<ReturnType<typeof loadHomePage>>["popular"][number];
export type NewestCompletion = Awaited<ReturnType<typeof loadNewest>>[number];
