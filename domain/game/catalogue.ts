import { hardPrice, START_CASH, TIER_KEYS, type TierKey, type TowerCategory } from "./facts.ts";
import { nameKey } from "./name-key.ts";
import { newerOf, versionOrder } from "./versions.ts";

/** Characters of the longest name of a tower, an upgrade or a hero. */
export const LONGEST_NAME = 60;

/** A name of a tower type at a tier. */
export interface UpgradeRow {
  readonly tier: TierKey;
  readonly name: string;
  /** As the community's index spells it, where that differs. */
  readonly spelling: string | null;
  /** Other spellings by which it is found. */
  readonly others: readonly string[];
  /** Names that it had here; searches understand them, too. */
  readonly former: readonly string[];
}

/** A price from a version of the game on, in cash on medium difficulty. */
export interface PriceRow {
  /** "040" of an upgrade; null: of the tower or hero itself. */
  readonly tiers: string | null;
  /** The version in which it was first seen. */
  readonly version: string;
  readonly cost: number;
  /** The name of an upgrade below the third tier, which has no row of its own; null: not known, or not needed. */
  readonly upgrade: string | null;
  /** The last version known to have had the price before; null: the one before `version`, or there was none. */
  readonly lastWithOld: string | null;
}

/** From when until when a challenge does not accept a tower or hero: versions of the game; null: always, until further notice. */
export interface ExclusionRow {
  readonly challenge: string;
  readonly from: string | null;
  readonly until: string | null;
}

/** A tower type or a hero as the database has it. */
export interface CatalogueRow {
  readonly kind: "tower" | "hero";
  readonly name: string;
  /** Of a hero. */
  readonly fullName: string | null;
  /** The game's own id. */
  readonly gameId: string | null;
  /** Of a tower type. */
  readonly category: TowerCategory | null;
  /** Cash on hard difficulty where the game's rule does not give it; null: it does. */
  readonly hardCost: number | null;
  /** The version of the game that brought it, and the day, yyyy-mm-dd; null: not known. */
  readonly version: string | null;
  readonly date: string | null;
  /** The two letters of its mark. */
  readonly mark: string;
  /** As the community's index spells it, where that differs. */
  readonly spelling: string | null;
  /** Other spellings by which it is found. */
  readonly others: readonly string[];
  /** Names that it had here; searches understand them, too. */
  readonly former: readonly string[];
  /** Of a tower type. */
  readonly upgrades: readonly UpgradeRow[];
  readonly prices: readonly PriceRow[];
  readonly excluded: readonly ExclusionRow[];
}

/**
 * A tower type ("Ice Monkey"), a type's name at a tier, base included ("Base Ice", "Absolute Zero"), a hero; or what nobody
 * has listed yet and a form submits as it is typed.
 */
export type TowerKind = "type" | "upgrade" | "hero" | "unlisted";

/** A name under which a completion can record a tower, and what it stands for. */
export interface TowerName {
  readonly name: string;
  readonly kind: TowerKind;
  readonly category: TowerCategory | "hero";
  /** The tower type that this name belongs to; null for a hero. */
  readonly type: string | null;
  readonly tier: TierKey | null;
  /** Whether a CHIMPS game's starting cash can buy it today; of an unknown price true. */
  readonly affordableAtStart: boolean;
  /**
   * What the tower itself costs on hard difficulty and in CHIMPS, without upgrades, in the newest version known; null:
   * not known.
   */
  readonly hardCost: number | null;
  /** Of the tower type or hero: yyyy-mm-dd and version, null where unknown. */
  readonly addedDate: string | null;
  readonly addedVersion: string | null;
  /** The keys of the challenges that do not accept it today. */
  readonly excludedFrom: readonly string[];
  /** The two letters of its mark. */
  readonly letters: string;
}

/** A price that changed with a version of the game, in cash on medium difficulty. */
export interface CostChange extends PriceRow {
  /** The tower type or hero. */
  readonly tower: string;
  readonly oldCost: number;
}

/** A tower type or hero with what follows from its row. */
export interface CatalogueEntry extends CatalogueRow {
  /** Cash on medium and on hard difficulty in the newest version known; null: not known. */
  readonly cost: number | null;
  readonly costOnHard: number | null;
}

/** The facts of a name that is not listed yet, as far as they are not known. */
const UNLISTED = {
  ...({ kind: "unlisted", category: "support", type: null, tier: null } as const),
  affordableAtStart: true,
  hardCost: null,
  addedDate: null,
  addedVersion: null,
  excludedFrom: [],
  letters: "?",
};

const orderOf = (version: string | null): number => versionOrder(version ?? "") ?? 0;

/** Sorts by a key that is found once for each. */
const sortedBy = <Item>(all: readonly Item[], keyOf: (item: Item) => number): Item[] =>
  all
    .map((item) => ({ item, key: keyOf(item) }))
    .toSorted((one, other) => one.key - other.key)
    .map(({ item }) => item);

