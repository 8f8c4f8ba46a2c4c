import type { JsonFeed } from "../../../domain/contract/completions.ts";

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
const updatedAt = ({ entries }: Feed): string => entries[0]?.verifiedAt ?? "1970-01-01T00:00:00.000Z";

/** Characters that XML 1.0 cannot hold even escaped: most control characters, lone surrogates, two noncharacters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it is about
const UNHOLDABLE = /[\x00-\x08\v\f\x0e-\x1f\ufffe\uffff]|\p{Surrogate}/gu;

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  // Unescaped, a parser reads it as a line feed.
  "\r": "&#13;",
};

/** Escapes any text for XML, including attributes. */
const xml = (text: string): string =>
  text.replace(UNHOLDABLE, "\ufffd").replace(/[&<>"\r]/g, (character) => ESCAPES[character] ?? "");

const person = (name: string): string => `<author><name>${xml(name)}</name></author>`;

const entryOf = ({ address, title, summary, people, verifiedAt }: FeedEntry): string => `  <entry>
    <id>${xml(address)}</id>
    <title>${xml(title)}</title>
    <link href="${xml(address)}"/>
    <updated>${xml(verifiedAt)}</updated>
    ${people.map(person).join("")}
    <summary>${xml(summary)}</summary>
  </entry>
`;

/** Returns a feed as Atom (RFC 4287). */
export const atomOf = (feed: Feed): string => `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <id>${xml(feed.address)}</id>
  <title>${xml(feed.title)}</title>
  <link rel="alternate" type="text/html" href="${xml(feed.page)}"/>
  <link rel="self" type="application/atom+xml" href="${xml(feed.address)}"/>
  <updated>${updatedAt(feed)}</updated>
  ${person(feed.author)}
${feed.entries.map(entryOf).join("")}</feed>
`;

/** Returns a feed as JSON Feed 1.1. */
export const jsonFeedOf = ({ title, page, address, author, entries }: Feed): string =>
  JSON.stringify({
    version: "https://jsonfeed.org/version/1.1",
    title,
    home_page_url: page,
    feed_url: address,
    authors: [{ name: author }],
    items: entries.map((entry) => ({
      id: entry.address,
      url: entry.address,
      title: entry.title,
      content_text: entry.summary,
      date_published: entry.verifiedAt,
      authors: entry.people.map((name) => ({ name })),
    })),
  } satisfies JsonFeed);
