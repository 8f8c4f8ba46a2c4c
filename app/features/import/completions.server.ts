import type { ChallengeDefinition } from "../../../domain/challenges/define.ts";
import type { Draft } from "../../../domain/fields/kind.ts";
import { emptySlots } from "../../../domain/fields/slots.ts";
import { withoutExtras } from "../../../domain/lists/row.ts";
import { linkName, otherSlots } from "../../../domain/media/proofs.ts";
import { withoutDoubles } from "./doubles.server.ts";
import { fieldsIn, readFields } from "./fields.server.ts";
import { settleIds } from "./ids.server.ts";
import type { IncomingCompletion, ReadingCompletions } from "./incoming.server.ts";
import { addExtras, addPart, FILEKEYS, NOTES, takeOwnMedia } from "./parts.server.ts";
import { type OldData, type OldRow, type OldTable, SUBMITTED, TABLES } from "./tables.server.ts";
import { linesOf, readFlag, readLink, readTime, textOf } from "./values.server.ts";

/** Reads the completions of all challenges. */
export async function readCompletions(
  data: OldData,
  reading: ReadingCompletions,
): Promise<IncomingCompletion[]> {
  const tables = Map.groupBy(
    TABLES.filter(({ challenge }) => challenge !== null),
    ({ challenge }) => challenge ?? "",
  );
  const all: IncomingCompletion[] = [];
  for (const [challenge, own] of tables) {
    const definition = reading.challenges.get(challenge);
    if (definition) all.push(...readChallenge(definition, own, data, reading));
  }
  return settleIds(all, reading.findings);
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
  for (const completion of unique.kept) takeOwnMedia(completion, reading);
  return unique.kept;
}

/** Reads one row; null if it is set aside. */
function readCompletion(
  definition: ChallengeDefinition,
  table: OldTable,
  row: OldRow,
  place: number,
  reading: ReadingCompletions,
): IncomingCompletion | null {
  const { findings, people } = reading;
  const draft: Draft = { map: "", ...emptySlots() };
  const map = readFields(fieldsIn(definition, table), row, draft, reading);
  if (map === null) return null;
  const link = readLink(row.values.link);
  if (link.rule) findings.note(link.rule, row, { column: "link" });
  const links = otherSlots(definition).flatMap(({ role }) => {
    const column = linkName(definition, role);
    const { value, rule } = readLink(row.values[column]);
    if (rule) findings.note(rule, row, { column });
    return row.values[column] === undefined ? [] : [[role, value] as const];
  });
  const og = readFlag(row.values.og);
  if (og.rule) findings.note(og.rule, row, { column: "og" });
  const submitted = readTime(row.values[SUBMITTED]);
  if (submitted.rule) findings.note(submitted.rule, row, { column: SUBMITTED });
  const isOriginal = og.value && definition.og !== null;
  // Lists show other completions with the extras of their original, so extras of their own are dropped.
  const own = isOriginal ? draft : withoutExtras(definition, draft);
  const pending = textOf(row.values.pending);
  const account = pending === null ? null : (people?.get(pending) ?? null);
  if (pending !== null && account === null) findings.note("submitter-unknown", row, { column: "pending" });
  return {
    ...{ definition, row, parts: [], map, submitted: submitted.value, place, extras: null, id: "" },
    draft: { ...own, link: link.value, notes: linesOf(row.values.notes) ?? "" },
    og: isOriginal,
    links: new Map(links),
    pending: account ?? pending,
    filekey: textOf(row.values.filekey),
  };
}
