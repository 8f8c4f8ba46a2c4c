import type { ZodType, z } from "zod";
import { codesIn } from "../game/codes-in-notes.ts";
import { personKey, personSortKey } from "../game/name-key.ts";
import { versionOrder } from "../game/versions.ts";
import { codeToken, hasToken, tokenOf, wordsOf, wordsOfName } from "../game/words.ts";
import type { Having } from "./having.ts";
import { targetOf } from "./link/target.ts";
import { tokenOfLink } from "./link/token.ts";

/** Zod, passed in by the caller, so that code that only shows values does not load it. */
export type Zod = typeof z;

type Stored = string | number | null;

/**
 * One place of a completion that kinds of fields fill, and how the table stores it. A new slot takes one declaration
 * here and one migration; the table's type, the row mapper, the log's columns and the form's draft follow.
 */
interface Slot<Column extends string, Value, Packed extends Stored, Also> {
  readonly column: Column;
  /** Its name in the list of what a change touched. */
  readonly label: string;
  /** Returns the words that the search box finds a completion by. */
  readonly words: (value: Value) => readonly string[];
  readonly empty: () => Value;
  readonly pack: (value: Value) => Packed;
  readonly unpack: (packed: Packed) => Value;
  /** Returns the schema of what `pack` makes, for values that are read back from the log. */
  readonly schema: (zod: Zod) => ZodType;
  /** Returns the columns derived from it. */
  readonly also: (value: Value) => Also;
}

interface Words<Value> {
  readonly label: string;
  readonly words: (value: Value) => readonly string[];
}

const text = (z: Zod) => z.string();
const optionalText = (z: Zod) => z.string().nullable();
const optionalNumber = (z: Zod) => z.number().nullable();

/** Returns the schema of a text that is the JSON of an array of such entries. */
const packedList = (z: Zod, entry: ZodType): ZodType<string> =>
  z.string().refine((packed) => {
    try {
      return z.array(entry).safeParse(JSON.parse(packed)).success;
    } catch {
      return false;
    }
  });

const nothing = () => ({});

/** A slot that is stored as it is, and holds `empty` where nothing is recorded. */
function value<Column extends string, Value extends Stored>(
  column: Column,
  empty: Value,
  schema: (zod: Zod) => ZodType<Value>,
  words: Words<Value>,
): Slot<Column, Value, Value, object> {
  const same = (each: Value): Value => each;
  return { column, ...words, empty: () => empty, pack: same, unpack: same, schema, also: nothing };
}

/** A slot that is stored as the JSON text of an array. */
function list<Column extends string, Entry extends string | null>(
  column: Column,
  entry: (zod: Zod) => ZodType<Entry>,
  words: Words<Entry[]>,
): Slot<Column, Entry[], string, object> {
  const [pack, unpack] = [JSON.stringify, JSON.parse];
  const schema = (z: Zod) => packedList(z, entry(z));
  return {
    column,
    ...words,
    empty: () => [],
    pack: (entries) => pack(entries),
    unpack,
    schema,
    also: nothing,
  };
}

/** The label of a slot, and the words that people would write to find it. */
const foundBy = <Value>(label: string, words: (value: Value) => readonly string[]): Words<Value> => ({
  label,
  words,
});
const ofText = (text: string | null): string[] => (text === null ? [] : wordsOf(text));
/** Returns the words of a link, and the tokens of a row that has it. */
const ofLink = (link: string): string[] => [
  ...wordsOf(link),
  ...had("link", true),
  ...had("video", targetOf(link)?.isVideo === true),
  ...(targetOf(link) ? [tokenOfLink(link)] : []),
];
/** Returns the token that a row has if it has this. */
const had = (what: Having, has: boolean): string[] => (has ? [hasToken(what)] : []);

const SLOTS = {
  /** In the order in which they were submitted. */
  towers: list<"towers", string>(
    "towers",
    text,
    foundBy("Towers", (towers) => towers.flatMap((tower) => [...wordsOfName(tower), tokenOf(tower)])),
  ),
  /** Parallel to `towers`; null where nothing is recorded. */
  upgrades: list<"upgrades", string | null>(
    "upgrades",
    optionalText,
    foundBy("Upgrades", (upgrades) => upgrades.flatMap(ofText)),
  ),
  /** As the players write their names. */
  people: {
    ...list<"people", string>(
      "people",
      text,
      foundBy("Players", (people) => people.flatMap(wordsOfName)),
    ),
    also: (people: readonly string[]) => ({
      people_keys: JSON.stringify(people.map(personKey)),
      people_sort_keys: JSON.stringify(people.map(personSortKey)),
    }),
  },
  /** Cash. */
  money: value<"money", number | null>(
    "money",
    null,
    optionalNumber,
    foundBy("Cash", (money) => ofText(money === null ? null : String(money))),
  ),
  completionType: value<"completion_type", string | null>(
    "completion_type",
    null,
    optionalText,
    foundBy("Completion type", ofText),
  ),
  version: {
    ...value<"version", string | null>("version", null, optionalText, foundBy("Update", ofText)),
    also: (version: string | null) => ({
      version_order: version === null ? null : versionOrder(version),
    }),
  },
  /** yyyy-mm-dd */
  date: value<"date", string | null>("date", null, optionalText, foundBy("Date", ofText)),
  /** Markdown; empty if there are none. */
  notes: value<"notes", string>(
    "notes",
    "",
    text,
    foundBy("Notes", (notes) => [
      ...had("notes", notes !== ""),
      ...codesIn(notes).flatMap((code) => [code, codeToken(code)]),
    ]),
  ),
  challengeCode: value<"challenge_code", string | null>(
    "challenge_code",
    null,
    // Changes that were logged before there were codes have none.
    (z) => z.string().nullable().default(null),
    foundBy("Challenge code", (code) => [...ofText(code), ...codesIn(code ?? "").map(codeToken)]),
  ),
  link: value<"link", string | null>(
    "link",
    null,
    optionalText,
    foundBy("Link", (link) => (link === null ? [] : ofLink(link))),
  ),
};

