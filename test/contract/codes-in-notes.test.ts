import { beforeAll, expect, test } from "vitest";
import { openEngine } from "#engine";
import { type TestApp, testApp } from "../factories.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp(await openEngine());
  const add = (map: string, notes: string, link: string | null = null) =>
    app.add("2tc", { towers: ["Quincy", "Absolute Zero"], map, people: ["Ada"], notes, link });
  await add("Quad", "Code: ZXMPLE5.");
  await add("Logs", "the codes are `zxmple5`,ZMYPZUW and **Zaaaaa1**");
  await add("Cubism", "see https://example.org/ZXMPLE5", "https://youtu.be/ZXMPLE5");
  await add("Ravine", "XZXMPLE5 ZXMPLE55");
});

const mapsAt = async (query: string): Promise<unknown[]> =>
  (await app.get(`/fetch-2tc?sortby=map&${query}`)).body.results.map(({ map }) => map);

test.each([
  ["query=ZMYPZUW", ["Logs"]],
  ["query=zmypzuw", ["Logs"]],
  ["query=quincy+zaaaaa1", ["Logs"]],
  // A link is found by its words, too.
  ["query=ZXMPLE5", ["Cubism", "Logs", "Quad"]],
  ["query=code:ZXMPLE5", ["Logs", "Quad"]],
  ["query=code:zXmPlE5+map:quad", ["Quad"]],
  ["code=zxmple5", ["Logs", "Quad"]],
  ["code=ZMYPZUW", ["Logs"]],
  ["code=+ZMYPZUW+", ["Logs"]],
  ["code=quincy", []],
  ["code=ZXMPLE", []],
  ["code=Z-X.PLE", []],
  ["query=code:%22ZX%20PLE%22", []],
  ["code=%22ZXMPLE5", []],
])("%s finds %j", async (query, maps) => {
  expect(await mapsAt(query)).toEqual(maps);
});

test("notes that no longer have a code are no longer found by it", async () => {
  const { id } = await app.add("lcc", { map: "Quad", people: ["Ada"], money: 1, notes: "ZQWERT1" });
  const count = async () => (await app.get("/fetch-lcc?code=zqwert1")).body.count;
  expect(await count()).toBe(1);
  const { status } = await app.post(
    "/member/add-lcc-submit",
    {
      ...{ edit: "true", "edited-filekey": id, map: "Quad", person: "Ada", money: "1", version: "44" },
      ...{ date: "2024-05-01", link: "https://example.org/a", notes: "none" },
    },
    { id: "helper", roles: ["Index Helper"] },
  );
  expect([status, await count()]).toEqual([200, 0]);
});

test("a code in its own field is found like one in the notes", async () => {
  await app.add("2tc", {
    towers: ["Quincy", "Glue Storm"],
    map: "Hedge",
    people: ["Ada"],
    challengeCode: "ZFIELD7",
  });
  expect(await mapsAt("query=code:zfield7")).toEqual(["Hedge"]);
  expect(await mapsAt("query=zfield7")).toEqual(["Hedge"]);
});
