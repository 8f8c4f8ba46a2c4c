import { webAddress } from "../../game/typed-text.ts";
import { linkToken } from "../../game/words.ts";

/** What a link leads to: the same for all the ways in which one thing's address can be written. */
export interface LinkTarget {
  /** The site, without "www.": "youtube.com", "imgur.com". */
  readonly site: string;
  /** What it is there: a video's id, or the rest of the address without what only counts visitors. */
  readonly id: string;
  /** Where a video starts, in seconds. */
  readonly start: number;
  readonly isVideo: boolean;
  /** A YouTube video or playlist, which our pages can play. */
  readonly plays: { readonly video: string } | { readonly playlist: string } | null;
}

/** Returns what a link leads to; null if it is no web address. */
export function targetOf(link: string): LinkTarget | null {
  const url = webAddress(link);
  return url && (youtube(url) ?? otherSite(url));
}

/** Whether two links lead to the same, wherever they start in it. */
export function leadToSame(one: string, other: string): boolean {
  const [first, second] = [targetOf(one), targetOf(other)];
  return first !== null && first.site === second?.site && first.id === second.id;
}

/** Returns a host without a last dot and without the names that sites put before their own. */
const siteOf = ({ hostname }: URL): string =>
  hostname.replace(/\.$/, "").replace(/^(www|m|mobile|old)\./, "");

const YOUTUBE =
  /^(www\.|m\.|music\.|gaming\.)?(youtube(-nocookie|kids)?\.com|youtu\.be|youtube\.googleapis\.com)\.?$/;
/** What stands before a video's id in the path of an address. */
const BEFORE_ID = ["watch", "shorts", "live", "embed", "v", "vi", "e"];
const ID = /^[\w-]{6,20}$/;
const PLAYLIST_ID = /^[\w-]{2,64}$/;

function youtube(url: URL): LinkTarget | null {
  const address = within(url);
  if (!YOUTUBE.test(address.hostname)) return null;
  const { pathname, searchParams: given } = address;
  const site = "youtube.com";
  const [, first = "", second = ""] = pathname.split("/");
  const inPath = /^(www\.)?youtu\.be/.test(address.hostname)
    ? first
    : BEFORE_ID.includes(first)
      ? second
      : "";
  const video = [inPath, given.get("v"), given.get("vi")].find((id) => id && id !== "videoseries") ?? "";
  if (ID.test(video)) return { site, id: video, start: startOf(address), isVideo: true, plays: { video } };
  const playlist = given.get("list") ?? "";
  // Anywhere else "list" only says what comes next.
  const isOfList = first === "playlist" || first === "watch" || second === "videoseries";
  if (video === "" && isOfList && PLAYLIST_ID.test(playlist))
    return { site, id: `list ${playlist}`, start: 0, isVideo: true, plays: { playlist } };
  return { ...otherSite(address), site, isVideo: false };
}

/** Returns the address that YouTube's own pages lead on to: those that ask for consent, and those that count. */
function within(url: URL): URL {
  const onwards =
    url.hostname === "consent.youtube.com"
      ? url.searchParams.get("continue")
      : YOUTUBE.test(url.hostname) && url.pathname === "/attribution_link"
        ? url.searchParams.get("u")
        : null;
  return (onwards && URL.parse(onwards, "https://www.youtube.com")) || url;
}

/** Parameters and fragments that say where a video starts. */
const STARTS = ["t", "start", "time_continue", "time"];

function startOf({ searchParams, hash }: URL): number {
  const fragment = new URLSearchParams(hash.slice(1));
  for (const given of [searchParams, fragment])
    for (const name of STARTS) {
      const seconds = secondsOf(given.get(name));
      if (seconds > 0) return seconds;
    }
  return 0;
}

/** Returns the whole seconds of "90", "90s", "488.7", "1m30s" or "1:30"; 0 if it is none of these. */
function secondsOf(time: string | null): number {
  const parts =
    /^(?:(\d{1,2})h)?(?:(\d{1,3})m)?(?:(\d{1,6})(?:\.\d{0,9})?s?)?$/i.exec(time ?? "") ??
    /^(?:(\d{1,2}):)?(\d{1,3}):(\d{1,2})$/.exec(time ?? "");
  const [hours = 0, minutes = 0, seconds = 0] = (parts ?? []).slice(1).map((part) => Number(part ?? 0));
  return hours * 3600 + minutes * 60 + seconds;
}

/** Parameters that only say where a visitor came from. */
const OF_VISITORS =
  /^(utm_\w+|si|feature|fbclid|gclid|igsh|igshid|ref|ref_src|share_id|spm_id_from|vd_source)$/;
/** Names of video files. */
const VIDEO_FILE = /\.(mp4|m4v|webm|ogv|ogg|mov|mkv)$/i;

/** Sites of videos, and the paths of videos there: people and categories have pages, too. */
const VIDEO_SITES: Readonly<Record<string, RegExp>> = {
  "twitch.tv": /^\/(videos\/|[^/]+\/(clip|v|video)\/)/,
  "clips.twitch.tv": /^\/[^/]/,
  "player.twitch.tv": /^\//,
  "bilibili.com": /^\/(video|bangumi|opus)\//,
  "b23.tv": /^\/[^/]/,
  "streamable.com": /^\/[^/]/,
  "vimeo.com": /^\/(\d|[^/]+\/)/,
  "player.vimeo.com": /^\/video\//,
  "medal.tv": /\/clips?\//,
  "dailymotion.com": /^\/video\//,
  "dai.ly": /^\/[^/]/,
  "nicovideo.jp": /^\/watch\//,
  "nico.ms": /^\/[^/]/,
  "tiktok.com": /\/video\//,
  "v.redd.it": /^\/[^/]/,
};

function otherSite(url: URL): LinkTarget {
  const site = siteOf(url);
  const path = url.pathname.replace(/\/$/, "");
  const given = [...url.searchParams].filter(
    ([name]) => !OF_VISITORS.test(name) && !(isVideoSite(site) && STARTS.includes(name)),
  );
  const query = new URLSearchParams(given.sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0)));
  const isVideo =
    VIDEO_FILE.test(path) || (isVideoSite(site) && VIDEO_SITES[site]?.test(url.pathname) === true);
  const port = url.port === "" ? "" : `:${url.port}`;
  return {
    site: site + port,
    id: query.size > 0 ? `${path}?${query}` : path,
    start: isVideo ? startOf(url) : 0,
    isVideo,
    plays: null,
  };
}

const isVideoSite = (site: string): boolean => Object.hasOwn(VIDEO_SITES, site);

/** Returns the token by which rows with a link to the same are found. No row has that of what is no web address. */
export function tokenOfLink(link: string): string {
  const target = targetOf(link);
  return linkToken(target === null ? "" : `${target.site} ${target.id}`);
}
