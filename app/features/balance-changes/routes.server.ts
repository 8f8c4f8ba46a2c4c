import {
  addBalanceChange as addAddress,
  balanceChanges,
  balanceChangeVersions,
  deleteBalanceChange as deleteAddress,
} from "../../../domain/contract/balance-changes.ts";
import { textsOf } from "../../../server/form-texts.ts";
import type { Deps } from "../../api/deps.server.ts";
import type { Router } from "../../api/router.server.ts";
import { addBalanceChange, deleteBalanceChange } from "./commands.server.ts";

/** The reads of balance changes, which return everything without paging; and the writes (SPEC section 7). */
export function balanceChangeRoutes(router: Router, { data }: Deps): void {
  router.read(balanceChanges, async ({ tower, version: first, version_end: last }) => {
    // With both, everything from the start of the first to the end of the last.
    const versions = last ? { from: first?.from ?? 0, to: last.to } : first;
    return { results: await data.balanceChanges.findAll({ tower, versions }) };
  });
  router.read(balanceChangeVersions, async ({ tower }) => ({
    results: await data.balanceChanges.findAllVersions(tower),
  }));
  router.act(addAddress, addBalanceChange);
  router.act(deleteAddress, (form, context) => deleteBalanceChange(textsOf(form).uuid ?? "", context));
}
