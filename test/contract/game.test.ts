import { beforeEach, describe, expect, test } from "vitest";
import { openEngine } from "#engine";
import { api } from "../../domain/contract/routes.ts";
import { sqlite } from "../../server/db/database.ts";
import { type TestApp, testApp } from "../factories.ts";

const ADA = { id: "ada" };
const HELPER = { id: "the-helpers-id", roles: ["Index Helper"] };

let app: TestApp;
beforeEach(async () => {
  const engine = await openEngine();
  const tables = ["tower", "completion", "spelling", "map", "balance_change", "change"] as const;
  await engine.database.atomic(tables.map((table) => sqlite.deleteFrom(table).compile()));
  app = await testApp(engine);
});

type Row = Readonly<Record<string, unknown>> & { readonly prices: readonly unknown[] };
const rows = (list: unknown) => list as readonly Row[];

type Fields = Parameters<TestApp["post"]>[1];
const asHelper = (path: string, fields: Fields) => app.post(path, fields, HELPER);
const tower = async (name: string) =>
  rows((await app.get(api.catalogue())).body.towers).find((each) => each.name === name);
const changes = async () => (await app.getAs(api.changes(), HELPER.id, HELPER.roles)).body.results;
const undoLast = async () => asHelper(api.undoChange(), { seq: String((await changes())[0]?.seq) });

const NEW = {
  ...{ name: "Cloud Shaper", gameId: "CloudShaper", category: "magic", cost: "500", version: "57", date: "" },
  upgrades: JSON.stringify({
    ...{ base: "Base Shaper", "300": "Mist Weaver", "030": "Hail Caller", "003": "Sky Painter" },
    ...{ "400": "Fog Lord", "040": "Storm Singer", "004": "Dawn Painter" },
    ...{ "500": "Fog King", "050": "Storm Choir", "005": "Dusk Painter" },
  }),
  prices: JSON.stringify({ "100": 100, "050": 30_000 }),
};

