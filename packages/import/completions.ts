import type { ChallengeDefinition } from "../../domain/challenges/define.ts";
import { emptyAttributes } from "../../domain/fields/attributes.ts";
import type { Field } from "../../domain/fields/index.ts";
import type { Draft } from "../../domain/fields/kind.ts";
import { nameKey } from "../../domain/game/name-key.ts";
import { SOMEBODY } from "../../domain/lists/csv.ts";
import { type GivenLinks, linkName, proofSlots, withOneAddressEach } from "../../domain/media/proof-slots.ts";
import { fieldsIn, type LeftOut, readFields } from "./fields.ts";
import {
  type ImportRemark,
  type IncomingCompletion,
  type ReadingCompletions,
  withoutDoubles,
} from "./incoming.ts";
import { addExtras, addPart, CODES, FILEKEYS, NOTES, takeOwnMedia } from "./parts.ts";
import type { Findings } from "./rules.ts";
import { type OldData, type OldRow, type OldTable, SUBMITTED, TABLES, VERIFIED } from "./tables.ts";
import {
  idOf,
  isSpreadsheetError,
  isUuid,
  linesIn,
  readFlag,
  readLink,
  readTruth,
  remarkOf,
  textOf,
  timeIn,
  withLineEnds,
} from "./values.ts";

/** Reads the completions of one challenge after the other. The same data and maps always give the same, ids included. */
export async function* readCompletions(
  data: OldData,
  reading: ReadingCompletions,
): AsyncGenerator<readonly IncomingCompletion[]> {
  const tables = Map.groupBy(
    TABLES.filter(({ challenge }) => challenge !== null),
    ({ challenge }) => challenge ?? "",
  );
  const taken = new Set<string>();
  for (const [challenge, own] of tables) {
    const definition = reading.challenges.get(challenge);
    if (!definition) continue;
    const found = readChallenge(definition, own, data, reading);
    for (const completion of found) await settleId(completion, taken, reading.findings);
    yield found;
  }
}

/** Gives a completion its id: its file key, or one derived from its content. */
async function settleId(
  completion: IncomingCompletion,
  taken: Set<string>,
  findings: Findings,
): Promise<void> {
  const key = completion.filekey?.toLowerCase() ?? null;
  completion.id = await idOf(key, contentOf(completion), taken);
  if (completion.id === key) return;
  const rule = key === null ? "filekey-made" : isUuid(key) ? "filekey-twice" : "filekey-not-uuid";
  findings.note(rule, completion.row, {
    ...(key === null ? {} : { column: "filekey" }),
    known: completion.id,
  });
}

/** Returns a completion's combination as one text; all of its content where there is no combination. */
function contentOf({ definition: { key, identity }, draft, map, pending }: IncomingCompletion): string {
  const towers = [...draft.towers].sort();
  const what = [key, nameKey(map.name), towers, draft.completionType];
  const { people, money, version, date, link, notes } = draft;
  return JSON.stringify(
    identity.length > 0 ? what : [...what, people, money, version, date, link, notes, pending],
  );
}

/** Reads the rows of one challenge with its extra info, notes and file keys. */
function readChallenge(
  definition: ChallengeDefinition,
  tables: readonly OldTable[],
  data: OldData,
  reading: ReadingCompletions,
): IncomingCompletion[] {
  const rowsOf = (part: OldTable["part"]) =>
    tables.filter((each) => each.part === part).map((table) => ({ table, rows: data.get(table.name) ?? [] }));
  const found: IncomingCompletion[] = [];
  for (const { table, rows } of rowsOf("completion"))
    for (const [place, row] of rows.entries()) {
      const completion = readCompletion(definition, table, row, place, reading);
      if (completion) found.push(completion);
    }
  const unique = withoutDoubles(definition, found, reading.findings);
  for (const { rows } of rowsOf("extras")) addExtras(definition, rows, unique, reading);
  for (const { table, rows } of rowsOf("notes")) addPart(NOTES, table, rows, unique, reading);
  for (const { table, rows } of rowsOf("filekey")) addPart(FILEKEYS, table, rows, unique, reading);
  for (const { table, rows } of rowsOf("code")) addPart(CODES, table, rows, unique, reading);
  for (const completion of unique.completions) takeOwnMedia(completion, reading);
  return unique.completions;
}

// Shared, as most of the completions that are held at once have none.
const NO_LINKS: GivenLinks = new Map();
const NONE_UNREAD: ReadonlySet<string> = new Set();
const NO_REMARKS: readonly ImportRemark[] = [];

