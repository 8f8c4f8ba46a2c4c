import { type Ending, endingOf } from "../fields/link/ending.ts";
import { playerOf } from "../fields/link/player.ts";

/** A proof on another site. */
export interface LinkedProof {
  readonly kind: "link";
  readonly name: string;
  readonly url: string;
  /** "imgur.com"; null if the link is not a web address. */
  readonly host: string | null;
  /** The address of the host's player for it; null if we know of none. */
  readonly player: string | null;
  /** When its address stops or stopped working, in words; null if nothing is known of that. */
  readonly ending: string | null;
}

/** Says when an address stops working, or that it has. */
function endingInWords({ day }: Ending, today: () => string): string {
  if (day === null) return "may not be kept there";
  return day < today() ? `stopped working on ${day}` : `works until ${day}`;
}

/**
 * Returns what a link to a proof leads to.
 * @param today the day in UTC: yyyy-mm-dd
 */
export function linkedProof(link: string, name: string, today: () => string): LinkedProof {
  const url = URL.parse(link);
  const isWeb = url?.protocol === "https:" || url?.protocol === "http:";
  const host = isWeb ? url.hostname.replace(/^www\./, "") : null;
  const ending = endingOf(link);
  return {
    kind: "link",
    name,
    url: link,
    host,
    player: playerOf(link),
    ending: ending && endingInWords(ending, today),
  };
}
