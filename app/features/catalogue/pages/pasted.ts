import type { TierKey } from "../../../../domain/game/facts.ts";
import { compatible, oneLine } from "../../../../domain/game/typed-text.ts";

/** Each path's tiers that have names, from the top path to the bottom one. */
export const PATHS = [
  { label: "Top", tiers: ["300", "400", "500"] },
  { label: "Middle", tiers: ["030", "040", "050"] },
  { label: "Bottom", tiers: ["003", "004", "005"] },
] as const satisfies readonly { readonly label: string; readonly tiers: readonly TierKey[] }[];

/** What the lines of pasted prices are of; the tenth is the paragon's. */
const PRICE_TIERS: readonly string[] = [...PATHS.flatMap<string>(({ tiers }) => tiers), "555"];

/** What the lines of pasted names are of; the eleventh is the paragon's. */
const NAME_TIERS: readonly string[] = ["base", ...PRICE_TIERS];

/** What a pasted column says, by tiers, and the lines that are not understood, as sentences. */
export interface PastedColumn<Value> {
  readonly values: Readonly<Record<string, Value>>;
  readonly problems: readonly string[];
}

/** Returns a column's lines; a row of a spreadsheet is one, too. Empty lines at its end do not count. */
function linesOf(text: string): readonly string[] {
  const lines = text.split(/\r\n|[\n\r\t\u2028]/).map(oneLine);
  return lines.slice(0, lines.findLastIndex((line) => line !== "") + 1);
}

/** Reads names, one a line: base, each path's tiers 3 to 5, the paragon. An empty line names nothing. */
export function readNames(text: string): PastedColumn<string> {
  const lines = linesOf(text);
  return {
    values: Object.fromEntries(
      lines.flatMap((line, at) => {
        const tiers = NAME_TIERS[at];
        return line === "" || tiers === undefined ? [] : [[tiers, line]];
      }),
    ),
    problems:
      lines.length > NAME_TIERS.length
        ? [`There are ${lines.length} lines. A tower has ten names, and an eleventh if it has a paragon.`]
        : [],
  };
}

/** "250", "$1,250", "1.250", "1 250"; no price: "", "-", "?". */
const PRICE = /^\$? ?(\d{1,8}|\d{1,3}(?:[.,' ]\d{3})+) ?\$?$/;
const NO_PRICE = /^[-?\u2013\u2014]?$/;
/** A line that says what it is of: "100: 250". */
const TIERS_FIRST = /^([1-5]00|0[1-5]0|00[1-5]|555) ?[:=] ?(.*)$/;

/**
 * Reads prices, one a line: each path's tiers 3 to 5, the paragon; lower tiers' as "100: 250". An empty line says that one
 * is not known.
 */
export function readPrices(text: string): PastedColumn<number> {
  const values: Record<string, number> = {};
  const problems: string[] = [];
  let place = 0;
  for (const line of linesOf(text).map(compatible)) {
    const [, named, rest = line] = TIERS_FIRST.exec(line) ?? [];
    const tiers = named ?? PRICE_TIERS[place];
    if (named === undefined) place += 1;
    const [, digits] = PRICE.exec(rest) ?? [];
    if (tiers === undefined || NO_PRICE.test(rest)) continue;
    if (digits === undefined) problems.push(`“${rest}” (${tiersInWords(tiers)}) is not a price.`);
    else if (tiers in values) problems.push(`${tiersInWords(tiers)} has two prices.`);
    else values[tiers] = Number(digits.replace(/\D/g, ""));
  }
  if (place > PRICE_TIERS.length)
    problems.push(`There are ${place} lines. A tower has nine such prices, and a tenth if it has a paragon.`);
  return { values, problems };
}

/** "0-5-0", as players write it. */
export const tiersInWords = (tiers: string): string => [...tiers].join("-");

/** Returns the text that `readNames` reads these names from. */
export const namesAsText = (names: Readonly<Record<string, string>>): string =>
  NAME_TIERS.map((tiers) => names[tiers] ?? "")
    .join("\n")
    .trimEnd();

/** Returns the text that `readPrices` reads these prices from; "?" stands where one is not known. */
export function pricesAsText(prices: Readonly<Record<string, number>>): string {
  const last = PRICE_TIERS.findLastIndex((tiers) => tiers in prices);
  const column = PRICE_TIERS.slice(0, last + 1).map((tiers) => String(prices[tiers] ?? "?"));
  const lower = Object.entries(prices).filter(([tiers]) => !PRICE_TIERS.includes(tiers));
  return [...column, ...lower.map(([tiers, cost]) => `${tiers}: ${cost}`)].join("\n");
}

/** Returns what differs from before; of what is no longer there `gone`. */
export function differences<Value>(
  before: Readonly<Record<string, Value>>,
  now: Readonly<Record<string, Value>>,
  gone: Value,
): Readonly<Record<string, Value>> {
  const removed = Object.keys(before).filter((key) => !(key in now));
  return {
    ...Object.fromEntries(Object.entries(now).filter(([key, value]) => before[key] !== value)),
    ...Object.fromEntries(removed.map((key) => [key, gone])),
  };
}

/** Returns the price of each upgrade in the newest version that has one. */
export const latestPrices = (
  prices: readonly { readonly tiers: string | null; readonly cost: number }[],
): Readonly<Record<string, number>> =>
  Object.fromEntries(prices.flatMap(({ tiers, cost }) => (tiers === null ? [] : [[tiers, cost]])));
