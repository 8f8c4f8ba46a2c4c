import type { Tag } from "../db/tags.ts";

/** The header in which the maker of an answer names its tags. It never leaves the site. */
export const TAGS = "x-tags";

/** Returns the header's value. */
export const writeTags = (tags: readonly Tag[]): string => encodeURIComponent(JSON.stringify(tags));

/** Returns the tags of an answer; null: it has none, so nobody knows what it was made from. */
export function readTags(headers: Headers): readonly Tag[] | null {
  const written = headers.get(TAGS);
  return written === null ? null : (JSON.parse(decodeURIComponent(written)) as Tag[]);
}