/** Reads the links of a row: the completion's own, and those of further proof, which a text of several may hold, too. */
function readLinks(
  definition: ChallengeDefinition,
  row: OldRow,
  { unread, remarks }: LeftOut,
  findings: Findings,
): { readonly link: string | null; readonly links: readonly (readonly [string, string | null])[] } {
  const names = proofSlots(definition).map(({ role }) => [role, linkName(definition, role)] as const);
  const written: Record<string, string> = Object.fromEntries(
    names.flatMap(([, name]) =>
      row.values[name] === undefined || isSpreadsheetError(row.values[name])
        ? []
        : [[name, textOf(withLineEnds(row, row.values[name])) ?? ""]],
    ),
  );
  const divided = withOneAddressEach(definition, written);
  if (divided.notes) remarks.push({ field: "notes", text: divided.notes });
  const read = names.flatMap(([role, name]) => {
    const text = divided[name];
    if (text === undefined) return [];
    const isDivided = name in written && written[name] !== text;
    const { value, rule } = readLink(text);
    if (isDivided || rule)
      findings.note(isDivided ? "link-divided" : (rule ?? "link-divided"), row, { column: name });
    if (value !== null || !rule) return [[role, name, value] as const];
    // What is here stays where a link cannot be read.
    unread.add(name);
    if (rule !== "not-known") remarks.push({ field: name, text: remarkOf("Link", row.values[name]) });
    return [];
  });
  return {
    link: read.find(([, name]) => name === "link")?.[2] ?? null,
    links: read.flatMap(([role, name, value]) => (name === "link" ? [] : [[role, value] as const])),
  };
}

/** What says that nobody waits, besides a no. */
const NO_CLAIM = /^(?:n\/?a|[-–—])$/i;

/** Returns the id of whose claim a row is; null if it is verified. */
function readPending(row: OldRow, { findings, people }: ReadingCompletions): string | null {
  const value = row.values.pending ?? null;
  const isError = isSpreadsheetError(value);
  const text = textOf(value);
  const account = people?.get(text ?? "");
  if (account !== undefined) return account;
  const isClaim = text === null ? null : readTruth(text);
  const isVerified = text === null ? !isError : isClaim === false || NO_CLAIM.test(text);
  if (value !== null && !isError)
    findings.note(isVerified ? "pending-empty" : "submitter-unknown", row, { column: "pending" });
  if (isVerified) return null;
  // What cannot be read is no verdict: it waits. A yes says whether, and not whose; a number may be an id.
  return text === null || (isClaim === true && !/\d/.test(text)) ? SOMEBODY : text;
}

/** Reads one row; null if it is set aside. */
function readCompletion(
  definition: ChallengeDefinition,
  table: OldTable,
  row: OldRow,
  place: number,
  reading: ReadingCompletions,
): IncomingCompletion | null {
  const { findings } = reading;
  const draft: Draft = { map: "", ...emptyAttributes() };
  const damaged = Object.keys(row.values).filter((column) => isSpreadsheetError(row.values[column]));
  const [unread, remarks] = [new Set(damaged), [] as ImportRemark[]];
  const og = readFlag(row.values.og);
  const isOriginal = og.value && definition.og !== null;
  const fields = fieldsIn(definition, table);
  // Lists show other completions with the extras of their original, so extras of their own are not read.
  const read = fields.filter(([, { ogExtra }]) => isOriginal || !ogExtra);
  const map = readFields(read, row, draft, { unread, remarks }, reading);
  if (map === null) return null;
  const { link, links } = readLinks(definition, row, { unread, remarks }, findings);
  const extras = Object.entries<Field>(definition.fields).flatMap(([name, { ogExtra }]) =>
    ogExtra ? name : [],
  );
  if (og.rule && !unread.has("og")) findings.note(og.rule, row, { column: "og" });
  if (og.rule) for (const name of ["og", ...extras]) unread.add(name);
  return {
    definition,
    row,
    parts: [],
    map,
    place,
    extras: null,
    unread: unread.size === 0 ? NONE_UNREAD : unread,
    remarks: remarks.length === 0 ? NO_REMARKS : remarks,
    isOgWithExtras: og.rule !== undefined && extras.some((name) => textOf(row.values[name]) !== null),
    id: "",
    submitted: timeIn(row, SUBMITTED, findings),
    verified: timeIn(row, VERIFIED, findings),
    draft: {
      ...draft,
      // As copies: a list that grew has room for seventeen, and those of all completions are held at once.
      towers: [...draft.towers],
      upgrades: [...draft.upgrades],
      people: [...draft.people],
      link,
      notes: linesIn(row, "notes", findings) ?? "",
    },
    og: isOriginal,
    links: links.length === 0 ? NO_LINKS : new Map(links),
    pending: readPending(row, reading),
    filekey: textOf(row.values.filekey),
  };
}
