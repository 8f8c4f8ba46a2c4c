import { nameKey } from "../../../domain/game/name-key.ts";

/** Finds the most similar known name; null if none is similar. The result for each text is cached. */
export function nearestOf(names: readonly string[]): (text: string) => string | null {
  const known = names.map((name) => ({ name, key: nameKey(name) }));
  const found = new Map<string, string | null>();
  return (text) => {
    const key = nameKey(text).slice(0, 60);
    const before = found.get(key);
    if (before !== undefined) return before;
    // A third of the letters may differ, and always two, as when two letters are swapped.
    let least = Math.max(2, Math.floor(key.length / 3)) + 1;
    let nearest: string | null = null;
    for (const each of known) {
      if (Math.abs(each.key.length - key.length) >= least) continue;
      const distance = editsBetween(key, each.key);
      if (distance >= least) continue;
      least = distance;
      nearest = each.name;
    }
    found.set(key, nearest);
    return nearest;
  };
}

/** Counts the letters that have to be inserted, deleted or changed (Levenshtein). */
function editsBetween(one: string, other: string): number {
  let above = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let at = 1; at <= one.length; at += 1) {
    const line = [at];
    for (let to = 1; to <= other.length; to += 1) {
      const changed = (above[to - 1] ?? 0) + (one[at - 1] === other[to - 1] ? 0 : 1);
      line.push(Math.min(changed, (above[to] ?? 0) + 1, (line[to - 1] ?? 0) + 1));
    }
    above = line;
  }
  return above[other.length] ?? 0;
}
