import { currentPrice, type PriceRow, type UpgradeRow } from "./catalogue.ts";
import { nameKey } from "./name-key.ts";
import { withoutMarks } from "./typed-text.ts";
import { versionOrder } from "./versions.ts";

const ALPHABET = "abcdefghijklmnopqrstuvwxyz";

/** Returns a row under another name: programs go on with the spelling that they know, and the old name finds it. */
export function renamed<Named extends Pick<UpgradeRow, "name" | "spelling" | "former">>(
  before: Named,
  name: string,
): Named {
  if (before.name === name) return before;
  const spelling = before.spelling ?? before.name;
  const former = before.former.filter((each) => nameKey(each) !== nameKey(name));
  return { ...before, name, spelling: spelling === name ? null : spelling, former: [...former, before.name] };
}

/**
 * Returns prices with one that holds from a version on, where it says anything new.
 * @param tiers of an upgrade, "040"; null: of the tower or hero itself
 */
export function withPrice(
  prices: readonly PriceRow[],
  tiers: string | null,
  cost: number,
  version: string,
): PriceRow[] {
  const current = currentPrice(prices, tiers);
  if (current?.cost === cost) return [...prices];
  const order = versionOrder(version);
  const others = prices.filter((each) => each.tiers !== tiers || versionOrder(each.version) !== order);
  return [...others, { tiers, version, cost, upgrade: current?.upgrade ?? null, lastWithOld: null }];
}

/**
 * Returns prices without any of an upgrade: it is not known what that costs, or ever did.
 * @param tiers as of `withPrice`
 */
export const withoutPrice = (prices: readonly PriceRow[], tiers: string | null): PriceRow[] =>
  prices.filter((each) => each.tiers !== tiers);

/**
 * Proposes two letters for a mark that no other mark has, in any case: the name's first with another of it, else with any,
 * else any two. Returns "" if all are taken.
 */
export function proposedMark(name: string, marks: readonly string[]): string {
  const taken = new Set(marks.map((mark) => mark.toLowerCase()));
  const letters = withoutMarks(name).replace(/[^a-z]/g, "");
  for (const first of letters.slice(0, 1) + ALPHABET)
    for (const second of letters.slice(1) + ALPHABET)
      if (!taken.has(first + second)) return first.toUpperCase() + second;
  return "";
}
