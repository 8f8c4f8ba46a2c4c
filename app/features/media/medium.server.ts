import type { Medium } from "../../../domain/contract/page-context.ts";
import type { MediaEntry } from "../../../server/db/media.ts";
import { Unavailable } from "../../../server/errors.ts";
import type { MediaStore } from "../../../server/media/store.ts";
import type { Data } from "../../api/repositories.server.ts";

interface Where {
  readonly data: { readonly media: Pick<Data["media"], "findByKey"> };
  readonly media: MediaStore;
}

/** Returns the medium under a media key, for a page that shows it; null if there is none. */
export async function mediumOf(key: string, { data, media }: Where): Promise<Medium | null> {
  const entry = await data.media.findByKey(key);
  return entry && { contentType: entry.contentType, isMissing: await isMissing(entry, media) };
}

/** How long a page waits for a store, and for how long it does not ask one that did not answer, in milliseconds. */
const TIMEOUT_MS = 2_000;
const REST = 15_000;

/** When to retry stores that did not answer: each page would wait for nothing. */
const restingUntil = new WeakMap<MediaStore, number>();

/** Whether a file is missing from the store or incomplete; false while the store is unavailable. */
export async function isMissing({ hash, bytes }: MediaEntry, media: MediaStore): Promise<boolean> {
  if (performance.now() < (restingUntil.get(media) ?? 0)) return false;
  try {
    return (await media.sizeOf(hash, TIMEOUT_MS)) !== bytes;
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    restingUntil.set(media, performance.now() + REST);
    return false;
  }
}
