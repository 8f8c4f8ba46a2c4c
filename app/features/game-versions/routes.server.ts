import { z } from "zod";
import { addGameVersion, deleteGameVersion, gameVersions } from "../../../domain/contract/reference.ts";
import { pages } from "../../../domain/contract/routes.ts";
import { readVersion } from "../../../domain/game/dates-and-numbers.ts";
import { oneLine } from "../../../domain/game/typed-text.ts";
import { versionOrder } from "../../../domain/game/versions.ts";
import { problem } from "../../../domain/messages/index.ts";
import { labelledValues, namesOf, valuesIn } from "../../../domain/nouns/define.ts";
import { GAME_VERSION_FIELDS } from "../../../domain/nouns/fields.ts";
import { nounFormSchema, nounShape } from "../../../domain/submissions/noun-form.ts";
import { BadFields, NotFound } from "../../../server/errors.ts";
import { checked, textsOf } from "../../../server/forms.ts";
import type { Deps } from "../../api/deps.server.ts";
import { entryFor, type Router } from "../../api/router.server.ts";
import { nounLog } from "../../audit/noun-log.server.ts";
import { writeUnlessStale } from "../../audit/stale.server.ts";
import {
  deleteGameVersionOf,
  GAME_VERSION_SHAPE,
  type GameVersionState,
  insertGameVersion,
} from "./repository.server.ts";

/** The public read of when versions of the game came out. */
export const gameVersionAnswers = ({ data }: Pick<Deps, "data">) => ({
  all: async () => (await data.gameVersions.findAll()).map(({ version_order: _, ...each }) => each),
});

/** Registers when versions of the game came out, which helpers keep. What is wrong is deleted and added anew. */
export function gameVersionRoutes(
  router: Router,
  answers: ReturnType<typeof gameVersionAnswers>,
  { data }: Deps,
): void {
  router.read(gameVersions, async () => ({ results: await answers.all() }));

  router.act(addGameVersion, async (form, context) => {
    const texts = textsOf(form);
    const values = checked(nounFormSchema(GAME_VERSION_FIELDS, context.catalogue), texts);
    // The schema has checked it, so the 0 is never used.
    const order = versionOrder(values.version) ?? 0;
    if (await data.gameVersions.findByOrder(order))
      throw new BadFields({ version: problem("version-exists", { version: oneLine(texts.version ?? "") }) });
    const state = { ...values, version_order: order };
    await writeUnlessStale(insertGameVersion(state, entryFor(context, "add")), context);
  });

  router.act(deleteGameVersion, async (form, context) => {
    const given = readVersion(textsOf(form).version ?? "") ?? "";
    const state = await data.gameVersions.findByOrder(versionOrder(given));
    if (!state) throw new NotFound("no-such-version");
    await writeUnlessStale(deleteGameVersionOf(state, entryFor(context, "delete")), context);
  });
}

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
