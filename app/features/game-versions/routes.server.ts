import { addGameVersion, deleteGameVersion, gameVersions } from "../../../domain/contract/reference.ts";
import { readVersion } from "../../../domain/game/dates-and-numbers.ts";
import { shownVersion, versionOrder } from "../../../domain/game/versions.ts";
import { problem } from "../../../domain/messages/index.ts";
import { GAME_VERSION_FIELDS } from "../../../domain/nouns/fields.ts";
import { nounFormSchema } from "../../../domain/submissions/noun-form.ts";
import { BadFields, NotFound } from "../../../server/errors.ts";
import { checked, textsOf } from "../../../server/forms.ts";
import type { Deps } from "../../api/deps.server.ts";
import { entryFor, type Router } from "../../api/router.server.ts";
import { writeUnlessStale } from "../../audit/stale.server.ts";
import { deleteGameVersionOf, insertGameVersion } from "./repository.server.ts";

/** Registers when versions of the game came out, which helpers keep. What is wrong is deleted and added anew. */
export function gameVersionRoutes(router: Router, { data }: Deps): void {
  router.read(gameVersions, async () => ({
    results: (await data.gameVersions.findAll()).map(({ version_order: _, ...each }) => each),
  }));

  router.act(addGameVersion, async (form, context) => {
    const values = checked(nounFormSchema(GAME_VERSION_FIELDS), textsOf(form));
    const version = shownVersion(values.version);
    // The schema has checked it, so the 0 is never used.
    const order = versionOrder(version) ?? 0;
    if (await data.gameVersions.findByOrder(order))
      throw new BadFields({ version: problem("version-exists", { version }) });
    const state = { ...values, version, version_order: order };
    await writeUnlessStale(insertGameVersion(state, entryFor(context, "add")), context);
  });

  router.act(deleteGameVersion, async (form, context) => {
    const given = readVersion(textsOf(form).version ?? "") ?? "";
    const state = await data.gameVersions.findByOrder(versionOrder(given));
    if (!state) throw new NotFound("no-such-version");
    await writeUnlessStale(deleteGameVersionOf(state, entryFor(context, "delete")), context);
  });
}
