import { beforeEach, expect, test } from "vitest";
import { openEngine } from "#engine";
import type { OpenCombinationsAnswer } from "../../domain/contract/coverage.ts";
import { api } from "../../domain/contract/routes.ts";
import type { GameExport } from "../../domain/game-export/checked.ts";
import type { Difference } from "../../domain/game-export/differences.ts";
import { readExport } from "../../domain/game-export/read.ts";
import { sqlite } from "../../server/db/database.ts";
import { type TestApp, testApp } from "../factories.ts";
import { entryOf } from "../game-export/sample.ts";

const ADA = { id: "ada" };
const HELPER = { id: "the-helpers-id", roles: ["Index Helper"] };

// workerd has no files of this folder, and an import none whose name begins with #.
const FOLDER = "../game-export/";
const files = import.meta.glob<string>(["../game-export/**/*.json", "!**/#*"], {
  query: "?raw",
  import: "default",
  eager: true,
});
const entries = Object.entries(files).map(([path, text]) => entryOf(path.slice(FOLDER.length), text));
const reading = await readExport(entries);
if ("refusal" in reading) throw new Error(reading.refusal);
const SAMPLE = reading.game;

let app: TestApp;
beforeEach(async () => {
  const engine = await openEngine();
  const tables = ["tower", "completion", "spelling", "map", "balance_change", "change"] as const;
  await engine.database.atomic(tables.map((table) => sqlite.deleteFrom(table).compile()));
  app = await testApp(engine);
});

type Fields = Parameters<TestApp["post"]>[1];
const asHelper = (path: string, fields: Fields) => app.post(path, fields, HELPER);

const compare = async (game: GameExport): Promise<readonly Difference[]> => {
  const { status, body } = await asHelper(api.compareGame(), { game: JSON.stringify(game) });
  expect(status, body.error).toBe(200);
  return body.results as unknown as readonly Difference[];
};

const take = (game: GameExport, chosen: readonly string[], version = "56.3") =>
  asHelper(api.takeGame(), { game: JSON.stringify(game), chosen: JSON.stringify(chosen), version });

const tickedOf = (found: readonly Difference[]): string[] =>
  found.flatMap(({ key, isTicked }) => (isTicked ? key : []));

interface ListedMap {
  readonly map: string;
  readonly gameId: string;
  readonly difficulty: GameExport["maps"][number]["difficulty"];
}
const listedMaps = async () => (await app.get(api.allMaps())).body.results as unknown as readonly ListedMap[];

const QUAD = { gameId: "Quad", name: "Quad", difficulty: "expert", hasWater: true } as const;

/** Returns all that reads say of the game. */
async function everything() {
  const [catalogue, maps] = [await app.get(api.catalogue()), await app.get(api.allMaps())];
  return { catalogue: catalogue.body, maps: maps.body };
}
const changes = async (query = {}) =>
  (await app.getAs(api.changes({ count: 100, ...query }), HELPER.id, HELPER.roles)).body
    .results as unknown as readonly {
    readonly id: string;
    readonly noun: string;
    readonly action: string;
    readonly act: { readonly id: string; readonly size: number } | null;
  }[];
const undoLast = async (): Promise<OpenCombinationsAnswer> => {
  const act = (await changes())[0]?.act?.id ?? "";
  const { status, body } = await asHelper(api.undoChange(), { act });
  expect(status, body.error).toBe(200);
  return body as unknown as OpenCombinationsAnswer;
};

/** The sample with two more maps, another name of an upgrade and another price of a hero. */
const CHANGED: GameExport = {
  ...SAMPLE,
  towers: SAMPLE.towers.map((tower) =>
    tower.gameId === "IceMonkey" ? { ...tower, upgrades: { ...tower.upgrades, "050": "Zero Point" } } : tower,
  ),
  heroes: SAMPLE.heroes.map((hero, at) => (at === 0 ? { ...hero, cost: hero.cost + 1 } : hero)),
  maps: [
    ...SAMPLE.maps,
    { gameId: "GlassLagoon", name: "Glass Lagoon", difficulty: "expert", hasWater: true },
    { gameId: "GreenLake", name: "Green Lake", difficulty: "expert", hasWater: true },
  ],
};

