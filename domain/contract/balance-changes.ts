import { z } from "zod";
import { versionsMeant } from "../fields/version/kind.ts";
import { findTower } from "../game/names.ts";
import { BALANCE_FIELDS } from "../nouns/balance-change.ts";
import { nounShape } from "../submissions/noun-form.ts";
import { allOf, DONE, get, parsed, post } from "./define.ts";
import { api } from "./routes.ts";

export const balanceChangeRow = z.object({ uuid: z.string(), ...nounShape(BALANCE_FIELDS) });
/** What one version of the game changed about a tower or hero (SPEC section 3). */
export type BalanceChange = z.infer<typeof balanceChangeRow>;
const Changes = allOf(balanceChangeRow);
const Versions = allOf(z.string());

/**
 * The tower type or hero that a spelling means. A name missing from the catalogue stands for itself: it may be newer.
 */
const tower = parsed((text) => findTower(text)?.name ?? text, "A tower type or hero, by any spelling.");

/** The bounds of a range that contains no version. */
const NO_VERSION = { from: Number.MAX_SAFE_INTEGER, to: -1 } as const;

const versions = (note: string) => parsed((text) => versionsMeant(text) ?? NO_VERSION, note);

export const balanceChanges = get(
  api.balanceChanges(),
  {
    tower,
    version: versions("A version, or a bare major number for all its minors."),
    version_end: versions("With version: the last version of the range, both ends included, by number."),
  },
  {
    summary: "Balance changes, newest version first",
    result: Changes,
    isEstablished: true,
  },
);
export const balanceChangeVersions = get(
  api.balanceChangeVersions(),
  { tower },
  {
    summary: "Versions with balance changes, oldest first",
    result: Versions,
  },
);
export const addBalanceChange = post(api.addBalanceChange(), {
  access: "helper",
  summary: "Adds a balance change",
  result: DONE,
  fields: Object.keys(BALANCE_FIELDS),
});
export const deleteBalanceChange = post(api.deleteBalanceChange(), {
  access: "helper",
  summary: "Deletes a balance change",
  result: DONE,
  fields: ["uuid"],
});

export const balanceChangeAddresses = [
  ...[balanceChanges, balanceChangeVersions, addBalanceChange, deleteBalanceChange],
];
