import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { entryOf, sample, sampleTexts } from "../../test/game-export/sample.ts";
import { checkedExport, PRICED } from "./checked.ts";
import type { ExportEntry } from "./files.ts";
import { readExport } from "./read.ts";

const MB = 1024 * 1024;

/** Returns the sentence by which an export is refused. */
async function refusalOf(entries: Parameters<typeof readExport>[0]): Promise<string> {
  const reading = await readExport(entries);
  expect(Object.keys(reading)).toEqual(["refusal"]);
  return "refusal" in reading ? reading.refusal : "";
}

async function gameOf(entries: Parameters<typeof readExport>[0]) {
  const reading = await readExport(entries);
  if ("refusal" in reading) throw new Error(reading.refusal);
  return reading;
}

/** Returns the text of the sample's file with some fields changed. */
async function withFields(path: string, fields: object): Promise<Record<string, string>> {
  const texts = await sampleTexts();
  return { [path]: JSON.stringify({ ...JSON.parse(texts.get(path) ?? ""), ...fields }) };
}

const SKYWARDEN = "Towers/Skywarden/Skywarden.json";
const ARCHON = "Upgrades/StormwrathArchon.json";

test("an export's towers, heroes and maps are read with their names and prices", async () => {
  const { game, findings } = await gameOf(await sample());
  expect(findings).toEqual([]);
  expect(game.towers.map(({ gameId }) => gameId)).toEqual(["DartMonkey", "IceMonkey", "Skywarden"]);
  expect(game.towers[2]).toEqual({
    ...{ gameId: "Skywarden", name: "Skywarden", category: "magic", cost: 205 },
    upgrades: {
      ...{ "300": "Wind Weaver", "030": "Galvanic Conduit", "003": "Coldchain", "400": "Galesage" },
      ...{ "040": "Thunder's Decree", "004": "Frozen Verdict", "500": "Farwind Seer" },
      ...{ "050": "Stormwrath Archon", "005": "Winter's Mercy" },
    },
    prices: {
      ...{ "100": 110, "010": 175, "001": 150, "200": 215, "020": 275, "002": 250, "300": 1650, "030": 1800 },
      ...{ "003": 1500, "400": 3300, "040": 2000, "004": 3900, "500": 19000, "050": 35000, "005": 20000 },
    },
  });
  expect(game.towers[1]?.upgrades["555"]).toBe("Herald of Everfrost");
  expect(game.heroes).toEqual([{ gameId: "Quincy", name: "Quincy", fullName: "Quincy", cost: 540 }]);
  expect(game.maps).toContainEqual({
    ...{ gameId: "Tutorial", name: "Monkey Meadow", difficulty: "beginner", hasWater: false },
  });
  expect(game.maps.map(({ name }) => name)).toEqual(["Ascent", "Skull Tweak", "Monkey Meadow", "#Ouch"]);
  expect(checkedExport(JSON.parse(JSON.stringify(game)))).toEqual({ game });
});

test("an export is found in a folder within, with the names of Windows, too", async () => {
  const whole = await gameOf(await sample());
  const within = (await sample()).map((entry) => ({ ...entry, path: `./Game Data\\56.3/${entry.path}` }));
  expect(await gameOf([entryOf("readme.txt", "no JSON"), ...within])).toEqual(whole);
});

test("what the shop does not have, and files of no interest, are passed over", async () => {
  const whole = await gameOf(await sample());
  const power = JSON.stringify({
    name: "CaveMonkey",
    baseId: "CaveMonkey",
    towerSet: 1,
    upgrades: [],
    cost: -1,
  });
  const more = await sample({ "Towers/CaveMonkey/CaveMonkey.json": power, "Bloons/Red.json": "{" });
  expect(await gameOf(more)).toEqual(whole);
});

