import type { Data } from "../data/index.ts";
import type { MediaStore } from "./store.ts";

/** What is under a media key, for a page that shows it; null: nothing. */
export async function mediumOf(
  key: string,
  { data, media }: { readonly data: Pick<Data, "media">; readonly media: MediaStore },
): Promise<{ readonly contentType: string; readonly isMissing: boolean } | null> {
  const entry = await data.media.findByKey(key);
  if (!entry) return null;
  return { contentType: entry.contentType, isMissing: (await media.sizeOf(entry.hash)) !== entry.bytes };
}
