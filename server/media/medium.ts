import type { Data } from "../data/index.ts";
import type { MediaEntry } from "../data/media.ts";
import { Unavailable } from "../errors.ts";
import type { MediaStore } from "./store.ts";

/** What is under a media key, for a page that shows it; null: nothing. */
export async function mediumOf(
  key: string,
  { data, media }: { readonly data: Pick<Data, "media">; readonly media: MediaStore },
): Promise<{ readonly contentType: string; readonly isMissing: boolean } | null> {
  const entry = await data.media.findByKey(key);
  if (!entry) return null;
  return { contentType: entry.contentType, isMissing: (await sizeOf(entry, media)) !== entry.bytes };
}

/** How large the file is; where that cannot be asked just now it is not said to be missing. */
async function sizeOf({ hash, bytes }: MediaEntry, media: MediaStore): Promise<number | null> {
  try {
    return await media.sizeOf(hash);
  } catch (error) {
    if (error instanceof Unavailable) return bytes;
    throw error;
  }
}
