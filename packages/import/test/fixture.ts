import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { RuleName, Verdict } from "../rules.ts";
import { OLD_TABLES, type OldValue, oldTable } from "../tables.ts";

/** A row of a community's index with everything that the import should report about it. */
export interface MadeRow {
  readonly values: readonly OldValue[];
  readonly rules: readonly RuleName[];
  readonly verdict: Verdict;
}

/** The tables of a made-up index, each row marked with what an import should report about it. */
export type MadeIndex = Readonly<Record<string, readonly MadeRow[]>>;

const madeAs =
  (verdict: Verdict) =>
  (values: readonly OldValue[], ...rules: RuleName[]): MadeRow => ({ values, rules, verdict });
const [added, changed, same] = [madeAs("new"), madeAs("changes"), madeAs("same")];
const [waits, merged, refused] = [madeAs("waits"), madeAs("merged"), madeAs("refused")];

/** Returns a UUID that ends with the number. */
export const key = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;

const LINK = "https://example.org/proof";

/** The host under which the made-up index serves its media. */
export const OLD_MEDIA = "media.old.example";

/** Everything that such data contain, each oddity once and marked with the rule that should name it. */
export const ODD_INDEX: MadeIndex = {
  map_information: [
    // name, abbreviation, difficulty, LOS, water, length, notes, notes, in, out, objects, cost, notes, version
    changed(
      ["Quad", "QUAD", "Expert", 1, 0, 12.5, "measured again", "", "2", "2.0", 0, 0, null, ""],
      "difficulty-respelled",
    ),
    added(
      ["Old Pond", "OP", "Beginner", "1", "", "", null, null, 1, 1, null, "400-?", "", 3],
      "difficulty-respelled",
      "version-as-number",
    ),
    added(
      ["Bare Rock", null, "expert", null, null, "long", null, null, null, null, "many", null, null, null],
      "map-without-abbreviation",
      "measure-unreadable",
      "measure-unreadable",
    ),
    added(
      ["Second Pond", "op", "advanced", 0, 0, null, null, null, null, null, null, null, null, null],
      "abbreviation-taken",
    ),
    added(
      ["Third Pond", "Logs", "extreme", 0, 0, null, null, null, null, null, null, null, null, null],
      "abbreviation-is-a-name",
      "difficulty-unknown",
    ),
    refused(
      ["OLD POND", "OP2", "expert", null, null, null, null, null, null, null, null, null, null, null],
      "map-twice",
    ),
    refused(["", "x", "expert", null, null, null, null, null, null, null, null, null, null, null], "no-map"),
    same(["Logs", null, null, null, null, null, null, null, null, null, null, null, null, null]),
  ],
  twotc_completions: [
    // 1: as it should be, an original, its extra info the other way round
    added(["Absolute Zero", "Alchemist", "Quad", "Ada", LINK, 1, null]),
    // 2: the same pair the other way round, by somebody else
    refused(
      ["Alchemist", "absolute_zero", "#quad", "Bob", LINK, 0, null],
      "respelled-tower",
      "respelled-map",
      "taken-twice",
    ),
    // 3, 4: one completion in two spellings
    added(["Base Dart", "Crossbow Master", "Logs", "Cy", LINK, "0", ""], "pending-empty"),
    merged(
      ["crossbow master", "Base Dart", "logs", "Cy", LINK, 0, null],
      "respelled-tower",
      "respelled-map",
      "same-again",
    ),
    // 5: a second original of the pair of 1
    added(
      ["Absolute Zero", "Alchemist", "Logs", "Dee", "example.org/x", "1", null],
      "link-without-scheme",
      "second-original",
    ),
    // 6: unknown names
    waits(["Moab Maulr", "Psi", "Lgos", "Eve", null, null, null], "unknown-tower", "unknown-map"),
    // 7: waits for a helper
    added(
      ["Base Dart", "Psi", "Old Pond", "Fay", "javascript:alert(1)", 0, "auth0|fay"],
      "link-refused",
      "submitter-unknown",
    ),
    // 8 to 10: no row can be made of them
    refused(["", "Psi", "Quad", "Gus", LINK, 0, null], "no-tower"),
    refused(["Base Dart", "Psi", null, "Gus", LINK, 0, null], "no-map"),
    refused(["Base Dart", "Psi", "Quad", "  ", LINK, 0, null], "no-player"),
    // 11: an unreadable mark of an original, and a map's former name
    added(
      ["Base Dart", "Psi", "Former Name", "Hal", `https://${OLD_MEDIA}/${key(11)}`, "maybe", null],
      "og-unreadable",
      "former-map",
      "link-to-own-media",
    ),
    // 12, 13: a link to another row's file, and a text that is not a link
    added(
      ["Base Tack", "Psi", "Quad", "Ida", `https://${OLD_MEDIA}/${key(1)}`, 0, null],
      "link-to-other-media",
    ),
    added(["Base Ice", "Psi", "Quad", "Jo", "see the chat", 0, null], "link-unreadable"),
    // 14: a link to its own file, which was not handed over, and a filekey that is not a UUID
    added(
      ["Base Glue", "Psi", "Quad", "Kit", `https://${OLD_MEDIA}/old-key`, 0, null],
      "link-to-missing-media",
      "filekey-not-uuid",
    ),
    // 15: an original without a filekey
    added(["Ring of Fire", "Psi", "Quad", "Lu", LINK, 1, null], "filekey-made"),
  ],
  twotc_extra_info: [
    refused(
      ["Alchemist", "Absolute Zero", "2-0-5", "0-2-5", 39.2, "2024-02-30"],
      "version-as-number",
      "date-unreadable",
      "extras-twice",
    ),
    // The row that names the pair in the original's order takes precedence.
    merged(["Absolute Zero", "Alchemist ", "0-2-5", "2-0-5", "40.0", "2024-01-01"]),
    refused(["Base Dart", "Crossbow Master", "0-0-0", "0-2-4", "41", "2024-01-02"], "extras-of-none"),
    merged(
      ["Psi", "Ring of Fire", "20", "5-0-0", "39.x", "2024-01-03T10:00:00Z"],
      "version-unordered",
      "date-of-a-time",
      "extras-swapped",
    ),
  ],
  twotc_completion_notes: [
    merged(["Absolute Zero", "Alchemist", "Quad", "It's *hard*;\nreally"]),
    merged(["Crossbow Master", "Base Dart", "Logs", "the other way\\r\\nround"], "line-ends-written"),
    refused(["Base Dart", "Crossbow Master", "Logs", "something else"], "notes-twice"),
    refused(["Base Spike", "Psi", "Logs", "gone"], "notes-of-none"),
  ],
  twotc_filekeys: [
    merged(["Absolute Zero", "Alchemist", "Quad", key(1)]),
    merged(["Base Dart", "Crossbow Master", "Logs", key(3)]),
    refused(["crossbow master", "Base Dart", "logs", key(4)], "second-filekey"),
    merged(["Absolute Zero", "Alchemist", "Logs", key(5)]),
    merged(["Moab Maulr", "Psi", "Lgos", key(6).toUpperCase()]),
    merged(["Base Dart", "Psi", "Old Pond", key(7)]),
    merged(["Base Dart", "Psi", "Former Name", key(11)]),
    merged(["Base Tack", "Psi", "Quad", key(12)]),
    merged(["Base Ice", "Psi", "Quad", key(13)]),
    merged(["Base Glue", "Psi", "Quad", "old-key"]),
    refused(["Base Spike", "Psi", "Logs", key(99)], "filekey-of-none"),
  ],
  twotc_challenge_codes: [
    merged(["Absolute Zero", "Alchemist", "Quad", " zabc def"]),
    // The other way round, and the same
    merged(["Alchemist", "Absolute Zero", "Quad", "ZABCDEF"]),
    refused(["Absolute Zero", "Alchemist", "Quad", "ZOTHER1"], "second-code"),
    refused(["Base Spike", "Psi", "Logs", "ZGONE12"], "code-of-none"),
  ],
  twomp_completions: [
    added(["Base Dart", "Quad", "Ada", LINK, 1, null], "filekey-twice"),
    added(["Druid Monkey", "Quad", "Bob", LINK, 0, null], "respelled-tower"),
  ],
  twomp_extra_info: [merged(["Base Dart", "0-0-0", "12.0", "2019-08-01"])],
  twomp_completion_notes: [],
  twomp_filekeys: [
    // The key of a row of another table
    merged(["Base Dart", "Quad", key(1)]),
    merged(["Druid Monkey", "Quad", key(21)]),
  ],
  twomp_challenge_codes: [merged(["Druid Monkey", "Quad", "ZDRUID1"])],
  twotcc_completions: [added(["Base Dart", "Psi", "Quad", "Ada", "Bob", LINK, 1, null])],
  twotcc_extra_info: [
    merged(["Base Dart", "Psi", "0-0-1", "3", "40.1", "2023-11-11", "850"], "money-as-text"),
  ],
  twotcc_completion_notes: [],
  twotcc_filekeys: [merged(["Base Dart", "Psi", "Quad", key(31)])],
  twotcc_challenge_codes: [merged(["Psi", "Base Dart", "Quad", "ZCOOP12"])],
  fttc_completions: [
    added(["Quad", '["Dart Monkey","Tack Shooter"]', "Ada", LINK, 1, null]),
    // The same set in another order
    refused(["Quad", '["Tack Shooter","Dart Monkey"]', "Bob", LINK, 0, null], "taken-twice"),
    added(["Logs", "Dart Monkey, Tack", "Cy", LINK, 0, null], "set-not-a-list"),
    added(["Cubism", '["Druid","Druid"]', "Cy", LINK, 0, null], "tower-twice-in-set", "filekey-made"),
    refused(["Logs", "[]", "Cy", LINK, 0, null], "no-tower"),
  ],
  fttc_extra_info: [merged(["Quad", '["Tack Shooter","Dart Monkey"]', "38", "2023-08-01"])],
  fttc_completion_notes: [],
  fttc_filekeys: [
    merged(["Quad", '["Dart Monkey","Tack Shooter"]', key(41)]),
    merged(["Logs", "Dart Monkey, Tack", key(43)]),
  ],
  // Its completions have no field for a code.
  fttc_challenge_codes: [
    merged(["Quad", '["Tack Shooter","Dart Monkey"]', "ZFASTER"]),
    merged(["Quad", '["Dart Monkey","Tack Shooter"]', "ZFASTER"]),
  ],
  ltc_completions: [
    added([
      "Quad",
      '["Base Dart","Psi"]',
      "Ada",
      LINK,
      "og",
      null,
      '["0-0-0",null]',
      "40",
      "2024-01-01",
      "note",
      key(51),
    ]),
    refused(
      ["Quad", '["Psi","Base Dart"]', "Bob", LINK, "OG", null, "[]", "41", "2024-01-02", "", key(52)],
      "taken-twice",
    ),
    added(
      ["Quad", '["Base Dart"]', "Cy", LINK, "cheapest", null, '["0-0-1","0-0-2"]', "", "", "", key(53)],
      "more-upgrades-than-towers",
    ),
    added(
      ["Quad", '["Base Ice"]', "Cy", LINK, "ancient", null, "all of them", "", "", "", key(54)],
      "unknown-type",
      "upgrades-not-a-list",
    ),
    refused(["Quad", '["Base Ice"]', "Cy", LINK, "", null, "", "", "", "", key(55)], "no-type"),
  ],
  lcc_completions: [
    added(["Quad", 100_000, "Ada", LINK, null, "40.1", "2023-10-01", "", key(61)]),
    added(["Quad", "99,000", "Bob", LINK, null, "40.1", "2023-10-02", "", key(62)], "money-as-text"),
    refused(["Quad", 12.5, "Cy", LINK, null, "40.1", "spring 2023", "", key(63)], "money-unreadable"),
    added(["Quad", 400_000, "Dee", LINK, null, "40.1", "", "", key(64)], "money-beyond"),
    added(
      ["Quad", 90_000, "Eve", LINK, "auth0|eve", "40.1", "2023-10-03", "", null],
      "submitter-unknown",
      "filekey-made",
    ),
    added(
      ["Quad", 90_000, "Eve", LINK, "auth0|eve", "40.1", "2023-10-03", "", ""],
      "submitter-unknown",
      "filekey-made",
    ),
    added(["Quad", 97_000, "Flo", LINK, null, "40.1", "spring 2023", "", key(65)], "date-unreadable"),
  ],
  lcd_completions: [
    added(["Quad", 20_000, "Ada", LINK, null, "40.1", "2023-10-01", "", key(61)], "filekey-twice"),
  ],
  chimps_starts: [
    added(["Former Name", "Start of it", LINK, key(71)], "former-map"),
    added(["Quad", "", "example.org/start", "nothing"], "no-title", "link-without-scheme"),
    refused(["Quad", "Title", "javascript:1", key(73)], "start-without-link"),
    refused([null, "Title", LINK, key(74)], "no-map"),
  ],
  balance_changes: [
    added(["Dart Monkey", "40.1", "cheaper", "Buff", key(81)]),
    added(
      ["Druid Monkey", 41.2, "sideways", "sidegrade", key(82)],
      "version-as-number",
      "respelled-tower",
      "unknown-nature",
    ),
    refused(["Dart Monkey", "39.x", "dearer", "nerf", key(83)], "no-version"),
    refused(["Dart Monkey", "39", "", "nerf", key(84)], "no-change"),
    refused(["", "39", "x", "nerf", key(85)], "no-tower"),
  ],
};

