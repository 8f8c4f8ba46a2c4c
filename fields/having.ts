/** What a completion may have: a proof that is a video, an uploaded picture, a link, notes. */
export const HAVINGS = ["video", "picture", "link", "notes"] as const;
export type Having = (typeof HAVINGS)[number];

/** Hosts whose links are videos, as they stand in a link. */
const VIDEO_HOSTS = [
  "youtu.be/",
  "youtube.com/",
  "twitch.tv/",
  "bilibili.com/",
  "streamable.com/",
  "vimeo.com/",
  "medal.tv/",
];

/** Whether a link is a video's. */
export function isVideo(link: string): boolean {
  const lower = link.toLowerCase();
  return VIDEO_HOSTS.some((host) => lower.includes(host));
}
