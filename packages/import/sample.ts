import { catalogueReads } from "../../app/features/catalogue/repository.server.ts";
import { insertChimpsStarts, logLoadedStarts } from "../../app/features/chimps-starts/repository.server.ts";
import { type BatchPart, write } from "../../app/features/completions/repository/effects.server.ts";
import {
  insertCompletions,
  type LoadedCompletion,
  logLoadedCompletions,
  stateOf,
} from "../../app/features/completions/repository/stored-completion.server.ts";
import { importReads } from "../../app/features/import/repository.server.ts";
import {
  countSample,
  deleteCutOffSample,
  isUntouched,
  sampleChange,
  totalOf,
} from "../../app/features/sample/repository.server.ts";
import { searchReads } from "../../app/features/search/repository.server.ts";
import { CHALLENGES } from "../../domain/challenges/index.ts";
import { csvRecords } from "../../domain/lists/csv.ts";
import { HEAD_BYTES, typeOf } from "../../domain/media/media-kinds.ts";
import type { Database } from "../../server/db/database.ts";
import { insertMediaEntries, mediaStateOf, type NewMediaEntry } from "../../server/db/media.ts";
import type { Files } from "../../server/files.ts";
import { hashOf, type MediaStore } from "../../server/media/store.ts";
import { readCompletions } from "./completions.ts";
import { readCsv } from "./csv.ts";
import type { IncomingCompletion } from "./incoming.ts";
import { MapNames, TowerNames } from "./names.ts";
import { chunksOf } from "./plan.ts";
import { readStarts } from "./reference.ts";
import { Findings, RULES } from "./rules.ts";

/** Rows per batch: one statement binds them as JSON of half a megabyte, and D1 binds at most two megabytes. */
const AT_ONCE = 500;

/** Ids of accounts that nobody can sign in to. In the files, a pending row names the first. */
const MEMBER = "sample-member";
const HELPER = "sample-helper";

/** The file that says which file is stored under which media key. */
const KEYS = "media/keys.csv";

/** A file under a media key. */
type SampleMedia = Pick<NewMediaEntry, "key" | "hash" | "contentType" | "bytes">;

async function bytesIn(files: Files, name: string): Promise<Uint8Array<ArrayBuffer>> {
  const stored = await files.read(name);
  if (!stored) throw new Error(`The sample has no file ${name}.`);
  return new Uint8Array(await new Response(stored as unknown as BodyInit).arrayBuffer());
}

const textIn = async (files: Files, name: string): Promise<string> =>
  new TextDecoder().decode(await bytesIn(files, name));

/** Stores the few files that all keys share; returns the media of each completion. */
async function storeMedia(
  media: MediaStore,
  files: Files,
): Promise<ReadonlyMap<string, readonly SampleMedia[]>> {
  const stored = new Map<string, Omit<SampleMedia, "key">>();
  const entries: SampleMedia[] = [];
  const [, ...keys] = csvRecords(await textIn(files, KEYS));
  for (const [key = "", name = ""] of keys) {
    let file = stored.get(name);
    if (!file) {
      const bytes = await bytesIn(files, `media/${name}`);
      const contentType = typeOf(bytes.subarray(0, HEAD_BYTES));
      if (contentType === null) throw new Error(`The sample's ${name} is neither a picture nor a video.`);
      file = { hash: await hashOf(bytes), contentType, bytes: bytes.length };
      await media.write(file.hash, bytes);
      stored.set(name, file);
    }
    entries.push({ key, ...file });
  }
  return Map.groupBy(entries, ({ key }) => key.split("/")[0] ?? "");
}

