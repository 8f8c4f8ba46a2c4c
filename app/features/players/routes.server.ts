import type { ChallengeDefinition } from "../../../domain/challenges/define.ts";
import { personCounts, users } from "../../../domain/contract/players.ts";
import type { Deps } from "../../api/deps.server.ts";
import type { Router } from "../../api/router.server.ts";

/** Registers the leaderboard of a challenge that has one. */
export function personCountRoutes(router: Router, definition: ChallengeDefinition, { data }: Deps): void {
  const endpoint = personCounts(definition);
  if (!endpoint) return;
  router.read(endpoint, async ({ og, limit, offset }) => ({
    personData: await data.players.countAll(definition, { ogOnly: og, limit, offset }),
  }));
}

export function userRoutes(router: Router, { data }: Deps): void {
  router.read(users, async ({ query, offset, count }) => {
    const { names, total } = await data.players.findAllByPrefix(query ?? "", offset, count);
    return { results: names, count: total, more: offset + names.length < total };
  });
}
