import type { ChallengeDefinition } from "../challenges/define.ts";
import { fieldsOfKind, isForOne, nameOfKind } from "../challenges/fields.ts";
import type { GameSettings } from "../challenges/game-settings.ts";
import type { CheckFacts } from "../checks/check.ts";
import { mayLack } from "../checks/code.ts";
import { doubtOf, refusalOf } from "../fields/tower/kind.ts";
import { refusalInSet } from "../fields/towerset/kind.ts";
import type { Catalogue, TowerName } from "../game/catalogue.ts";
import { versionOrder } from "../game/versions.ts";
import type { FormTexts } from "../submissions/form.ts";
import type { ChallengeDocument, TowerOfDocument } from "./document.ts";

/** What the document of a challenge code says of fields of a form that are empty, by wire name. */
export interface FormValues {
  /** What follows with certainty. */
  readonly certain: FormTexts;
  /** What follows besides if paths of which the document does not say so are closed, and all that is allowed was used. */
  readonly likely: FormTexts;
}

/** A tower type or a hero that a challenge allows. */
interface AllowedTower extends Pick<TowerOfDocument, "max" | "tiers"> {
  readonly tower: TowerName;
}

/** A tower of a completion, as a form has it; upgrades are empty where they do not follow. */
interface Played {
  readonly name: string;
  readonly upgrades: string;
}

type Reading = "certain" | "likely";

