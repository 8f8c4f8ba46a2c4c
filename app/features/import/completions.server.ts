import type { ChallengeDefinition } from "../../../domain/challenges/define.ts";
import { emptyAttributes } from "../../../domain/fields/attributes.ts";
import type { Field } from "../../../domain/fields/index.ts";
import type { Draft } from "../../../domain/fields/kind.ts";
import { nameKey } from "../../../domain/game/name-key.ts";
import { withoutExtras } from "../../../domain/lists/row.ts";
import { type GivenLinks, linkName, otherSlots } from "../../../domain/media/proof-slots.ts";
import { fieldsIn, readFields } from "./fields.server.ts";
import {
  type IncomingCompletion,
  type ReadingCompletions,
  type Remark,
  withoutDoubles,
} from "./incoming.server.ts";
import { addExtras, addPart, CODES, FILEKEYS, NOTES, takeOwnMedia } from "./parts.server.ts";
import type { Findings } from "./rules.server.ts";
import { type OldData, type OldRow, type OldTable, SUBMITTED, TABLES, VERIFIED } from "./tables.server.ts";
import { idOf, isUuid, linesOf, readFlag, readLink, textOf, timeIn } from "./values.server.ts";

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

const NO_LINKS: GivenLinks = new Map();

/** Reads one row; null if it is set aside. */
function readCompletion(
  definition: ChallengeDefinition,
  table: OldTable,
  row: OldRow,
  place: number,
  reading: ReadingCompletions,
): IncomingCompletion | null {
  const { findings, people } = reading;
  const draft: Draft = { map: "", ...emptyAttributes() };
  const [unread, remarks] = [new Set<string>(), [] as Remark[]];
  const map = readFields(fieldsIn(definition, table), row, draft, { unread, remarks }, reading);
  if (map === null) return null;
  const link = readLink(row.values.link);
  if (link.rule) findings.note(link.rule, row, { column: "link" });
  if (link.value === null && link.rule) unread.add("link");
  const links = otherSlots(definition).flatMap(({ role }) => {
    const column = linkName(definition, role);
    const { value, rule } = readLink(row.values[column]);
    if (rule) findings.note(rule, row, { column });
    // What is here stays where a link cannot be read.
    return row.values[column] === undefined || (rule && value === null) ? [] : [[role, value] as const];
  });
  const og = readFlag(row.values.og);
  if (og.rule) findings.note(og.rule, row, { column: "og" });
  const isOriginal = og.value && definition.og !== null;
  const extras = Object.entries<Field>(definition.fields).flatMap(([name, field]) =>
    field.ogExtra ? name : [],
  );
  if (og.rule) for (const name of ["og", ...extras]) unread.add(name);
  // Lists show other completions with the extras of their original, so extras of their own are dropped.
  const own = isOriginal ? draft : withoutExtras(definition, draft);
  const pending = textOf(row.values.pending);
  if (pending === null && typeof row.values.pending === "string")
    findings.note("pending-empty", row, { column: "pending" });
  const account = pending === null ? null : (people?.get(pending) ?? null);
  if (pending !== null && account === null) findings.note("submitter-unknown", row, { column: "pending" });
  return {
    definition,
    row,
    parts: [],
    map,
    place,
    extras: null,
    unread,
    remarks: isOriginal ? remarks : remarks.filter(({ field }) => !extras.includes(field)),
    id: "",
    submitted: timeIn(row, SUBMITTED, findings),
    verified: timeIn(row, VERIFIED, findings),
    draft: {
      ...own,
      // As copies: a list that grew has room for seventeen, and those of all completions are held at once.
      towers: [...own.towers],
      upgrades: [...own.upgrades],
      people: [...own.people],
      link: link.value,
      notes: linesOf(row.values.notes) ?? "",
    },
    og: isOriginal,
    links: links.length === 0 ? NO_LINKS : new Map(links),
    pending: account ?? pending,
    filekey: textOf(row.values.filekey),
  };
}
