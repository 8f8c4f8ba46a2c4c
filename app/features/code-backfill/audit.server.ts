import { z } from "zod";
import { pages } from "../../../domain/contract/routes.ts";
import { authorize } from "../../../server/auth/user.ts";
import { entryFor } from "../../api/router.server.ts";
import { nounLog } from "../../audit/noun-log.server.ts";
import { writeUnlessStale } from "../../audit/stale.server.ts";
import { BACKFILL_SHAPE, type BackfillState, CODE_BACKFILL, switchBackfill } from "./repository.server.ts";

/** The switch in the change log, for helpers alone. Administrators alone take it back. */
export const codeBackfillLog = nounLog<BackfillState, { readonly state: BackfillState }>({
  noun: CODE_BACKFILL,
  isPublic: false,
  shapes: { [BACKFILL_SHAPE]: z.object({ is_on: z.union([z.literal(0), z.literal(1)]) }) },
  title: () => "Asking for the codes of old completions",
  page: () => pages.codes(),
  values: ({ is_on }) => ({ "Switched on": is_on === 1 }),
  row: () => ({}),
  fields: { is_on: "Switched on" },
  find: async (_, { data }) => ({ state: { is_on: (await data.codeBackfill.find()).isOn ? 1 : 0 } }),
  async write(_, target, context) {
    authorize(context.user.isAdministrator);
    if (target) await writeUnlessStale(switchBackfill(target, entryFor(context, "undo")), context);
  },
});
