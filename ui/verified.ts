import type { VerifiedAnswer } from "../contract/completions.ts";

/** Why a claim is rejected whose combination another has: the player reads this. */
export const VERIFIED_MEANWHILE = "Verified meanwhile: another completion of the same was verified.";

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`;

/** What verifying came to besides; empty where there is nothing more to say. */
export function besides({ notOriginal, rivals }: VerifiedAnswer): string {
  const second =
    notOriginal.length === 0
      ? []
      : [`${counted(notOriginal.length, "claim")} to an original came second: verified as not original.`];
  const open =
    rivals.length === 0
      ? []
      : [
          `${counted(rivals.length, "other claim")} of the same ${rivals.length === 1 ? "stays" : "stay"} open.`,
        ];
  return [...second, ...open].join(" ");
}
