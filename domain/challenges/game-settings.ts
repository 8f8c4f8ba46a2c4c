import { START_CASH } from "../game/facts.ts";

/** What a challenge can forbid, by the name that the game's document has for it. */
export type ForbiddenSetting =
  | "disableMK"
  | "disablePowers"
  | "noContinues"
  | "disableSelling"
  | "disableDoubleCash";

/**
 * With which settings of the challenge editor a challenge's completions are played, by the game's ids: what the document of
 * a challenge code (domain/challenge-codes/) has to say. What is absent may be anything.
 */
export interface GameSettings {
  readonly mode: "Clicks" | "Deflation";
  readonly difficulty: "Easy" | "Hard";
  readonly startingCash?: number;
  readonly lives?: number;
  readonly startRound?: number;
  readonly endRound: number;
  /** All at 100%, and bloons neither all camo nor all regrow. */
  readonly sliders: "default";
  readonly forbids: readonly ForbiddenSetting[];
  readonly leastCash?: "none" | { readonly not: number };
  readonly selectedHero?: "forbidden";
  /**
   * Which towers a code may allow besides those that a completion names. exactly: none. only: none are used, but nothing says
   * that they are excluded. among: others may be used, too.
   */
  readonly towers: "exactly" | "only" | "among";
  /** Which tiers it may allow of them: those that are used alone, or more. */
  readonly paths: "exactly" | "enough";
}

/** A game in CHIMPS mode as it is by default (facts: the game's own; what the rules say of it: SPEC section 5). */
export const CHIMPS = {
  mode: "Clicks",
  difficulty: "Hard",
  startingCash: START_CASH,
  lives: 1,
  startRound: 6,
  endRound: 100,
  sliders: "default",
  forbids: ["disableMK", "disablePowers", "noContinues", "disableSelling", "disableDoubleCash"],
} as const satisfies Partial<GameSettings>;
