import { TIER_KEYS, type TierKey, type TowerCategory } from "./facts.ts";
import { HEROES } from "./heroes.ts";
import { nameKey } from "./name-key.ts";
import { HERO_SPELLINGS, TOWER_SPELLINGS, UPGRADE_SPELLINGS } from "./spellings.ts";
import { TOWER_TYPES } from "./towers.ts";

/** A tower type ("Ice Monkey"), a type's name at a tier, base included ("Base Ice", "Absolute Zero"), or a hero. */
export type TowerKind = "type" | "upgrade" | "hero";

/** A canonical tower name and what it stands for. */
export interface TowerName {
  readonly name: string;
  readonly kind: TowerKind;
  readonly category: TowerCategory | "hero";
  /** The tower type that this name belongs to; null for a hero. */
  readonly type: string | null;
  readonly tier: TierKey | null;
  readonly affordableAtStart: boolean;
  /** What the tower itself costs on hard difficulty and in CHIMPS, without upgrades, in the newest version known. */
  readonly hardCost: number;
  /** Of the tower type: yyyy-mm-dd and major version, null where unknown. */
  readonly addedDate: string | null;
  readonly addedVersion: string | null;
}

/** All canonical names: each type with its names by tier, then the heroes. No name occurs twice (a test checks). */
export const TOWER_NAMES: readonly TowerName[] = [
  ...TOWER_TYPES.flatMap(({ name: type, names, ...facts }) => {
    const { category, affordableAtStart, hardCost, addedDate, addedVersion } = facts;
    const common = { category, type, affordableAtStart, hardCost, addedDate, addedVersion };
    // Not in the object's own order: JavaScript puts keys that look like integers first.
    const tiers = TIER_KEYS.flatMap((tier) => (names[tier] ? [[tier, names[tier]] as const] : []));
    return [
      { ...common, name: type, kind: "type" as const, tier: null },
      ...tiers.map(([tier, name]) => ({ ...common, name, kind: "upgrade" as const, tier })),
    ];
  }),
  ...HEROES.map(({ name, affordableAtStart, hardCost, addedDate, addedVersion }) => ({
    name,
    kind: "hero" as const,
    category: "hero" as const,
    type: null,
    tier: null,
    affordableAtStart,
    hardCost,
    addedDate,
    addedVersion,
  })),
];

const byName = new Map(TOWER_NAMES.map((entry) => [entry.name, entry]));

const byKey = new Map<string, TowerName>();
function alias(spelling: string, name: string): void {
  const entry = byName.get(name);
  if (!entry)
    throw new Error(`domain/game/spellings.ts: "${spelling}" stands for "${name}", which is no tower's name`);
  // First come, first served: an alias never takes over the key of a canonical name.
  if (!byKey.has(nameKey(spelling))) byKey.set(nameKey(spelling), entry);
}
for (const { name } of TOWER_NAMES) alias(name, name);
for (const { name, fullName } of HEROES) alias(fullName, name);
for (const spellings of [TOWER_SPELLINGS, UPGRADE_SPELLINGS, HERO_SPELLINGS]) {
  for (const [spelling, name] of Object.entries(spellings)) alias(spelling, name);
}

/** Resolves any spelling of a type, an upgrade or a hero ("tack_zone", "Alch", "Hearld Of Everfrost"), or null. */
export function findTower(spelling: string): TowerName | null {
  return byName.get(spelling) ?? byKey.get(nameKey(spelling)) ?? null;
}

/** Returns the tower's name if the text is one of its spellings, else the text: rows may hold names of no tower. */
export const canonicalName = (text: string): string => findTower(text)?.name ?? text;

const namesByType = Map.groupBy(
  TOWER_NAMES.filter(({ kind }) => kind === "upgrade"),
  ({ type }) => type,
);

/**
 * Returns all names under which a completion may record what a text asks for: the tower's name, with all names of a
 * tower type; or the text itself, which an imported completion may have.
 */
export function storedNamesOf(spelling: string): readonly string[] {
  const name = canonicalName(spelling);
  return [name, ...(namesByType.get(name) ?? []).map((each) => each.name)];
}
