/**
 * The document by which the game's server describes a challenge. Throughout, null means that the document does not say, or
 * that its readers disagree about what it says: what needs that value cannot be known.
 */
export interface ChallengeDocument {
  /** ISO 8601, UTC. */
  readonly createdAt: string | null;
  /** As the server has it: "54.3". */
  readonly gameVersion: string | null;
  /** The address of the author's page at the game's server: personal, for helpers alone. */
  readonly creator: string | null;
  /** The game's ids: "Quad", "Clicks", "Hard". */
  readonly map: string | null;
  readonly mode: string | null;
  readonly difficulty: string | null;
  readonly startingCash: number | null;
  readonly lives: number | null;
  readonly maxLives: number | null;
  readonly startRound: number | null;
  readonly endRound: number | null;
  readonly roundSets: readonly string[] | null;
  readonly leastCash: Limit;
  readonly leastTiers: Limit;
  readonly maxTowers: Limit;
  readonly maxParagons: Limit;
  readonly disableDoubleCash: boolean | null;
  readonly disableInstas: boolean | null;
  readonly disableMK: boolean | null;
  readonly disablePowers: boolean | null;
  readonly disableSelling: boolean | null;
  readonly noContinues: boolean | null;
  /** 1 is the game's own. */
  readonly multipliers: Readonly<Record<Multiplier, number | null>>;
  /** What obstacles cost, as a multiple of the game's own; 0: nothing. */
  readonly removalCost: number | "not-allowed" | null;
  readonly allCamo: boolean | null;
  readonly allRegrow: boolean | null;
  readonly powers: readonly { readonly power: string; readonly max: Count }[] | null;
  /** Towers and heroes, each once, those that are not allowed too. One that is missing need not be forbidden. */
  readonly towers: readonly TowerOfDocument[] | null;
  /** Whether the hero that a player has selected is allowed. */
  readonly allowsSelectedHero: boolean | null;
}

export type Limit = number | "none" | null;
/** How many of something are allowed: 0 is none. */
export type Count = number | "any" | null;

export type Multiplier =
  | ("speed" | "moabSpeed" | "bossSpeed" | "regrowRate")
  | ("ceramicHealth" | "moabHealth" | "bossHealth" | "abilityCooldown");

export interface TowerOfDocument {
  /** The game's id. */
  readonly tower: string;
  readonly max: Count;
  /** Null: the document does not say. */
  readonly isHero: boolean | null;
  /**
   * The highest tier that is allowed in the top, middle and bottom path. Null: 0 or 5, or anything between, so only what
   * agrees with both is certain. Heroes have none.
   */
  readonly tiers: readonly [Tier, Tier, Tier] | null;
}
type Tier = number | null;

/** A challenge that was found, and when its document was fetched (ISO 8601, UTC). */
export interface FoundCode {
  readonly document: ChallengeDocument;
  readonly foundAt: string;
}

/** What the game's server says of a code. */
export type CodeReply =
  /** `body` is the challenge with all its fields, also those that are not read. */
  | { readonly kind: "document"; readonly body: Fields }
  | { readonly kind: "none" }
  /** Neither; for example under maintenance, or no JSON. */
  | { readonly kind: "unreadable" };

type Fields = Readonly<Record<string, unknown>>;

/** Levels of the deepest document: its own has three. SQLite reads a thousand. */
const DEEPEST = 20;

const isDeeper = (value: unknown, most: number): boolean =>
  typeof value === "object" &&
  value !== null &&
  (most === 0 || Object.values(value).some((each) => isDeeper(each, most - 1)));

/** Returns an object's fields; null for anything else. */
const fieldsOf = (value: unknown): Fields | null =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : null;

/** Reads the server's answer about a code, which is in capitals. It says with any status that there is no such code. */
export function readReply(text: string, code: string): CodeReply {
  const unreadable = { kind: "unreadable" } as const;
  let envelope: Fields | null;
  try {
    envelope = fieldsOf(JSON.parse(text));
  } catch {
    return unreadable;
  }
  const { success, error, reason } = envelope ?? {};
  if (success === false)
    return /\bno challenge with that id\b/i.test(String(textOf(error) ?? textOf(reason)))
      ? { kind: "none" }
      : unreadable;
  const body = fieldsOf(envelope?.body);
  if (success !== true || body === null || isDeeper(body, DEEPEST)) return unreadable;
  const id = textOf(body.id);
  return id === null || id.toUpperCase() === code ? { kind: "document", body } : unreadable;
}

