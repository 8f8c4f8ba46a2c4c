import { once } from "node:events";
import { createWriteStream, existsSync, renameSync } from "node:fs";
import { basename, join, relative, resolve } from "node:path";
import { finished } from "node:stream/promises";
import { setFlagsFromString } from "node:v8";
import { SMALL_CACHE } from "../../app/features/import/repository.server.ts";
import { BYTE_ORDER_MARK } from "../../domain/lists/csv.ts";
import { StartError } from "../../server/errors.ts";
import { DATE_ORDERS, type DateOrder } from "./date-order.ts";
import { applyImport, type Importing, type ImportOptions, type Plan, planImport } from "./import.ts";
import type { Bucket } from "./media.ts";
import { type FindAccount, readPeople } from "./people.ts";
import { readIndex } from "./read.ts";
import { planAsCsv, reportOf } from "./report.ts";
import type { OldData } from "./tables.ts";
import { type MediaTaker, takeMedia } from "./take-media.ts";

export interface ImportFlags {
  readonly apply?: boolean;
  readonly media?: string;
  readonly "old-media"?: string;
  readonly people?: string;
  readonly dates?: string;
  readonly "cut-off"?: boolean;
}

/** The index that is imported into, and what its engine does for an import. */
export interface ImportInto extends Omit<Importing, "now"> {
  /** Where plans are written. */
  readonly dataDir: string;
  /** Takes a backup and returns its folder. */
  readonly backUp: () => Promise<string>;
  readonly analyze: () => Promise<void>;
  readonly findAccount: FindAccount;
  /** Opens the old bucket that `--media` names. Throws StartError. */
  readonly openBucket: (place: string, takesCutOff: boolean) => Bucket;
  readonly mediaTaker: MediaTaker;
}

const number = new Intl.NumberFormat("en-GB");

/** Imports an index, or says what an import would do; writes what becomes of each row to a file. Returns what to print. */
export async function runImport(into: ImportInto, path: string, flags: ImportFlags): Promise<string> {
  const { database, data: reads, challenges, progress, dataDir } = into;
  // Else garbage of the passes stays until there is twice as much of it as of what is in use.
  setFlagsFromString("--heap-growing-percent=10");
  await database.query([], SMALL_CACHE);
  const importing: Importing = { database, data: reads, challenges, progress, now: () => new Date() };
  const { data, passedOver, taken } = await readIndex(
    path,
    (done, total) => importing.progress("reading", done, total),
    { dates: dateOrderOf(flags.dates), takesCutOff: flags["cut-off"] === true },
  );
  const bucket = flags.media === undefined ? null : into.openBucket(flags.media, flags["cut-off"] === true);
  const options: ImportOptions = {
    oldMedia: hostOf(flags["old-media"]),
    people: flags.people === undefined ? null : await readPeople(flags.people, into.findAccount),
    media: bucket && (await takeMedia(bucket, flags.apply ? into.mediaTaker : null, importing)),
  };
  const plan = await planImport(data, options, importing);
  const underWay = await reads.imports.findUnderWay();
  const [derived, lost] = [
    [...passedOver].filter(([, count]) => count === 0).map(([what]) => what),
    [...passedOver].filter(([, count]) => count > 0),
  ];
  const report = [
    ...lost.map(([what, count]) => `Not read, though it holds something: ${what} (${number.format(count)})`),
    ...(lost.length > 0 ? [""] : []),
    ...reportOf(data, plan.findings),
    "",
    ...taken,
    ...(derived.length > 0 ? [`Passed over: ${derived.join(", ")}`] : []),
  ];
  if (!flags.apply || (plan.rows.size === 0 && underWay === null)) {
    const file = join(dataDir, "import-plan.csv");
    await writePlan(file, data, plan);
    const end =
      plan.rows.size === 0
        ? "All of it is here already: there is nothing to write."
        : "This was a dry run: nothing was written. --apply does it.";
    return [...report, whereIs(file), ...(underWay === null ? [] : [GOES_ON]), end].join("\n");
  }
  return [...report, ...(await apply(into, data, options, importing, plan))].join("\n");
}

const GOES_ON = "An import is under way, and was cut off: --apply goes on with it.";

const whereIs = (file: string): string => `What becomes of each row, and why, is in ${resolve(file)}`;

async function apply(
  { data: reads, dataDir, backUp, analyze }: ImportInto,
  data: OldData,
  options: ImportOptions,
  importing: Importing,
  plan: Plan,
): Promise<string[]> {
  const begun = Date.now();
  const backup = (await reads.imports.findUnderWay()) ?? (await backUp());
  // The plan of an import that was cut off says what was new before it.
  const file = join(dataDir, `import-plan-${basename(backup)}.csv`);
  if (!existsSync(file)) await writePlan(file, data, plan);
  const { expected, here } = await applyImport(data, options, importing, plan, backup);
  await analyze();
  const seconds = Math.max(1, Math.round((Date.now() - begun) / 1000));
  return [
    whereIs(file),
    `Wrote ${number.format(plan.rows.size)} rows in ${number.format(seconds)} s.`,
    `Counted again: ${number.format(here)} of ${number.format(expected)}${here < expected ? "; somebody changed the others meanwhile" : ""}.`,
    `To take it back, stop the site and restore the index from before:`,
    `npm run index -- restore ${relative(process.cwd(), backup)} --overwrite`,
  ];
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

/** Writes a plan. The file is replaced only when it is complete. */
async function writePlan(file: string, data: OldData, { findings }: Plan): Promise<void> {
  const out = createWriteStream(`${file}.part`, { flush: true });
  out.write(BYTE_ORDER_MARK);
  for (const line of planAsCsv(data, findings)) if (!out.write(line)) await once(out, "drain");
  out.end();
  await finished(out);
  renameSync(`${file}.part`, file);
}