describe("a new tower", () => {
  test("is there in every read once a helper has added it, with letters that nobody has", async () => {
    expect(await asHelper(api.saveTower(), NEW)).toMatchObject({ status: 200 });
    expect(await tower("Cloud Shaper")).toMatchObject({
      ...{ gameId: "CloudShaper", category: "magic", cost: 500, hardCost: 540, version: "57", mark: "Cl" },
      names: { "050": "Storm Choir", base: "Base Shaper" },
      prices: [
        { tiers: null, version: "57.0", cost: 500 },
        { tiers: "100", version: "57.0", cost: 100 },
        { tiers: "050", version: "57.0", cost: 30_000 },
      ],
    });
    const { types } = (await app.get(api.names())).body;
    expect(rows(types).find(({ names }) => String(names).startsWith("Cloud Shaper"))).toMatchObject({
      mark: "Cl",
    });
    const { answers } = (await app.get(api.answer({ q: "has storm choir quincy been done on quad" }))).body;
    expect(rows(answers).find(({ challenge }) => challenge === "2tc")).toMatchObject({
      state: "not-yet",
    });
  });

  test.each([
    ["a tower", { name: "Ice Monkey" }, "name", '"Ice Monkey" is already a name of Ice Monkey.'],
    ["an upgrade", { name: "absolute zero" }, "name", '"absolute zero" is already a name of Ice Monkey.'],
    ["a hero by the full name", { name: "Gwendolin" }, "name", '"Gwendolin" is already a name of Gwen.'],
    ["a former spelling", { name: "Superstorm" }, "name", '"Superstorm" is already a name of Druid.'],
    [
      "its own other name",
      { upgrades: JSON.stringify({ "050": "Cloud Shaper" }) },
      "upgrades",
      '"Cloud Shaper" is given twice.',
    ],
    ["another's letters", { mark: "Ic" }, "mark", "Ice Monkey already has the letters Ic."],
    ["another's id", { gameId: "IceMonkey" }, "gameId", "Ice Monkey already has this id."],
    ["no name", { name: "" }, "name", "Name is missing."],
    [
      "tiers that are none",
      { upgrades: JSON.stringify({ "060": "X" }) },
      "upgrades",
      'upgrades has "060", which are no tiers.',
    ],
    [
      "a price that is none",
      { prices: JSON.stringify({ "050": -1 }) },
      "prices",
      "prices of 050 must be a whole number from 0 to 10000000.",
    ],
    ["no JSON", { prices: "[[[[" }, "prices", "prices must be a JSON object."],
  ])("is refused with the name of %s", async (_, fields, field, sentence) => {
    const { status, body } = await asHelper(api.saveTower(), { ...NEW, ...fields });
    expect(status).toBe(400);
    expect(body.fields).toEqual({ [field]: sentence });
    expect(await tower("Cloud Shaper")).toBeUndefined();
  });

  test("is for helpers alone", async () => {
    expect((await app.post(api.saveTower(), NEW, ADA)).status).toBe(403);
    expect((await app.post(api.saveTower(), NEW, null)).status).toBe(401);
    expect((await app.getAs(api.editableCatalogue(), ADA.id, [])).status).toBe(403);
  });

  test("of two at once is there once", async () => {
    const both = await Promise.all([asHelper(api.saveTower(), NEW), asHelper(api.saveTower(), NEW)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([
      200,
      expect.toSatisfy((one) => one === 400 || one === 409),
    ]);
    const { towers } = (await app.get(api.catalogue())).body;
    expect(rows(towers).filter(({ name }) => name === "Cloud Shaper")).toHaveLength(1);
  });
});

describe("an edit", () => {
  test("changes what it sends and leaves the rest, and a new price holds from the newest version on", async () => {
    const before = await tower("Ice Monkey");
    expect(await asHelper(api.saveTower(), { former: "ice_monkey", cost: "410" })).toMatchObject({
      status: 200,
    });
    expect(await tower("Ice Monkey")).toEqual({
      ...before,
      ...{ cost: 410, hardCost: 445 },
      prices: [...(before?.prices ?? []), { tiers: null, version: "56.3", cost: 410 }],
    });
    expect(await undoLast()).toMatchObject({ status: 200 });
    expect(await tower("Ice Monkey")).toEqual(before);
  });

  test("with an empty price makes it unknown, and leaves the others", async () => {
    await asHelper(api.saveTower(), NEW);
    const before = await tower("Cloud Shaper");
    const emptied = { former: "Cloud Shaper", cost: "", prices: JSON.stringify({ "050": "", "300": null }) };
    expect(await asHelper(api.saveTower(), emptied)).toMatchObject({ status: 200 });
    expect(await tower("Cloud Shaper")).toEqual({
      ...before,
      ...{ cost: null, hardCost: null },
      prices: before?.prices.filter((price) => (price as Row).tiers === "100"),
    });
    expect(await undoLast()).toMatchObject({ status: 200 });
    expect(await tower("Cloud Shaper")).toEqual(before);
  });

  test("on an older state is refused with what is other now", async () => {
    const kept = (await app.getAs(api.editableCatalogue(), HELPER.id, HELPER.roles)).body.results;
    const revision = kept.find(({ name }) => name === "Druid")?.revision;
    await asHelper(api.saveTower(), { former: "Druid", date: "2018-06-14" });
    const { status, body } = await asHelper(api.saveTower(), {
      former: "Druid",
      mark: "Du",
      revision: String(revision),
    });
    expect([status, body.stale]).toEqual([409, true]);
    expect(body.differs).toEqual([{ label: "Day added", before: null, after: "2018-06-14" }]);
  });

  test("of an exclusion judges a form, and the rule of 2TC says who is excluded", async () => {
    const excluded = JSON.stringify([{ challenge: "2tc", from: "56.0" }]);
    await asHelper(api.saveHero(), { former: "Quincy", excluded });
    await asHelper(api.saveHero(), {
      former: "Sauda",
      excluded: JSON.stringify([{ challenge: "2tc", until: "50.0" }]),
    });
    const submitted = (tower1: string) =>
      app.post(api.addSubmit("2tc"), { ...PAIR, tower1, "submission-id": crypto.randomUUID() }, ADA);
    expect((await submitted("Quincy")).body.fields).toHaveProperty("tower1");
    expect((await submitted("Sauda")).status).toBe(200);
  });
});

const PAIR = {
  ...{ tower1: "Absolute Zero", tower2: "Druid of Wrath", map: "Quad", person: "Ada" },
  ...{ link: "https://example.org/proof", notes: "" },
};

describe("a rename", () => {
  const everything = async () => {
    const paths = [
      ...["/fetch-2tc", "/fetch-2tc?tower=Ice+Monkey", "/fetch-2tc?query=ice", "/fetch-2mp", "/fetch-fttc"],
      ...["/fetch-names", "/fetch-name-counts", "/fetch-2tc-csv", "/fetch-2mp-table", "/fetch-2tc-coverage"],
      ...["/fetch-balance-changes?tower=Ice+Monkey", "/fetch-answer?q=ice+monkey+quad", "/fetch-catalogue"],
    ];
    return Promise.all(paths.map(async (path) => [path, await app.get(path)] as const));
  };

  test("reaches completions, wishes and spellings, and its undo leaves everything as it was", async () => {
    for (const [key, towers] of [
      ["2tc", ["Absolute Zero", "Druid of Wrath"]],
      ["2mp", ["Absolute Zero"]],
      ["fttc", ["Ice Monkey", "Druid"]],
    ] as const)
      await app.add(key, { map: "Quad", towers: [...towers], people: ["Ada"] });
    const before = await everything();
    const to = {
      former: "Ice Monkey",
      name: "Frost Monkey",
      upgrades: JSON.stringify({ "050": "Zero Kelvin" }),
    };
    expect(await asHelper(api.saveTower(), to)).toMatchObject({ status: 200 });
    const pair = (await app.get("/fetch-2tc?names=game")).body.results[0];
    expect(pair).toMatchObject({ tower1: "Zero Kelvin", tower2: "Druid of Wrath" });
    // Today's programs go on with the name that they know.
    expect((await app.get("/fetch-2tc?names=community")).body.results[0]).toMatchObject({
      tower1: "Absolute Zero",
    });
    expect((await app.get("/fetch-fttc?names=game")).body.results[0]?.towerset).toBe(
      '["Frost Monkey","Druid"]',
    );
    for (const spelling of ["Frost Monkey", "ice", "Zero Kelvin", "abs zero", "Ice Monkey"])
      expect((await app.get(`/fetch-2tc?query=${spelling}`)).body.count, spelling).toBe(1);
    expect((await app.get("/fetch-2tc?tower=Absolute+Zero")).body.count).toBe(1);
    expect(await undoLast()).toMatchObject({ status: 200 });
    expect(await everything()).toEqual(before);
  });
});

test("a change of a completion is undone after its tower was renamed", async () => {
  const { id } = await app.add("2mp", {
    map: "Quad",
    towers: ["Ice Shards"],
    people: ["Ada"],
    link: "https://example.org/a",
  });
  const edited = {
    entity: "Ice Shards",
    map: "Quad",
    person: "Ada",
    link: "https://example.org/b",
    notes: "",
  };
  const edit = { ...edited, edit: "true", "edited-filekey": id, verify: "on" };
  expect(await asHelper(api.addSubmit("2mp"), edit)).toMatchObject({ status: 200 });
  const [change] = await changes();
  await asHelper(api.saveTower(), {
    former: "Ice Monkey",
    upgrades: JSON.stringify({ "300": "Ice Splinters" }),
  });
  expect(await asHelper(api.undoChange(), { seq: String(change?.seq) })).toMatchObject({ status: 200 });
  expect((await app.get("/fetch-2mp?names=game")).body.results).toMatchObject([
    { entity: "Ice Splinters", link: "https://example.org/a" },
  ]);
});

test("a tower that is deleted leaves its completions readable, and its undo brings it back", async () => {
  const { id } = await app.add("2tc", {
    map: "Quad",
    towers: ["Stormwrath Archon", "Quincy"],
    people: ["Ada"],
  });
  const before = await tower("Skywarden");
  expect(await asHelper(api.deleteTower(), { name: "skywarden" })).toMatchObject({ status: 200 });
  expect(await tower("Skywarden")).toBeUndefined();
  expect((await app.get("/fetch-2tc?tower=Stormwrath+Archon")).body.results).toMatchObject([{ filekey: id }]);
  const { results } = (await app.getAs(api.unresolved(), HELPER.id, HELPER.roles)).body;
  expect(results).toMatchObject([{ kind: "tower", name: "Stormwrath Archon" }]);
  expect(await undoLast()).toMatchObject({ status: 200 });
  expect(await tower("Skywarden")).toEqual(before);
});
