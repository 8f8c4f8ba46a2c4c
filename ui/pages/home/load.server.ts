import { CHALLENGES } from "../../../challenges/index.ts";
import { api } from "../../../routes.ts";
import type { ListAnswer } from "../../../server/completions/routes.ts";
import { ask } from "../../ask.server.ts";
import type { PageContext } from "../../context.ts";

/** The challenges that the home page puts first (SPEC section 2). */
const POPULAR = ["2mp", "2tc"];

/** Every challenge with its one-line description and how many completions it has, the popular ones first. */
export async function loadHomePage(context: PageContext) {
  const challenges = await Promise.all(
    Array.from(CHALLENGES.values(), async ({ key, label, name, summary }) => {
      const { body } = await ask<ListAnswer>(context, api.list(key, { count: 0, pending: 0 }));
      return { key, label, name, summary, verified: body?.count ?? null };
    }),
  );
  const popular = POPULAR.flatMap((key) => challenges.find((challenge) => challenge.key === key) ?? []);
  return { popular, others: challenges.filter(({ key }) => !POPULAR.includes(key)) };
}

export type ChallengeCard = Awaited<ReturnType<typeof loadHomePage>>["popular"][number];
