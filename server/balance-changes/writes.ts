import { nounFormSchema } from "../../derive/noun-form.ts";
import { versionOrder } from "../../game/versions.ts";
import { BALANCE_FIELDS } from "../../nouns/balance-change.ts";
import { authorize } from "../auth/authorize.ts";
import { deleteBalanceChangeById, insertBalanceChange } from "../data/balance-changes.ts";
import { NotFound } from "../errors.ts";
import { checked, textsOf } from "../form-texts.ts";
import { writeUnlessStale } from "../history/stale.ts";
import type { ReceivedForm } from "../media/uploads.ts";
import { entryFor, type WriteContext } from "../write-context.ts";
import { mayEditBalanceChanges } from "./policy.ts";

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
