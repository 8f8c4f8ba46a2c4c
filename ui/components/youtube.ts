import { targetOf } from "../../fields/link/target.ts";

/** The embed host that sets no cookies before a video plays. */
const VIDEO_HOST = "https://www.youtube-nocookie.com";

/** Returns the player's address for a link to a video or a playlist; null if the link is not YouTube's. */
export function playerOf(link: string): string | null {
  const target = targetOf(link);
  if (!target?.plays) return null;
  if ("playlist" in target.plays) return playerOfPlaylist(target.plays.playlist);
  return `${VIDEO_HOST}/embed/${target.plays.video}${target.start > 0 ? `?start=${target.start}` : ""}`;
}

/** Returns the address of a playlist's player. */
export const playerOfPlaylist = (playlist: string): string =>
  `${VIDEO_HOST}/embed/videoseries?list=${encodeURIComponent(playlist)}`;