test("another factor of hard prices and another starting cash are said", async () => {
  const mod = (name: string, fields: object) => ({ name, ...fields });
  const hard = await withFields("Mods/Hard.json", {
    mutatorMods: [
      mod("GlobalCostModModel_", { multiplier: 1.1 }),
      mod("StartingCashModModel_", { changeBase: 850 }),
    ],
  });
  const { findings } = await gameOf(await sample(hard));
  expect(findings).toEqual([
    expect.stringMatching(/1\.08 .* 1\.1\.$/),
    expect.stringMatching(/650 .* 850\.$/),
  ]);
  const none = await gameOf(await sample({ "Mods/Hard.json": "{}" }));
  expect(none.findings).toHaveLength(2);
});

describe("refused as a whole, with one sentence", () => {
  test.each<[string, Record<string, string | null>, RegExp]>([
    ["no text table", { "textTable.json": null }, /not an export of the game's data/],
    ["no hard difficulty", { "Mods/Hard.json": null }, /has no Mods\/Hard\.json/],
    ["a tower without itself", { [SKYWARDEN]: null }, /upgrades of “Skywarden”/],
    ["a missing tier", { "Towers/Skywarden/Skywarden-050.json": null }, /no upgrade 050 of “Skywarden”/],
    [
      "a missing paragon",
      { "Towers/DartMonkey/DartMonkey-Paragon.json": null },
      /no upgrade 555 of “DartMonkey”/,
    ],
    ["a missing upgrade", { [ARCHON]: null }, /no upgrade “StormwrathArchon”/],
    [
      "a second export",
      { "other/textTable.json": "{}", "textTable.json": null, "b/textTable.json": "{}" },
      /several/,
    ],
    ["a file that ends early", { [SKYWARDEN]: '{"name": "Sky' }, /ends early/],
    ["an empty file", { [SKYWARDEN]: "" }, /ends early/],
    ["no object", { [SKYWARDEN]: "[]" }, /not a JSON object/],
    ["NaN", { [ARCHON]: '{"name": "StormwrathArchon", "cost": NaN}' }, /ends early, or is not JSON/],
    ["deep nesting", { [ARCHON]: "[".repeat(1_000_000) }, /nested too deeply/],
    [
      "deep nesting that ends",
      { [ARCHON]: `${'{"a":'.repeat(500)}1${"}".repeat(500)}` },
      /nested too deeply/,
    ],
  ])("%s", async (_, changed, sentence) => {
    expect(await refusalOf(await sample(changed))).toMatch(sentence);
  });

  test.each<[string, string, object, RegExp]>([
    ["a negative price", ARCHON, { cost: -5 }, /not a whole number/],
    ["a price beyond all", ARCHON, { cost: 1e300 }, /not a whole number/],
    [
      "a tower of many upgrades",
      SKYWARDEN,
      { appliedUpgrades: Array(17).fill("Galesage") },
      /more upgrades than/,
    ],
    ["a price in fractions", ARCHON, { cost: 0.5 }, /not a whole number/],
    ["a price as text", ARCHON, { cost: "NaN" }, /not a whole number/],
    ["a price of nothing", SKYWARDEN, { cost: null }, /not a whole number/],
    ["an upgrade of no path", ARCHON, { path: 3 }, /has no tier/],
    ["an upgrade of no tier", ARCHON, { tier: 1e300 }, /has no tier/],
    ["a tier that is no number", ARCHON, { tier: { valueOf: 1, toString: 1 } }, /has no tier/],
    ["two upgrades at a tier", ARCHON, { tier: 3 }, /two upgrades at 040/],
    ["an upgrade twice", ARCHON, { name: "Galesage" }, /twice/],
    ["an id twice", "Maps/Advanced/Ascent.json", { id: "Tutorial" }, /occurs twice/],
    ["an id that is an object", SKYWARDEN, { baseId: { toString: 1 }, name: "x" }, /not text/],
    ["an id of a prototype", "Maps/Advanced/Ascent.json", { id: "__proto__" }, /no name for “__proto__”/],
    ["a difficulty of no map", "Maps/Advanced/Ascent.json", { difficulty: null }, /difficulty is not one of/],
    ["water that is text", "Maps/Advanced/Ascent.json", { hasWater: "yes" }, /neither true nor false/],
    ["a name with controls", "textTable.json", { Skywarden: "Sky\u0007warden" }, /not 1 to 60 characters/],
    ["an empty name", "textTable.json", { Skywarden: " " }, /not 1 to 60 characters/],
    ["a long name", "textTable.json", { Skywarden: "S".repeat(61) }, /not 1 to 60 characters/],
    ["a name of half a letter", "textTable.json", { Skywarden: "S\ud800" }, /not 1 to 60 characters/],
    ["a name twice", "textTable.json", { Skywarden: "ice monkey" }, /“icemonkey” occurs twice/],
    ["no name", "textTable.json", { Skywarden: undefined }, /no name for “Skywarden”/],
  ])("%s", async (_, path, fields, sentence) => {
    expect(await refusalOf(await sample(await withFields(path, fields)))).toMatch(sentence);
  });

  test.each(["/etc/passwd", "../x.json", "Towers/../../x.json", "C:\\x.json", "a\\..\\x"])(
    "a path out of the folder: %s",
    async (path) => {
      expect(await refusalOf([...(await sample()), entryOf(path, "{}")])).toMatch(/not a path inside/);
    },
  );

  test("a path twice", async () => {
    expect(await refusalOf([...(await sample()), entryOf("Mods//Hard.json", "{}")])).toMatch(/there twice/);
  });

  test("an export of nothing", async () => {
    expect(await refusalOf([])).toMatch(/not an export of the game's data/);
  });

  test("20,001 entries, of which no more are asked for", async () => {
    let asked = 0;
    function* endless(): Generator<ExportEntry> {
      for (;;) {
        asked += 1;
        yield entryOf(`${asked}.json`, "{}");
      }
    }
    expect(await refusalOf(endless())).toMatch(/more than 20,000 files/);
    expect(asked).toBe(20_001);
  });

  test("33 folders in each other, while 32 are read", async () => {
    const deep = (folders: number) => [entryOf(`${"a/".repeat(folders)}x.json`, "{}")];
    expect(await refusalOf([...(await sample()), ...deep(33)])).toMatch(/more than 32 deep/);
    expect(await refusalOf([...(await sample()), entryOf("a/".repeat(33), "")])).toMatch(/more than 32 deep/);
    await gameOf([...(await sample()), ...deep(32)]);
  });

  test("files that are too large, which are not read", async () => {
    const large = (path: string, size: number): ExportEntry => ({
      ...{ path, size },
      read: () => Promise.reject(new Error("It is read.")),
    });
    const rest = await sample({ [ARCHON]: null });
    expect(await refusalOf([...rest, large(ARCHON, 4 * MB + 1)])).toMatch(/more than 4 MB/);
    const untold = await sample({ "textTable.json": null });
    expect(await refusalOf([...untold, large("textTable.json", 16 * MB + 1)])).toMatch(/more than 16 MB/);
    const many = Array.from({ length: 60 }, (_, at) => ({
      ...entryOf(`Upgrades/${at}.json`, `{"name": "${at}"}`),
      size: 4 * MB,
    }));
    expect(await refusalOf([...rest, ...many])).toMatch(/more than 200 MB/);
  });

  test("a file that cannot be read", async () => {
    const broken = { path: ARCHON, size: 3, read: () => Promise.reject(new Error("EIO")) };
    expect(await refusalOf([...(await sample({ [ARCHON]: null })), broken])).toMatch(/cannot be read/);
  });
});

test("whatever JSON a file has, an export is read or refused", async () => {
  const texts = await sampleTexts();
  const paths = [...texts.keys()];
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...paths),
      fc.json(),
      fc.dictionary(fc.string(), fc.jsonValue()),
      async (path, json, fields) => {
        const text = texts.get(path) ?? "";
        for (const changed of [
          json,
          JSON.stringify({ ...JSON.parse(text), ...fields }),
          text.slice(0, json.length),
        ]) {
          const reading = await readExport(
            [...new Map(texts).set(path, changed)].map(([name, each]) => entryOf(name, each)),
          );
          if ("game" in reading) expect(checkedExport(reading.game)).toEqual({ game: reading.game });
          else expect(reading.refusal).toMatch(/^\P{Cc}{10,400}\.$/u);
        }
      },
    ),
    { numRuns: 40 },
  );
});

