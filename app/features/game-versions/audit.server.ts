import { z } from "zod";
import { pages } from "../../../domain/contract/routes.ts";
import { versionOrder } from "../../../domain/game/versions.ts";
import { labelledValues, namesOf, valuesIn } from "../../../domain/nouns/define.ts";
import { GAME_VERSION_FIELDS } from "../../../domain/nouns/fields.ts";
import { nounShape } from "../../../domain/submissions/noun-form.ts";
import { entryFor } from "../../api/router.server.ts";
import { nounLog } from "../../audit/noun-log.server.ts";
import { writeUnlessStale } from "../../audit/stale.server.ts";
import {
  deleteGameVersionOf,
  GAME_VERSION_SHAPE,
  type GameVersionState,
  insertGameVersion,
} from "./repository.server.ts";

export const gameVersionLog = nounLog<GameVersionState, { readonly state: GameVersionState | null }>({
  noun: "game-version",
  isPublic: true,
  shapes: {
    [GAME_VERSION_SHAPE]: z.object({ ...nounShape(GAME_VERSION_FIELDS), version_order: z.number() }),
  },
  title: ({ version }) => `Version ${version} of the game`,
  page: () => pages.gameVersions(),
  values: (state) => labelledValues(GAME_VERSION_FIELDS, state),
  row: (state) => valuesIn(GAME_VERSION_FIELDS, state),
  fields: namesOf(GAME_VERSION_FIELDS),
  find: async (id, { data }) => ({ state: await data.gameVersions.findByOrder(versionOrder(id)) }),
  async write({ state }, target, context) {
    const entry = entryFor(context, "undo");
    if (target) await writeUnlessStale(insertGameVersion(target, entry), context);
    else if (state) await writeUnlessStale(deleteGameVersionOf(state, entry), context);
  },
});