/** Whether nothing is filled in: an empty list, or one of empty places, is the text of a form that nobody has touched. */
const isBlank = (text = ""): boolean => /^[\s[\]",]*$/.test(text);

/**
 * Returns what a document fills in of a form: its map, towers and their upgrades. Neither a field with a text nor what the
 * document does not say is filled in, so no check of the code (domain/checks/code.ts) finds fault with what is.
 * @param texts what the form has
 */
export function formValues(
  definition: ChallengeDefinition,
  texts: FormTexts,
  document: ChallengeDocument,
  catalogue: Catalogue,
  maps: CheckFacts["maps"],
): FormValues {
  const allowed = allowedTowers(definition, document, catalogue);
  const towersBy = (reading: Reading, now: FormTexts): FormTexts =>
    allowed === null ? {} : towerTexts(definition, now, allowed, catalogue, reading);
  const certain = { ...mapText(definition, texts, document, maps), ...towersBy("certain", texts) };
  return { certain, likely: towersBy("likely", { ...texts, ...certain }) };
}

/**
 * Returns the version in which the challenge was made and the day (UTC), by wire name, as far as the document says so: what a
 * form may propose, because the challenge is shared after it was won.
 */
export function timeValues(definition: ChallengeDefinition, document: ChallengeDocument): FormTexts {
  const [version, date] = [nameOfKind(definition, "version"), nameOfKind(definition, "date")];
  const { gameVersion, createdAt } = document;
  return {
    ...(version !== null && gameVersion !== null && { [version]: gameVersion }),
    ...(date !== null && createdAt !== null && { [date]: createdAt.slice(0, "yyyy-mm-dd".length) }),
  };
}

/** Whether two texts are of one version: "54" and "54.0". */
export const isSameVersion = (one: string, other: string): boolean =>
  one === other || (versionOrder(one) !== null && versionOrder(one) === versionOrder(other));

function mapText(
  definition: ChallengeDefinition,
  texts: FormTexts,
  document: ChallengeDocument,
  maps: CheckFacts["maps"],
): FormTexts {
  const field = nameOfKind(definition, "map");
  const [found, ...others] = [...maps.values()].filter(
    ({ gameId }) => gameId !== null && gameId === document.map,
  );
  return field !== null && isBlank(texts[field]) && found && others.length === 0
    ? { [field]: found.map }
    : {};
}

/** Returns the towers that a challenge allows; null if there may be others, or if one player would have two heroes. */
function allowedTowers(
  definition: ChallengeDefinition,
  document: ChallengeDocument,
  catalogue: Catalogue,
): readonly AllowedTower[] | null {
  if (document.towers === null || document.allowsSelectedHero !== false) return null;
  if (mayLack(document, new Map(document.towers.map((row) => [row.tower, row])), catalogue)) return null;
  const allowed = document.towers
    .filter(({ max }) => max !== 0)
    .map(({ tower: id, max, tiers }): AllowedTower | null => {
      const row = catalogue.rows.find(({ gameId }) => gameId === id);
      const tower = row ? catalogue.find(row.name) : null;
      return tower === null || max === null ? null : { tower, max, tiers };
    });
  const known = allowed.filter((each) => each !== null);
  const heroes = known.filter(({ tower }) => tower.kind === "hero");
  if (known.length < allowed.length || (isForOne(definition) && heroes.length > 1)) return null;
  // The document's own order means nothing: that of the shop, heroes last.
  const place = ({ tower }: AllowedTower): number => catalogue.names.indexOf(tower);
  return known.toSorted((one, other) => place(one) - place(other));
}

/** Returns the name of an allowed tower at the tiers that are left of it; null if more than one is possible. */
function playedOf(
  { tower, tiers }: AllowedTower,
  rule: GameSettings["paths"],
  catalogue: Catalogue,
  reading: Reading,
): Played | null {
  if (tower.kind === "hero") return { name: tower.name, upgrades: "" };
  // What says nothing of any path was not set.
  if (tiers === null || tiers.every((tier) => tier === null)) return null;
  if (reading === "certain" && tiers.includes(null)) return null;
  const paths = tiers.map((tier) => tier ?? 0);
  const named = paths.filter((tier) => tier >= 3);
  // Where a code may allow more than was used, only the tower without such upgrades is certain.
  const isAllUsed = reading === "likely" || rule === "exactly";
  if (named.length > 1 || (named.length === 1 && !isAllUsed)) return null;
  const key = named.length === 0 ? "base" : paths.map((tier) => (tier >= 3 ? tier : 0)).join("");
  const name = catalogue.upgradesOf(tower.name).find(({ tier }) => tier === key)?.name;
  if (name === undefined) return null;
  // The game upgrades two paths of a tower.
  const used = paths.filter((tier) => tier > 0).length;
  return { name, upgrades: used === 0 || (used < 3 && isAllUsed) ? paths.join("-") : "" };
}

function towerTexts(
  definition: ChallengeDefinition,
  texts: FormTexts,
  allowed: readonly AllowedTower[],
  catalogue: Catalogue,
  reading: Reading,
): FormTexts {
  const { game } = definition;
  if (game === undefined || allowed.length === 0) return {};
  const played = (each: AllowedTower) => playedOf(each, game.paths, catalogue, reading);
  const [set] = fieldsOfKind(definition, "towerset");
  if (set) return setTexts(definition, texts, allowed, set, played);
  const fields = fieldsOfKind(definition, "tower");
  // As many of one tower as anybody likes, or two of one, may be any of its names.
  const isOneEach = game.towers === "among" || allowed.every(({ max }) => max === 1);
  if (allowed.length !== fields.length || !isOneEach) return {};
  const [first] = fields;
  // A tower that the starting cash cannot buy comes second.
  const left = allowed.toSorted((one, other) => {
    const [isOne, isOther] = [one, other].map(({ tower }) => first && doubtOf(first[1], tower) !== null);
    return Number(isOne) - Number(isOther);
  });
  const own = fields.flatMap(([name, field]) => {
    if (isBlank(texts[name])) return [];
    const found = catalogue.find(texts[name] ?? "");
    const at = left.findIndex(({ tower }) => tower.name === (found?.type ?? found?.name));
    return [{ name, field, allowed: at === -1 ? null : (left.splice(at, 1)[0] ?? null) }];
  });
  // Beside a tower that the challenge does not have the other one may be either of its own.
  if (own.some((each) => each.allowed === null)) return {};
  const others = fields.filter(([name]) => isBlank(texts[name]));
  const all = [...own, ...others.map(([name, field], at) => ({ name, field, allowed: left[at] ?? null }))];
  const upgrades = fieldsOfKind(definition, "upgrade");
  return Object.fromEntries(
    all.flatMap(({ name, field, allowed: each }) => {
      const found = each && played(each);
      const tower = found && catalogue.find(found.name);
      if (!found || !tower) return [];
      const isFree = isBlank(texts[name]);
      if (isFree ? refusalOf(field, tower) !== null : catalogue.nameOf(texts[name] ?? "") !== found.name)
        return [];
      const [upgrade] = upgrades.find(([, { position }]) => position === field.position) ?? [];
      return [
        ...(isFree ? [[name, found.name]] : []),
        ...(upgrade !== undefined && found.upgrades !== "" && isBlank(texts[upgrade])
          ? [[upgrade, found.upgrades]]
          : []),
      ];
    }),
  );
}

/** Returns the text of a set of tower types, or of a list of towers with that of their upgrades. All of it follows, or none. */
function setTexts(
  definition: ChallengeDefinition,
  texts: FormTexts,
  allowed: readonly AllowedTower[],
  [name, field]: ReturnType<typeof fieldsOfKind<"towerset">>[number],
  playedOf: (each: AllowedTower) => Played | null,
): FormTexts {
  if (!isBlank(texts[name])) return {};
  if (field.set)
    return allowed.every(({ tower }) => refusalInSet(field, tower) === null)
      ? { [name]: JSON.stringify(allowed.map(({ tower }) => tower.name)) }
      : {};
  const played = allowed.flatMap((each) => (each.max === 1 ? (playedOf(each) ?? []) : []));
  if (played.length < allowed.length) return {};
  const upgradeset = nameOfKind(definition, "upgradeset");
  const isUpgraded = upgradeset !== null && isBlank(texts[upgradeset]?.replaceAll("null", ""));
  return {
    [name]: JSON.stringify(played.map((each) => each.name)),
    ...(isUpgraded && { [upgradeset]: JSON.stringify(played.map(({ upgrades }) => upgrades || null)) }),
  };
}
