import type { VerifiedAnswer } from "../../domain/contract/completions.ts";

/** The reason for rejecting a claim to a combination that another completion has; the player reads it. */
export const VERIFIED_MEANWHILE = "Another run of the same was verified first.";

/** The reason for rejecting what a banned player submitted; the player reads it. */
export const BANNED = "This player is banned: their submissions are no longer accepted.";

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`;

/** Returns what else came of verifying; empty if there is nothing more to say. */
export function competingClaimsNote({
  notOriginal,
  rivals,
}: Pick<VerifiedAnswer, "notOriginal" | "rivals">): string {
  const second =
    notOriginal.length === 0
      ? []
      : [`${counted(notOriginal.length, "claim")} to an original verified as not original.`];
  const open =
    rivals.length === 0
      ? []
      : [
          `${counted(rivals.length, "other claim")} of the same ${rivals.length === 1 ? "stays" : "stay"} open.`,
        ];
  return [...second, ...open].join(" ");
}
