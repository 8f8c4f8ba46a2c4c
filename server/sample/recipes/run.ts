import type { Random } from "../random.ts";

/** What a recipe decides about a completion; generate.ts adds the players, the proof, the notes and the times. */
export interface Run {
  readonly map: string;
  readonly towers: readonly string[];
  readonly upgrades: readonly (string | null)[];
  readonly money: number | null;
  readonly completionType: string | null;
  readonly og: boolean;
  /** When it was played: days since 1970-01-01. */
  readonly day: number;
  /** Whether version and date are on record: of every run, or of originals alone. */
  readonly dated: boolean;
  /** Verified, with notes, a picture and attachments whatever the dice say: the guided tour passes here. */
  readonly showcase: boolean;
}

/** A challenge's sample runs; always the same for the same stream. */
export type Recipe = (random: Random) => readonly Run[];

/**
 * Shares `total` out among groups that want at least `least` each; the first groups get most. None gets more than `most`.
 */
export function shareOut(random: Random, least: readonly number[], total: number, most: number): number[] {
  const shares = [...least];
  const weights = least.map((_, rank) => 1 / (rank + 12));
  let left = total - least.reduce((sum, share) => sum + share, 0);
  while (left > 0) {
    const place = random.weighted(weights);
    const share = shares[place] ?? most;
    if (share >= most) {
      weights[place] = 0;
      if (weights.every((weight) => weight === 0))
        throw new Error("There is more to share out than the groups take.");
      continue;
    }
    shares[place] = share + 1;
    left -= 1;
  }
  return shares;
}

/** Draws until `count` runs differ in their identity. */
export function drawDistinct(count: number, draw: () => Run, identity: (run: Run) => string | null): Run[] {
  const runs = new Map<string | null, Run>();
  while (runs.size < count) {
    const run = draw();
    if (!runs.has(identity(run))) runs.set(identity(run), run);
  }
  return [...runs.values()];
}
