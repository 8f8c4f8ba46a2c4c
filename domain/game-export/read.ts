import { LONGEST_NAME } from "../game/catalogue.ts";
import { DIFFICULTIES, START_CASH, type TowerCategory } from "../game/facts.ts";
import { isFarBeyond, oneLine } from "../game/typed-text.ts";
import {
  type GameExport,
  gameOf,
  isRecord,
  PRICED,
  quoted,
  type Refusal,
  refusalOf,
  refuse,
} from "./checked.ts";
import { type ExportEntry, exportFiles } from "./files.ts";

/** The game's data, and sentences on what does not fit what this site reckons with. */
export interface ExportFound {
  readonly game: GameExport;
  readonly findings: readonly string[];
}

const TEXTS = "textTable.json";
/** A tower or hero itself, its upgrades on a single path, or its paragon. */
const TOWER = /^Towers\/([^/]+)\/\1(?:-(?:[1-5]00|0[1-5]0|00[1-5]|Paragon))?\.json$/;
const UPGRADE = /^Upgrades\/[^/]+\.json$/;
const MAP = /^Maps\/[^/]+\/[^/]+\.json$/;
const HARD = "Mods/Hard.json";

/** What the shop has, by `towerSet`. */
const SHOP: ReadonlyMap<unknown, TowerCategory | "hero"> = new Map([
  [1, "primary"],
  [2, "military"],
  [4, "magic"],
  [8, "support"],
  [16, "hero"],
]);
/** What the game's map editor begins with. */
const NO_MAP = "BaseEditorMap";
/** Prices on hard difficulty divided by those on medium, as `hardPrice` has it. */
const HARD_FACTOR = 1.08;

type Fields = Readonly<Record<string, unknown>>;

/** What is read of a tower or hero at some tiers. */
interface Model {
  readonly id: string;
  readonly isBase: boolean;
  readonly category: TowerCategory | "hero" | undefined;
  readonly cost: number | null;
  /** Names of the upgrades that it has. */
  readonly upgrades: readonly string[];
  readonly hasParagon: boolean;
}

interface Upgrade {
  readonly name: string;
  readonly tiers: string;
  readonly cost: number | null;
  /** Its key in the text table. */
  readonly key: string;
}

/**
 * Reads an export of the game's data ("Export Game Data" of BTD Mod Helper) that is a folder or ZIP, or within one: at most
 * 20,000 entries, 32 folders deep. Unpacks at most 200 MB; of a file 4 MB, of the text table 16 MB. What is hostile or cut is
 * refused as a whole.
 */
export async function readExport(
  entries: Iterable<ExportEntry> | AsyncIterable<ExportEntry>,
): Promise<ExportFound | Refusal> {
  try {
    const files = await exportFiles(entries, TEXTS);
    const texts = await files.read(TEXTS);
    const findings = findingsOf(await files.read(HARD));
    const models = (await files.readAll(TOWER, modelOf)).filter(({ category }) => category !== undefined);
    const upgrades = byName(await files.readAll(UPGRADE, upgradeOf));
    const maps = await files.readAll(MAP, mapOf);
    const found = [...Map.groupBy(models, ({ id }) => id)].map(([id, of]) => {
      const base = of.find(({ isBase }) => isBase);
      if (!base) return refuse(`The export has upgrades of ${quoted(id)}, but not the tower itself.`);
      const { category, cost } = base;
      const common = { gameId: id, name: nameIn(texts, id), cost };
      return category === "hero"
        ? { hero: { ...common, fullName: common.name } }
        : { tower: { ...common, category, ...tiersOf(id, of, upgrades, texts) } };
    });
    const game = gameOf({
      towers: found.flatMap(({ tower }) => tower ?? []),
      heroes: found.flatMap(({ hero }) => hero ?? []),
      maps: maps.flatMap((map) => (map ? { ...map, name: nameIn(texts, map.gameId) } : [])),
    });
    return game.towers.length > 0 ? { game, findings } : { refusal: "The export has no towers." };
  } catch (error) {
    return refusalOf(error);
  }
}

/** Returns a list, or an empty one for what is none. */
const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const numberIn = (value: unknown): number | null => (typeof value === "number" ? value : null);
const textOf = (value: unknown): string =>
  typeof value === "string" ? value : refuse("An id in the export is not text.");