const quoted = (value: OldValue): string =>
  value === null ? "NULL" : typeof value === "number" ? String(value) : `'${value.replaceAll("'", "''")}'`;

const columnsOf = (table: string): readonly string[] => oldTable(table)?.columns ?? [];

/** Quotes a text as SQLite's tools do if it has line breaks. */
const asSqlite = (value: OldValue): string =>
  typeof value === "string" && value.includes("\n")
    ? `replace(${quoted(value.replaceAll("\n", "\\n"))},'\\n',char(10))`
    : quoted(value);

function createOf(table: string): string {
  const key = table === "balance_changes" ? ", primary key (uuid)" : "";
  return `CREATE TABLE IF NOT EXISTS "${table}" (${columnsOf(table).join(", ")}${key});`;
}

/** Returns the statements of one table, with one or several rows each. */
function dumpOf(table: string, rows: readonly MadeRow[], atOnce: number): string[] {
  const lists = rows.map(({ values }) => `(${values.map(atOnce > 1 ? quoted : asSqlite).join(",")})`);
  const inserts: string[] = [];
  for (let at = 0; at < lists.length; at += atOnce) {
    const into = atOnce > 1 ? `${table} (${columnsOf(table).join(",")})` : `"${table}"`;
    inserts.push(`INSERT INTO ${into} VALUES${lists.slice(at, at + atOnce).join(",\n")};`);
  }
  return [createOf(table), ...inserts];
}