/** Reads one file as an import does. Rows on maps that no longer exist are left out. */
async function readFile(files: Files, name: string, database: Database) {
  const findings = new Findings();
  const vocabulary = await searchReads(database, catalogueReads(database).current).vocabulary([]);
  const maps = new MapNames(await importReads(database).findAllMaps(), vocabulary);
  const towers = new TowerNames(vocabulary);
  const { table, rows } = readCsv(`${name}.csv`, await textIn(files, `${name}.csv`));
  const there = rows.filter(({ values }) => maps.find(String(values.map)).by !== "unknown");
  const completions: IncomingCompletion[] = [];
  for await (const some of readCompletions(new Map([[table.name, there]]), {
    challenges: CHALLENGES,
    maps,
    towers,
    findings,
    oldMedia: null,
    hasMedia: () => false,
    people: null,
  }))
    completions.push(...some);
  const starts = table.part === "chimps-start" ? await readStarts(there, maps, findings) : [];
  const [wrong] = findings.leftOver;
  if (wrong) throw new Error(`Row ${wrong.row} of the sample's ${name}.csv: ${RULES[wrong.rule].says}`);
  return { completions, starts };
}

/** Returns the sample's rows of a challenge, each with its files. */
export async function readSample(
  challenge: string,
  files: Files,
  database: Database,
  mediaOf: ReadonlyMap<string, readonly SampleMedia[]> = new Map(),
): Promise<SampleRow[]> {
  // A challenge that was added later has none.
  if ((await files.sizeOf(`${challenge}.csv`)) === null) return [];
  const { completions } = await readFile(files, challenge, database);
  return completions.map((each) => rowOf(each, mediaOf.get(each.id)));
}

/** A row of the sample with its files. */
interface SampleRow extends LoadedCompletion {
  readonly media: readonly NewMediaEntry[];
}

function rowOf(incoming: IncomingCompletion, files: readonly SampleMedia[] = []): SampleRow {
  const { definition, id, draft, map, og, pending, row, submitted: createdAt } = incoming;
  if (createdAt === null) throw new Error(`Row ${row.row} of the sample's ${row.table}.csv has no time.`);
  const media = files.map((file) => ({ ...file, createdAt, completion: id }));
  const state = stateOf(
    definition,
    {
      ...draft,
      id,
      og,
      pending,
      createdAt,
      sample: true,
      submittedBy: MEMBER,
      verifiedBy: pending === null ? HELPER : null,
    },
    map,
  );
  return { id, state: { ...state, media: media.map(mediaStateOf) }, sample: true, media };
}

/**
 * Loads the sample data (docs/architecture.md) into an index that has no completion and never had the sample. Its media
 * files are stored first, so that no key is ever without its bytes. Rows on maps that do not exist are left out.
 * Returns how many completions were loaded: 0 if the index was used before.
 *
 * Batches are limited in size. If `database` runs all of them as one transaction, the sample is there completely or not
 * at all; if not, the last batch logs that it is there, and a load that was cut off before that is started over.
 */
export async function loadSample(
  database: Database,
  media: MediaStore,
  files: Files,
  now: Date,
): Promise<number> {
  if (!(await isUntouched(database))) return 0;
  const mediaOf = await storeMedia(media, files);
  if (totalOf(await countSample(database)) > 0) await write(database, deleteCutOffSample());
  const counts: Record<string, number> = {};
  for (const { key } of CHALLENGES.values()) {
    const rows = await readSample(key, files, database, mediaOf);
    for (const some of chunksOf(rows, AT_ONCE)) await write(database, insertRows(some, now));
    if (rows.length > 0) counts[key] = rows.length;
  }
  const { starts } = await readFile(files, "chimps_starts", database);
  await database.atomic([
    insertChimpsStarts(
      starts.map(({ state: { created_at, ...state } }) => ({
        ...state,
        createdAt: created_at,
        sample: true,
      })),
    ),
    logLoadedStarts(now.toISOString()),
    sampleChange("load", now, null, { ...counts, "chimps-starts": starts.length }),
  ]);
  return totalOf({ completions: counts });
}

const insertRows = (rows: readonly SampleRow[], now: Date): readonly BatchPart[] => [
  insertCompletions(rows),
  insertMediaEntries(rows.flatMap((each) => each.media)),
  logLoadedCompletions(rows, now),
];
