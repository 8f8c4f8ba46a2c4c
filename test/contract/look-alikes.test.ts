import { beforeAll, expect, test } from "vitest";
import { openEngine } from "#engine";
import { api } from "../../domain/contract/routes.ts";
import { type TestApp, testApp } from "../factories.ts";

const HELPER = ["Index Helper"];
const LINK = "https://example.org/video";

const at = (minute: number) => ({ createdAt: `2026-01-01T00:0${minute}:00Z` });

let app: TestApp;
beforeAll(async () => {
  app = await testApp(await openEngine());
});

const alike = async (filekey: string) =>
  (await app.getAs(api.lookAlikes({ filekey }), "helper", HELPER)).body as unknown as {
    links: { filekey: string; heading: string; pending: boolean }[];
    players: { name: string; other: string }[];
  };

test("a helper is told of every completion with the same link, whatever its challenge and state", async () => {
  const first = await app.add("lcc", { map: "Quad", people: ["Kit"], money: 130_869, link: LINK, ...at(1) });
  const second = await app.add("2mp", {
    towers: ["Druid"],
    map: "Logs",
    people: ["Ida"],
    // Written otherwise, it leads to the same.
    link: `${LINK}#top`,
    ...at(2),
  });
  const third = await app.add("lcd", {
    map: "Logs",
    people: ["Ole"],
    money: 5,
    link: LINK,
    pending: "ada",
    ...at(3),
  });
  await app.add("lcd", { map: "Logs", people: ["Ole"], money: 6, link: `${LINK}s` });
  expect((await alike(first.id)).links).toEqual([
    { challenge: "2mp", filekey: second.id, heading: expect.stringContaining("Druid"), pending: false },
    { challenge: "lcd", filekey: third.id, heading: expect.stringContaining("$5"), pending: true },
  ]);
  expect((await alike(second.id)).links.map(({ filekey }) => filekey)).toEqual([first.id, third.id]);
  expect(await alike("not-there")).toEqual({ links: [], files: [], pictures: [], players: [] });
});

/** Names, and others that look alike but are not the same player's. */
const ALIKE = [
  ["Ada", "Аda"],
  ["Marco", "Маrсо"],
  ["Tom", "Тοm"],
  ["Sophie", "Sорhіе"],
  ["Zoë", "Zoe"],
  ["Two-Words", "Two Words"],
  ["Nina", "Νina"],
] as const;

test.each(ALIKE)("%s and %s stay two players, and a helper is told of both", async (one, other) => {
  const first = await app.add("lcc", { map: "Cubism", people: [one], money: 1 });
  const second = await app.add("lcc", { map: "Cubism", people: [other], money: 2 });
  const named = async (name: string) =>
    (await app.get(`/fetch-lcc?map=Cubism&person=${encodeURIComponent(name)}`)).body.count;
  expect([await named(one), await named(other)]).toEqual([1, 1]);
  expect((await alike(first.id)).players).toEqual([{ name: one, other }]);
  expect((await alike(second.id)).players).toEqual([{ name: other, other: one }]);
});

test("names of signs alone are not alike", async () => {
  const { id } = await app.add("lcc", { map: "Ravine", people: ["!!!"], money: 1 });
  await app.add("lcc", { map: "Ravine", people: ["???"], money: 2 });
  expect((await alike(id)).players).toEqual([]);
});

test("only helpers are told", async () => {
  expect((await app.getAs(api.lookAlikes({ filekey: "x" }), "ada")).status).toBe(403);
  expect((await app.get(api.lookAlikes({ filekey: "x" }))).status).toBe(401);
  expect((await app.getAs(api.lookAlikes(), "helper", HELPER)).status).toBe(400);
});