const newFolder = (): string => mkdtempSync(join(tmpdir(), "btd6-index-import-"));

/** Writes the index in each of the forms in which one is handed over, and returns the path. */
export const FORMS: Readonly<Record<string, (index: MadeIndex) => string>> = {
  "an SQL dump": (index) => {
    const file = join(newFolder(), "index.sql");
    const tables = Object.entries(index).flatMap(([table, rows]) => dumpOf(table, rows, 1));
    const derived = [
      "CREATE VIRTUAL TABLE twotc_completions_fts USING fts5(tower1, tower2);",
      `INSERT INTO "twotc_completions_fts_data" VALUES(1,X'0102');`,
      "CREATE TRIGGER added AFTER INSERT ON twotc_completions BEGIN INSERT INTO twotc_completions_fts VALUES(new.tower1, ';'); END;",
      "CREATE INDEX by_map ON twotc_completions (map);",
    ];
    const text = [
      "PRAGMA foreign_keys=OFF;",
      "BEGIN TRANSACTION; -- it's a dump;",
      ...tables,
      ...derived,
      "COMMIT;",
    ];
    writeFileSync(file, text.join("\n"));
    return file;
  },
  "a folder of dumps": (index) => {
    const folder = newFolder();
    for (const [table, rows] of Object.entries(index))
      writeFileSync(join(folder, `${table}.sql`), dumpOf(table, rows, 3).join("\n"));
    return folder;
  },
  "a SQLite file": (index) => {
    const file = join(newFolder(), "index.sqlite");
    const sqlite = new DatabaseSync(file);
    for (const [table, rows] of Object.entries(index))
      for (const statement of dumpOf(table, rows, 1)) sqlite.exec(statement);
    sqlite.exec("create virtual table twotc_completions_fts using fts5(tower1, tower2)");
    sqlite.close();
    return file;
  },
  "wrangler's JSON": (index) => {
    const folder = newFolder();
    mkdirSync(folder, { recursive: true });
    for (const [table, rows] of Object.entries(index)) {
      const results = rows.map(({ values }) =>
        Object.fromEntries(columnsOf(table).map((column, at) => [column, values[at] ?? null])),
      );
      const said = table === "ltc_completions" ? " ⛅️ wrangler 4\n──────\n" : "";
      writeFileSync(
        join(folder, `${table}.json`),
        `${said}${JSON.stringify([{ results, success: true, meta: {} }], null, 2)}\n`,
      );
    }
    return folder;
  },
};

/** Tables of such an index that the made-up one lacks: there should be none. */
export const MISSING_TABLES = OLD_TABLES.filter(({ name }) => !Object.hasOwn(ODD_INDEX, name));
