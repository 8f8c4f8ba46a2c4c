import { type Feed, type FeedEntry, updatedAt } from "./feed.ts";

/** What no XML 1.0 can hold, however it is written: most control characters, halves of characters, two that are none. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it is about
const UNHOLDABLE = /[\x00-\x08\v\f\x0e-\x1f\ufffe\uffff]|\p{Surrogate}/gu;

const ESCAPES: Readonly<Record<string, string>> = {
  ...{ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" },
  // Else whoever reads it takes it for a line feed.
  "\r": "&#13;",
};

/** Any text within XML, an attribute's too. */
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

/** A feed as Atom (RFC 4287). */
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
