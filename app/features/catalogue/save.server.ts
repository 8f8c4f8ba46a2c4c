import {
  type Catalogue,
  type CatalogueRow,
  type ExclusionRow,
  LONGEST_NAME,
  type PriceRow,
  type UpgradeRow,
} from "../../../domain/game/catalogue.ts";
import { proposedMark, renamed, withoutPrice, withPrice } from "../../../domain/game/catalogue-rows.ts";
import { TIER_KEYS } from "../../../domain/game/facts.ts";
import { nameKey } from "../../../domain/game/name-key.ts";
import { oneLine } from "../../../domain/game/typed-text.ts";
import { shownVersion, versionOrder } from "../../../domain/game/versions.ts";
import { type Problem, type Problems, problem } from "../../../domain/messages/index.ts";
import { HERO_FIELDS, TOWER_FIELDS } from "../../../domain/nouns/fields.ts";
import { nounFormSchema } from "../../../domain/submissions/noun-form.ts";
import { BadFields } from "../../../server/errors.ts";
import { checked, type FieldValues } from "../../../server/forms.ts";
import { keysOf } from "./repository.server.ts";

const MOST_CASH = 10_000_000;
const MOST_EXCLUSIONS = 50;

/** The tiers of an upgrade: each path by itself, and the paragon. */
const UPGRADE_TIERS = /^([1-5]00|0[1-5]0|00[1-5]|555)$/;

/** Reads a JSON object of a form. Throws BadFields. */
function tableIn(field: string, text: string): readonly (readonly [string, unknown])[] {
  let value: unknown = null;
  try {
    value = JSON.parse(text);
  } catch {}
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new BadFields({ [field]: problem("not-a-table", { subject: { field } }) });
  return Object.entries(value);
}

/** Reads the names by tier. A tier that is not named keeps its name; an empty name removes it. Throws BadFields. */
function upgradesIn(text: string, before: readonly UpgradeRow[]): readonly UpgradeRow[] {
  const names = new Map(before.map((each) => [each.tier, each]));
  for (const [tiers, value] of tableIn("upgrades", text)) {
    const tier = TIER_KEYS.find((each) => each === tiers);
    const subject = { field: "upgrades" };
    if (!tier) throw new BadFields({ upgrades: problem("no-such-tiers", { subject, tiers }) });
    if (typeof value !== "string" || value.length > LONGEST_NAME)
      throw new BadFields({ upgrades: problem("odd-name", { subject, tiers, most: LONGEST_NAME }) });
    const name = oneLine(value);
    const known = names.get(tier);
    if (name === "") names.delete(tier);
    else
      names.set(tier, known ? renamed(known, name) : { tier, name, spelling: null, others: [], former: [] });
  }
  return [...names.values()];
}

/**
 * Reads the prices of upgrades, each of which holds from a version on. One that is not named stays; an empty one becomes
 * unknown. Throws BadFields.
 */
function pricesIn(text: string, before: readonly PriceRow[], version: string): readonly PriceRow[] {
  let prices = before;
  for (const [tiers, cost] of tableIn("prices", text)) {
    const subject = { field: "prices" };
    if (!UPGRADE_TIERS.test(tiers))
      throw new BadFields({ prices: problem("no-such-tiers", { subject, tiers }) });
    if (cost === null || cost === "") prices = withoutPrice(prices, tiers);
    else if (typeof cost === "number" && Number.isInteger(cost) && cost >= 0 && cost <= MOST_CASH)
      prices = withPrice(prices, tiers, cost, version);
    else throw new BadFields({ prices: problem("odd-price", { subject, tiers, most: MOST_CASH }) });
  }
  return prices;
}

/** Reads who is excluded. Throws BadFields. */
function exclusionsIn(text: string, challenges: ReadonlyMap<string, unknown>): readonly ExclusionRow[] {
  const odd = new BadFields({ excluded: problem("odd-exclusion", { subject: { field: "excluded" } }) });
  let list: unknown = null;
  try {
    list = JSON.parse(text);
  } catch {}
  if (!Array.isArray(list) || list.length > MOST_EXCLUSIONS) throw odd;
  const versionIn = (value: unknown): string | null => {
    if (value === null || value === undefined || value === "") return null;
    if (typeof value !== "string" || versionOrder(value) === null) throw odd;
    return shownVersion(value);
  };
  return list.map((entry: unknown): ExclusionRow => {
    if (typeof entry !== "object" || entry === null) throw odd;
    const { challenge, from, until } = entry as Readonly<Record<string, unknown>>;
    if (typeof challenge !== "string" || !challenges.has(challenge)) throw odd;
    return { challenge, from: versionIn(from), until: versionIn(until) };
  });
}

