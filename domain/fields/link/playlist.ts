/** The embed host that sets no cookies before a video plays. */
export const VIDEO_HOST = "https://www.youtube-nocookie.com";

/** Returns the address of a playlist's player. */
export const playerOfPlaylist = (playlist: string): string =>
  `${VIDEO_HOST}/embed/videoseries?list=${encodeURIComponent(playlist)}`;
