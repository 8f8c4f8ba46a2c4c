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
  "more-upgrades-than-towers": value("It lists more upgrades than towers: those beyond are left out."),
  "no-type": row("It has no completion type."),
  "unknown-type": note("There is no such completion type today. It is kept as it is."),

  // Untyped values
  "money-as-text": note("An amount of cash is written as text: it is read as a number."),
  "money-unreadable": row("This is not a whole amount of cash."),
  "money-beyond": note("This is more cash than the challenge allows today. It is kept as it is."),
  "version-as-number": note(
    "A version is written as a number: it is kept as text. A 0 at its end may be missing.",
  ),
  "version-unordered": note("This is not a version of the game. It is kept as it is, but cannot be sorted."),
  "date-of-a-time": note("A date has a time of day, which is left out."),
  "date-unreadable": value("This is not a date (yyyy-mm-dd), so it is left out."),
  "time-unreadable": value("This is not a time with a time zone, so it counts as unknown."),
  "og-unreadable": value("Whether it is an OG is neither 0 nor 1: it counts as not OG."),
  "measure-unreadable": value("This is not a valid measure of a map, so it is left out."),

  // Links
  "link-without-scheme": note("A link lacks https://, which is added."),
  "link-refused": value("A link that is neither http nor https is never shown, so it is left out."),
  "link-unreadable": value("This is not a link, so it is left out."),
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