/** What the shop does not have gets no category. What cannot be upgraded is a power, or comes with a tower. */
function modelOf({ name, baseId, towerSet, isSubTower, upgrades, ...more }: Fields): Model {
  const isBase = name === baseId;
  const isBought = isSubTower !== true && !(isBase && Array.isArray(upgrades) && upgrades.length === 0);
  const category = isBought ? SHOP.get(towerSet) : undefined;
  const applied = category === undefined ? [] : listIn(more.appliedUpgrades);
  if (applied.length > PRICED.length)
    refuse(`${quoted(textOf(name))} has more upgrades than a tower can have.`);
  return {
    id: category === undefined ? "" : textOf(baseId),
    isBase,
    category,
    cost: numberIn(more.cost),
    upgrades: applied.map(textOf),
    hasParagon: isRecord(more.paragonUpgrade),
  };
}

/** `tiers` is "030" for `path` 1 and `tier` 2, "555" for `path` -1, and none of a tower's for an upgrade of a hero. */
function upgradeOf({ name, path, tier, cost, LocsKey }: Fields): Upgrade {
  const ofPath = [0, 1, 2].map((at) => (at === path ? (numberIn(tier) ?? -1) + 1 : 0)).join("");
  return {
    name: textOf(name),
    tiers: path === -1 ? "555" : ofPath,
    cost: numberIn(cost),
    key: typeof LocsKey === "string" ? LocsKey : "",
  };
}

const mapOf = ({ id, isDebug, difficulty, hasWater }: Fields) =>
  id === NO_MAP || isDebug === true
    ? null
    : {
        gameId: textOf(id),
        difficulty: DIFFICULTIES.find((_, at) => at === difficulty),
        hasWater: typeof hasWater === "boolean" ? hasWater : null,
      };

/** Returns a name of the text table in the form that names have here. */
function nameIn(texts: Fields, key: string): string {
  const name = Object.hasOwn(texts, key) && texts[key];
  if (typeof name !== "string") return refuse(`The export has no name for ${quoted(key)}.`);
  return isFarBeyond(name, LONGEST_NAME) || /\p{Cc}/u.test(name) ? name : oneLine(name);
}

function byName(upgrades: readonly Upgrade[]): ReadonlyMap<string, Upgrade> {
  const found = new Map(upgrades.map((upgrade) => [upgrade.name, upgrade]));
  return found.size === upgrades.length ? found : refuse("The export has an upgrade twice.");
}

/** Returns the names and prices of a tower's upgrades. */
function tiersOf(
  id: string,
  models: readonly Model[],
  upgrades: ReadonlyMap<string, Upgrade>,
  texts: Fields,
) {
  const found = new Map<string, Upgrade>();
  for (const name of models.flatMap((model) => model.upgrades)) {
    const upgrade =
      upgrades.get(name) ?? refuse(`The export has no upgrade ${quoted(name)} of ${quoted(id)}.`);
    const { tiers } = upgrade;
    if (!PRICED.includes(tiers)) refuse(`The upgrade ${quoted(name)} of ${quoted(id)} has no tier.`);
    if ((found.get(tiers) ?? upgrade) !== upgrade) refuse(`${quoted(id)} has two upgrades at ${tiers}.`);
    found.set(tiers, upgrade);
  }
  const hasParagon = models.some((model) => model.hasParagon);
  const missing = PRICED.find((tiers) => !found.has(tiers) && (tiers !== "555" || hasParagon));
  if (missing !== undefined) refuse(`The export has no upgrade ${missing} of ${quoted(id)}.`);
  const named = [...found.values()].filter(({ tiers }) => /[3-5]/.test(tiers));
  return {
    upgrades: Object.fromEntries(named.map(({ tiers, key }) => [tiers, nameIn(texts, key)])),
    prices: Object.fromEntries([...found].map(([tiers, { cost }]) => [tiers, cost])),
  };
}

/** Returns what the game's hard difficulty has that is not as this site reckons. */
function findingsOf({ mutatorMods }: Fields): string[] {
  const mods = listIn(mutatorMods).filter(isRecord);
  const saidBy = (mod: string, field: string): unknown =>
    mods.find(({ name }) => typeof name === "string" && name.startsWith(mod))?.[field];
  const rules = [
    [
      "Prices on hard difficulty are those on medium times",
      HARD_FACTOR,
      saidBy("GlobalCostModModel", "multiplier"),
    ],
    ["The starting cash on hard difficulty is", START_CASH, saidBy("StartingCashModModel", "changeBase")],
  ] as const;
  return rules.flatMap(([rule, here, found]) =>
    found === here ? [] : `${rule} ${here} on this site; the export says ${numberIn(found) ?? "nothing"}.`,
  );
}
