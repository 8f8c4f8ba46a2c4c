import { once } from "node:events";
import { createWriteStream, mkdirSync, renameSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { finished } from "node:stream/promises";
import { accountReads } from "../../../app/features/accounts/repository/accounts.server.ts";
import { DATE_ORDERS, type DateOrder } from "../../../app/features/import/csv-dates.server.ts";
import {
  dryRun,
  type Importing,
  type ImportOptions,
  type ImportResult,
  importIndex,
} from "../../../app/features/import/import.server.ts";
import { leftOverLine, reportOf } from "../../../app/features/import/report.server.ts";
import type { LeftOver } from "../../../app/features/import/rules.server.ts";
import type { OldData } from "../../../app/features/import/tables.server.ts";
import { takeMedia } from "../../../app/features/import/take-media.server.ts";
import { undoImport } from "../../../app/features/import/undo.server.ts";
import type { Site } from "../open-index.ts";
import { StartError } from "../start-error.ts";
import { mediaTaker, openBucket } from "./buckets.ts";
import { readPeople } from "./people.ts";
import { progressBar } from "./progress.ts";
import { readIndex } from "./read.ts";

/** The options of `import`. */
interface ImportFlags {
  readonly apply?: boolean;
  readonly all?: boolean;
  readonly media?: string;
  readonly "old-media"?: string;
  readonly people?: string;
  readonly "left-over"?: string;
  readonly dates?: string;
}

const importingOf = ({ database, parts }: Site): Importing => ({
  ...{ database, data: parts.data, challenges: parts.challenges },
  now: () => new Date(),
  progress: progressBar(process.stderr),
});

/** Imports an index, or says what an import would do; writes what finds no place to a file. Returns what to print. */
export async function runImport(site: Site, path: string, flags: ImportFlags): Promise<string> {
  const importing = importingOf(site);
  const { data, passedOver, taken } = await readIndex(
    path,
    (done, total) => importing.progress("reading", done, total),
    { dates: dateOrderOf(flags.dates) },
  );
  const { database, media, settings } = site;
  const bucket = flags.media === undefined ? null : openBucket(flags.media, settings.s3);
  const options: ImportOptions = {
    oldMedia: hostOf(flags["old-media"]),
    people: flags.people === undefined ? null : await readPeople(flags.people, accountReads(database)),
    media: bucket && (await takeMedia(bucket, flags.apply ? mediaTaker(media) : null, importing)),
  };
  const { result, leftOver } = await (flags.apply ? apply : rehearse)(
    data,
    options,
    importing,
    (act) =>
      flags["left-over"] ??
      join(settings.dataDir, act === null ? "left-over.jsonl" : `left-over-${act}.jsonl`),
  );
  if (result.act !== null) await site.analyze();
  return [
    ...reportOf(result, flags.all),
    "",
    ...taken,
    ...(passedOver.size > 0
      ? [`Passed over, for it holds nothing of its own: ${[...passedOver.keys()].join(", ")}`]
      : []),
    leftOverLine(result, resolve(leftOver)),
    endOf(result.act, result.writes, flags.apply === true),
  ].join("\n");
}

/** The file for what finds no place: one for each act, and one for dry runs that is overwritten each time. */
type LeftOverFile = (act: string | null) => string;

type Step = (
  data: OldData,
  options: ImportOptions,
  importing: Importing,
  fileOf: LeftOverFile,
) => Promise<{ readonly result: ImportResult; readonly leftOver: string }>;

const rehearse: Step = async (data, options, importing, fileOf) => {
  const result = await dryRun(data, options, importing);
  await writeLines(fileOf(null), result.leftOver);
  return { result, leftOver: fileOf(null) };
};

const apply: Step = async (data, options, importing, fileOf) => {
  const result = await importIndex(data, options, importing, (act, lines) => writeLines(fileOf(act), lines));
  if (result.act === null) await writeLines(fileOf(null), result.leftOver);
  return { result, leftOver: fileOf(result.act) };
};

function endOf(act: string | null, writes: number, isApplied: boolean): string {
  if (act !== null) return `Moved in as one act. To take it back: npm run index -- undo-import ${act}`;
  if (writes === 0) return "All of it is here already: there is nothing to write.";
  return isApplied ? "" : "This was a dry run: nothing was written. --apply does it.";
}

/** Reads the order of dates. Throws StartError. */
function dateOrderOf(text: string | undefined): DateOrder | null {
  const order = DATE_ORDERS.find((each) => each === text);
  if (text !== undefined && order === undefined)
    throw new StartError(`--dates takes ${DATE_ORDERS.join(", ")}, not ${text}.`);
  return order ?? null;
}

/** Returns "media.example.org", whether it is given as a host or as an address. */
function hostOf(text: string | undefined): string | null {
  if (text === undefined) return null;
  return URL.parse(text)?.host || URL.parse(`https://${text}`)?.host || text;
}

/** Writes one line of JSON each. The file is replaced only when it is complete. */
async function writeLines(file: string, lines: readonly LeftOver[]): Promise<void> {
  mkdirSync(dirname(file), { recursive: true });
  const out = createWriteStream(`${file}.part`, { flush: true });
  for (const line of lines) if (!out.write(`${JSON.stringify(line)}\n`)) await once(out, "drain");
  out.end();
  await finished(out);
  renameSync(`${file}.part`, file);
}

/** Lists the imports that can be taken back. */
export async function listImports({ parts }: Site): Promise<string> {
  const acts = await parts.data.acts.findAllDone();
  if (acts.length === 0) return "There is no import to be taken back.";
  return acts
    .map(
      ({ id, endedAt, firstSeq, lastSeq }) => `${id}  ${endedAt}  ${(lastSeq ?? 0) - (firstSeq ?? 0)} rows`,
    )
    .join("\n");
}

/** Takes an import back. */
export async function runUndo(site: Site, act: string): Promise<string> {
  const { undone, left } = await undoImport(act, importingOf(site));
  await site.analyze();
  return [
    `Took back ${undone} rows of the import ${act}.`,
    ...(left.length > 0 ? ["These were changed since, or are needed by what was, and stay:"] : []),
    ...left.map(({ noun, id, title }) => `  ${noun} ${id}: ${title}`),
  ].join("\n");
}