test("whatever value each field has, an export is read or refused", async () => {
  const texts = await sampleTexts();
  const odd: readonly unknown[] = [
    "__proto__",
    {},
    [],
    null,
    -1,
    1e300,
    "",
    { toString: 1, valueOf: 1 },
    [[]],
    true,
    "x".repeat(1e5),
  ];
  const some = [...texts].filter(([path]) => /(Skywarden(-050)?|Archon|Ascent|Hard)\.json$/.test(path));
  expect(some).toHaveLength(5);
  for (const [path, text] of some)
    for (const key of Object.keys(JSON.parse(text)))
      for (const value of odd) {
        const changed = new Map(texts).set(path, JSON.stringify({ ...JSON.parse(text), [key]: value }));
        const reading = await readExport([...changed].map(([name, each]) => entryOf(name, each)));
        expect("game" in reading || reading.refusal.length < 400).toBe(true);
      }
});

describe("what a client sends as a game's data is checked anew", () => {
  const tower = { gameId: "A", name: "A", category: "magic", cost: 1, upgrades: {}, prices: {} };
  const refused = (value: unknown) => {
    const checked = checkedExport(value);
    return "refusal" in checked ? checked.refusal : "";
  };
  const withTower = (fields: object) => ({ towers: [{ ...tower, ...fields }], heroes: [], maps: [] });

  test("a tower with few names and prices is fine", () => {
    const game = withTower({ upgrades: { "555": "B" }, prices: { "100": 0, "555": 10_000_000 } });
    expect(checkedExport(game)).toEqual({ game });
  });

  test.each<[string, unknown]>([
    ["nothing", undefined],
    ["a text", "{}"],
    ["a list", []],
    ["lists that are missing", { towers: [] }],
    ["more than the lists", { towers: [], heroes: [], maps: [], more: [] }],
    ["a prototype", JSON.parse('{"towers": [], "heroes": [], "maps": [], "__proto__": {}}')],
    ["lists that are objects", { towers: {}, heroes: [], maps: [] }],
    ["an empty place", { towers: new Array(2), heroes: [], maps: [] }],
    ["more of a tower", withTower({ mark: "Aa" })],
    ["a tier of another kind", withTower({ prices: { base: 1 } })],
    ["a tier that is the base", withTower({ upgrades: { base: "B" } })],
    ["tiers of a prototype", withTower({ upgrades: JSON.parse('{"__proto__": "B"}') })],
    ["too much cash", withTower({ prices: { "100": 10_000_001 } })],
    ["an id that looks like a key", withTower({ gameId: "a:b" })],
    ["a name around which are blanks", withTower({ name: " A" })],
    [
      "201 towers",
      {
        towers: Array.from({ length: 201 }, (_, at) => ({ ...tower, gameId: `A${at}`, name: `A${at}` })),
        heroes: [],
        maps: [],
      },
    ],
  ])("%s is refused", (_, value) => {
    expect(refused(value)).toMatch(/\.$/);
  });

  test("more than 512 KB in all is refused", () => {
    const name = (at: number, tier: string) => `${at}${tier}`.padEnd(60, "字");
    const towers = Array.from({ length: 200 }, (_, at) => ({
      ...{ ...tower, gameId: `A${at}`, name: name(at, "0") },
      upgrades: Object.fromEntries(
        ["300", "030", "003", "400", "040", "004", "500", "050", "005", "555"].map((tier) => [
          tier,
          name(at, `t${tier}`),
        ]),
      ),
    }));
    const prices = Object.fromEntries(PRICED.map((tiers) => [tiers, 10_000_000]));
    const large = towers.map((each) => ({ ...each, prices }));
    const heroes = towers.map(({ gameId }, at) => ({
      ...{ gameId, name: name(at, "h"), fullName: name(at, "f"), cost: 1 },
    }));
    expect(checkedExport({ towers: large, heroes: [], maps: [] })).toHaveProperty("game");
    expect(refused({ towers: large, heroes, maps: [] })).toMatch(/more than 512 KB/);
  });
});
