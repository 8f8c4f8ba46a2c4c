/** The embed host that sets no cookies before a video plays. */
const VIDEO_HOST = "https://www.youtube-nocookie.com";

const YOUTUBE = /^(www\.|m\.|music\.)?youtube(-nocookie)?\.com$/;

const ID = /^[\w-]{6,20}$/;
const PLAYLIST_ID = /^[\w-]{2,64}$/;

/** Returns the seconds of "90", "90s" or "1m30s"; 0 if it is none of these. */
function secondsOf(time: string | null): number {
  const parts = /^(?:(\d{1,2})h)?(?:(\d{1,3})m)?(?:(\d{1,5})s?)?$/.exec(time ?? "");
  if (!parts) return 0;
  const [hours, minutes, seconds] = parts.slice(1).map((part) => Number(part ?? 0));
  return (hours ?? 0) * 3600 + (minutes ?? 0) * 60 + (seconds ?? 0);
}

/** Returns the video's id in a YouTube address: watch?v=, youtu.be/, /shorts/, /live/ or /embed/. */
function idOf({ hostname, pathname, searchParams }: URL): string | null {
  const [, first = "", second = ""] = pathname.split("/");
  if (hostname === "youtu.be") return first;
  if (!YOUTUBE.test(hostname)) return null;
  if (first === "watch") return searchParams.get("v");
  return ["shorts", "live", "embed"].includes(first) ? second : null;
}

/** Returns the id in a playlist's own address. The address of a video within a playlist counts as the video's. */
function playlistOf({ hostname, pathname, searchParams }: URL): string | null {
  const list = pathname === "/playlist" && YOUTUBE.test(hostname) ? searchParams.get("list") : null;
  return list !== null && PLAYLIST_ID.test(list) ? list : null;
}

/** Returns the player's address for a link to a video or a playlist; null if the link is not YouTube's. */
export function playerOf(link: string): string | null {
  const url = URL.parse(link);
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  const playlist = playlistOf(url);
  if (playlist !== null) return playerOfPlaylist(playlist);
  const id = idOf(url);
  if (id === null || !ID.test(id)) return null;
  const start = secondsOf(url.searchParams.get("t") ?? url.searchParams.get("start"));
  return `${VIDEO_HOST}/embed/${id}${start > 0 ? `?start=${start}` : ""}`;
}

/** Returns the address of a playlist's player. */
export const playerOfPlaylist = (playlist: string): string =>
  `${VIDEO_HOST}/embed/videoseries?list=${encodeURIComponent(playlist)}`;
