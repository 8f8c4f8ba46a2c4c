import { playerOfPlaylist, VIDEO_HOST } from "./playlist.ts";
import { targetOf } from "./target.ts";

/** Returns the player's address for a link to a video or a playlist; null if the link is not YouTube's. */
export function playerOf(link: string): string | null {
  const target = targetOf(link);
  if (!target?.plays) return null;
  if ("playlist" in target.plays) return playerOfPlaylist(target.plays.playlist);
  return `${VIDEO_HOST}/embed/${target.plays.video}${target.start > 0 ? `?start=${target.start}` : ""}`;
}