const inOrder = <Priced extends Pick<PriceRow, "version">>(prices: readonly Priced[]): readonly Priced[] =>
  sortedBy(prices, ({ version }) => orderOf(version));

/**
 * Returns the price in the newest version known; null: not known.
 * @param tiers of an upgrade, "040"; null: of the tower or hero itself
 */
export const currentPrice = (prices: readonly PriceRow[], tiers: string | null): PriceRow | null =>
  inOrder(prices).findLast((price) => price.tiers === tiers) ?? null;

/** Returns a row with what follows from it. */
export function entryOf(row: CatalogueRow): CatalogueEntry {
  const cost = currentPrice(row.prices, null)?.cost ?? null;
  return { ...row, cost, costOnHard: row.hardCost ?? (cost === null ? null : hardPrice(cost)) };
}

/** A key by which tiers sort: the tower itself, then its paths from top to bottom, each upwards. */
const orderOfTiers = (tiers: string | null): number =>
  tiers === null
    ? -1
    : [...tiers].findIndex((digit) => digit !== "0") * 10 + Math.max(...[...tiers].map(Number));

/** Returns the prices of a tower type or hero that changed; an upgrade's with its name of today. */
function changesOf({ name: tower, prices, upgrades }: CatalogueRow): CostChange[] {
  const sorted = inOrder(sortedBy(prices, ({ tiers }) => orderOfTiers(tiers)));
  return sorted.flatMap((price, at) => {
    const before = sorted.slice(0, at).findLast(({ tiers }) => tiers === price.tiers);
    if (!before || before.cost === price.cost) return [];
    const upgrade = upgrades.find(({ tier }) => tier === price.tiers)?.name ?? price.upgrade;
    return [{ ...price, tower, upgrade, oldCost: before.cost }];
  });
}

/** Returns the names that a tower type or hero gives to completions: the type first, then its tiers in order. */
function namesOf(entry: CatalogueEntry, newest: string): TowerName[] {
  const { kind, name, category, costOnHard, date, version, mark, upgrades } = entry;
  const isNow = ({ from, until }: ExclusionRow): boolean =>
    orderOf(from) <= orderOf(newest) && (until === null || orderOf(until) > orderOf(newest));
  const common = {
    category: category ?? ("hero" as const),
    type: kind === "hero" ? null : name,
    affordableAtStart: costOnHard === null || costOnHard <= START_CASH,
    hardCost: costOnHard,
    addedDate: date,
    addedVersion: version,
    letters: mark,
    excludedFrom: entry.excluded.filter(isNow).map(({ challenge }) => challenge),
  };
  if (kind === "hero") return [{ ...common, name, kind: "hero", tier: null }];
  const byTier = upgrades.toSorted(
    (one, other) => TIER_KEYS.indexOf(one.tier) - TIER_KEYS.indexOf(other.tier),
  );
  return [
    { ...common, name, kind: "type", tier: null },
    ...byTier.map(({ name: upgrade, tier }) => ({
      ...common,
      name: upgrade,
      kind: "upgrade" as const,
      tier,
    })),
  ];
}

/**
 * What the site knows of the game's towers and heroes, as of one moment: immutable. A request has one from its start to its
 * end, and hands it to whatever needs it.
 */
export class Catalogue {
  readonly rows: readonly CatalogueRow[];
  /** In the order of the game's shop; heroes in order of release. */
  readonly towers: readonly CatalogueEntry[];
  readonly heroes: readonly CatalogueEntry[];
  /** All names of completions' towers: each type with its names by tier, then the heroes. No name occurs twice. */
  readonly names: readonly TowerName[];
  /** All prices that changed, oldest first. */
  readonly changes: readonly CostChange[];
  /** Names that are not listed yet and that a form submits as typed. */
  readonly unlisted: readonly string[];
  /** The newest version of which anything is known here; null: of none. */
  readonly newestVersion: string | null;
  readonly #byName: ReadonlyMap<string, TowerName>;
  readonly #byKey: ReadonlyMap<string, TowerName>;
  readonly #upgradesOf: ReadonlyMap<string | null, readonly TowerName[]>;
  readonly #renames: Readonly<Record<string, string>>;
  readonly #todaysNames = new Map<string, string>();
  readonly #formerOf: ReadonlyMap<string, readonly string[]>;
  readonly #others = new Map<string, readonly string[]>();
  readonly #former = new Map<string, readonly string[]>();
  readonly #communityNames = new Map<string, string>();

