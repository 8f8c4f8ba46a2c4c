import type { Data } from "../data/index.ts";
import type { MediaEntry, ServedEntry } from "../data/media.ts";
import { Unavailable } from "../errors.ts";
import type { MediaStore } from "./store.ts";

interface Where {
  readonly data: Pick<Data, "media">;
  readonly media: MediaStore;
}

/** What is under a media key, for a page that shows it; null: nothing. */
type MediumOf = (
  key: string,
) => Promise<{ readonly contentType: string; readonly isMissing: boolean } | null>;

/** Those that are asked for at once, as a page asks for all of its completion, are looked up together. */
export function mediaTogether({ data, media }: Where): MediumOf {
  let asked: string[] = [];
  let answers: Promise<ReadonlyMap<string, ServedEntry>> | null = null;
  const ask = (): Promise<ReadonlyMap<string, ServedEntry>> => {
    const keys = asked;
    asked = [];
    answers = null;
    return data.media.findAllByKeys(keys);
  };
  return async (key) => {
    asked.push(key);
    // Once all who ask in this turn have asked.
    answers ??= Promise.resolve().then(ask);
    const entry = (await answers).get(key);
    if (!entry) return null;
    return { contentType: entry.contentType, isMissing: (await sizeOf(entry, media)) !== entry.bytes };
  };
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