test("a tower that was deleted is taken over with its prices, and then nothing differs", async () => {
  const seeded = await app.get(api.catalogue());
  expect((await asHelper(api.deleteTower(), { name: "Skywarden" })).status).toBe(200);
  const found = await compare(SAMPLE);
  expect(found.filter(({ of }) => of === "tower")).toMatchObject([
    { key: "new:tower:Skywarden", kind: "new", name: "Skywarden", isTicked: true },
  ]);
  const { status, body } = await take(SAMPLE, tickedOf(found));
  expect(status, body.error).toBe(200);
  expect(body).toEqual({});
  expect(await compare(SAMPLE)).toEqual([]);
  const { towers } = (await app.get(api.catalogue())).body as unknown as { towers: { name: string }[] };
  expect(towers.map(({ name }) => name).toSorted()).toEqual(
    (seeded.body as unknown as typeof seeded.body & { towers: { name: string }[] }).towers
      .map(({ name }) => name)
      .toSorted(),
  );
  expect(towers.find(({ name }) => name === "Skywarden")).toMatchObject({
    ...{ gameId: "Skywarden", category: "magic", cost: 205, version: "56.3" },
    names: { "050": "Stormwrath Archon" },
  });
  const question = { q: "has stormwrath archon quincy been done on quad" };
  expect(JSON.stringify((await app.get(api.answer(question))).body)).toContain("not-yet");
  const lines = (await changes()).length;
  expect((await take(SAMPLE, tickedOf(found))).status).toBe(200);
  expect(await changes()).toHaveLength(lines);
});

test("all that is taken over is one act, and undone as one", async () => {
  const { id } = await app.add("2tc", { map: "Quad", towers: ["Absolute Zero", "Quincy"] });
  const towersOf = async () =>
    (await app.get(api.list("2tc"))).body.results.find(({ filekey }) => filekey === id);
  await asHelper(api.deleteTower(), { name: "Skywarden" });
  const [before, row] = [await everything(), await towersOf()];
  const found = await compare(CHANGED);
  expect((await take(CHANGED, tickedOf(found))).status).toBe(200);
  expect(await compare(CHANGED)).toEqual([]);
  expect((await app.get(api.list("2tc", { names: "game" }))).body.results[0]).toMatchObject({
    tower1: "Zero Point",
  });
  const { results } = (await app.get(api.allMaps())).body as unknown as { results: { map: string }[] };
  expect(results).toContainEqual(
    expect.objectContaining({ map: "Glass Lagoon", abbreviation: "GL", version: "56", length: null }),
  );
  expect(results).toContainEqual(expect.objectContaining({ map: "Green Lake", abbreviation: "GRE" }));

  const [last] = await changes();
  expect(last?.act?.size).toBeGreaterThan(3);
  const lines = await changes({ act: last?.act?.id });
  expect(new Set(lines.map(({ noun }) => noun))).toEqual(new Set(["tower", "hero", "map"]));
  expect(await undoLast()).toMatchObject({ undone: lines.length, left: [] });
  expect(await everything()).toEqual(before);
  expect(await towersOf()).toEqual(row);
  expect(await compare(CHANGED)).toEqual(found);
});

test("only what is chosen is taken over", async () => {
  await asHelper(api.deleteTower(), { name: "Skywarden" });
  const found = await compare(CHANGED);
  const { key = "" } = found.find(({ name }) => name === "Glass Lagoon") ?? {};
  expect((await take(CHANGED, [key, "new:tower:Nothing", ""])).status).toBe(200);
  expect(await compare(CHANGED)).toEqual(found.filter((each) => each.key !== key));
});

test("a map that was deleted is listed again, with what was known of it", async () => {
  const game = { ...SAMPLE, maps: [QUAD] };
  const before = await everything();
  expect((await asHelper(api.deleteMap(), { map: "Quad" })).status).toBe(200);
  const found = (await compare(game)).filter(({ of }) => of === "map");
  expect(found).toMatchObject([{ kind: "new", name: "Quad" }]);
  expect((await take(game, tickedOf(found))).status).toBe(200);
  expect((await everything()).maps).toEqual(before.maps);
});

test("what is gone is deleted if somebody chose it, unless completions are on it", async () => {
  const maps = await listedMaps();
  const game: GameExport = {
    ...SAMPLE,
    maps: maps.flatMap(({ map: name, gameId, difficulty }) =>
      name === "Logs" || name === "Quad" ? [] : { name, gameId, difficulty, hasWater: false },
    ),
  };
  await app.add("2tc", { map: "Quad" });
  const gone = async () => (await compare(game)).filter(({ kind, of }) => kind === "gone" && of === "map");
  expect((await gone()).map(({ key, isTicked }) => [key, isTicked]).toSorted()).toEqual([
    ["gone:map:Logs", false],
    ["gone:map:Quad", false],
  ]);
  const both = await take(game, ["gone:map:Logs", "gone:map:Quad"]);
  expect([both.status, both.body.error]).toEqual([409, "Quad has 1 completion. Move or delete it first."]);
  expect(await listedMaps()).toEqual(maps);
  expect((await take(game, ["gone:map:Logs"])).status).toBe(200);
  expect(await gone()).toMatchObject([{ key: "gone:map:Quad" }]);
});

