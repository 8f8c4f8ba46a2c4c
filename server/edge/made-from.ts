import type { Source } from "../../contract/sources.ts";

/** The header in which the maker of a page says what it is made from; it stays within the site. */
export const MADE_FROM = "x-made-from";

/** Of more sources than these none are told: those that the address declares will do. */
const MOST_SOURCES = 200;

/**
 * All of these together as the header's value, each once, and no part of what is there as a whole. Null: everything there is,
 * or too much to be told.
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

/** What was told so; null: nothing was. */
export function readSources(headers: Headers): readonly Source[] | null {
  const told = headers.get(MADE_FROM);
  return told === null ? null : (JSON.parse(decodeURIComponent(told)) as Source[]);
}
