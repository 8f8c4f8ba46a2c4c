import { versionOrder } from "../../../domain/game/versions.ts";
import { BALANCE_FIELDS } from "../../../domain/nouns/balance-change.ts";
import { nounFormSchema } from "../../../domain/submissions/noun-form.ts";
import { authorize } from "../../../server/auth/authorize.ts";
import { NotFound } from "../../../server/errors.ts";
import { checked, textsOf } from "../../../server/form-texts.ts";
import type { ReceivedForm } from "../../../server/media/uploads.ts";
import { entryFor, type WriteContext } from "../../api/write-context.server.ts";
import { writeUnlessStale } from "../../audit/stale.server.ts";
import { mayEditBalanceChanges } from "./policy.server.ts";
import { deleteBalanceChangeById, insertBalanceChange } from "./repository.server.ts";

/** Adds a balance change. Throws BadFields, Forbidden. */
export async function addBalanceChange(form: ReceivedForm, context: WriteContext): Promise<void> {
  authorize(mayEditBalanceChanges(context.user));
  const fields = checked(nounFormSchema(BALANCE_FIELDS), textsOf(form));
  const state = {
    uuid: crypto.randomUUID(),
    ...fields,
    // The schema has checked it, so the 0 is never used.
    version_order: versionOrder(fields.version) ?? 0,
    created_at: context.now.toISOString(),
  };
  await writeUnlessStale(insertBalanceChange(state, entryFor(context, "add")), context);
}

/** Deletes a balance change. Throws NotFound, Forbidden. */
export async function deleteBalanceChange(uuid: string, context: WriteContext): Promise<void> {
  authorize(mayEditBalanceChanges(context.user));
  const state = await context.data.balanceChanges.findById(uuid);
  if (!state) throw new NotFound("no-such-balance-change");
  await writeUnlessStale(deleteBalanceChangeById(state, entryFor(context, "delete")), context);
}
