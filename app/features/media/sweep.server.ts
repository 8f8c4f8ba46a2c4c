import { UNDO_DAYS } from "../../../domain/limits.ts";
import type { Job } from "../../../server/jobs/job.ts";
import type { MediaStore, StoredBlob } from "../../../server/media/store.ts";
import type { Deps } from "../../api/deps.server.ts";
import type { Data } from "../../api/repositories.server.ts";

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

/** How long files stay for an undo: a day longer than it is possible, so that none meets the sweeper. */
const RETENTION = (UNDO_DAYS + 1) * DAY;
/** A blob that was stored more recently than this may belong to a form that is still being received. */
const FRESH = DAY;

/** Limits of one run: rows deleted, blobs looked at, and blobs per query. */
const MOST_ROWS = 1_000;
const MOST_LOOKED_AT = 50_000;
const AT_ONCE = 500;

export interface Sweep {
  /** Deleted media rows of completions that were deleted long ago. */
  readonly ended: number;
  readonly lookedAt: number;
  readonly removed: number;
}

/**
 * Removes orphaned blobs: no media row names them as file or thumbnail, none did within the retention
 * time, and they were stored more than a day ago. First it deletes the media rows of completions deleted longer ago
 * than that. One run does a bounded part of the work and starts at a random place, so that many runs cover everything.
 *
 * @param start a prefix of a hash, at which to begin
 * @param signal ends the run before its next step
 */
export async function sweepMedia(
  { data, media }: { readonly data: Pick<Data, "media">; readonly media: MediaStore },
  now: Date,
  start: string = anywhere(),
  signal?: AbortSignal,
): Promise<Sweep> {
  const released = new Date(now.getTime() - RETENTION).toISOString();
  const stale = new Date(now.getTime() - FRESH);
  const ended = signal?.aborted ? 0 : await data.media.endExpired(released, MOST_ROWS);
  let lookedAt = 0;
  let removed = 0;
  let group: StoredBlob[] = [];

  async function removeUnowned(): Promise<void> {
    const old = group.filter(({ modifiedAt }) => modifiedAt < stale);
    group = [];
    if (old.length === 0 || signal?.aborted) return;
    const hashes = old.map(({ hash }) => hash);
    const unowned = new Set(await data.media.listUnowned(hashes, released));
    for (const blob of old) {
      if (!unowned.has(blob.hash) || signal?.aborted) continue;
      if (await media.remove(blob)) removed += 1;
    }
  }

  for await (const blob of fromThereAndRound(media, start)) {
    if (signal?.aborted || lookedAt >= MOST_LOOKED_AT) break;
    lookedAt += 1;
    group.push(blob);
    if (group.length >= AT_ONCE) await removeUnowned();
  }
  await removeUnowned();
  return { ended, lookedAt, removed };
}

/** Returns three random hexadecimal digits. */
function anywhere(): string {
  const [random = 0] = crypto.getRandomValues(new Uint16Array(1));
  return random.toString(16).padStart(4, "0").slice(1);
}

async function* fromThereAndRound(media: MediaStore, start: string): AsyncGenerator<StoredBlob> {
  yield* media.list(start);
  for await (const blob of media.list()) {
    if (blob.hash > start) return;
    yield blob;
  }
}

/** In milliseconds. */
const EVERY = 6 * 60 * 60 * 1000;

interface MediaSweepParts extends Pick<Deps, "data" | "media"> {
  readonly now: () => Date;
  readonly say: (line: string) => void;
}

/** Removes the files that belong to nobody. */
export const mediaSweep = ({ data, media, now, say }: MediaSweepParts): Job => ({
  name: "sweeping the media",
  every: EVERY,
  async run(signal) {
    const at = await data.history.timeOfAges(now());
    const { ended, removed } = await sweepMedia({ data, media }, at, undefined, signal);
    if (ended > 0)
      say(`files of completions deleted long ago that cannot be brought back any more: ${ended}`);
    if (removed > 0) say(`files removed because they belonged to nobody: ${removed}`);
  },
});