/** What a save is made against. */
interface Against {
  readonly catalogue: Catalogue;
  readonly challenges: ReadonlyMap<string, unknown>;
  /** The version of the game from which on new prices hold. */
  readonly newest: string;
}

/** Returns a row as a form leaves it; a field that is not sent stays. Throws BadFields. */
export function rowIn(
  kind: CatalogueRow["kind"],
  texts: FieldValues,
  before: CatalogueRow | null,
  { catalogue, challenges, newest }: Against,
): CatalogueRow {
  const entry = before && [...catalogue.towers, ...catalogue.heroes].find(({ name }) => name === before.name);
  const recorded = before && { ...before, cost: entry?.cost ?? null };
  const own: Readonly<Record<string, unknown>> = recorded ?? {};
  const sent = (name: string): string => texts[name] ?? String(own[name] ?? "");
  const given = Object.fromEntries(
    Object.keys({ ...TOWER_FIELDS, ...HERO_FIELDS }).map((name) => [name, sent(name)]),
  );
  const tower =
    kind === "tower" ? checked(nounFormSchema(TOWER_FIELDS, catalogue, recorded as never), given) : null;
  const hero =
    kind === "hero" ? checked(nounFormSchema(HERO_FIELDS, catalogue, recorded as never), given) : null;
  const values = (tower ?? hero) as NonNullable<typeof tower>;
  const { name, cost, version } = values;
  const from = before === null ? shownVersion(version ?? newest) : newest;
  const costs = before?.prices ?? [];
  const prices = cost === null ? withoutPrice(costs, null) : withPrice(costs, null, cost, from);
  const names = renamed(
    { name: before?.name ?? name, spelling: before?.spelling ?? null, former: before?.former ?? [] },
    name,
  );
  const spelling = texts.spelling === undefined ? names.spelling : values.spelling;
  return {
    kind,
    ...names,
    others: before?.others ?? [],
    fullName: hero?.fullName ?? null,
    gameId: values.gameId,
    hardCost: values.hardCost,
    category: tower?.category ?? null,
    version,
    date: values.date,
    mark:
      values.mark ??
      proposedMark(
        name,
        catalogue.rows.map(({ mark }) => mark),
      ),
    spelling: spelling === name ? null : spelling,
    upgrades: kind === "hero" ? [] : upgradesIn(texts.upgrades ?? "{}", before?.upgrades ?? []),
    prices: pricesIn(texts.prices ?? "{}", prices, from),
    excluded:
      texts.excluded === undefined ? (before?.excluded ?? []) : exclusionsIn(texts.excluded, challenges),
  };
}

/** Whether a tower or hero had a name and has it no more. */
const wasCalled = ({ upgrades, ...row }: CatalogueRow, name: string): boolean => {
  const isName = (each: string): boolean => nameKey(each) === nameKey(name);
  return (
    [row, ...upgrades].some(({ former }) => former.some(isName)) &&
    ![row, ...upgrades].some((each) => isName(each.name))
  );
};

/** Throws BadFields if a name, the letters or the game's id of a row are another's, or one name is given twice. */
export function checkRow(
  row: CatalogueRow,
  before: CatalogueRow | null,
  { rows }: Pick<Catalogue, "rows">,
): void {
  const others = rows.filter((each) => each.name !== before?.name);
  const ofOthers = new Map(others.flatMap((each) => keysOf(each).map((key) => [key, each])));
  const found: Record<string, Problem> = {};
  const named: readonly (readonly [string, string])[] = [
    ["name", row.name],
    ...(row.fullName === null ? [] : [["fullName", row.fullName] as const]),
    ...row.upgrades.map(({ name }) => ["upgrades", name] as const),
  ];
  for (const [at, [field, name]] of named.entries()) {
    const of = ofOthers.get(nameKey(name));
    const isTwice = named
      .slice(0, at)
      .some(
        ([other, each]) => nameKey(each) === nameKey(name) && !(other === "name" && field === "fullName"),
      );
    if (of)
      found[field] ??= problem(wasCalled(of, name) ? "name-was-of-another" : "name-of-another", {
        name,
        of: of.name,
      });
    else if (isTwice) found[field] ??= problem("name-twice", { name });
  }
  if (!/^\p{L}{2}$/u.test(row.mark)) found.mark = problem("not-a-mark");
  const marked = others.find(({ mark }) => mark.toLowerCase() === row.mark.toLowerCase());
  if (marked) found.mark = problem("mark-taken", { mark: row.mark, of: marked.name });
  const called = others.find(
    ({ gameId, kind }) => gameId !== null && gameId === row.gameId && kind === row.kind,
  );
  if (called) found.gameId = problem("game-id-taken", { of: called.name });
  if (Object.keys(found).length > 0) throw new BadFields(found satisfies Problems);
}
