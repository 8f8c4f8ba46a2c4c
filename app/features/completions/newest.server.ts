import { appeared, newest, shares } from "../../../domain/contract/completions.ts";
import { filtersOf } from "../../../domain/lists/list-query.ts";
import { presentRow } from "../../../domain/lists/row.ts";
import { possibleIn, shareOf } from "../../../domain/lists/share.ts";
import type { Deps } from "../../api/deps.server.ts";
import type { Router } from "../../api/router.server.ts";

/** The reads across all challenges: what is new, and how much of each challenge is done. */
export function newestRoutes(router: Router, { challenges, data }: Deps): void {
  router.read(newest, async ({ challenge, map: spelling, og, count }) => {
    const found = await data.completions.listNewest(challenges, {
      challenge: challenge?.toLowerCase() ?? null,
      // Includes maps that were removed. No map has the id 0.
      map: spelling === null ? null : ((await data.maps.findByAnyName(spelling))?.id ?? 0),
      ogOnly: og,
      count,
    });
    const results = found.flatMap(({ challenge: key, verifiedAt, completion }) => {
      const definition = challenges.get(key);
      return definition
        ? [{ challenge: key, verified: verifiedAt, completion: presentRow(definition, completion) }]
        : [];
    });
    return { results };
  });
  router.read(appeared, async ({ challenge: key, map, person, count }) => {
    const given = new URLSearchParams();
    if (map !== null) given.set("map", map);
    if (person !== null) given.set("person", person);
    const lists = [...challenges.values()]
      .filter((definition) => key === null || definition.key === key.toLowerCase())
      .map((definition) => ({ definition, conditions: filtersOf(definition, given) }));
    const [{ totals, rows }, player] = await Promise.all([
      data.completions.listAppeared(lists, count),
      person === null ? null : data.players.findByName(person),
    ]);
    const hasPage = player !== null && player.name !== null && player.hidden === 0;
    const counts = lists.map(({ definition }, at) => ({ challenge: definition.key, count: totals[at] ?? 0 }));
    const results = rows.map(({ definition, verifiedAt, completion }) => ({
      challenge: definition.key,
      verified: completion.pending === null ? verifiedAt : null,
      completion: presentRow(definition, completion),
    }));
    return { hasPage, lists: counts.filter((list) => list.count > 0), results };
  });
  router.read(shares, async () => {
    const listed = (await data.maps.findAllByDifficulty()).length;
    const all = [...challenges.values()];
    const counted = await data.completions.countDone(all);
    const results = all.map((definition, at) => ({
      challenge: definition.key,
      ...(counted[at] ?? { verified: 0, done: 0 }),
      possible: shareOf(definition) === "maps" ? listed : possibleIn(definition).count,
      of: shareOf(definition),
    }));
    return { results };
  });
}
