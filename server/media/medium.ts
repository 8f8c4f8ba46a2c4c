import type { Medium } from "../../ui/context.ts";
import type { Data } from "../data/index.ts";
import type { MediaEntry } from "../data/media.ts";
import { Unavailable } from "../errors.ts";
import type { MediaStore } from "./store.ts";

interface Where {
  readonly data: { readonly media: Pick<Data["media"], "findByKey"> };
  readonly media: MediaStore;
}

/** Returns the medium under a media key, for a page that shows it; null if there is none. */
export async function mediumOf(key: string, { data, media }: Where): Promise<Medium | null> {
  const entry = await data.media.findByKey(key);
  return entry && { contentType: entry.contentType, isMissing: await isMissing(entry, media) };
}

/** Whether a file is missing from the store or incomplete; false while the store is unavailable. */
export async function isMissing({ hash, bytes }: MediaEntry, media: MediaStore): Promise<boolean> {
  try {
    return (await media.sizeOf(hash)) !== bytes;
  } catch (error) {
    if (error instanceof Unavailable) return false;
    throw error;
  }
}
