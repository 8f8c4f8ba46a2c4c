import { nameCounts, names, playerNames } from "../../../domain/contract/names.ts";
import type { Deps } from "../../api/deps.server.ts";
import type { Router } from "../../api/router.server.ts";
import { presentNames } from "./names.server.ts";

/** Players suggested at a time. */
const MOST_PLAYERS = 8;

/** Registers what is suggested while somebody types. */
export function nameRoutes(router: Router, { challenges, data }: Deps): void {
  router.read(names, async () => {
    const all = [...challenges.values()];
    const [vocabulary, maps, newestVersion, versions] = await Promise.all([
      data.search.vocabulary(all),
      data.maps.findAllDetails(),
      data.search.newestVersion([...challenges.keys()]),
      data.gameVersions.findAll(),
    ]);
    return presentNames(vocabulary, maps, all, { newestVersion, versions });
  });
  router.read(nameCounts, async () => data.search.nameCounts());
  router.read(playerNames, async ({ prefix }) => {
    const found = await data.players.suggest(prefix, MOST_PLAYERS);
    return {
      results: found.map(({ name }) => name),
      counts: found.map(({ verified, originals }) => ({ verified, originals })),
    };
  });
}
