import type { ZodType, z } from "zod";
import { personKey, personSortKey } from "../game/name-key.ts";
import { versionOrder } from "../game/versions.ts";
import { codesIn, codeToken, type Having, hasToken, tokenOf, wordsOf, wordsOfName } from "../game/words.ts";
import { targetOf, tokenOfLink } from "./link/target.ts";

/**
 * A completion as the index knows it, in one shape for all challenges. A challenge's own names (tower1, entity,
 * person2, towerset …) come from its definition's fields. Attributes of its OG extras hold the original's values.
 */
export interface Completion extends AttributeValues {
  /** UUID; on the wire it is the filekey. */
  readonly id: string;
  readonly mapId: number;
  /** The map's name. */
  readonly map: string;
  /** The map's difficulty; null for a map that the index does not have. */
  readonly difficulty: string | null;
  readonly og: boolean;
  /** The submitter's user id while the completion waits for a helper; null once it is verified. */
  readonly pending: string | null;
}

/** Zod, passed in by the caller, so that code that only shows values does not load it. */
export type Zod = typeof z;

type Stored = string | number | null;

/**
 * One value of a completion that kinds of fields fill, and how the table stores it. A new attribute takes one declaration
 * here, one migration, and its lines in server/db/schema.test.ts and test/contract/unknown-changes.test.ts; the table's
 * type, the row mapper, the log's columns and the form's draft follow.
 */
interface Attribute<Column extends string, Value, Packed extends Stored, Also> {
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

/** An attribute that is stored as it is, and holds `empty` where nothing is recorded. */
function value<Column extends string, Value extends Stored>(
  column: Column,
  empty: Value,
  schema: (zod: Zod) => ZodType<Value>,
  words: Words<Value>,
): Attribute<Column, Value, Value, object> {
  const same = (each: Value): Value => each;
  return { column, ...words, empty: () => empty, pack: same, unpack: same, schema, also: nothing };
}

/** An attribute that is stored as the JSON text of an array. */
function list<Column extends string, Entry extends string | null>(
  column: Column,
  entry: (zod: Zod) => ZodType<Entry>,
  words: Words<Entry[]>,
): Attribute<Column, Entry[], string, object> {
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

/** The label of an attribute, and the words that people would write to find it. */
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

const ATTRIBUTES = {
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

type Attributes = typeof ATTRIBUTES;
export type AttributeName = keyof Attributes;

/** A value in every attribute, to be filled in. */
export type AttributeDraft = { [Name in AttributeName]: ReturnType<Attributes[Name]["empty"]> };

/** A value in every attribute. */
export type AttributeValues = {
  readonly [Name in AttributeName]: AttributeDraft[Name] extends (infer Entry)[]
    ? readonly Entry[]
    : AttributeDraft[Name];
};

export type AttributeColumn = Attributes[AttributeName]["column"];

type InOne<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

/** The table columns that attributes are stored in, and those derived from them. */
export type AttributeColumns = {
  [Name in AttributeName as Attributes[Name]["column"]]: ReturnType<Attributes[Name]["pack"]>;
} & InOne<ReturnType<Attributes[AttributeName]["also"]>>;

/** Every attribute under one type, for code that treats them all alike. */
const ALL = Object.entries(ATTRIBUTES) as unknown as readonly (readonly [
  AttributeName,
  Attribute<AttributeColumn, unknown, Stored, object>,
])[];

/** Returns the column of an attribute. */
export const columnOf = (name: AttributeName): AttributeColumn => ATTRIBUTES[name].column;

/** The columns that attributes are stored in. */
export const ATTRIBUTE_COLUMNS: readonly AttributeColumn[] = ALL.map(([, { column }]) => column);

/** The label of each attribute's column. */
export const ATTRIBUTE_LABELS = Object.fromEntries(
  ALL.map(([, { column, label }]) => [column, label]),
) as Readonly<Record<AttributeColumn, string>>;

/** Returns all attributes, each empty. */
export function emptyAttributes(): AttributeDraft {
  return Object.assign({}, ...ALL.map(([name, { empty }]) => ({ [name]: empty() })));
}

/** Returns what the columns hold for these values. */
export function packAttributes(values: AttributeValues): AttributeColumns {
  return Object.assign(
    {},
    ...ALL.map(([name, { column, pack, also }]) => ({
      [column]: pack(values[name]),
      ...also(values[name]),
    })),
  );
}

/** Returns the schema of each attribute's column, for a row that is read back from the log. */
export const attributeShape = (zod: Zod) =>
  Object.fromEntries(ALL.map(([, { column, schema }]) => [column, schema(zod)])) as {
    readonly [Column in AttributeColumn]: ZodType<AttributeColumns[Column]>;
  };

/**
 * Returns everything that the search box finds these values by: each word once, between blanks.
 * @param links those to proof besides its own
 */
export function searchWords(values: AttributeValues, links: readonly string[] = []): string {
  const words = [
    ...ALL.flatMap(([name, attribute]) => attribute.words(values[name])),
    ...links.flatMap(ofLink),
  ];
  return ` ${[...new Set(words)].join(" ")} `;
}

/**
 * Reads the values from the columns of a row, or of a row as logged. A column that was added later counts as
 * empty.
 */
export function unpackAttributes(row: Readonly<Record<AttributeColumn, Stored>>): AttributeValues {
  return Object.assign(
    {},
    ...ALL.map(([name]) => ({ [name]: unpackAttribute(name, row[columnOf(name)] ?? null) })),
  );
}

/** Reads the value of one attribute. Null stands for nothing recorded, or for an original that does not exist. */
export function unpackAttribute<Name extends AttributeName>(
  name: Name,
  packed: Stored,
): AttributeValues[Name] {
  const attribute: { empty: () => unknown; unpack: (packed: never) => unknown } = ATTRIBUTES[name];
  return (packed === null ? attribute.empty() : attribute.unpack(packed as never)) as AttributeValues[Name];
}

const EMPTY = packAttributes(emptyAttributes());

/** The columns of attributes and those derived from them. */
export const ALL_ATTRIBUTE_COLUMNS = Object.keys(EMPTY) as readonly (keyof AttributeColumns)[];

/** Those of them that may be null. */
export const NULLABLE_COLUMNS = ALL_ATTRIBUTE_COLUMNS.filter((column) => EMPTY[column] === null);
