import type { FieldChange } from "../../domain/contract/history.ts";
import type { OldRow } from "./tables.ts";

/**
 * What becomes of whatever a rule is about.
 * - "note": it is taken as the rule says.
 * - "value": its row is taken without that value.
 * - "row": the whole row is refused.
 */
type Outcome = "note" | "value" | "row";

interface Rule {
  readonly outcome: Outcome;
  /** What was found and what is done about it, as the dry run prints it above the rows. */
  readonly says: string;
}

const note = (says: string): Rule => ({ outcome: "note", says });
const value = (says: string): Rule => ({ outcome: "value", says });
const row = (says: string): Rule => ({ outcome: "row", says });

/** Rules by which a row is taken as it is, and waits for somebody who knows the name. */
export const UNRESOLVED: ReadonlySet<string> = new Set(["unknown-tower", "unknown-map"]);

/** What is done about each kind of oddity in an index from elsewhere, by name. */
export const RULES = {
  // Names
  "respelled-tower": note("A tower is spelled differently: it gets the game's name for it."),
  "unknown-tower": note(
    "No tower, upgrade or hero has this name. It is kept as it is; the row can be found and edited.",
  ),
  "respelled-map": note("A map is spelled differently or abbreviated: the row goes to that map."),
  "former-map": note("A map has been renamed since: the row goes to the map under its new name."),
  "unknown-map": note("No map has this name. The row is kept under that name, and no list of maps shows it."),
  "no-map": row("It names no map."),
  "no-tower": row("It names no tower."),
  "no-player": row("It names no player."),
  "set-not-a-list": note(
    "Its towers are not written as a JSON list: they are read as names separated by commas.",
  ),
  "upgrades-not-a-list": value("Its upgrades are not written as a JSON list: they are left out."),
  "tower-twice-in-set": note("A set names a tower twice: it counts once."),
  "more-upgrades-than-towers": value("It lists more upgrades than towers: those beyond are left out."),
  "pending-empty": note(
    "Who submitted it is an empty text, 0 or no, and not null: the row counts as verified.",
  ),
  "no-type": row("It has no completion type."),
  "unknown-type": note("There is no such completion type today. It is kept as it is."),

  // Untyped values
  "spreadsheet-error": value(
    "This is what a spreadsheet shows in the place of a value that it could not work out: it is left out.",
  ),
  "letters-damaged": note(
    "Letters are lost or misread, as if the file had been saved in another encoding, or stand as HTML writes them. The text is kept as it is.",
  ),
  "not-known": value("It says that there is none, or that it is not known: it is left out."),
  "money-as-text": note("An amount of cash is written as text: it is read as a number."),
  "money-unreadable": row("This is not a whole amount of cash."),
  "money-beyond": note("This is more cash than the challenge allows today. It is kept as it is."),
  "version-as-number": note(
    "A version is written as a number: it is kept as text. A 0 at its end may be missing.",
  ),
  "version-unordered": note("This is not a version of the game. It is kept as it is, but cannot be sorted."),
  "version-unreadable": value(
    "This is what a spreadsheet makes of a version, which cannot be told from it: it is left out.",
  ),
  "upgrade-unreadable": value(
    "These are no upgrades (0-5-2) and no level of a hero; a spreadsheet may have made a date or a number of them. They are left out.",
  ),
  "cash-unreadable": value(
    "This is not a whole amount of cash. It is left out, and stands in the notes, unless what is here stays.",
  ),
  "date-of-a-time": note("A date has a time of day, which is left out."),
  "date-as-number": note("A date is the number that a spreadsheet has for it: it is read as that day."),
  "date-unreadable": value(
    "This is not a date (yyyy-mm-dd). It is left out, and stands in the notes, unless what is here stays.",
  ),
  "date-of-a-month": value(
    "This is a month or a year and no day. It is left out, and stands in the notes, unless what is here stays.",
  ),
  "date-before-the-game": value(
    "This day is before the game came out. It is left out, and stands in the notes, unless what is here stays.",
  ),
  "date-either-way": value(
    "This date may begin with its day or its month, and no other date beside it says which: say --dates=dmy or --dates=mdy. It is left out, and stands in the notes, unless what is here stays.",
  ),
  "time-unreadable": value("This is not a time with a time zone, so it counts as unknown."),
  "og-unreadable": value(
    "Whether it is an OG cannot be read: of a row that is here it stays. A new one counts as not OG, and is refused if it has what only an OG has.",
  ),
  "og-with-extras": row(
    "Whether it is an OG cannot be read, and it has upgrades, a version or a date that only an OG has: write 1 or 0.",
  ),
  "measure-unreadable": value("This is not a valid measure of a map, so it is left out."),

  "line-ends-written": note("A text has \\n or \\r\\n where a line ended: it gets the end of the line."),

  // Links
  "link-without-scheme": note("A link lacks https://, which is added."),
  "link-refused": value(
    "A link that is neither http nor https is never a link here. It is left out, and stands in the notes, unless what is here stays.",
  ),
  "link-unreadable": value(
    "This is not a link. It is left out, and stands in the notes, unless what is here stays.",
  ),
  "link-divided": note(
    "A link has several addresses, or other text. The first address is the link, others are further proof, and what is left stands in the notes.",
  ),
  "link-first-alone": value(
    "A link has several addresses, or other text. The first address is the link alone.",
  ),
  "link-to-own-media": note("A link leads to the row's own file at the old host: the file is its proof."),
  "link-to-other-media": note("A link leads to another row's file at the old host. It is kept as it is."),
  "link-to-missing-media": note(
    "A link leads to the row's own file at the old host, but the file was not handed over. It is kept.",
  ),

  // Duplicates
  "same-again": note("The same completion is listed twice, in another spelling or order: it counts once."),
  "taken-twice": row(
    "The same combination is listed twice, in another spelling or order. The first one is kept.",
  ),
  "second-original": note("An earlier row is already the OG of this: this one counts as not OG."),
  "filekey-twice": note("Two rows have the same file key: the first keeps it, the other gets a new one."),
  "filekey-made": note("A row has no file key: it gets one that is the same on every import."),
  "filekey-not-uuid": note("A file key is not valid in an address: the row gets one derived from it."),
  "extras-swapped": note("Extra info names the pair the other way round: its upgrades are swapped."),
  "extras-twice": row("Extra info of the same OG is listed twice with different values. The first is kept."),
  "extras-of-none": row("Extra info whose completion is gone, or no longer the original."),
  "notes-of-none": row("Notes whose completion is gone."),
  "notes-twice": row("Other notes of the same completion. The first ones are kept."),
  "filekey-of-none": row("A file key whose completion is gone."),
  "code-of-none": row("A challenge code whose completion is gone."),
  "second-code": row("Another challenge code of the same completion. The first one is kept."),
  "second-filekey": row("A second file key of the same completion. The first one is kept."),

  // Maps, starts, balance changes
  "map-without-abbreviation": note("A map has no abbreviation: its name is used."),
  "abbreviation-taken": value("Another map has this abbreviation: this map's name is used instead."),
  "abbreviation-is-a-name": value("An abbreviation is another map's name: this map's name is used instead."),
  "difficulty-respelled": note("A difficulty is spelled differently."),
  "difficulty-unknown": value(
    "There is no such difficulty: it is left out, and no list of maps shows the map.",
  ),
  "map-twice": row("The same map is listed twice, in another spelling. The first one is kept."),
  "no-title": note("A start has no title: its link is shown instead."),
  "start-without-link": row("A start without a link that can be followed."),
  "unknown-nature": value("There is no such kind of balance change: it counts as miscellaneous."),
  "no-version": row("A balance change without a version that the game had."),
  "no-change": row("A balance change that says nothing."),

  // Conflicts with what this index has
  "deleted-here": row("It was deleted in this index and stays deleted."),
  "changed-here": row("It has been changed in this index since: what is here is kept."),
  "taken-here": row("This index already has a completion of this combination, which is kept."),
  "claimed-here": row("Its member has already submitted the same combination here."),
  "original-here": note("This index already has the OG of this: it counts as not OG."),
  "kept-here": row("Somebody wrote something else in this index: that is kept."),

  // Media
  "empty-file": row("An empty file."),
  "file-of-other-kind": row("A file that is neither a picture nor a video of a supported kind."),
  "damaged-video": row("A video with nothing in it to play."),
  "damaged-picture": row("A picture that is damaged or cut off."),
  "not-a-picture": row("A map's picture that is not a picture."),
  "file-too-large": row("A picture that is too large."),
  "file-gone": row("A file that was listed but could not be fetched."),
  "file-of-none": row("A file that belongs to no row here or in the import."),
  "proof-without-file": note(
    "No file was handed over for a file key, and its row has no link: no proof comes.",
  ),
  "filekey-without-file": note("No file was handed over for a file key. Its row has a link as proof."),

  // People
  "submitter-unknown": note("The submitter is known only by an id of the former provider, which is kept."),
} as const satisfies Readonly<Record<string, Rule>>;

