import { CHALLENGES } from "../../challenges/index.ts";
import { csvColumns } from "../../derive/csv.ts";

/** A value as the community's tables hold it: most columns have no type. */
export type OldValue = string | number | null;

/** A row of a table of the community's index. */
export interface OldRow {
  readonly table: string;
  /** Its rowid, or its place in the file: what an operator finds it by. */
  readonly row: number;
  readonly values: Readonly<Record<string, OldValue>>;
}

/** All rows that were read, by table, in the order in which they were written. */
export type OldData = ReadonlyMap<string, readonly OldRow[]>;

/** What the rows of a table are. Parts of a completion stand in tables of their own beside it. */
export type OldPart =
  | "completion"
  | "extras"
  | "notes"
  | "filekey"
  | "map"
  | "chimps-start"
  | "balance-change";

/** A table of the community's index: its columns are called like our fields, whatever they hold. */
export interface OldTable {
  readonly name: string;
  readonly part: OldPart;
  /** The challenge whose completions it is about; null: it is about none. */
  readonly challenge: string | null;
  readonly columns: readonly string[];
  /** The columns by which a part finds its completion. */
  readonly keys: readonly string[];
}

interface Keys {
  /** What one completion goes by. */
  readonly keys: readonly string[];
  /** What the extras of an original go by. */
  readonly original: readonly string[];
  readonly players: readonly string[];
  readonly extras: readonly string[];
}

/** The four tables of a challenge with originals. */
function withOriginals(
  challenge: string,
  prefix: string,
  { keys, original, players, extras }: Keys,
): OldTable[] {
  const of = (part: OldPart, name: string, by: readonly string[], more: readonly string[]): OldTable => ({
    ...{ part, challenge, name: `${prefix}_${name}` },
    ...{ keys: by, columns: [...by, ...more] },
  });
  return [
    of("completion", "completions", keys, [...players, "link", "og", "pending"]),
    of("extras", "extra_info", original, extras),
    of("notes", "completion_notes", keys, ["notes"]),
    of("filekey", "filekeys", keys, ["filekey"]),
  ];
}

const whole = (
  part: OldPart,
  challenge: string | null,
  name: string,
  columns: readonly string[],
): OldTable => ({
  ...{ part, challenge, name, columns, keys: [] },
});

const PAIR = ["tower1", "tower2"];
const COST = ["map", "money", "person", "link", "pending", "version", "date", "notes", "filekey"];

/** The tables of the community's index that hold anything of their own, in the order in which they are read: what is named in two belongs to the first. */
export const OLD_TABLES: readonly OldTable[] = [
  whole("map", null, "map_information", [
    ...["map", "abbreviation", "difficulty", "hasLOS", "hasWater", "length", "lengthNotes", "miscNotes"],
    ...["numEntrances", "numExits", "numObjects", "removalCost", "removalCostNotes", "version"],
  ]),
  ...withOriginals("2tc", "twotc", {
    ...{ keys: [...PAIR, "map"], original: PAIR, players: ["person"] },
    extras: ["upgrade1", "upgrade2", "version", "date"],
  }),
  ...withOriginals("2mp", "twomp", {
    ...{ keys: ["entity", "map"], original: ["entity"], players: ["person"] },
    extras: ["upgrade", "version", "date"],
  }),
  ...withOriginals("2tcc", "twotcc", {
    ...{ keys: [...PAIR, "map"], original: PAIR, players: ["person1", "person2"] },
    extras: ["upgrade1", "upgrade2", "version", "date", "money"],
  }),
  ...withOriginals("fttc", "fttc", {
    ...{ keys: ["map", "towerset"], original: ["map", "towerset"], players: ["person"] },
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

/** Our own lists as CSV, each called like its challenge: "2tc". */
const OWN_LISTS = Array.from(CHALLENGES.values(), (definition) =>
  whole("completion", definition.key, definition.key, csvColumns(definition)),
);

/** All that an index can come in. */
export const TABLES: readonly OldTable[] = [...OLD_TABLES, ...OWN_LISTS];

/** When a row was submitted, in CSV alone: neither the community's tables nor our lists say it. */
export const SUBMITTED = "submitted";

const byName = new Map(TABLES.map((table) => [table.name, table]));

/** The table of that name, in any letter case; null: it holds nothing of its own, or is none of the community's. */
export const oldTable = (name: string): OldTable | null => byName.get(name.toLowerCase()) ?? null;

/** The one table that has these columns and no others; null: none, or several. */
export function tableWithColumns(columns: readonly string[]): OldTable | null {
  const wanted = columns
    .filter((column) => column !== SUBMITTED)
    .sort()
    .join();
  const found = TABLES.filter((table) => [...table.columns].sort().join() === wanted);
  return found.length === 1 ? (found[0] ?? null) : null;
}
