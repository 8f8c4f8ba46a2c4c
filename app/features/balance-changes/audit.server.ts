import { z } from "zod";
import { pages } from "../../../domain/contract/routes.ts";
import { labelledValues, namesOf, valuesIn } from "../../../domain/nouns/define.ts";
import { BALANCE_FIELDS } from "../../../domain/nouns/fields.ts";
import { nounShape } from "../../../domain/submissions/noun-form.ts";
import { entryFor } from "../../api/router.server.ts";
import { nounLog } from "../../audit/noun-log.server.ts";
import { writeUnlessStale } from "../../audit/stale.server.ts";
import {
  BALANCE_SHAPE,
  type BalanceState,
  deleteBalanceChangeById,
  insertBalanceChange,
} from "./repository.server.ts";

export const balanceChangeLog = nounLog<BalanceState, { readonly state: BalanceState | null }>({
  noun: "balance-change",
  isPublic: true,
  shapes: {
    [BALANCE_SHAPE]: z.object({
      ...nounShape(BALANCE_FIELDS),
      ...{ uuid: z.string(), version_order: z.number(), created_at: z.string() },
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
