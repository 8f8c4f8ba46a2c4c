import type { ChallengeDefinition } from "../../../domain/challenges/define.ts";
import {
  banPlayer as banAddress,
  joinPlayers as joinAddress,
  joinPreview,
  personCounts,
  player,
  players,
  removeRuns as removeAddress,
  users,
} from "../../../domain/contract/players.ts";
import { ALL } from "../../../domain/lists/boards.ts";
import { filtersOf } from "../../../domain/lists/list-query.ts";
import { BadParameter } from "../../../domain/lists/parameters.ts";
import { fault } from "../../../domain/messages/index.ts";
import { NotFound } from "../../../server/errors.ts";
import type { Deps } from "../../api/deps.server.ts";
import type { Router } from "../../api/router.server.ts";
import { banPlayer, joinPlayers, previewJoin, removeRuns } from "./commands.server.ts";

/** Registers the leaderboard of a challenge that has one. */
export function personCountRoutes(router: Router, definition: ChallengeDefinition, { data }: Deps): void {
  const endpoint = personCounts(definition);
  if (!endpoint) return;
  router.read(endpoint, async ({ og, limit, offset }) => ({
    personData: await data.players.countAll(definition, { ogOnly: og, limit, offset }),
  }));
}

/** Registers the search for names, the boards, and what there is to say of one player. */
export function playerRoutes(router: Router, { data, challenges }: Deps): void {
  router.read(users, async ({ query, offset, count }) => {
    const { names, total } = await data.players.findAllByPrefix(query ?? "", offset, count);
    return { results: names, count: total, more: offset + names.length < total };
  });
  router.read(players, async ({ board: given, query, year, ...page }) => {
    const board = given ?? ALL;
    const { challenge } = board;
    if (challenge !== null && !challenges.has(challenge)) {
      const choices = ["all", "ogs", ...challenges.keys()];
      throw new BadParameter("board", fault("not-a-choice", { choices }));
    }
    const [{ lines, total }, years] = await Promise.all([
      data.players.listBoard({ ...page, board, year, prefix: query }),
      data.players.yearsOf(board),
    ]);
    return { results: lines, count: total, more: page.offset + lines.length < total, ...years };
  });
  router.read(player, async ({ name }) => {
    if (name === null) throw new BadParameter("name", fault("missing"));
    const found = await data.players.findByName(name);
    if (!found || found.name === null || found.hidden) throw new NotFound("no-such-player", { name });
    const { challenges: done, ...parts } = await data.players.partsOf(found.id, name);
    const ranked = [...challenges.values()].filter(({ record }) => record !== undefined);
    const held = await data.completions.countAll(
      ranked.map((definition) => ({
        definition,
        conditions: filtersOf(definition, new URLSearchParams({ person: name, record: "only" })),
      })),
    );
    const recordsOf = new Map(ranked.map(({ key }, at) => [key, held[at]?.verified ?? 0]));
    const all = done.reduce((sum, { completions }) => sum + completions, 0);
    const dated = parts.years.reduce((sum, { completions }) => sum + completions, 0);
    return {
      ...{ name: found.name, isBanned: found.banned === 1, withoutDay: all - dated, ...parts },
      challenges: done.map((each) => ({ ...each, records: recordsOf.get(each.challenge) ?? null })),
    };
  });
  router.personal(joinPreview, (given) => previewJoin(given, data));
  router.write(joinAddress, joinPlayers);
  router.write(banAddress, banPlayer);
  router.write(removeAddress, removeRuns);
}
