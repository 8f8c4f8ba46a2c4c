/** A feed as both of its formats say it. Addresses are whole ones, times ISO 8601 in UTC, texts plain. */
export interface Feed {
  readonly title: string;
  /** The page that shows the same. */
  readonly page: string;
  /** Its own address. */
  readonly address: string;
  /** Whose site it is. */
  readonly author: string;
  /** Newest first. */
  readonly entries: readonly FeedEntry[];
}

export interface FeedEntry {
  /** Of its page, too: the same for good. */
  readonly address: string;
  readonly title: string;
  readonly summary: string;
  readonly people: readonly string[];
  readonly verifiedAt: string;
}

/** When a feed was last other than it is; of one without entries that is not known. */
export const updatedAt = ({ entries }: Feed): string => entries[0]?.verifiedAt ?? "1970-01-01T00:00:00.000Z";