type Slots = typeof SLOTS;
export type SlotName = keyof Slots;

/** A value in every slot, to be filled in. */
export type Draft = { [Name in SlotName]: ReturnType<Slots[Name]["empty"]> };

/** A value in every slot. */
export type SlotValues = {
  readonly [Name in SlotName]: Draft[Name] extends (infer Entry)[] ? readonly Entry[] : Draft[Name];
};

export type SlotColumn = Slots[SlotName]["column"];

type InOne<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

/** The table columns that slots are stored in, and those derived from them. */
export type SlotColumns = {
  [Name in SlotName as Slots[Name]["column"]]: ReturnType<Slots[Name]["pack"]>;
} & InOne<ReturnType<Slots[SlotName]["also"]>>;

/** Every slot under one type, for code that treats them all alike. */
const ALL = Object.entries(SLOTS) as unknown as readonly (readonly [
  SlotName,
  Slot<SlotColumn, unknown, Stored, object>,
])[];

/** Returns the column of a slot. */
export const columnOf = (name: SlotName): SlotColumn => SLOTS[name].column;

/** The columns that slots are stored in. */
export const SLOT_COLUMNS: readonly SlotColumn[] = ALL.map(([, { column }]) => column);

/** The label of each slot's column. */
export const SLOT_LABELS = Object.fromEntries(
  ALL.map(([, { column, label }]) => [column, label]),
) as Readonly<Record<SlotColumn, string>>;

/** Returns all slots, each empty. */
export function emptySlots(): Draft {
  return Object.assign({}, ...ALL.map(([name, { empty }]) => ({ [name]: empty() })));
}

/** Returns what the columns hold for these values. */
export function packSlots(values: SlotValues): SlotColumns {
  return Object.assign(
    {},
    ...ALL.map(([name, { column, pack, also }]) => ({
      [column]: pack(values[name]),
      ...also(values[name]),
    })),
  );
}

/** Returns the schema of each slot's column, for a row that is read back from the log. */
export const slotShape = (zod: Zod) =>
  Object.fromEntries(ALL.map(([, { column, schema }]) => [column, schema(zod)])) as {
    readonly [Column in SlotColumn]: ZodType<SlotColumns[Column]>;
  };

/**
 * Returns everything that the search box finds these values by: each word once, between blanks.
 * @param links those to proof besides the one in its slot
 */
export function searchWords(values: SlotValues, links: readonly string[] = []): string {
  const words = [...ALL.flatMap(([name, slot]) => slot.words(values[name])), ...links.flatMap(ofLink)];
  return ` ${[...new Set(words)].join(" ")} `;
}

/**
 * Reads the values from the columns of a row, or of a row as logged. A column that was added later counts as
 * empty.
 */
export function unpackSlots(row: Readonly<Record<SlotColumn, Stored>>): SlotValues {
  return Object.assign(
    {},
    ...ALL.map(([name]) => ({ [name]: unpackSlot(name, row[columnOf(name)] ?? null) })),
  );
}

/** Reads the value of one slot. Null stands for nothing recorded, or for an original that does not exist. */
export function unpackSlot<Name extends SlotName>(name: Name, packed: Stored): SlotValues[Name] {
  const slot: { empty: () => unknown; unpack: (packed: never) => unknown } = SLOTS[name];
  return (packed === null ? slot.empty() : slot.unpack(packed as never)) as SlotValues[Name];
}

const EMPTY = packSlots(emptySlots());

/** The columns of slots and those derived from them. */
export const ALL_SLOT_COLUMNS = Object.keys(EMPTY) as readonly (keyof SlotColumns)[];

/** Those of them that may be null. */
export const NULLABLE_COLUMNS = ALL_SLOT_COLUMNS.filter((column) => EMPTY[column] === null);
