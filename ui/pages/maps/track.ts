/** A number that a text always gives: FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash;
}

/** Numbers from 0 to 1 that a seed always gives in this order: a linear congruential generator. */
function numbersOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Width and height of the drawing. */
export const FIELD = { width: 160, height: 100 } as const;

/** A drawn stand-in for a map's picture. */
export interface Track {
  /** Path data of the track, from the left edge to the right. */
  readonly path: string;
  readonly pond: { readonly x: number; readonly y: number; readonly radius: number };
}

/** The drawing that stands for a map without a picture: the same for each name, another for each other. */
export function trackOf(name: string): Track {
  const next = numbersOf(hashOf(name));
  const between = (least: number, most: number): number => Math.round(least + next() * (most - least));
  const turns = [0, 40, 80, 120, 160].map((x) => [x, between(18, 82)] as const);
  const [[startX, startY] = [0, 50], ...rest] = turns;
  let [x, y] = [startX, startY];
  const curves = rest.map(([toX, toY]) => {
    const bend = between(12, 30);
    const curve = `C${x + bend} ${y} ${toX - bend} ${toY} ${toX} ${toY}`;
    [x, y] = [toX, toY];
    return curve;
  });
  return {
    path: `M${startX} ${startY}${curves.join("")}`,
    pond: { x: between(30, 130), y: between(20, 80), radius: between(10, 18) },
  };
}
