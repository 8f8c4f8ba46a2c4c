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
