import type { Data } from "../../app/api/repositories.server.ts";
import {
  beginImport,
  endImport,
  type PlannedRow,
  writeRows,
} from "../../app/features/import/repository.server.ts";
import { insertUnlistedMaps, type MapState } from "../../app/features/maps/repository.server.ts";
import type { ChallengeDefinition } from "../../domain/challenges/define.ts";
import { ConstraintError, type Database } from "../../server/db/database.ts";
import type { ReportProgress } from "../../server/jobs/job.ts";
import { readCompletions } from "./completions.ts";
import type { IncomingMedia } from "./media.ts";
import { MapNames, TowerNames } from "./names.ts";
import {
  AT_ONCE,
  chunksOf,
  type Planning,
  planBalanceChanges,
  planCompletions,
  planMaps,
  planStarts,
} from "./plan.ts";
import { readBalanceChanges, readMaps, readStarts } from "./reference.ts";
import { Findings } from "./rules.ts";
import { type OldData, TABLES } from "./tables.ts";
import { noteDamage } from "./values.ts";

export interface ImportOptions {
  /** The host that served the old media; null if not given. */
  readonly oldMedia: string | null;
  /** Accounts by the ids of the former provider; null if not given. */
  readonly people: ReadonlyMap<string, string> | null;
  /** Files of the old bucket; null if none were provided. */
  readonly media: IncomingMedia | null;
}

export interface Importing {
  readonly database: Database;
  readonly data: Data;
  readonly challenges: ReadonlyMap<string, ChallengeDefinition>;
  readonly now: () => Date;
  readonly progress: ReportProgress;
}

export interface Plan {
  readonly findings: Findings;
  /** The rows that it writes, each by its noun and what it is known by there. */
  readonly rows: ReadonlySet<string>;
  /** Maps that do not exist yet. */
  readonly missing: readonly string[];
}

const keyOf = ({ noun, id, after }: PlannedRow): string =>
  // A map that does not exist yet has no number.
  `${noun} ${noun === "map" ? (after as MapState).map : id}`;

/** Reads an index and returns what becomes of each row. Writes nothing, unless `write` does with the rows it is handed. */
export async function planImport(
  data: OldData,
  { oldMedia, people, media }: ImportOptions,
  { data: here, challenges, progress }: Importing,
  write?: (rows: readonly PlannedRow[]) => Promise<void>,
): Promise<Plan> {
  const findings = new Findings();
  for (const rows of data.values()) for (const row of rows) noteDamage(row, findings);
  const vocabulary = await here.search.vocabulary([]);
  const maps = new MapNames(await here.imports.findAllMaps(), vocabulary);
  const towers = new TowerNames(vocabulary);
  const mediaHere = await here.imports.findMediaKeys();
  const hasMedia = (key: string): boolean => media?.has(key) || mediaHere.has(key);
  const reading = { challenges, maps, towers, oldMedia, hasMedia, people, findings };
  const planning: Planning = {
    data: here,
    findings,
    filesOf: media && ((completion) => media.filesOf(completion)),
    pictureOf: media && ((map) => media.pictureOf(map)),
  };
  const rows = new Set<string>();
  async function take(some: readonly PlannedRow[]): Promise<void> {
    for (const row of some) rows.add(keyOf(row));
    await write?.(some);
  }
  const rowsOf = (table: string) => data.get(table) ?? [];
  // First, because everything else may be on them.
  const incomingMaps = readMaps(rowsOf("map_information"), maps, findings);
  media?.settlePictures(maps, findings);
  await take(await planMaps(incomingMaps, planning));
  const total = TABLES.reduce(
    (sum, { name, part }) => sum + (part === "completion" ? rowsOf(name).length : 0),
    0,
  );
  const step = write ? "writing completions" : "comparing completions";
  let done = 0;
  progress(step, done, total, "completions");
  for await (const completions of readCompletions(data, reading))
    for (const some of chunksOf(completions, AT_ONCE)) {
      await take(await planCompletions(some, planning));
      done += some.length;
      progress(step, done, total, "completions");
    }
  // Some were two rows of one completion.
  progress(step, total, total);
  const starts = await readStarts(rowsOf("chimps_starts"), maps, findings);
  for (const some of chunksOf(await planStarts(starts, planning), AT_ONCE)) await take(some);
  const changes = await readBalanceChanges(rowsOf("balance_changes"), towers, findings);
  for (const some of chunksOf(await planBalanceChanges(changes, planning), AT_ONCE)) await take(some);
  media?.settleRest(findings);
  return { findings, rows, missing: maps.missing };
}

/** How often an import starts over because others changed what it was about to write. */
const MOST_TRIES = 5;

/** How many rows were to be here after an import, and how many are. */
export interface Imported {
  readonly expected: number;
  readonly here: number;
}

/**
 * Carries out a plan in batches that are each whole. Cut off at any moment and restarted, it plans anew, and finds that
 * what it has written is here. At the end it compares once more: all that it was to write is then the same as here.
 * @param backup the folder of the backup that was taken before the first of them
 * @throws ConstraintError if others are faster each time
 */
export async function applyImport(
  data: OldData,
  options: ImportOptions,
  importing: Importing,
  { rows, missing, findings }: Plan,
  backup: string,
): Promise<Imported> {
  const { database, now } = importing;
  await database.atomic([
    beginImport(backup, now().toISOString()),
    // Completions refer to maps by id, so these are added first: unlisted, and with nothing on them.
    ...(missing.length > 0 ? [insertUnlistedMaps(missing)] : []),
  ]);
  const write = async (some: readonly PlannedRow[]): Promise<void> => {
    // What was written meanwhile may have made way for more: that is for the next import.
    const planned = some.filter((row) => rows.has(keyOf(row)));
    const [first] = planned;
    if (first) await database.atomic(writeRows(first.noun, planned, now().toISOString()));
  };
  for (let tries = 1; ; tries += 1)
    try {
      await planImport(data, options, importing, write);
      break;
    } catch (error) {
      if (!(error instanceof ConstraintError) || tries >= MOST_TRIES) throw error;
    }
  const checked = await planImport(data, options, importing);
  await database.atomic(endImport(now().toISOString()));
  const countSame = (each: Findings): number =>
    [...each.tallies(data).values()].reduce((sum, { same }) => sum + same, 0);
  return { expected: rows.size + countSame(findings), here: countSame(checked.findings) };
}
