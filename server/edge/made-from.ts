import type { Source } from "../../contract/sources.ts";

/** The header in which the maker of a page names its sources. It never leaves the site. */
export const MADE_FROM = "x-made-from";

/** If there are more sources than this, none are named: those that the address declares are used. */
const MOST_SOURCES = 200;

/**
 * Returns the header's value for the union of these sources, without the parts of a whole that it contains. Null: one
 * of the lists is everything, or there are too many to name.
 */
export function writeSources(all: readonly (readonly Source[] | null)[]): string | null {
  if (!all.every((each) => each !== null)) return null;
  const sources = new Set<string>(all.flat());
  const wholes = [...sources].filter((source) => {
    const [whole = "", ...part] = source.split(" ");
    const isWhole = part.length === 0;
    return isWhole || !(sources.has(whole) || sources.has("completions"));
  });
  return wholes.length > MOST_SOURCES ? null : encodeURIComponent(JSON.stringify(wholes));
}

/** Returns the sources that an answer names; null: it names none. */
export function readSources(headers: Headers): readonly Source[] | null {
  const told = headers.get(MADE_FROM);
  return told === null ? null : (JSON.parse(decodeURIComponent(told)) as Source[]);
}
