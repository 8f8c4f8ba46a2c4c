import type { ChallengeDefinition } from "../challenges/define.ts";

/** Whether the challenge's rules ask for the code of each completion. */
export const asksForCode = ({ rules }: ChallengeDefinition): boolean =>
  rules.some(({ items }) => items.some(({ metBy }) => metBy?.includes("code")));

/** A code with no letter or digit directly before or after it, which would make it part of something longer. */
const CODE = /(?<![\p{L}\p{N}])Z[A-Z\d]{6}(?![\p{L}\p{N}])/gu;

/** URLs, whose text the player did not write. */
const ADDRESS = /\bhttps?:\/\/\S+/gi;

/** The most codes taken from one text: notes with more hold a list of their own. */
const MOST_CODES = 3;

/** Returns a text without its challenge codes. */
export const withoutCodes = (text: string): string => text.replaceAll(CODE, " ");

/**
 * Returns the challenge codes that notes mention, each once and in order. The game makes them of seven capital letters
 * and digits, the first of which is a Z.
 */
export function challengeCodesIn(notes: string): readonly string[] {
  const codes = notes.replaceAll(ADDRESS, " ").match(CODE) ?? [];
  return [...new Set(codes)].slice(0, MOST_CODES);
}
