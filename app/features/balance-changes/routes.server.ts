import { z } from "zod";
import {
  addBalanceChange as addAddress,
  balanceChanges,
  balanceChangeVersions,
  deleteBalanceChange as deleteAddress,
} from "../../../domain/contract/reference.ts";
import { pages } from "../../../domain/contract/routes.ts";
import { versionOrder } from "../../../domain/game/versions.ts";
import { labelledValues, namesOf, valuesIn } from "../../../domain/nouns/define.ts";
import { BALANCE_FIELDS } from "../../../domain/nouns/fields.ts";
import { nounFormSchema, nounShape } from "../../../domain/submissions/noun-form.ts";
import { authorize, type User } from "../../../server/auth/user.ts";
import { NotFound } from "../../../server/errors.ts";
import { checked, type ReceivedForm, textsOf } from "../../../server/forms.ts";
import type { Deps } from "../../api/deps.server.ts";
import { entryFor, type Router, type WriteContext } from "../../api/router.server.ts";
import { nounLog } from "../../audit/noun-log.server.ts";
import { writeUnlessStale } from "../../audit/stale.server.ts";
import {
  BALANCE_SHAPE,
  type BalanceState,
  deleteBalanceChangeById,
  insertBalanceChange,
} from "./repository.server.ts";

const mayEditBalanceChanges = ({ isHelper }: User): boolean => isHelper;

/** Adds a balance change. Throws BadFields, Forbidden. */
async function addBalanceChange(form: ReceivedForm, context: WriteContext): Promise<void> {
  authorize(mayEditBalanceChanges(context.user));
  const fields = checked(nounFormSchema(BALANCE_FIELDS, context.catalogue), textsOf(form));
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
async function deleteBalanceChange(uuid: string, context: WriteContext): Promise<void> {
  authorize(mayEditBalanceChanges(context.user));
  const state = await context.data.balanceChanges.findById(uuid);
  if (!state) throw new NotFound("no-such-balance-change");
  await writeUnlessStale(deleteBalanceChangeById(state, entryFor(context, "delete")), context);
}

/** The public reads of balance changes, which return everything without paging. */
export const balanceChangeAnswers = ({ data }: Pick<Deps, "data">) => ({
  async all({
    tower: spelling,
    version: first,
    version_end: last,
  }: ReturnType<(typeof balanceChanges)["read"]>) {
    // With both, everything from the start of the first to the end of the last.
    const versions = last ? { from: first?.from ?? 0, to: last.to } : first;
    const catalogue = await data.catalogue.current();
    const tower = spelling && catalogue.nameOf(spelling);
    return data.balanceChanges.findAll({ tower, versions });
  },
  /** Returns the versions with a change, of one tower if there is a name. */
  versions: async (tower: string | null) =>
    data.balanceChanges.findAllVersions(tower && (await data.catalogue.current()).nameOf(tower)),
});

/** The reads of balance changes, and the writes (SPEC section 7). */
export function balanceChangeRoutes(router: Router, answers: ReturnType<typeof balanceChangeAnswers>): void {
  router.read(balanceChanges, async (query) => ({ results: await answers.all(query) }));
  router.read(balanceChangeVersions, async ({ tower }) => ({ results: await answers.versions(tower) }));
  router.act(addAddress, addBalanceChange);
  router.act(deleteAddress, (form, context) => deleteBalanceChange(textsOf(form).uuid ?? "", context));
}

export const balanceChangeLog = nounLog<BalanceState, { readonly state: BalanceState | null }>({
  noun: "balance-change",
  isPublic: true,
  shapes: {
    [BALANCE_SHAPE]: z.object({
      ...nounShape(BALANCE_FIELDS),
      uuid: z.string(),
      version_order: z.number(),
      created_at: z.string(),
    }),
  },
  title: ({ tower, version }) => `Balance change of ${tower} in ${version}`,
  page: ({ tower, version }) => pages.balanceChanges({ tower, version }),
  values: (state) => labelledValues(BALANCE_FIELDS, state),
  row: (state, uuid) => ({ uuid, ...valuesIn(BALANCE_FIELDS, state) }),
  fields: namesOf(BALANCE_FIELDS),
  find: async (id, { data }) => ({ state: await data.balanceChanges.findById(id) }),
  async write({ state }, target, context) {
    const entry = entryFor(context, "undo");
    if (target) await writeUnlessStale(insertBalanceChange(target, entry), context);
    else if (state) await writeUnlessStale(deleteBalanceChangeById(state, entry), context);
  },
});