export type RuleName = keyof typeof RULES;

/** Something odd, and where. */
export interface ImportFinding {
  readonly rule: RuleName;
  readonly table: string;
  /** As in OldRow; null for a file. */
  readonly row: number | null;
  /** The column and its value; absent if the finding is about the whole row. */
  readonly column?: string;
  readonly value?: unknown;
  /** The most similar name, or what is in the way. */
  readonly known?: string;
}

/** What becomes of a row that was read. */
export const VERDICTS = ["new", "changes", "same", "waits", "merged", "refused"] as const;

/**
 * - "new": it is added. "changes": what is here becomes what it says. "same": that is here already.
 * - "waits": it is added or changed, and has an unknown name
 * - "merged": it became a part of another row
 */
export type Verdict = (typeof VERDICTS)[number];

/** How many rows of a table were read, and with which verdicts: each has exactly one. */
export type Tally = Readonly<Record<Verdict | "read", number>>;

/** Collects what is found on the way, and what becomes of each row. */
export class Findings {
  readonly all: ImportFinding[] = [];
  readonly #ofRow = new Map<OldRow, ImportFinding[]>();
  readonly #verdicts = new Map<OldRow, Verdict>();
  /** What becomes of the values that are here. */
  readonly changes = new Map<OldRow, readonly FieldChange[]>();

