/** What a completion may have: a proof that is a video, an uploaded picture, a link, notes. */
export const HAVINGS = ["video", "picture", "link", "notes"] as const;
export type Having = (typeof HAVINGS)[number];
