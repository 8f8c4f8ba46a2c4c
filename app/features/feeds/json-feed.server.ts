import type { Feed } from "./feed.server.ts";

/** Returns a feed as JSON Feed 1.1. */
export const jsonFeedOf = ({ title, page, address, author, entries }: Feed): string =>
  JSON.stringify({
    version: "https://jsonfeed.org/version/1.1",
    title,
    home_page_url: page,
    feed_url: address,
    authors: [{ name: author }],
    items: entries.map((entry) => ({
      ...{ id: entry.address, url: entry.address, title: entry.title, content_text: entry.summary },
      date_published: entry.verifiedAt,
      authors: entry.people.map((name) => ({ name })),
    })),
  });
