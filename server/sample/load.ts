import { CHALLENGES } from "../../challenges/index.ts";
import { insertChange, SYSTEM } from "../data/changes.ts";
import { insertChimpsStarts, logLoadedStarts } from "../data/chimps-starts.ts";
import { insertCompletions, logLoadedCompletions, stateOf } from "../data/completions/states.ts";
import type { Database } from "../data/database.ts";
import { insertUnlistedMaps, mapReads } from "../data/maps.ts";
import { insertMediaEntries, mediaStateOf, type NewMediaEntry } from "../data/media.ts";
import { countSample, deleteSample, isUntouched, SAMPLE_NOUN, totalOf } from "../data/sample.ts";
import { hashOf, type MediaStore } from "../media/store.ts";
import { generateSample, type SampleCompletion, type SampleFile } from "./generate.ts";
import { drawPictures } from "./pictures.ts";
import { sampleStarts } from "./starts.ts";

/** Rows that one statement takes as JSON: about half a megabyte, where D1 binds two at most. */
const COMPLETIONS_AT_ONCE = 500;
const MEDIA_AT_ONCE = 2_000;

type StoredFile = Pick<NewMediaEntry, "hash" | "contentType" | "bytes">;

async function storeFile(
  media: MediaStore,
  bytes: Uint8Array<ArrayBuffer>,
  contentType: string,
): Promise<StoredFile> {
  const hash = await hashOf(bytes);
  await media.write(hash, bytes);
  return { hash, contentType, bytes: bytes.length };
}

/** Stores the few files that all keys share, and says which is which. */
async function storeFiles(
  media: MediaStore,
  clip: Uint8Array<ArrayBuffer>,
): Promise<(file: SampleFile) => StoredFile> {
  const video = await storeFile(media, clip, "video/webm");
  const pictures: StoredFile[] = [];
  for (const picture of await drawPictures()) pictures.push(await storeFile(media, picture, "image/png"));
  return (file) => {
    const stored = file === "clip" ? video : pictures[file];
    if (!stored) throw new Error(`There is no sample picture ${file}.`);
    return stored;
  };
}

function chunksOf<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, place) =>
    items.slice(place * size, (place + 1) * size),
  );
}

function definitionOf({ challenge }: SampleCompletion) {
  const definition = CHALLENGES.get(challenge);
  if (!definition) throw new Error(`There is no challenge "${challenge}" for the sample data.`);
  return definition;
}

function logOf(action: "load" | "remove", now: Date, before: unknown, after: unknown) {
  return insertChange({
    at: now.toISOString(),
    actor: SYSTEM,
    action,
    noun: SAMPLE_NOUN,
    id: "all",
    before,
    after,
  });
}

/**
 * Loads the sample data into an index that holds no completion and never held the sample, all or nothing; the files
 * come first, so that no key is ever without its bytes. Starts come on the maps that are there. `clip` is the video,
 * WebM. Answers how many completions were loaded: 0 where the index was touched before.
 */
export async function loadSample(
  database: Database,
  media: MediaStore,
  clip: Uint8Array<ArrayBuffer>,
  now: Date,
): Promise<number> {
  if (!(await isUntouched(database))) return 0;
  const rows = generateSample();
  const starts = sampleStarts();
  const fileOf = await storeFiles(media, clip);
  const entries = rows.flatMap(({ completion, media: files }) =>
    files.map(({ key, file }): NewMediaEntry => {
      return { key, ...fileOf(file), createdAt: completion.createdAt, completion: completion.id };
    }),
  );
  await database.atomic([insertUnlistedMaps(rows.map(({ completion }) => completion.map))]);
  const maps = await mapReads(database).findAllIds();
  const mediaOf = Map.groupBy(entries, ({ completion }) => completion);
  const completions = rows.map((row) => {
    const { id, map, sample } = row.completion;
    const state = stateOf(definitionOf(row), row.completion, { id: maps.get(map) ?? 0, name: map });
    return { id, state: { ...state, media: (mediaOf.get(id) ?? []).map(mediaStateOf) }, sample };
  });
  const counts = Object.fromEntries(
    Array.from(
      Map.groupBy(rows, ({ challenge }) => challenge),
      ([challenge, each]) => [challenge, each.length],
    ),
  );
  // Two processes that load at the same time draw the same ids: the second one's batch breaks, and changes nothing.
  await database.atomic([
    ...chunksOf(completions, COMPLETIONS_AT_ONCE).map(insertCompletions),
    ...chunksOf(entries, MEDIA_AT_ONCE).map(insertMediaEntries),
    insertChimpsStarts(starts),
    ...chunksOf(completions, COMPLETIONS_AT_ONCE).map((each) => logLoadedCompletions(each, now)),
    logLoadedStarts(now.toISOString()),
    logOf("load", now, null, { ...counts, "chimps-starts": starts.length }),
  ]);
  return rows.length;
}

/** Removes every sample row, media and all, and answers how many there were. They do not come back by themselves. */
export async function removeSample(
  database: Database,
  now: Date,
): Promise<{ completions: number; starts: number }> {
  const { completions, starts } = await countSample(database);
  const removed = { completions: totalOf({ completions }), starts };
  if (removed.completions + starts === 0) return removed;
  const before = { ...completions, "chimps-starts": starts };
  await database.atomic([...deleteSample(now), logOf("remove", now, before, null)]);
  return removed;
}
