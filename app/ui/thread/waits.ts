import type { WaitingAnswer } from "../../../domain/contract/review.ts";

const HOUR = 3_600;
const DAY = 24 * HOUR;

/** Fewer verdicts say nothing of how long one takes. */
const FEWEST = 10;

function duration(seconds: number): string {
  const [amount, unit] =
    seconds < HOUR
      ? [Math.max(1, Math.round(seconds / 60)), "minute"]
      : seconds < 2 * DAY
        ? [Math.round(seconds / HOUR), "hour"]
        : [Math.round(seconds / DAY), "day"];
  return `${amount} ${unit}${amount === 1 ? "" : "s"}`;
}

/** "Half of the last 100 were decided within 3 days."; empty if too little is known. */
export const paceInWords = ({ decided, median }: WaitingAnswer): string =>
  median === null || decided < FEWEST
    ? ""
    : `Half of the last ${decided} were decided within ${duration(median)}.`;

/** "12th" */
export function ordinal(place: number): string {
  const isTeen = Math.floor((place % 100) / 10) === 1;
  return `${place}${(isTeen ? null : ["", "st", "nd", "rd"][place % 10]) || "th"}`;
}

const momentFormat = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" });

/** "25 Nov 2026, 14:05", in the reader's time zone: not in what the server renders. */
export const momentInWords = (at: string): string => momentFormat.format(new Date(at));
