import { cash } from "../../../domain/game/counted.ts";
import { hardPrice, type OtherChange, type PriceChange } from "../../../domain/game/facts.ts";
import { nameUuid } from "../../../server/name-uuid.ts";
import type { NewBalanceChange } from "./repository.server.ts";

/** Returns any other change of the facts as a balance change. */
export const otherBalanceChangeOf = async (
  { version, tower, nature, change }: OtherChange,
  createdAt: string,
): Promise<NewBalanceChange> => ({
  uuid: await nameUuid(`balance-change/${version}/${tower}/${change}`),
  version,
  tower,
  nature,
  change,
  createdAt,
});

/**
 * Returns a price change as a balance change: a lower price is a buff, a higher one a nerf. Its text begins with the
 * path ("040 Snowstorm costs $4,105 instead of $3,240 on hard"), or with the tower if the tower itself is meant. CHIMPS
 * is played on hard, so that price comes first.
 */
export async function balanceChangeOf(
  { version, tower, path, upgrade, oldCost, newCost }: PriceChange,
  createdAt: string,
): Promise<NewBalanceChange> {
  const what = path === null ? tower : `${path} ${upgrade}`;
  const onHard = `${cash(hardPrice(newCost))} instead of ${cash(hardPrice(oldCost))}`;
  return {
    uuid: await nameUuid(`balance-change/${version}/${tower}/${path ?? ""}`),
    tower,
    version,
    change: `${what} costs ${onHard} on hard (${cash(newCost)} instead of ${cash(oldCost)} on medium)`,
    nature: newCost < oldCost ? "buff" : "nerf",
    createdAt,
  };
}
