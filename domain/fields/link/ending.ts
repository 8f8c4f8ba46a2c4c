import { webAddress } from "../../game/typed-text.ts";
import { targetOf } from "./target.ts";

/** That an address stops working: on a day, or at some time that nobody knows. */
export interface Ending {
  /** "cdn.discordapp.com" */
  readonly site: string;
  /** yyyy-mm-dd, UTC; null: it is not known. */
  readonly day: string | null;
}

const DISCORD = /^(cdn|media)\.discord(app)?\.(com|net)$/;
const META = /\.(fbcdn\.net|cdninstagram\.com)$/;

/** Sites that keep things for days or weeks, unless somebody pays, and the paths there that are concerned. */
const SHORT_LIVED: Readonly<Record<string, RegExp>> = {
  "litter.catbox.moe": /./,
  "litterbox.catbox.moe": /./,
  "tmpfiles.org": /./,
  "temp.sh": /./,
  "file.io": /./,
  "transfer.sh": /./,
  "we.tl": /./,
  "wetransfer.com": /./,
  "gofile.io": /./,
  "0x0.st": /./,
  "streamable.com": /./,
  // A broadcast; clips stay.
  "twitch.tv": /^\/videos\//,
};

/** Returns that an address is known to stop working; null if nothing is known. */
export function endingOf(link: string): Ending | null {
  const [url, target] = [webAddress(link), targetOf(link)];
  if (!url || !target) return null;
  const { site } = target;
  const day = dayOf(secondsOf(url));
  if (day !== null) return { site, day };
  // Without its end, Discord does not show a file to anybody outside.
  const isShort = Object.hasOwn(SHORT_LIVED, site) && SHORT_LIVED[site]?.test(url.pathname) === true;
  return isShort || isOfDiscord(url) ? { site, day: null } : null;
}

const isOfDiscord = ({ hostname, pathname }: URL): boolean =>
  DISCORD.test(hostname) && /^\/(ephemeral-)?attachments\//.test(pathname);

/** Returns when an address ends, in seconds since 1970, as its site writes it into it; null: it does not say. */
function secondsOf(url: URL): number | null {
  const { searchParams: given, hostname } = url;
  const hexadecimal = isOfDiscord(url) ? given.get("ex") : META.test(hostname) ? given.get("oe") : null;
  if (hexadecimal !== null)
    return /^[0-9a-f]{1,8}$/i.test(hexadecimal) ? Number.parseInt(hexadecimal, 16) : null;
  for (const by of ["Amz", "Goog"]) {
    const [at, lasts] = [given.get(`X-${by}-Date`), given.get(`X-${by}-Expires`)];
    const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(at ?? "");
    if (parts && /^\d{1,7}$/.test(lasts ?? "")) {
      const [year = 0, month = 1, day = 1, hours = 0, minutes = 0, seconds = 0] = parts.slice(1).map(Number);
      return Date.UTC(year, month - 1, day, hours, minutes, seconds) / 1_000 + Number(lasts);
    }
  }
  if (given.has("sig") && given.has("se")) return Date.parse(given.get("se") ?? "") / 1_000;
  const isSigned = given.has("Signature") || given.has("sig") || hostname.endsWith(".googlevideo.com");
  const plain = given.get("Expires") ?? given.get("expire");
  return isSigned && /^\d{9,10}$/.test(plain ?? "") ? Number(plain) : null;
}

/** Years in which an address may end; what lies beyond is no time. */
const dayOf = (seconds: number | null): string | null =>
  seconds !== null && seconds > 946_684_800 && seconds < 4_102_444_800
    ? new Date(seconds * 1_000).toISOString().slice(0, 10)
    : null;
