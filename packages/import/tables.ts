import type { ChallengeDefinition } from "../../domain/challenges/define.ts";
import { CHALLENGES } from "../../domain/challenges/index.ts";
import { type Field, kindOf } from "../../domain/fields/index.ts";
import {
  allColumnNames,
  areForPeople,
  CODE_CHECKED,
  linkColumnNames,
  PLAYERS_AGREE_COLUMN,
} from "../../domain/lists/csv.ts";

/** A value in the community's tables, most of whose columns have no type. */
export type OldValue = string | number | null;

export interface OldRow {
  readonly table: string;
  /** The name of its file; absent in the sample. */
  readonly file?: string;
  /** Its rowid, or its position in the file, by which an operator can find it. */
  readonly row: number;
  readonly values: Readonly<Record<string, OldValue>>;
  /** Set if its file is one for people, which does not have all of a row: what is here already stays as it is. */
  readonly isForPeople?: true;
}

/** All rows that were read, by table, in the order in which they were written. */
export type OldData = ReadonlyMap<string, readonly OldRow[]>;

/** What the rows of a table are. Parts of a completion have tables of their own. */
export type OldPart =
  | "completion"
  | "extras"
  | "notes"
  | "filekey"
  | "code"
  | "map"
  | "chimps-start"
  | "balance-change";

/** A table of the community's index. Its columns are named like our fields, whatever they contain. */
export interface OldTable {
  readonly name: string;
  readonly part: OldPart;
  /** The challenge whose completions it is about; null if none. */
  readonly challenge: string | null;
  readonly columns: readonly string[];
  /** Columns that only later versions of the table have: any of them may be missing. */
  readonly later: readonly string[];
  /** The columns by which a part finds its completion. */
  readonly keys: readonly string[];
}

/** Columns that hold nothing of their own: what a search looks at. */
const DERIVED = new Set(["tsv", CODE_CHECKED, PLAYERS_AGREE_COLUMN]);

/** Returns a table's own name of a column, whatever its letter case; null if it has none. */
export const columnOf = ({ columns, later }: OldTable, name: string): string | null =>
  [...columns, ...later, SUBMITTED, VERIFIED].find((column) => column.toLowerCase() === name.toLowerCase()) ??
  null;

/** Tables that follow from others, or that a database keeps for itself. */
const DERIVED_TABLE =
  /_fts(?:_\w+)?$|^(?:sqlite|_cf|__?drizzle|pg)_|^(?:d1_migrations|_prisma_migrations|schema_migrations)$/i;

/** Whether a table that is passed over holds nothing that anybody entered. */
export const isDerivedTable = (name: string): boolean => DERIVED_TABLE.test(name);

export const isDerived = (name: string): boolean => DERIVED.has(name.toLowerCase());

/** The column of a challenge's codes, in the table of its completions or in one of their own. */
const CODE_COLUMN = "challenge_code";

interface Keys {
  /** The columns that identify a completion. */
  readonly keys: readonly string[];
  /** The columns that identify the extras of an original. */
  readonly original: readonly string[];
  readonly players: readonly string[];
  readonly extras: readonly string[];
  readonly later?: readonly string[];
}

/** Returns the tables of a challenge with originals. */
function withOriginals(
  challenge: string,
  prefix: string,
  { keys, original, players, extras, later = [] }: Keys,
): OldTable[] {
  const of = (part: OldPart, name: string, by: readonly string[], more: readonly string[]): OldTable => ({
    part,
    challenge,
    name: `${prefix}_${name}`,
    keys: by,
    columns: [...by, ...more],
    later: part === "completion" ? later : [],
  });
  return [
    of("completion", "completions", keys, [...players, "link", "og", "pending"]),
    of("extras", "extra_info", original, extras),
    of("notes", "completion_notes", keys, ["notes"]),
    of("filekey", "filekeys", keys, ["filekey"]),
    of("code", "challenge_codes", keys, [CODE_COLUMN]),
  ];
}

const whole = (
  part: OldPart,
  challenge: string | null,
  name: string,
  columns: readonly string[],
): OldTable => ({
  part,
  challenge,
  name,
  columns,
  keys: [],
  later: [],
});

