import { nameKey } from "./name-key.ts";
import { wordsIn } from "./words.ts";

/** A spelling of a name, prepared for comparison with what somebody types. */
export interface Spelling {
  readonly words: readonly string[];
  readonly key: string;
}

export const spellingOf = (text: string): Spelling => ({ words: wordsIn(text), key: nameKey(text) });

/** Returns how well a typed text matches the spellings of a name, less being better; null if it does not match. */
export function nameDistance(
  spellings: readonly Spelling[],
  typed: string,
  words: readonly string[] = wordsIn(typed),
): number | null {
  const joined = nameKey(typed);
  let best: number | null = null;
  for (const [at, { words: own, key }] of spellings.entries()) {
    const found = key === joined ? 0 : apart(own, key, words, joined);
    if (found !== null && (best === null || found + at * 0.01 < best)) best = found + (at > 0 ? 0.3 : 0);
  }
  return best;
}

function apart(own: readonly string[], key: string, words: readonly string[], joined: string): number | null {
  if (words.every((word, at) => own[at]?.startsWith(word))) return 1;
  if (joined.length > 2 && key.startsWith(joined)) return 1.5;
  const initials = own.length > 1 ? own.map(([first]) => first).join("") : null;
  if (initials === joined) return 1.7;
  // A single letter begins a word of nearly every name.
  if (joined.length < 2) return null;
  const left = [...own];
  for (const word of words) {
    const at = left.findIndex((each) => each.startsWith(word));
    if (at === -1) return null;
    left.splice(at, 1);
  }
  return own[0]?.startsWith(words[0] ?? "") ? 2 : 2.5;
}

/** Returns the edit distance of two words, at most `most` + 1. A swap of neighbouring letters counts as one edit. */
export function distance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let [older, old]: [number[], number[]] = [[], Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let row = 1; row <= one.length; row++) {
    const next = [row];
    for (let at = 1; at <= other.length; at++) {
      const same = one[row - 1] === other[at - 1] ? 0 : 1;
      let least = Math.min((old[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1, (old[at - 1] ?? 0) + same);
      if (row > 1 && at > 1 && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1])
        least = Math.min(least, (older[at - 2] ?? 0) + 1);
      next.push(least);
    }
    if (Math.min(...next) > most) return most + 1;
    [older, old] = [old, next];
  }
  return old[other.length] ?? most + 1;
}
