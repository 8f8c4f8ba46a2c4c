import { beforeEach, describe, expect, test } from "vitest";
import { openEngine } from "#engine";
import { api } from "../../domain/contract/routes.ts";
import { emptyApp, type TestApp } from "../factories.ts";

const SITE = "http://localhost:3000";
const at = (day: number) => `2026-01-0${day}T12:00:00.000Z`;

let app: TestApp;
beforeEach(async () => {
  app = await emptyApp(await openEngine());
});

async function ask(path: string) {
  const answer = await app.app.request(path);
  return { status: answer.status, type: answer.headers.get("Content-Type"), text: await answer.text() };
}

describe("a list's feed", () => {
  test("has the verified completions, newest first, with stable addresses, in both formats", async () => {
    const older = await app.add("2tc", { towers: ["Quincy", "Glaive Lord"], map: "Quad", createdAt: at(2) });
    const newer = await app.add("2tc", { towers: ["Ezili", "Glaive Lord"], map: "Logs", createdAt: at(3) });
    await app.add("2tc", { towers: ["Ezili", "Quincy"], pending: "adas-id", verifiedBy: null });
    // As from an import, where nobody knows when it was verified.
    await app.add("2tc", { towers: ["Ezili", "Spike Storm"], verifiedBy: null });
    await app.add("2mp", { towers: ["Ezili"] });
    const { status, type, text } = await ask(api.jsonFeed("2tc"));
    expect([status, type]).toEqual([200, "application/feed+json; charset=utf-8"]);
    const page = (filekey: string) => `${SITE}/2tc/notes?filekey=${filekey}`;
    expect(JSON.parse(text)).toMatchObject({
      version: "https://jsonfeed.org/version/1.1",
      title: "Newly verified: 2TC",
      home_page_url: `${SITE}/2tc`,
      feed_url: `${SITE}/2tc.json`,
      items: [
        {
          ...{ id: page(newer.id), url: page(newer.id), date_published: at(3), authors: [{ name: "Ada" }] },
          title: "Ezili and Glaive Lord 2TC on Logs",
        },
        { id: page(older.id), date_published: at(2) },
      ],
    });
    const atom = await ask(api.atom("2tc"));
    expect([atom.status, atom.type]).toEqual([200, "application/atom+xml; charset=utf-8"]);
    const ids = [...atom.text.matchAll(/<id>(.*?)<\/id>/g)].map(([, id]) => id);
    expect(ids).toEqual([`${SITE}/2tc.atom`, page(newer.id), page(older.id)]);
    // The feed is as new as its newest entry.
    const updated = [...atom.text.matchAll(/<updated>(.*?)<\/updated>/g)].map(([, time]) => time);
    expect(updated).toEqual([at(3), at(3), at(2)]);
    expect(atom.text + text).not.toContain("adas-id");
  });

  test("tells an original's upgrades, version and date, and of a repeat only what is its own", async () => {
    const pair = { towers: ["Ezili", "Glaive Lord"], upgrades: ["Level 20", "3-0-0"], verifiedBy: "hel" };
    await app.add("2tc", { ...pair, og: true, version: "44", date: "2024-01-01", createdAt: at(2) });
    await app.add("2tc", { towers: pair.towers, map: "Logs", people: ["Bob"], createdAt: at(3) });
    const { items } = JSON.parse((await ask(api.jsonFeed("2tc"))).text);
    const summaries = [
      "Completed by Bob",
      "OG completion by Ada · Tower 1 Upgrades: Level 20 · Tower 2 Upgrades: 3-0-0 · Update: 44.0 · Date: 2024-01-01",
    ];
    expect(items.map(({ content_text }: { content_text: string }) => content_text)).toEqual(summaries);
    for (const path of [api.atom("2tc"), api.atomOfAll()]) {
      const { text } = await ask(path);
      expect([...text.matchAll(/<summary>(.*?)<\/summary>/g)].map(([, said]) => said)).toEqual(summaries);
    }
    expect(JSON.parse((await ask(api.jsonFeedOfAll())).text).items).toEqual(items);
  });

  test("applies the list's filters, and ignores sorting and paging", async () => {
    await app.add("2tc", { towers: ["Quincy", "Glaive Lord"], map: "Quad", createdAt: at(2) });
    await app.add("2tc", { towers: ["Ezili", "Glaive Lord"], map: "Logs", createdAt: at(3) });
    const titles = async (query: Record<string, string>) => {
      const { items, ...feed } = JSON.parse((await ask(api.jsonFeed("2tc", query))).text);
      return { ...feed, titles: items.map(({ title }: { title: string }) => title) };
    };
    expect(await titles({ map: "Quad", sortby: "date", offset: "1", count: "0" })).toMatchObject({
      titles: ["Quincy and Glaive Lord 2TC on Quad"],
      feed_url: `${SITE}/2tc.json?map=Quad`,
      home_page_url: `${SITE}/2tc?map=Quad`,
      title: "Newly verified: 2TC, Map: Quad",
    });
    expect(await titles({ query: "ezili" })).toMatchObject({ titles: ["Ezili and Glaive Lord 2TC on Logs"] });
    // What is pending is not verified.
    expect((await titles({ pending: "1" })).titles).toEqual([]);
    expect((await ask("/2tc.atom?sortby=nonsense")).status).toBe(200);
  });

  test.each(["og=perhaps", "map=a&map=b", "date=yesterday"])(
    "is refused for %s with the same answer as the list",
    async (query) => {
      for (const path of [`/2tc.atom?${query}`, `/2tc.json?${query}`]) {
        const refused = await ask(path);
        const list = await ask(`/fetch-2tc?${query}`);
        expect([refused.status, refused.text]).toEqual([list.status, list.text]);
        expect(refused.status).toBe(400);
      }
    },
  );

  test("escapes any text that people write", async () => {
    const odd = `<b>&"]]> \u0001\u000b\ufffe \ud800 ${String.fromCodePoint(0x1f388)}`;
    await app.add("2tc", { towers: ["Quincy", "Glaive Lord"], people: [odd], createdAt: at(2) });
    const { text } = await ask(api.atom("2tc", { query: "", person: odd.slice(0, 9) }));
    expect(text).not.toMatch(/<b>/);
    const all = (await ask(api.atom("2tc"))).text;
    expect(all).toContain("<name>&lt;b&gt;&amp;&quot;]]&gt; \ufffd\ufffd\ufffd \ufffd \u{1f388}</name>");
    // Nothing but what XML 1.0 can contain.
    expect(all).not.toMatch(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u);
  });

  test("keeps every line break of a text that people write", async () => {
    await app.add("2tc", { towers: ["Quincy", "Glaive Lord"], people: ["A\r\nB\rC"], createdAt: at(2) });
    // A parser reads an unescaped carriage return as a line feed.
    expect((await ask(api.atom("2tc"))).text).toContain("<name>A&#13;\nB&#13;C</name>");
  });

  test("is a feed without entries when the list is empty", async () => {
    const { status, text } = await ask(api.atom("lcc"));
    expect(status).toBe(200);
    expect(text).not.toContain("<entry>");
    expect(text).toContain("<updated>1970-01-01T00:00:00.000Z</updated>");
  });

  test("has its places for what is verified, however many newer claims there are", async () => {
    const verified = await app.add("2mp", { map: "Quad", createdAt: at(2) });
    for (let map = 0; map < 50; map++)
      await app.add("2mp", {
        ...{ map: `Made up ${map}`, createdAt: at(3) },
        ...{ pending: `member-${map}`, verifiedBy: null },
      });
    const { items } = JSON.parse((await ask(api.jsonFeed("2mp"))).text);
    expect(items.map(({ id }: { id: string }) => id)).toEqual([`${SITE}/2mp/notes?filekey=${verified.id}`]);
  });

  test("has at most fifty entries", async () => {
    for (let map = 0; map < 52; map++) await app.add("2mp", { map: `Made up ${map}`, createdAt: at(2) });
    expect(JSON.parse((await ask(api.jsonFeed("2mp"))).text).items).toHaveLength(50);
  });
});

test("the combined feed has the newly verified completions of every list", async () => {
  await app.add("2tc", { towers: ["Quincy", "Glaive Lord"], createdAt: at(2) });
  await app.add("2mp", { towers: ["Ezili"], createdAt: at(4) });
  const { items } = JSON.parse((await ask(api.jsonFeedOfAll())).text);
  expect(items.map((item: { date_published: string }) => item.date_published)).toEqual([at(4), at(2)]);
  const { type, text } = await ask(api.atomOfAll());
  expect(type).toContain("application/atom+xml");
  expect(text.match(/<entry>/g)).toHaveLength(2);
});