const oneTower = (change: object): string =>
  JSON.stringify({ ...SAMPLE, towers: SAMPLE.towers.slice(0, 1).map((tower) => ({ ...tower, ...change })) });

test.each([
  ["no JSON", "{", /game must be a JSON object/],
  ["nothing", "", /game must be a JSON object/],
  ["nested lists without an end", "[".repeat(200_000), /game must be a JSON object/],
  ["nested lists", "[".repeat(100_000) + "]".repeat(100_000), /is not an object|must be a JSON object/],
  ["a list", "[]", /is not an object/],
  ["null", "null", /is not an object/],
  ["an object with another key", JSON.stringify({ ...SAMPLE, more: 1 }), /“more”, which is not known/],
  ["a price below 0", oneTower({ cost: -1 }), /whole number/],
  ["a name of a kilobyte", oneTower({ name: "x".repeat(1024) }), /1 to 60 characters/],
  ["a name in two lines", oneTower({ name: "A\nB" }), /in one line/],
  ["a name with a NUL", oneTower({ name: "A\0B" }), /1 to 60 characters/],
  ["a tower twice", JSON.stringify({ ...SAMPLE, towers: [...SAMPLE.towers, ...SAMPLE.towers] }), /twice/],
  [
    "a hero by the name of a tower",
    JSON.stringify({
      ...SAMPLE,
      heroes: [{ gameId: "X", name: "Skywarden", fullName: "X Y", cost: 1 }],
    }),
    /twice/,
  ],
])("game data that is %s is refused by a sentence, and nothing is written", async (_, game, sentence) => {
  const before = [await everything(), (await changes()).length];
  const compared = await asHelper(api.compareGame(), { game });
  const taken = await asHelper(api.takeGame(), { game, chosen: '["new:tower:Skywarden"]', version: "56.3" });
  for (const { status, body } of [compared, taken]) {
    expect(status).toBe(400);
    expect(body.error).toMatch(sentence);
  }
  expect([await everything(), (await changes()).length]).toEqual(before);
});

test.each([
  ["x", "“x” is not a version of the game."],
  ["", "“” is not a version of the game."],
  ["40.0", "The export is of 40.0, and version 56.3 is known here."],
])("the version %j is refused", async (version, sentence) => {
  await asHelper(api.deleteTower(), { name: "Skywarden" });
  const { status, body } = await take(SAMPLE, ["new:tower:Skywarden"], version);
  expect([status, body.error]).toEqual([400, sentence]);
});

test.each(["", "{}", "[1]", "null", '"new"'])("%j instead of keys is refused", async (chosen) => {
  const { status, body } = await asHelper(api.takeGame(), {
    ...{ game: JSON.stringify(SAMPLE), version: "56.3", chosen },
  });
  expect([status, body.error]).toEqual([400, "chosen must be a JSON array of keys."]);
});

const MEND = "Untick it and take over the rest, or change one of the two by hand first.";

/** Expects that a game's data is refused as a whole. */
async function expectClash(game: GameExport, sentence: string): Promise<void> {
  await asHelper(api.deleteTower(), { name: "Skywarden" });
  const before = [await everything(), (await changes()).length];
  const { status, body } = await take(game, tickedOf(await compare(game)));
  expect([status, body.error]).toEqual([400, sentence]);
  expect([await everything(), (await changes()).length]).toEqual(before);
}

test("an upgrade by a name of another tower is refused with that one named, and nothing is written", () =>
  expectClash(
    {
      ...CHANGED,
      towers: CHANGED.towers.map((tower) =>
        tower.gameId === "Skywarden"
          ? { ...tower, upgrades: { ...tower.upgrades, "050": "Superstorm" } }
          : tower,
      ),
    },
    `"Superstorm" is already a name of Druid. ${MEND}`,
  ));

