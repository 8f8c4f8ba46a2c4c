import { createHash } from "node:crypto";
import { openData } from "../../app/api/repositories.server.ts";
import { COMMAND_LINE } from "../../app/features/accounts/repository/accounts.server.ts";
import {
  GUARD,
  updateCompletion,
} from "../../app/features/completions/repository/stored-completion.server.ts";
import { patched, readVideo } from "../../domain/media/containers/index.ts";
import type { Patch } from "../../domain/media/containers/reader.ts";
import type { VideoType } from "../../domain/media/media-kinds.ts";
import { ConstraintError } from "../../server/db/database.ts";
import type { CommandSite } from "./open-index.ts";
import { progressBar } from "./progress.ts";

/** Its action in the log. */
const CLEAN = "clean-media";

/** Files that are listed, and completions that are written, at a time. */
const AT_ONCE = 100;
const WRITTEN_AT_ONCE = 20;

/** The index that is cleaned. */
type Place = Pick<CommandSite, "database" | "media">;

/** What became of the videos that are here. */
interface Cleaned {
  looked: number;
  cleaned: number;
  completions: number;
  /** Keys of files that are not there, or that cannot be read as what they are. */
  readonly odd: string[];
}

/**
 * `clean-media`: empties what is private in the videos that are here, as uploads have it. Without `isApplied` it only
 * says what it would do. Restarted, it goes on: what is clean stays as it is. A file keeps its key and gets a new ETag.
 */
export async function runCleanMedia(site: Place, isApplied: boolean): Promise<string> {
  const { media } = openData(site.database);
  const done: Cleaned = { looked: 0, cleaned: 0, completions: 0, odd: [] };
  const progress = progressBar(process.stderr);
  const total = await media.countVideos();
  for (let after = ""; ; ) {
    const videos = await media.listVideos(after, AT_ONCE);
    for (const { hash, contentType, bytes, key } of videos) {
      const patches = await privateIn(site, hash, bytes, contentType as VideoType);
      if (patches === null) done.odd.push(key);
      else if (patches.length > 0) {
        if (isApplied) done.completions += await replace(site, hash, await cleaned(site, hash, patches));
        done.cleaned += 1;
      }
      done.looked += 1;
      progress("looking at videos", done.looked, total);
    }
    const last = videos.at(-1);
    if (!last || videos.length < AT_ONCE) return inWords(done, isApplied);
    after = last.hash;
  }
}

function inWords({ looked, cleaned, completions, odd }: Cleaned, isApplied: boolean): string {
  return [
    isApplied
      ? `looked at ${looked} videos and cleaned ${cleaned} of them, of ${completions} completions`
      : `looked at ${looked} videos: ${cleaned} hold something private. To clean them: clean-media --apply`,
    ...(odd.length > 0 ? ["These are not there, or cannot be read as videos, and stay as they are:"] : []),
    ...odd.map((key) => `  ${key}`),
    ...(isApplied && cleaned > 0
      ? [
          "The old files are kept for 90 days, for an undo, and in the backups that have them until these are removed.",
        ]
      : []),
  ].join("\n");
}

/** Returns what empties everything private in a video; null if it is missing, incomplete or odd. */
async function privateIn(
  { media: { store } }: Place,
  hash: string,
  size: number,
  type: VideoType,
): Promise<readonly Patch[] | null> {
  if ((await store.sizeOf(hash)) !== size) return null;
  const { codec, patches } = await readVideo(type, {
    size,
    // Of a bucket each read is a request.
    atOnce: 1024 * 1024,
    async read(from, length) {
      const part = await store.read(hash, { start: from, end: from + length - 1 });
      return new Uint8Array(await new Response(part as BodyInit | null).arrayBuffer());
    },
  });
  return codec === null ? null : patches;
}

/** Stores a video with its patches, and returns the hash of that. */
async function cleaned({ media }: Place, hash: string, patches: readonly Patch[]): Promise<string> {
  const whole = await media.store.read(hash, null);
  if (!whole) throw new Error(`The file ${hash} is gone.`);
  const file = await media.blobs.begin();
  try {
    const sum = createHash("sha256");
    for await (const chunk of patched(whole as unknown as AsyncIterable<Uint8Array>, patches)) {
      sum.update(chunk);
      await file.append(chunk);
    }
    await file.finish();
    const name = sum.digest("hex");
    await file.commit(name);
    return name;
  } finally {
    await file.discard();
  }
}

/** How often a file's completions may have been changed meanwhile before that cannot be the reason. */
const MOST_REFUSALS = 10;

/** Puts a file in the place of another in all completions, logged. Returns how many they were. */
async function replace({ database }: Place, from: string, to: string): Promise<number> {
  const { media, completions, write } = openData(database);
  let count = 0;
  let refusals = 0;
  for (;;) {
    const ids = await media.listCompletionsWith(from, WRITTEN_AT_ONCE);
    if (ids.length === 0) return count;
    const entry = {
      at: new Date().toISOString(),
      actor: COMMAND_LINE,
      level: "helper",
      action: CLEAN,
    } as const;
    const stored = await completions.findAllByIds(ids);
    const acts = stored.map((each) => {
      const files = each.state.media.map((file) => (file.hash === from ? { ...file, hash: to } : file));
      const writer = { id: COMMAND_LINE, isVerifier: true };
      return updateCompletion(each, { ...each.state, media: files }, writer, entry);
    });
    try {
      await write(acts);
      count += stored.length;
    } catch (error) {
      // Somebody changed one of them meanwhile: they are read once more.
      refusals += 1;
      const isChanged = error instanceof ConstraintError && error.constraint === GUARD;
      if (!isChanged || refusals === MOST_REFUSALS) throw error;
    }
  }
}