const PAIR = ["tower1", "tower2"];
const COST = ["map", "money", "person", "link", "pending", "version", "date", "notes", "filekey"];

/**
 * The tables of the community's index with data of their own, in reading order: the first that names a thing has it.
 */
export const OLD_TABLES: readonly OldTable[] = [
  whole("map", null, "map_information", [
    ...["map", "abbreviation", "difficulty", "hasLOS", "hasWater", "length", "lengthNotes", "miscNotes"],
    ...["numEntrances", "numExits", "numObjects", "removalCost", "removalCostNotes", "version"],
  ]),
  ...withOriginals("2tc", "twotc", {
    keys: [...PAIR, "map"],
    original: PAIR,
    players: ["person"],
    extras: ["upgrade1", "upgrade2", "version", "date"],
    later: [CODE_COLUMN],
  }),
  ...withOriginals("2mp", "twomp", {
    keys: ["entity", "map"],
    original: ["entity"],
    players: ["person"],
    extras: ["upgrade", "version", "date"],
  }),
  ...withOriginals("2tcc", "twotcc", {
    keys: [...PAIR, "map"],
    original: PAIR,
    players: ["person1", "person2"],
    extras: ["upgrade1", "upgrade2", "version", "date", "money"],
  }),
  ...withOriginals("fttc", "fttc", {
    keys: ["map", "towerset"],
    original: ["map", "towerset"],
    players: ["person"],
    extras: ["version", "date"],
  }),
  whole("completion", "ltc", "ltc_completions", [
    ...["map", "towerset", "person", "link", "completiontype", "pending", "upgradeset", "version", "date"],
    ...["notes", "filekey"],
  ]),
  whole("completion", "lcc", "lcc_completions", COST),
  whole("completion", "lcd", "lcd_completions", COST),
  whole("chimps-start", null, "chimps_starts", ["map", "title", "link", "uuid"]),
  whole("balance-change", null, "balance_changes", ["tower", "version", "change", "nature", "uuid"]),
];

/** The fields whose columns older files lack. */
const laterFields = ({ fields }: ChallengeDefinition): readonly string[] =>
  Object.entries<Field>(fields).flatMap(([name, field]) => (kindOf(field).mayLackColumn ? name : []));

/** Our own lists as CSV, each named after its challenge: "2tc". */
const OWN_LISTS = Array.from(CHALLENGES.values(), (definition) => ({
  ...whole("completion", definition.key, definition.key, allColumnNames(definition)),
  later: [...linkColumnNames(definition), ...laterFields(definition)],
}));

export const TABLES: readonly OldTable[] = [...OLD_TABLES, ...OWN_LISTS];

/** Returns our own list whose file for people has these headings; null if there is none, or there are several. */
export function listForPeople(name: string, headings: readonly string[]): ChallengeDefinition | null {
  const found = [...CHALLENGES.values()].filter((definition) => areForPeople(definition, headings));
  return (
    found.find(({ key }) => key === name.toLowerCase()) ?? (found.length === 1 ? (found[0] ?? null) : null)
  );
}

/**
 * When a row was submitted, and when it was verified. Public dumps have both and CSV may have them: the community's tables
 * and our own lists do not.
 */
export const SUBMITTED = "submitted";
export const VERIFIED = "verified";

const byName = new Map(TABLES.map((table) => [table.name, table]));

/** Returns the table with that name, in any letter case; null if it has no data of its own, or is not a known table. */
export const oldTable = (name: string): OldTable | null => byName.get(name.toLowerCase()) ?? null;

/** Returns the only table with these columns; null if there is none, or there are several. */
export function tableWithColumns(columns: readonly string[]): OldTable | null {
  const heading = new Set(
    columns
      .filter((column) => ![SUBMITTED, VERIFIED].includes(column) && !isDerived(column))
      .map((column) => column.toLowerCase()),
  );
  const found = TABLES.filter(({ columns: own, later }) => {
    const known = [...own, ...later].map((column) => column.toLowerCase());
    const needed = own.filter((column) => !later.includes(column));
    return (
      needed.every((column) => heading.has(column.toLowerCase())) &&
      [...heading].every((column) => known.includes(column))
    );
  });
  return found.length === 1 ? (found[0] ?? null) : null;
}
