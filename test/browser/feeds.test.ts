import { expect, open, test } from "./fixture.ts";

/** Reads an Atom feed with the browser's own parser; `error` says why it is not XML. */
const READ = (text: string) => {
  const document = new DOMParser().parseFromString(text, "application/xml");
  const textsOf = (selector: string) =>
    [...document.querySelectorAll(selector)].map(({ textContent }) => textContent ?? "");
  return {
    error: document.querySelector("parsererror")?.textContent ?? null,
    root: document.documentElement.namespaceURI,
    titles: textsOf("entry > title"),
    ids: textsOf("entry > id"),
    updated: textsOf("entry > updated"),
  };
};

test("a list advertises its feeds with its filters, and its Feed link leads to a valid one", async ({
  page,
  request,
}) => {
  await open(page, "/2tc?map=Quad&sortby=date&count=5");
  const alternate = (type: string) => page.locator(`link[rel="alternate"][type="${type}"]`);
  await expect(alternate("application/atom+xml")).toHaveAttribute("href", "/2tc.atom?map=Quad");
  await expect(alternate("application/feed+json")).toHaveAttribute("href", "/2tc.json?map=Quad");
  const link = page.getByRole("link", { name: "Feed", exact: true });
  await expect(link).toHaveAttribute("href", "/2tc.atom?map=Quad");

  const answer = await request.get("/2tc.atom?map=Quad");
  expect(answer.headers()["content-type"]).toContain("application/atom+xml");
  const feed = await page.evaluate(READ, await answer.text());
  expect(feed).toMatchObject({ error: null, root: "http://www.w3.org/2005/Atom" });
  expect(feed.titles.length).toBeGreaterThan(0);
  expect(feed.titles.filter((title) => !title.includes("on Quad"))).toEqual([]);
  expect(feed.updated).toEqual(feed.updated.toSorted().toReversed());
  expect(new Set(feed.ids).size).toBe(feed.ids.length);
  // An entry's id is its page.
  await open(page, feed.ids[0]?.replace(/^https?:\/\/[^/]+/, "") ?? "");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(feed.titles[0] ?? "");
});

test("every feed is well-formed", async ({ page, request }) => {
  await open(page, "/");
  await expect(page.locator('link[rel="alternate"]')).toHaveAttribute("href", "/changes.atom");
  for (const of of ["changes", "2tc", "fttc", "lcc", "ltc", "lcd", "2mp", "2tcc"]) {
    const feed = await page.evaluate(READ, await (await request.get(`/${of}.atom`)).text());
    expect(feed.error, of).toBeNull();
    expect(feed.titles, of).toHaveLength(50);
    const json = await (await request.get(`/${of}.json`)).json();
    expect(json.items.map(({ id }: { id: string }) => id)).toEqual(feed.ids);
  }
});
