/**
 * What becomes of whatever a rule is about.
 * - "note": it is taken as the rule says, and nothing is left over.
 * - "value": its row is taken without that value; the row as it was goes to the left-over.
 * - "row": the whole row is set aside.
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

/** What is done about each kind of oddity in an index from elsewhere, by name. */
export const RULES = {
  // Names
  "respelled-tower": note("A tower is spelled otherwise: it gets the name that the game has for it."),
  "unknown-tower": note(
    "No tower, upgrade or hero has this name. It is kept as it is; the row can be found and edited.",
  ),
  "respelled-map": note("A map is spelled otherwise, or by its abbreviation: the row goes to the map."),
  "former-map": note("A map was called so before: the row goes to the map as it is called now."),
  "unknown-map": note(
    "No map has this name. The row is kept on a map of that name that no list of maps shows.",
  ),
  "no-map": row("It names no map."),
  "no-tower": row("It names no tower."),
  "no-player": row("It names no player."),
  "set-not-a-list": note("Its towers are not written as a JSON list: they are read as names between commas."),
  "upgrades-not-a-list": value("Its upgrades are not written as a JSON list: it is taken without them."),
  "more-upgrades-than-towers": value("It lists more upgrades than towers: those beyond are left out."),
  "no-type": row("It has no completion type."),
  "unknown-type": note("There is no such completion type today. It is kept as it is."),

  // Untyped values
  "money-as-text": note("An amount of cash is written as text: it is read as a number."),
  "money-unreadable": row("This is no whole amount of cash."),
  "money-beyond": note("This is more cash than the challenge allows today. It is kept as it is."),
  "version-as-number": note(
    "A version is written as a number: it is kept as text. That a 0 at its end is missing cannot be seen.",
  ),
  "version-unordered": note(
    "This is no version of the game. It is kept as it is, and stands in no order of versions.",
  ),
  "date-of-a-time": note("A date has a time of day, which is left out."),
  "date-unreadable": value("This is no day, yyyy-mm-dd: the row is taken without a date."),
  "time-unreadable": value("This is no time with its zone: the row is taken as if nobody knew when it came."),
  "og-unreadable": value("Whether it is an original is neither 0 nor 1: it is taken as not original."),
  "measure-unreadable": value("This is no measure of a map: the map is taken without it."),

  // Links
  "link-without-scheme": note("A link lacks its https://, which is put before it."),
  "link-refused": value("A link that is neither http nor https is never shown: the row is taken without it."),
  "link-unreadable": value("This is no link: the row is taken without it."),
  "link-to-own-media": note("A link leads to the row's own file at the old host: the file is its proof."),
  "link-to-other-media": note("A link leads to another row's file at the old host. It is kept as it is."),
  "link-to-missing-media": note(
    "A link leads to the row's own file at the old host, but the file was not handed over. It is kept.",
  ),

  // Duplicates
  "same-again": note("The same completion stands twice, in another spelling or order: it is one."),
  "taken-twice": row("The same combination stands twice, in another spelling or order. The first one stays."),
  "second-original": note(
    "Another row is the original of this already, the first one written: this is taken as not original.",
  ),
  "filekey-twice": note(
    "Two rows have one file key: the first keeps it, the other gets one that is made of its content.",
  ),
  "filekey-made": note("A row has no file key: it gets one that is made of its content, the same each time."),
  "filekey-not-uuid": note(
    "A file key is not of the form that addresses take: the row gets one that is made of it.",
  ),
  "extras-swapped": note("Extra info names the pair the other way round: its upgrades change places."),
  "extras-twice": row(
    "Extra info of the same original stands twice, and says something else. The first one stays.",
  ),
  "extras-of-none": row("Extra info whose completion is gone, or no longer the original."),
  "notes-of-none": row("Notes whose completion is gone."),
  "notes-twice": row("Other notes of the same completion. The first ones stay."),
  "filekey-of-none": row("A file key whose completion is gone."),
  "second-filekey": row("A second file key of the same completion. The first one stays."),

  // Maps, starts, balance changes
  "map-without-abbreviation": note("A map has no abbreviation: it gets its name for one."),
  "abbreviation-taken": value("An abbreviation is another map's: this map gets its name for one."),
  "abbreviation-is-a-name": value(
    "An abbreviation is another map's name, which wins: this map gets its own name for one.",
  ),
  "difficulty-respelled": note("A difficulty is spelled otherwise."),
  "difficulty-unknown": value(
    "There is no such difficulty: the map is taken without it, and no list of maps shows it.",
  ),
  "map-twice": row("The same map stands twice, in another spelling. The first one stays."),
  "no-title": note("A start has no title: its link stands for it."),
  "start-without-link": row("A start without a link that can be followed."),
  "unknown-nature": value("There is no such nature of a balance change: it is taken as miscellaneous."),
  "no-version": row("A balance change without a version that the game had."),
  "no-change": row("A balance change that says nothing."),

  // Conflicts with what this index has
  "deleted-here": row("It was deleted in this index, and stays so."),
  "changed-here": row("It was changed in this index since it came: what is here stays."),
  "taken-here": row("This index has another completion of the same combination, which stays."),
  "claimed-here": row("Its member claims the same combination in this index already."),
  "original-here": note("This index has another original of this: it is taken as not original."),
  "kept-here": row("This index says something else, and somebody here has written it: that stays."),

  // Media
  "empty-file": row("A file without a byte in it."),
  "file-of-other-kind": row("A file that is neither a picture nor a video of the kinds that are taken."),
  "damaged-video": note("A video in which there is nothing to play. It is not taken in."),
  "damaged-picture": row("A picture that is damaged or cut off."),
  "not-a-picture": row("A map's picture that is no picture."),
  "file-too-large": row("A picture too large to be taken in."),
  "file-gone": row("A file that was listed and that could not be had then."),
  "file-of-none": row("A file of no row that is here or in the import."),

  // People
  "submitter-unknown": note(
    "Who submitted this is known by an id of the former provider alone, which stays.",
  ),
} as const satisfies Readonly<Record<string, Rule>>;

export type RuleName = keyof typeof RULES;

/** Something odd, and where. */
export interface Finding {
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

/** A line of left-over.jsonl: the whole of what has no place here, and why. */
export interface LeftOver extends Finding {
  readonly says: string;
  /** The row as it was read. */
  readonly was: unknown;
}
