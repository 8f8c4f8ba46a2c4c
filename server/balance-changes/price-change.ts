import { cash } from "../../fields/money/cash.ts";
import type { PriceChange } from "../../game/facts.ts";
import type { NewBalanceChange } from "../data/balance-changes.ts";
import { nameUuid } from "../name-uuid.ts";

/**
 * A price change as a balance change: a lower price is a buff, a higher one a nerf. Its text begins with the path
 * ("040 Snowstorm costs $3,800 instead of $3,000"), or says that the tower itself is meant. Prices on medium difficulty.
 */
export async function balanceChangeOf(
  { version, tower, path, upgrade, oldCost, newCost }: PriceChange,
  createdAt: string,
): Promise<NewBalanceChange> {
  const what = path === null ? tower : `${path} ${upgrade}`;
  return {
    uuid: await nameUuid(`balance-change/${version}/${tower}/${path ?? ""}`),
    tower,
    version,
    change: `${what} costs ${cash(newCost)} instead of ${cash(oldCost)} (medium difficulty)`,
    nature: newCost < oldCost ? "buff" : "nerf",
    createdAt,
  };
}