test("two towers, or two maps, that exchange their names are refused with what to do, and nothing is written", async () => {
  const exchanged = <Each extends { readonly name: string }>(
    list: readonly Each[],
    one: string,
    other: string,
  ) =>
    list.map((each) =>
      each.name === one ? { ...each, name: other } : each.name === other ? { ...each, name: one } : each,
    );
  await expectClash(
    { ...SAMPLE, towers: exchanged(SAMPLE.towers, "Ice Monkey", "Dart Monkey") },
    expect.stringMatching(
      /^"(Ice|Dart) Monkey" was a name of (Ice|Dart) Monkey, which searches still find by it\. Untick it/,
    ),
  );
  const maps = (await listedMaps()).flatMap(({ map: name, gameId, difficulty }) =>
    name === "Logs" || name === "Quad" ? { name, gameId, difficulty, hasWater: false } : [],
  );
  await expectClash(
    { ...SAMPLE, maps: exchanged(maps, "Logs", "Quad") },
    expect.stringMatching(
      /^"(Logs" cannot be called "Quad|Quad" cannot be called "Logs)" while another map is\. Untick it/,
    ),
  );
});

test("two upgrades of a tower exchange their names, in completions too, and back", async () => {
  for (const [map, upgrade] of [
    ["Quad", "Absolute Zero"],
    ["Logs", "Icicle Impale"],
  ] as const)
    await app.add("2mp", { map, towers: [upgrade] });
  const entities = async () =>
    (await app.get(api.list("2mp", { names: "game" }))).body.results
      .map(({ map, entity }) => [map, entity])
      .toSorted();
  const before = [await everything(), await entities()];
  const game = {
    ...SAMPLE,
    towers: SAMPLE.towers.map((tower) =>
      tower.name === "Ice Monkey"
        ? { ...tower, upgrades: { ...tower.upgrades, "050": "Icicle Impale", "005": "Absolute Zero" } }
        : tower,
    ),
  };
  const { status, body } = await take(game, tickedOf(await compare(game)));
  expect([status, body.error]).toEqual([200, undefined]);
  expect(await entities()).toEqual([
    ["Logs", "Absolute Zero"],
    ["Quad", "Icicle Impale"],
  ]);
  await undoLast();
  expect([await everything(), await entities()]).toEqual(before);
});

test("a map by the abbreviation of another is refused, and nothing is written", () =>
  expectClash(
    { ...SAMPLE, maps: [{ gameId: "Another", name: "MM", difficulty: "expert", hasWater: true }] },
    `Another map already has this name. ${MEND}`,
  ));

test("a map by the name of another is refused, and nothing is written", () =>
  expectClash(
    {
      ...SAMPLE,
      maps: [
        { ...QUAD, name: "Logs" },
        { gameId: "Another", name: "Another", difficulty: "expert", hasWater: true },
      ],
    },
    `There is already a map called "Logs". ${MEND}`,
  ));

test("more rows than one act changes are refused, and nothing is written", () =>
  expectClash(
    {
      ...SAMPLE,
      maps: Array.from({ length: 1_000 }, (_, at) => ({
        ...{ gameId: `Made${at}`, name: `Made ${at}`, difficulty: "expert", hasWater: false },
      })),
    },
    expect.stringMatching(
      /^\d+ rows would change, and at most 200 can change at once\. Choose fewer of them\.$/,
    ),
  ));

test("of two at once each thing is there once", async () => {
  await asHelper(api.deleteTower(), { name: "Skywarden" });
  const keys = tickedOf(await compare(CHANGED));
  const both = await Promise.all([take(CHANGED, keys), take(CHANGED, keys)]);
  expect(both.map(({ status }) => status)).toContain(200);
  for (const { status } of both) expect([200, 409]).toContain(status);
  expect(await compare(CHANGED)).toEqual([]);
});

test("strangers, members and verifiers are refused", async () => {
  const fields = { game: JSON.stringify(SAMPLE), chosen: "[]", version: "56.3" };
  for (const path of [api.compareGame(), api.takeGame()]) {
    expect((await app.post(path, fields, null)).status).toBe(401);
    expect((await app.post(path, fields, ADA)).status).toBe(403);
    expect((await app.post(path, fields, { id: "v", roles: ["Index Verifier"] })).status).toBe(403);
  }
});

test("512 KB of game data are read, more are refused by a sentence, and other forms take no more than before", async () => {
  const game = JSON.stringify(SAMPLE);
  const padded = (bytes: number): string => game.padEnd(bytes);
  const most = 512 * 1024;
  expect((await asHelper(api.compareGame(), { game: padded(most) })).status).toBe(200);
  for (const bytes of [most + 1, 3 * most]) {
    const { status, body } = await asHelper(api.compareGame(), { game: padded(bytes) });
    expect(status).toBe(413);
    expect(body.error).toMatch(/\d+ KB/);
  }
  expect((await asHelper(api.deleteTower(), { name: "x".repeat(64 * 1024 + 1) })).status).toBe(413);
});
