/** What a completion may have: a proof that is a video, an uploaded picture, a link, notes. */
export const HAVINGS = ["video", "picture", "link", "notes"] as const;
export type Having = (typeof HAVINGS)[number];

/** Video hosts, as they appear in a link. */
const VIDEO_HOSTS = [
  "youtu.be/",
  "youtube.com/",
  "twitch.tv/",
  "bilibili.com/",
  "streamable.com/",
  "vimeo.com/",
  "medal.tv/",
];

/** Returns whether a link leads to a video. */
export function isVideo(link: string): boolean {
  const lower = link.toLowerCase();
  return VIDEO_HOSTS.some((host) => lower.includes(host));
}
