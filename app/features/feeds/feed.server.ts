/** A feed, independent of its format. Addresses are absolute, times are ISO 8601 in UTC, texts are plain. */
export interface Feed {
  readonly title: string;
  /** The page that shows the same entries. */
  readonly page: string;
  /** The feed's own address. */
  readonly address: string;
  /** The name of the site. */
  readonly author: string;
  /** Newest first. */
  readonly entries: readonly FeedEntry[];
}

export interface FeedEntry {
  /** Also the address of its page; it never changes. */
  readonly address: string;
  readonly title: string;
  readonly summary: string;
  readonly people: readonly string[];
  readonly verifiedAt: string;
}

/** Returns when the feed last changed; the epoch for a feed without entries, where that is unknown. */
export const updatedAt = ({ entries }: Feed): string => entries[0]?.verifiedAt ?? "1970-01-01T00:00:00.000Z";
