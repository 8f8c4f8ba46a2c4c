import { LONGEST_NAME } from "../game/catalogue.ts";
import { counted } from "../game/counted.ts";
import { CATEGORIES, DIFFICULTIES, TIER_KEYS } from "../game/facts.ts";
import { nameKey } from "../game/name-key.ts";
import { isSeen, oneLine } from "../game/typed-text.ts";
import { MOST_GAME_BYTES } from "../limits.ts";

/** The tiers of upgrades that have names here. */
export const NAMED = TIER_KEYS.filter((tier) => tier !== "base");
/** The tiers of upgrades that have prices. */
export const PRICED = [..."12345"].flatMap((tier) => [`${tier}00`, `0${tier}0`, `00${tier}`]).concat("555");
/** "DartMonkey", "#ouch". */
const GAME_ID = /^[#\p{L}\p{N}][\p{L}\p{N} '.-]*$/u;

const MOST_CASH = 10_000_000;
const MOST_TOWERS = 200;
const MOST_MAPS = 1_000;

/** A sentence that says why something is not taken over. */
export interface Refusal {
  readonly refusal: string;
}

/** Its message is a sentence for people. */
export class ExportRefused extends Error {
  override readonly name = "ExportRefused";
}

export function refuse(sentence: string): never {
  throw new ExportRefused(sentence);
}

/** Returns the refusal that an error is. Throws any other error. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof ExportRefused) return { refusal: error.message };
  throw error;
}

/** Returns a foreign text as sentences quote it. */
export const quoted = (text: string): string => `“${oneLine(text.slice(0, 100))}”`;

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns a value that is as it should be. Throws ExportRefused; `what` begins the sentence. */
type Check<Value> = (value: unknown, what: string) => Value;

const nameOf: Check<string> = (value, what) =>
  typeof value === "string" &&
  value.length <= LONGEST_NAME &&
  value.isWellFormed() &&
  isSeen(value) &&
  oneLine(value) === value
    ? value
    : refuse(`${what} is not 1 to ${LONGEST_NAME} characters in one line.`);

const gameIdOf: Check<string> = (value, what) => {
  const id = nameOf(value, what);
  return GAME_ID.test(id) ? id : refuse(`${what} has signs that the game's ids do not have.`);
};

const cashOf: Check<number> = (value, what) =>
  typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= MOST_CASH
    ? value
    : refuse(`${what} is not a whole number from 0 to ${counted(MOST_CASH)}.`);

const flagOf: Check<boolean> = (value, what) =>
  typeof value === "boolean" ? value : refuse(`${what} is neither true nor false.`);

const oneOf =
  <Choice extends string>(choices: readonly Choice[]): Check<Choice> =>
  (value, what) =>
    choices.find((choice) => choice === value) ?? refuse(`${what} is not one of ${choices.join(", ")}.`);

const listOf =
  <Value>(most: number, check: Check<Value>): Check<Value[]> =>
  (value, what) => {
    if (!Array.isArray(value)) return refuse(`${what} is not a list.`);
    if (value.length > most) refuse(`${what} has more than ${counted(most)} entries.`);
    // Holes in it, too.
    return Array.from(value, (each) => check(each, what));
  };

/** Checks objects that have some of the keys and no others. */
const someOf =
  <Key extends string, Value>(
    keys: readonly Key[],
    check: Check<Value>,
  ): Check<{ readonly [key in Key]?: Value }> =>
  (value, what) => {
    if (!isRecord(value)) return refuse(`${what} is not an object.`);
    const unknown = Object.keys(value).find((key) => !keys.some((known) => known === key));
    if (unknown !== undefined) refuse(`${what} has ${quoted(unknown)}, which is not known.`);
    const present = keys.filter((key) => Object.hasOwn(value, key));
    return Object.fromEntries(present.map((key) => [key, check(value[key], `${what} (${key})`)])) as {
      [key in Key]?: Value;
    };
  };

/** Checks objects that have all of the keys and no others. */
const allOf =
  <Checks extends Readonly<Record<string, Check<unknown>>>>(
    checks: Checks,
  ): Check<{ readonly [Key in keyof Checks]: ReturnType<Checks[Key]> }> =>
  (value, what) => {
    const found: Readonly<Record<string, unknown>> = someOf(Object.keys(checks), (each) => each)(value, what);
    const whose = typeof found.gameId === "string" ? quoted(found.gameId) : what;
    const entries = Object.entries(checks).map(([key, check]) =>
      Object.hasOwn(found, key)
        ? [key, check(found[key], `${whose}: ${key}`)]
        : refuse(`${whose} has no ${key}.`),
    );
    return Object.fromEntries(entries);
  };

/** Cash is on medium difficulty. */
const LISTS = allOf({
  towers: listOf(
    MOST_TOWERS,
    allOf({
      gameId: gameIdOf,
      name: nameOf,
      category: oneOf(CATEGORIES),
      cost: cashOf,
      upgrades: someOf(NAMED, nameOf),
      prices: someOf(PRICED, cashOf),
    }),
  ),
  // `name` is the short one that is proposed for a hero that is new here.
  heroes: listOf(MOST_TOWERS, allOf({ gameId: gameIdOf, name: nameOf, fullName: nameOf, cost: cashOf })),
  maps: listOf(
    MOST_MAPS,
    allOf({ gameId: gameIdOf, name: nameOf, difficulty: oneOf(DIFFICULTIES), hasWater: flagOf }),
  ),
});

/**
 * What is taken over of an export of the game's data, as plain JSON of at most 512 KB: of towers the names of upgrades by tier
 * ("300" to "005", "555") and all prices ("100" to "005", "555").
 */
export type GameExport = ReturnType<typeof LISTS>;

/** Returns a value that is a game's data within all bounds. Throws ExportRefused. */
export function gameOf(value: unknown): GameExport {
  const game = LISTS(value, "The game's data");
  const { towers, heroes, maps } = game;
  const names = [
    ...towers.flatMap(({ name, upgrades }) => [name, ...Object.values(upgrades)].map(nameKey)),
    ...heroes.flatMap(({ name, fullName }) => [...new Set([name, fullName].map(nameKey))]),
  ];
  for (const texts of [
    ...[names, maps.map(({ name }) => nameKey(name))],
    ...[towers, heroes, maps].map((list) => list.map(({ gameId }) => gameId)),
  ]) {
    const seen = new Set<string>();
    const twice = texts.find((text) => seen.size === seen.add(text).size);
    if (twice !== undefined) refuse(`${quoted(twice)} occurs twice.`);
  }
  const { length } = new TextEncoder().encode(JSON.stringify(game));
  return length <= MOST_GAME_BYTES
    ? game
    : refuse(`The game's data has more than ${MOST_GAME_BYTES / 1024} KB.`);
}

/** Returns what a client sent as a game's data: the value within all bounds, or what is wrong with it. */
export function checkedExport(value: unknown): { readonly game: GameExport } | Refusal {
  try {
    return { game: gameOf(value) };
  } catch (error) {
    return refusalOf(error);
  }
}