  /** Notes something about a row or one of its values. */
  note(rule: RuleName, row: OldRow, more: Pick<ImportFinding, "column" | "known"> = {}): void {
    const value = more.column === undefined ? {} : { value: row.values[more.column] ?? null };
    const finding = { rule, table: row.table, row: row.row, ...value, ...more };
    this.all.push(finding);
    const own = this.#ofRow.get(row);
    if (own) own.push(finding);
    else this.#ofRow.set(row, [finding]);
  }

  /** Notes something about what is not a row: a file. */
  noteOf(table: string, rule: RuleName, value: string): void {
    this.all.push({ rule, table, row: null, value });
  }

  /** Refuses a row. */
  setAside(rule: RuleName, row: OldRow, more: Pick<ImportFinding, "column" | "known"> = {}): void {
    this.note(rule, row, more);
    this.decide(row, "refused");
  }

  /** Records what becomes of a row; the last call counts. */
  decide(row: OldRow, verdict: Exclude<Verdict, "waits">): void {
    this.#verdicts.set(row, verdict);
  }

  /** Records that a row changes what is here, and which values. */
  settleChange(row: OldRow, changes: readonly FieldChange[]): void {
    this.decide(row, "changes");
    this.changes.set(row, changes);
  }

  /** What was refused, or taken without a value. */
  get leftOver(): ImportFinding[] {
    return this.all.filter(({ rule }) => RULES[rule].outcome !== "note");
  }

  of = (row: OldRow): readonly ImportFinding[] => this.#ofRow.get(row) ?? [];

  /** Throws for a row without a verdict, which is a bug of ours. */
  verdictOf(row: OldRow): Verdict {
    const verdict = this.#verdicts.get(row);
    if (verdict === undefined) throw new Error(`Nothing became of row ${row.row} of ${row.table}.`);
    const isWritten = verdict === "new" || verdict === "changes";
    return isWritten && this.of(row).some(({ rule }) => UNRESOLVED.has(rule)) ? "waits" : verdict;
  }

  tallies(data: ReadonlyMap<string, readonly OldRow[]>): ReadonlyMap<string, Tally> {
    return new Map(
      Array.from(data, ([table, rows]) => {
        const tally = { read: rows.length, new: 0, changes: 0, same: 0, waits: 0, merged: 0, refused: 0 };
        for (const row of rows) tally[this.verdictOf(row)] += 1;
        return [table, tally];
      }),
    );
  }
}