/** Reads the body of a document, whatever is in it. */
export function readDocument(body: Fields): ChallengeDocument {
  const bloons = fieldsOf(body._bloonModifiers) ?? {};
  const health = fieldsOf(bloons.healthMultipliers) ?? {};
  const towers = towersIn(body._towers);
  const selected = towers?.find(({ tower }) => tower === SELECTED_HERO)?.max;
  return {
    createdAt: timeOf(body.createdAt),
    gameVersion: /^[1-9]\d{0,2}\.\d{1,2}$/.exec(textOf(body.gameVersion) ?? "")?.[0] ?? null,
    creator: textOf(body.creator),
    map: textOf(body.map),
    mode: textOf(body.mode),
    difficulty: textOf(body.difficulty),
    // 0 and -1 stand for the game's own value, which the document does not say.
    startingCash: positive(body.startingCash),
    lives: positive(body.lives),
    maxLives: positive(body.maxLives),
    startRound: positive(body.startRound),
    endRound: positive(body.endRound),
    roundSets: listOf(body.roundSets, textOf),
    leastCash: limitOf(body.leastCashUsed, [-1]),
    leastTiers: limitOf(body.leastTiersUsed, [-1]),
    maxTowers: limitOf(body.maxTowers, [9999, 0, -1]),
    maxParagons: limitOf(body.maxParagons, [10]),
    disableDoubleCash: flagOf(body.disableDoubleCash),
    disableInstas: flagOf(body.disableInstas),
    disableMK: flagOf(body.disableMK),
    disablePowers: flagOf(body.disablePowers),
    disableSelling: flagOf(body.disableSelling),
    noContinues: flagOf(body.noContinues),
    multipliers: {
      speed: multiplier(bloons.speedMultiplier),
      moabSpeed: multiplier(bloons.moabSpeedMultiplier),
      bossSpeed: multiplier(bloons.bossSpeedMultiplier),
      regrowRate: multiplier(bloons.regrowRateMultiplier),
      ceramicHealth: multiplier(health.bloons),
      moabHealth: multiplier(health.moabs),
      bossHealth: multiplier(health.boss),
      abilityCooldown: multiplier(body.abilityCooldownReductionMultiplier),
    },
    removalCost: removalCostOf(body.removeableCostMultiplier),
    allCamo: flagOf(bloons.allCamo),
    allRegrow: flagOf(bloons.allRegen),
    powers: listOf(body._powers, (row) => {
      const { power, max } = fieldsOf(row) ?? {};
      const name = textOf(power);
      return name === null ? null : { power: name, max: countOf(max) };
    }),
    towers: towers?.filter(({ tower }) => tower !== SELECTED_HERO) ?? null,
    allowsSelectedHero: selected === undefined || selected === null ? null : selected !== 0,
  };
}

/** No hero of its own: the row that stands for whichever a player has selected. */
const SELECTED_HERO = "ChosenPrimaryHero";

/** Characters of the longest name or address, and entries of the longest list, that a document of the game's may have. */
const LONGEST_TEXT = 200;
const MOST_ENTRIES = 500;

const textOf = (value: unknown): string | null =>
  typeof value === "string" && value !== "" && value.length <= LONGEST_TEXT ? value : null;
const flagOf = (value: unknown): boolean | null => (typeof value === "boolean" ? value : null);
const numberOf = (value: unknown): number | null =>
  typeof value === "number" && Number.isFinite(value) ? value : null;
const wholeOf = (value: unknown): number | null => (Number.isSafeInteger(value) ? (value as number) : null);

function positive(value: unknown): number | null {
  const number = numberOf(value);
  return number !== null && number > 0 ? number : null;
}

function multiplier(value: unknown): number | null {
  const number = numberOf(value);
  return number !== null && number >= 0 ? number : null;
}

/** @param none the numbers that stand for no limit */
function limitOf(value: unknown, none: readonly number[]): Limit {
  const number = wholeOf(value);
  if (number === null) return null;
  if (none.includes(number)) return "none";
  return number >= 0 ? number : null;
}

/** -1 is any number. */
function countOf(value: unknown): Count {
  const number = wholeOf(value);
  if (number === -1) return "any";
  return number !== null && number >= 0 ? number : null;
}

/** 12: obstacles cannot be removed. -1: as 1. */
function removalCostOf(value: unknown): ChallengeDocument["removalCost"] {
  const number = numberOf(value);
  if (number === 12) return "not-allowed";
  if (number === -1) return 1;
  return multiplier(number);
}

/** Milliseconds since 1970; 0 where the server does not know. */
function timeOf(value: unknown): string | null {
  const milliseconds = positive(value);
  const [earliest, latest] = [Date.UTC(2018, 0), Date.UTC(2100, 0)];
  return milliseconds !== null && milliseconds >= earliest && milliseconds < latest
    ? new Date(milliseconds).toISOString()
    : null;
}

/** Returns what a list holds; null if it is none, too long, or one of its entries cannot be read. */
function listOf<Entry>(value: unknown, read: (entry: unknown) => Entry | null): readonly Entry[] | null {
  if (!Array.isArray(value) || value.length > MOST_ENTRIES) return null;
  const entries = value.map(read);
  return entries.some((each) => each === null) ? null : (entries as Entry[]);
}

function towersIn(value: unknown): readonly TowerOfDocument[] | null {
  const rows = listOf(value, towerOf);
  return rows && [...Map.groupBy(rows, ({ tower }) => tower).values()].map((same) => same.reduce(merged));
}

function towerOf(row: unknown): TowerOfDocument | null {
  const fields = fieldsOf(row) ?? {};
  const [tower, isHero] = [textOf(fields.tower), flagOf(fields.isHero)];
  if (tower === null) return null;
  const paths = [fields.path1NumBlockedTiers, fields.path2NumBlockedTiers, fields.path3NumBlockedTiers];
  const [top = null, middle = null, bottom = null] = paths.map(tierOf);
  return { tower, max: countOf(fields.max), isHero, tiers: isHero === true ? null : [top, middle, bottom] };
}

/** Returns the highest tier that is left of a path. -1 is read as a closed path by some clients, and by others as no limit. */
function tierOf(blocked: unknown): Tier {
  const number = wholeOf(blocked);
  return number !== null && number >= 0 && number <= 5 ? 5 - number : null;
}

/** Returns what two rows of the same tower both say. Whether two numbers add up is not known. */
function merged(one: TowerOfDocument, other: TowerOfDocument): TowerOfDocument {
  const isSame = one.max === other.max && (one.max === 0 || one.max === "any");
  const [top = null, middle = null, bottom = null] = (one.tiers ?? []).map((tier, path) =>
    tier === other.tiers?.[path] ? tier : null,
  );
  return {
    tower: one.tower,
    max: isSame ? one.max : null,
    isHero: one.isHero === other.isHero ? one.isHero : null,
    tiers: one.tiers === null && other.tiers === null ? null : [top, middle, bottom],
  };
}
