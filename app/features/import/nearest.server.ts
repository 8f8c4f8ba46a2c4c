import { nameKey } from "../../../domain/game/name-key.ts";
import { distance } from "../../../domain/game/words.ts";

/** Finds the most similar known name; null if none is similar. The result for each text is cached. */
export function nearestOf(names: readonly string[]): (text: string) => string | null {
  const known = names.map((name) => ({ name, key: nameKey(name) }));
  const found = new Map<string, string | null>();
  return (text) => {
    const key = nameKey(text).slice(0, 60);
    const before = found.get(key);
    if (before !== undefined) return before;
    // A third of the letters may differ, and always two.
    let least = Math.max(2, Math.floor(key.length / 3)) + 1;
    let nearest: string | null = null;
    for (const each of known) {
      const edits = distance(key, each.key, least - 1);
      if (edits >= least) continue;
      least = edits;
      nearest = each.name;
    }
    found.set(key, nearest);
    return nearest;
  };
}