  /**
   * @param rows in the order of the shop
   * @param renames names that completions may still have, each with the one that it became: both are read as one
   */
  constructor(
    rows: readonly CatalogueRow[],
    renames: Readonly<Record<string, string>> = {},
    unlisted: readonly string[] = [],
  ) {
    this.#renames = renames;
    this.unlisted = unlisted;
    this.#formerOf = Map.groupBy(Object.keys(renames), (former) => renames[former] ?? "");
    this.rows = rows;
    const entries = rows.map(entryOf);
    this.towers = entries.filter(({ kind }) => kind === "tower");
    this.heroes = entries.filter(({ kind }) => kind === "hero");
    const versions = new Set(
      entries.flatMap(({ version, prices }) => [
        ...(version === null ? [] : [version]),
        ...prices.map((price) => price.version),
      ]),
    );
    this.newestVersion = [...versions].reduce<string | null>((newest, each) => newerOf(each, newest), null);
    this.changes = inOrder(rows.flatMap(changesOf));
    const newest = this.newestVersion ?? "";
    this.names = [...this.towers, ...this.heroes].flatMap((entry) => namesOf(entry, newest));
    this.#byName = new Map(this.names.map((each) => [each.name, each]));
    this.#upgradesOf = Map.groupBy(
      this.names.filter(({ kind }) => kind === "upgrade"),
      ({ type }) => type,
    );
    for (const { fullName, upgrades, ...row } of rows) {
      this.#add(row, fullName === null ? [] : [fullName]);
      for (const upgrade of upgrades) this.#add(upgrade);
    }
    for (const [name, all] of this.#former) for (const former of all) this.#todaysNames.set(former, name);
    this.#byKey = this.#keys(unlisted);
  }

  #add(
    { name, spelling, others, former }: Pick<UpgradeRow, "name" | "spelling" | "others" | "former">,
    more: readonly string[] = [],
  ): void {
    this.#others.set(name, [...(spelling === null ? [] : [spelling]), ...more, ...others, ...former]);
    this.#former.set(name, former);
    if (spelling !== null) this.#communityNames.set(name, spelling);
  }

  #keys(unlisted: readonly string[]): ReadonlyMap<string, TowerName> {
    const byKey = new Map(this.names.map((tower) => [nameKey(tower.name), tower]));
    for (const tower of this.names)
      for (const other of this.othersOf(tower.name)) {
        const key = nameKey(other);
        // No other spelling takes the key of a name.
        if (!byKey.has(key)) byKey.set(key, tower);
      }
    for (const name of unlisted)
      if (!byKey.has(nameKey(name))) byKey.set(nameKey(name), { ...UNLISTED, name });
    return byKey;
  }

  /** Returns what any spelling of a type, an upgrade or a hero stands for ("tack_zone", "Alch"); null: nothing here. */
  find(spelling: string): TowerName | null {
    return this.#byName.get(spelling) ?? this.#byKey.get(nameKey(spelling)) ?? null;
  }

  /** Returns the tower's name if the text is one of its spellings, else the text: rows may hold names of no tower. */
  nameOf = (text: string): string => this.find(text)?.name ?? text;

  /**
   * Returns all names under which a completion may record what a text asks for: the tower's name, with all names of a
   * tower type; or the text itself, which an imported completion may have.
   */
  storedNamesOf = (spelling: string): readonly string[] => {
    const name = this.nameOf(spelling);
    const names = [name, ...(this.#upgradesOf.get(name) ?? []).map((each) => each.name)];
    return [...names, ...names.flatMap((each) => this.#formerOf.get(each) ?? [])];
  };

  /** The names of a tower type by tier, in order. */
  upgradesOf(type: string): readonly TowerName[] {
    return this.#upgradesOf.get(type) ?? [];
  }

  /** The spellings of a name, besides itself, by which it is found. */
  othersOf(name: string): readonly string[] {
    return this.#others.get(name) ?? [];
  }

  /** Returns the catalogue with names that are not listed yet, as they are typed. */
  withUnlisted(names: readonly string[]): Catalogue {
    return names.length === 0 ? this : new Catalogue(this.rows, this.#renames, names);
  }

  /** Returns the name that a former one became; any other name as it is. */
  todaysNameOf = (name: string): string =>
    this.#byName.has(name) ? name : (this.#todaysNames.get(name) ?? name);

  /** The names that it had here. */
  formerOf(name: string): readonly string[] {
    return this.#former.get(name) ?? [];
  }

  /** Returns a name as the community's index spells it. */
  communityNameOf(name: string): string {
    return this.#communityNames.get(name) ?? name;
  }

  /** The community's spellings by name, where the two differ. */
  get communityNames(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.#communityNames);
  }
}

/** For what names no tower. */
export const NO_TOWERS = new Catalogue([]);

/** Returns a function that makes each value once for a catalogue and another object: a definition, a vocabulary. */
export function oncePerCatalogue<Of extends object, Value>(
  make: (of: Of, catalogue: Catalogue) => Value,
): (of: Of, catalogue: Catalogue) => Value {
  const made = new WeakMap<Catalogue, WeakMap<Of, { readonly value: Value }>>();
  return (of, catalogue) => {
    const known = made.get(catalogue) ?? new WeakMap();
    made.set(catalogue, known);
    const found = known.get(of) ?? { value: make(of, catalogue) };
    known.set(of, found);
    return found.value;
  };
}
