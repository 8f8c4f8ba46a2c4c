import { describe, expect, test } from "vitest";
import { openEngine } from "#engine";
import { CHALLENGES } from "../../domain/challenges/index.ts";
import { api } from "../../domain/contract/routes.ts";
import { emptyApp } from "../factories.ts";

const HELPER = { id: "hel", roles: ["Index Helper"] };

type Row = Readonly<Record<string, unknown>>;

const at = (day: number) => `2026-01-0${day}T12:00:00.000Z`;

describe.each([...CHALLENGES.keys()])("sorting %s by newest", (challenge) => {
  test("uses the time of verification, or of submission for claims; rows without one are the oldest", async () => {
    const app = await emptyApp(await openEngine());
    const verified = await app.add(challenge, { map: "Quad", createdAt: at(2) });
    const claim = await app.add(challenge, {
      map: "#Ouch",
      createdAt: at(3),
      pending: "ada",
      verifiedBy: null,
    });
    // As from an import, where nobody knows who verified it, or when.
    const imported = await app.add(challenge, { map: "Logs", createdAt: at(9), verifiedBy: null });
    const newer = await app.add(challenge, { map: "Cubism", createdAt: at(4) });
    const order = async (sortby: string) =>
      (await app.get(api.list(challenge, { sortby }))).body.results.map(({ filekey }) => filekey);
    const newest = [newer.id, claim.id, verified.id];
    expect(await order("newest")).toEqual([...newest, imported.id]);
    expect(await order("newest DESC")).toEqual([imported.id, ...newest.toReversed()]);

    const entries = JSON.stringify([claim.id]);
    expect((await app.post(api.verifyCompletions(), { entries }, HELPER)).status).toBe(200);
    expect(await order("newest")).toEqual([claim.id, newer.id, verified.id, imported.id]);
  });
});

test("of rows moved in, of which nobody knows when they were verified, those played last come first, then those written last; no feed has them", async () => {
  const app = await emptyApp(await openEngine());
  const add = (map: string, date: string | null, second: number, more = {}) =>
    app.add("lcc", {
      ...{ map, date, verifiedBy: null, createdAt: new Date(second * 1000).toISOString() },
      ...more,
    });
  const first = await add("Quad", null, 1);
  const played = await add("Logs", "2024-05-01", 2);
  const earlier = await add("Cubism", "2023-05-01", 3);
  const last = await add("#Ouch", null, 4);
  const known = await app.add("lcc", { map: "Spice Islands", date: "2020-01-01", createdAt: at(2) });
  const claim = await add("Ravine", null, 5, { pending: "ada" });
  const unknown = [played.id, earlier.id, last.id, first.id];

  const { body: newest } = await app.get(api.newest());
  expect(newest.results.map(({ completion, verified }) => [(completion as Row).filekey, verified])).toEqual([
    [known.id, at(2)],
    ...unknown.map((id) => [id, null]),
  ]);
  const { body: onMap } = await app.get(api.newest({ map: "Logs", challenge: "lcc" }));
  expect(onMap.results.map(({ completion }) => (completion as Row).filekey)).toEqual([played.id]);
  const { body: list } = await app.get(api.dated("lcc", { sortby: "newest" }));
  expect(list.results.map(({ filekey }, place) => [filekey, (list.appeared as unknown[])[place]])).toEqual([
    [known.id, at(2)],
    [claim.id, null],
    ...unknown.map((id) => [id, null]),
  ]);
  for (const feed of [api.jsonFeedOfAll(), api.jsonFeed("lcc")]) {
    const { items } = (await (await app.app.request(feed)).json()) as { items: { url: string }[] };
    expect(items.map(({ url }) => url)).toEqual([expect.stringContaining(known.id)]);
  }
});
