import { beforeEach, describe, expect, test } from "vitest";
import { openEngine } from "#engine";
import { CHALLENGES } from "../../domain/challenges/index.ts";
import { api } from "../../domain/contract/routes.ts";
import { UNDO_DAYS } from "../../domain/limits.ts";
import { sqlite } from "../../server/db/database.ts";
import { type TestApp, testApp } from "../factories.ts";
import { FORMS } from "../forms.ts";
import { onePixel } from "../one-pixel.ts";

const ADA = { id: "ada" };
const HELPER = { id: "the-helpers-id", roles: ["Index Helper"] };

/** What a helper types into a map's form. Neither box is ticked. */
const MAP = {
  ...{ map: "Frozen Pond", abbreviation: "FRP", difficulty: "advanced", version: "52", length: "20.5" },
  ...{ numEntrances: "1", numExits: "2", numObjects: "0" },
};
const START = { map: "Quad", title: "Start with Quincy", link: "https://example.org/start" };
const VERSION = { version: "99.1", releasedOn: "2025-07-01", source: "https://example.org/notes" };
const CHANGE = { tower: "Ice Monkey", version: "99.1", change: "000 A longer freeze", nature: "buff" };

let app: TestApp;
beforeEach(async () => {
  const engine = await openEngine();
  // One engine has one database for the whole file: remove the rows of other tests.
  const tables = [
    "completion",
    "media",
    "chimps_start",
    "balance_change",
    "game_version",
    "spelling",
    "map",
    "change",
  ] as const;
  await engine.database.atomic(tables.map((table) => sqlite.deleteFrom(table).compile()));
  app = await testApp(engine);
});

type Fields = Parameters<TestApp["post"]>[1];

const asHelper = (path: string, fields: Fields) => app.post(path, fields, HELPER);
const mapInfo = async (map: string) => (await app.get(api.mapInfo({ map }))).body;

/** Requests a picture's address and returns the answer without reading its bytes. */
async function lookAt(path: string): Promise<Response> {
  const response = await app.app.request(path);
  await response.body?.cancel();
  return response;
}

/** Returns the latest changes, the newest first. */
async function changes() {
  return (await app.getAs(api.changes(), HELPER.id, HELPER.roles)).body.results;
}

async function undo(action: string, noun: string): Promise<{ status: number; body: { error: string } }> {
  const change = (await changes()).find((each) => each.action === action && each.noun === noun);
  return asHelper(api.undoChange(), { seq: String(change?.seq) });
}

/** Returns everything that a write of reference data could change. */
async function everything() {
  const paths = [
    api.allMaps(),
    api.chimpsStarts(),
    api.balanceChanges(),
    api.gameVersions(),
    api.list("2tc"),
  ];
  return Promise.all(paths.map(async (path) => (await app.get(path)).body));
}

const WRITES: Readonly<Record<string, Fields>> = {
  [api.addMap()]: MAP,
  [api.addMapToo()]: MAP,
  [api.deleteMap()]: { map: "Logs" },
  [api.addChimpsStart()]: START,
  [api.deleteChimpsStart()]: { uuid: "some" },
  [api.addBalanceChange()]: CHANGE,
  [api.deleteBalanceChange()]: { uuid: "some" },
  [api.addGameVersion()]: VERSION,
  [api.deleteGameVersion()]: { version: "99.1" },
};

describe.each(Object.entries(WRITES))("%s", (path, fields) => {
  test("refuses anyone but a helper, and changes nothing", async () => {
    const before = await everything();
    const nobody = await app.post(path, fields, null);
    const member = await app.post(path, fields, ADA);
    expect([nobody.status, member.status]).toEqual([401, 403]);
    expect(member.body.error).toBe("You are not authorized to view this page.");
    expect(await everything()).toEqual(before);
  });

  test.each([
    ["nothing", {}],
    ["a NUL", Object.fromEntries(Object.keys(fields).map((name) => [name, "a\0b"]))],
    ["everything twice", Object.fromEntries(Object.keys(fields).map((name) => [name, ["a", "b"]]))],
    ["far too long", Object.fromEntries(Object.keys(fields).map((name) => [name, "x".repeat(50_000)]))],
  ])("answers %s with an error, and changes nothing", async (_, bad) => {
    const before = await everything();
    const { status, body } = await asHelper(path, bad);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    expect(body.error).toMatch(/\w/);
    expect(await everything()).toEqual(before);
  });
});

describe("a map", () => {
  test("is added with all its facts: a checkbox is 1 if present and 0 if absent", async () => {
    const more = {
      ...{ hasWater: "on", lengthNotes: " Two paths ", removalCost: "1000", removalCostNotes: "Hard" },
      miscNotes: "Cold",
    };
    expect(await asHelper(api.addMap(), { ...MAP, ...more })).toMatchObject({ status: 200, body: {} });
    expect(await mapInfo("frozen_pond")).toEqual({
      ...{ map: "Frozen Pond", abbreviation: "FRP", gameId: null, difficulty: "advanced", version: "52" },
      length: 20.5,
      ...{ numEntrances: 1, numExits: 2, numObjects: 0, hasLOS: 0, hasWater: 1, image: null },
      ...{ lengthNotes: "Two paths", removalCost: "1000", removalCostNotes: "Hard", miscNotes: "Cold" },
      revision: 1,
    });
    expect((await app.get(api.maps())).body.results).toContain("Frozen Pond");
  });

  test("can also be added at the path's older name, with its own name as 'name'", async () => {
    const { map, ...others } = MAP;
    expect((await asHelper(api.addMapToo(), { ...others, name: map })).status).toBe(200);
    expect(await mapInfo("FRP")).toMatchObject({ map });
  });

  test("keeps its picture when an edit brings no new one", async () => {
    await asHelper(api.addMap(), { ...MAP, image: onePixel() });
    expect(await mapInfo(MAP.map)).toMatchObject({ image: "maps/Frozen Pond" });
    const picturePath = `/media/${encodeURIComponent("maps/Frozen Pond").replace("%2F", "/")}`;
    expect((await lookAt(picturePath)).headers.get("content-type")).toBe("image/png");
    // As a browser sends a file that nobody chose.
    const untouched = new File([], "");
    const edit = await asHelper(api.addMap(), {
      ...{ ...MAP, oldMap: MAP.map, miscNotes: "New" },
      image: untouched,
    });
    expect(edit.status).toBe(200);
    expect(await mapInfo(MAP.map)).toMatchObject({ image: "maps/Frozen Pond", miscNotes: "New" });
  });

  test.each([
    ["map", "", "Name is missing."],
    ["abbreviation", " ", "Abbreviation is missing."],
    ["difficulty", "hard", "Difficulty must be one of beginner, intermediate, advanced, expert."],
    ["version", "soon", "Version added is not a game version such as 44 or 44.1."],
    ["length", "-1", "Length must be a number with at most one decimal."],
    ["length", "1.25", "Length must be a number with at most one decimal."],
    ["length", "1e3", "Length must be a number with at most one decimal."],
    ["numEntrances", "", "Entrances is missing."],
    ["numExits", "1.5", "Exits is not a whole number from 0."],
    ["numObjects", "-1", "Objects is not a whole number from 0."],
    ["numObjects", "9999999", "Objects is more than 999999."],
  ])("with the %s '%s' is refused at that field", async (field, value, sentence) => {
    const { status, body } = await asHelper(api.addMap(), { ...MAP, [field]: value });
    expect({ status, error: body.error, fields: body.fields }).toEqual({
      ...{ status: 400, error: sentence },
      fields: { [field]: sentence },
    });
    expect((await app.get(api.mapInfo({ map: MAP.map }))).status).toBe(404);
  });

  test("takes one picture, not two", async () => {
    const { status, body } = await asHelper(api.addMap(), { ...MAP, image: [onePixel(), onePixel()] });
    expect({ status, names: Object.keys(body.fields ?? {}) }).toEqual({ status: 400, names: ["image"] });
    expect((await app.get(api.mapInfo({ map: MAP.map }))).status).toBe(404);
  });

  test("refuses a file that only claims to be a picture", async () => {
    const text = new File(["no picture"], "a.png", { type: "image/png" });
    expect((await asHelper(api.addMap(), { ...MAP, image: text })).status).toBe(400);
    expect((await app.get(api.mapInfo({ map: MAP.map }))).status).toBe(404);
  });

  test.each([
    [{ map: "quad!" }, { map: 'There is already a map called "quad!".' }],
    // The same map again: the answer says that, whichever of its names is found first.
    [{ map: "Quad", abbreviation: "QD" }, { map: 'There is already a map called "Quad".' }],
    [{ abbreviation: "qd" }, { abbreviation: "Another map has this abbreviation." }],
  ])("cannot take the name or abbreviation of another: %o", async (taken, fields) => {
    const { status, body } = await asHelper(api.addMap(), { ...MAP, ...taken });
    expect({ status, fields: body.fields }).toEqual({ status: 400, fields });
    expect(await mapInfo("Quad")).toMatchObject({ difficulty: "expert" });
  });

  test("keeps a length that is more precise than the form's step", async () => {
    const recorded = String((await mapInfo("Quad")).length);
    expect(recorded).toBe("9.35");
    const edit = { ...MAP, map: "Quad", abbreviation: "QD", oldMap: "Quad" };
    expect((await asHelper(api.addMap(), { ...edit, length: recorded })).status).toBe(200);
    expect((await asHelper(api.addMap(), { ...edit, length: "9.36" })).status).toBe(400);
    expect(await mapInfo("Quad")).toMatchObject({ length: 9.35 });
  });

  test("cannot be edited if it does not exist", async () => {
    const { status, body } = await asHelper(api.addMap(), { ...MAP, oldMap: "Nowhere" });
    expect({ status, error: body.error }).toEqual({ status: 404, error: 'There is no map "Nowhere".' });
  });

  test("is added once when two helpers add it at the same time", async () => {
    const both = await Promise.all([asHelper(api.addMap(), MAP), asHelper(api.addMap(), MAP)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
  });
});

describe("renaming a map", () => {
  const rename = (map: string, oldMap: string) =>
    asHelper(api.addMap(), { ...MAP, map, abbreviation: "QD", oldMap });

  beforeEach(async () => {
    await asHelper(api.addMap(), {
      ...MAP,
      map: "Quad",
      abbreviation: "QD",
      oldMap: "Quad",
      image: onePixel(),
    });
    await app.add("2tc", { map: "Quad", towers: ["Quincy", "Absolute Zero"], og: true });
    await app.add("lcc", { map: "Quad", money: 12_000, version: "44", date: "2025-01-02" });
    await asHelper(api.addChimpsStart(), START);
  });

  test("takes its completions, starts and picture along", async () => {
    expect((await rename("Quad Rivers", "quad")).status).toBe(200);
    for (const list of [api.list("2tc"), api.list("lcc"), api.chimpsStarts()])
      expect((await app.get(list)).body.results).toMatchObject([{ map: "Quad Rivers" }]);
    expect((await app.get(api.list("2tc", { query: "rivers" }))).body.count).toBe(1);
    expect(await mapInfo("QD")).toMatchObject({ map: "Quad Rivers", image: "maps/Quad Rivers" });
    expect((await lookAt("/media/maps/Quad%20Rivers")).status).toBe(200);
    // The picture's old address still leads to it.
    expect((await lookAt("/media/maps/Quad")).status).toBe(200);
  });

  test("keeps each combination unique", async () => {
    await rename("Quad Rivers", "Quad");
    const form = { tower1: "Absolute Zero", tower2: "Quincy", map: "Quad Rivers", person: "Bob" };
    const { body } = await app.post(api.addSubmit("2tc"), { ...form, link: "https://example.org" }, ADA);
    expect(body).toMatchObject({ inserted: false });
  });

  test("renames only the map, even if a tower has the same name", async () => {
    await rename("Quincy", "Quad");
    // Characters that JSON can write in more than one way.
    const odd = 'Say "é🎈" \\ / <b>';
    expect((await rename(odd, "Quincy")).status).toBe(200);
    const form = { tower1: "Absolute Zero", tower2: "Quincy", map: odd, person: "Bob" };
    const { body } = await app.post(api.addSubmit("2tc"), { ...form, link: "https://example.org" }, ADA);
    expect(body).toMatchObject({ inserted: false });
  });

  test("keeps the old name as a way to find it", async () => {
    await rename("Quad Rivers", "Quad");
    await rename("Four Rivers", "Quad Rivers");
    expect(await mapInfo("Quad")).toMatchObject({ map: "Four Rivers" });
    expect((await app.get(api.list("2tc", { map: "quad" }))).body.count).toBe(1);
  });

  test("to the name of another map is refused, and changes nothing", async () => {
    const before = await everything();
    const { status, body } = await rename("Logs", "Quad");
    expect({ status, error: body.error }).toEqual({
      status: 400,
      error: 'There is already a map called "Logs".',
    });
    expect(await everything()).toEqual(before);
  });

  test("can be undone together with everything that it took along", async () => {
    const before = await everything();
    await rename("Quad Rivers", "Quad");
    expect((await undo("edit", "map")).status).toBe(200);
    expect(await everything()).toEqual(before);
    expect((await lookAt("/media/maps/Quad")).status).toBe(200);
  });

  test("does not prevent undoing earlier changes", async () => {
    const row = (await app.get(api.list("2tc"))).body.results[0];
    const start = (await app.get(api.chimpsStarts())).body.results[0];
    const entries = JSON.stringify([[row?.tower1, row?.tower2, row?.map]]);
    await asHelper(api.deleteSubmit("2tc"), { entries });
    await asHelper(api.deleteChimpsStart(), { uuid: String(start?.uuid) });
    await rename("Quad Rivers", "Quad");
    expect((await undo("delete", "completion")).status).toBe(200);
    expect((await undo("delete", "chimps-start")).status).toBe(200);
    for (const list of [api.list("2tc"), api.chimpsStarts()])
      expect((await app.get(list)).body.results).toMatchObject([{ map: "Quad Rivers" }]);
    // The identity followed the new name: the same combination is taken.
    const form = { tower1: "Quincy", tower2: "Absolute Zero", map: "Quad Rivers", person: "Bob" };
    const again = await app.post(api.addSubmit("2tc"), { ...form, link: "https://example.org" }, ADA);
    expect(again.body).toMatchObject({ inserted: false });
  });
});

test.each([
  ["name", { map: "QD", abbreviation: "ZZZ" }, "map"],
  ["abbreviation", { map: "Zed Land", abbreviation: "Logs" }, "abbreviation"],
])("a map's %s cannot be one by which another map is known", async (_, names, field) => {
  const { status, body } = await asHelper(api.addMap(), { ...MAP, ...names });
  expect({ status, fields: body.fields }).toEqual({
    status: 400,
    fields: { [field]: "Another map already has this name." },
  });
});

describe("deleting a map", () => {
  test.each([
    ["1 completion", async () => void (await app.add("2mp", { map: "Logs", towers: ["Glaive Lord"] }))],
    ["1 CHIMPS start", async () => void (await asHelper(api.addChimpsStart(), { ...START, map: "Logs" }))],
  ])("is refused while it has %s", async (what, hang) => {
    await hang();
    const { status, body } = await asHelper(api.deleteMap(), { map: "logs" });
    expect(status).toBe(409);
    expect(body.error).toBe(`Logs has ${what}. Move or delete it first.`);
    expect(await mapInfo("Logs")).toMatchObject({ map: "Logs" });
  });

  test("removes a map that nothing depends on, and can be undone with its picture", async () => {
    await asHelper(api.addMap(), { ...MAP, image: onePixel() });
    const before = await everything();
    expect(await asHelper(api.deleteMap(), { map: MAP.map })).toMatchObject({ status: 200, body: {} });
    expect((await app.get(api.mapInfo({ map: MAP.map }))).status).toBe(404);
    expect((await lookAt("/media/maps/Frozen%20Pond")).status).toBe(404);
    expect((await undo("delete", "map")).status).toBe(200);
    expect(await everything()).toEqual(before);
    expect((await lookAt("/media/maps/Frozen%20Pond")).status).toBe(200);
  });

  test("is answered with 404 if the map does not exist", async () => {
    const { status, body } = await asHelper(api.deleteMap(), { map: "Nowhere" });
    expect({ status, error: body.error }).toEqual({ status: 404, error: 'There is no map "Nowhere".' });
  });

  test("prevents undoing earlier deletions on it until the map is restored", async () => {
    await asHelper(api.addMap(), MAP);
    await app.add("2mp", { map: MAP.map, towers: ["Glaive Lord"] });
    await asHelper(api.deleteSubmit("2mp"), { entries: JSON.stringify([["Glaive Lord", MAP.map]]) });
    await asHelper(api.deleteMap(), { map: MAP.map });
    const refused = await undo("delete", "completion");
    expect({ status: refused.status, error: refused.body.error }).toEqual({
      status: 409,
      error: "Its map Frozen Pond is no longer there. Undo that map's deletion first.",
    });
    await undo("delete", "map");
    expect((await undo("delete", "completion")).status).toBe(200);
    expect((await app.get(api.list("2mp"))).body.results).toMatchObject([{ map: MAP.map }]);
  });
});

test("undoing a deletion is refused if its map was renamed and deleted since, until the map is restored", async () => {
  await asHelper(api.addMap(), MAP);
  await app.add("2mp", { map: MAP.map, towers: ["Glaive Lord"] });
  await asHelper(api.deleteSubmit("2mp"), { entries: JSON.stringify([["Glaive Lord", MAP.map]]) });
  await asHelper(api.addMap(), { ...MAP, map: "Thawed Pond", oldMap: MAP.map });
  await asHelper(api.deleteMap(), { map: "Thawed Pond" });
  const refused = await undo("delete", "completion");
  expect(refused.status).toBe(409);
  expect((await app.get(api.list("2mp"))).body.count).toBe(0);
  await undo("delete", "map");
  expect((await undo("delete", "completion")).status).toBe(200);
  expect((await app.get(api.list("2mp"))).body.results).toMatchObject([{ map: "Thawed Pond" }]);
});

test.each(["before=-1", "before=x", "count=1e9x", "count=-5", "before=1&before=2"])(
  "the list of changes refuses %s",
  async (query) => {
    const { status, body } = await app.getAs(`${api.changes()}?${query}`, HELPER.id, HELPER.roles);
    expect({ status, error: typeof body.error }).toEqual({ status: 400, error: "string" });
  },
);

test("an error message does not repeat a very long name", async () => {
  const { body } = await asHelper(api.deleteMap(), { map: "x".repeat(40_000) });
  expect(body.error.length).toBeLessThan(200);
});

describe("a CHIMPS start", () => {
  test("can be added, deleted and restored", async () => {
    expect(await asHelper(api.addChimpsStart(), { ...START, map: "qd" })).toMatchObject({ status: 200 });
    const { results } = (await app.get(api.chimpsStarts({ map: "Quad" }))).body;
    expect(results).toMatchObject([START]);
    const uuid = String(results[0]?.uuid);
    expect((await asHelper(api.deleteChimpsStart(), { uuid })).status).toBe(200);
    expect((await app.get(api.chimpsStarts())).body.results).toEqual([]);
    const again = await asHelper(api.deleteChimpsStart(), { uuid });
    expect(again).toMatchObject({ status: 404, body: { error: "There is no such CHIMPS start." } });
    expect((await undo("delete", "chimps-start")).status).toBe(200);
    expect((await app.get(api.chimpsStarts())).body.results).toEqual(results);
  });

  test.each([
    ["map", "Nowhere", 'There is no map "Nowhere".'],
    ["title", " ", "Title is missing."],
    ["link", "javascript:alert(1)", "Link is not an address that begins with http:// or https://."],
    ["link", "example.org", "Link is not an address that begins with http:// or https://."],
    ["link", "", "Link is missing."],
  ])("whose %s is '%s' is refused at that field", async (field, value, sentence) => {
    const { status, body } = await asHelper(api.addChimpsStart(), { ...START, [field]: value });
    expect({ status, fields: body.fields }).toEqual({ status: 400, fields: { [field]: sentence } });
    expect((await app.get(api.chimpsStarts())).body.results).toEqual([]);
  });
});

describe("the day of a version", () => {
  const days = async () => (await app.get(api.gameVersions())).body.results;

  test("can be added, read where checks need it, deleted and restored", async () => {
    expect((await asHelper(api.addGameVersion(), { ...VERSION, version: "v99" })).status).toBe(200);
    expect((await asHelper(api.addGameVersion(), VERSION)).status).toBe(200);
    expect(await days()).toEqual([VERSION, { ...VERSION, version: "99.0" }]);
    const { source: _, ...released } = VERSION;
    expect((await app.get(api.names())).body).toMatchObject({
      ...{ newestVersion: "99.1", released: [released, { ...released, version: "99.0" }] },
    });
    expect((await asHelper(api.deleteGameVersion(), { version: "99" })).status).toBe(200);
    expect(await days()).toEqual([VERSION]);
    expect((await undo("delete", "game-version")).status).toBe(200);
    expect(await days()).toHaveLength(2);
    expect(await asHelper(api.deleteGameVersion(), { version: "98" })).toMatchObject({
      ...{ status: 404, body: { error: "That version is not listed." } },
    });
  });

  test.each([
    ["version", "", "Version is missing."],
    ["version", "next", "Version is not a game version such as 44 or 44.1."],
    ["version", "98.0.0", "Version 98.0.0 is already listed."],
    ["releasedOn", "2025-02-30", /^Day /],
    ["releasedOn", "2017-01-01", /^Day /],
    ["source", "the wiki", "Source is not an address that begins with http:// or https://."],
  ])("whose %s is '%s' is refused at that field", async (field, value, sentence) => {
    await asHelper(api.addGameVersion(), { ...VERSION, version: "98" });
    const { status, body } = await asHelper(api.addGameVersion(), { ...VERSION, [field]: value });
    expect({ status, fields: body.fields }).toEqual({
      ...{ status: 400, fields: { [field]: expect.stringMatching(sentence) } },
    });
    expect(await days()).toHaveLength(1);
  });
});

describe("a balance change", () => {
  test("of a new version can be added, deleted and restored", async () => {
    expect((await asHelper(api.addBalanceChange(), { ...CHANGE, tower: "ice_monkey" })).status).toBe(200);
    expect((await app.get(api.balanceChangeVersions())).body.results.at(-1)).toBe("99.1");
    const { results } = (await app.get(api.balanceChanges({ version: "99.1" }))).body;
    expect(results).toMatchObject([CHANGE]);
    const uuid = String(results[0]?.uuid);
    expect((await asHelper(api.deleteBalanceChange(), { uuid })).status).toBe(200);
    expect((await app.get(api.balanceChanges({ version: "99.1" }))).body.results).toEqual([]);
    expect((await undo("delete", "balance-change")).status).toBe(200);
    expect((await app.get(api.balanceChanges({ version: "99.1" }))).body.results).toEqual(results);
  });

  test.each([
    ["tower", "Nobody", "Tower is not part of the game."],
    ["tower", "", "Tower is missing."],
    ["version", "", "Version is missing."],
    ["version", "next", "Version is not a game version such as 44 or 44.1."],
    ["change", " ", "Change is missing."],
    ["nature", "better", "Nature must be one of buff, nerf, bugfix, miscellaneous."],
  ])("is refused at its field %s if that is '%s'", async (field, value, sentence) => {
    const before = await everything();
    const { status, body } = await asHelper(api.addBalanceChange(), { ...CHANGE, [field]: value });
    expect({ status, fields: body.fields }).toEqual({ status: 400, fields: { [field]: sentence } });
    expect(await everything()).toEqual(before);
  });
});

test("undoing a change of a map is refused while its abbreviation is another map's name", async () => {
  await asHelper(api.addMap(), { ...MAP, map: "First Pond", abbreviation: "XQD" });
  await asHelper(api.addMap(), { ...MAP, map: "First Pond", oldMap: "First Pond", abbreviation: "FPD" });
  await asHelper(api.addMap(), { ...MAP, map: "XQD", abbreviation: "XQ" });
  const refused = await undo("edit", "map");
  expect([refused.status, Object.keys((refused.body as { fields?: object }).fields ?? {})]).toEqual([
    400,
    ["abbreviation"],
  ]);
});

test("undoing an older deletion of a map is refused, because what came after it would be lost", async () => {
  await asHelper(api.addMap(), MAP);
  await asHelper(api.deleteMap(), { map: MAP.map });
  const [{ seq }] = (await changes()) as [{ seq: number }];
  expect((await undo("delete", "map")).status).toBe(200);
  await asHelper(api.addMap(), { ...MAP, oldMap: MAP.map, miscNotes: "later" });
  await asHelper(api.deleteMap(), { map: MAP.map });
  expect((await asHelper(api.undoChange(), { seq: String(seq) })).status).toBe(409);
  expect((await app.get(api.mapInfo({ map: MAP.map }))).status).toBe(404);
  expect((await undo("delete", "map")).status).toBe(200);
  expect(await mapInfo(MAP.map)).toMatchObject({ miscNotes: "later" });
  // Who asks for everything as it was gets it.
  await asHelper(api.deleteMap(), { map: MAP.map });
  expect((await asHelper(api.undoChange(), { seq: String(seq), whole: "1" })).status).toBe(200);
  expect(await mapInfo(MAP.map)).toMatchObject({ miscNotes: "" });
});

test("a change can be undone for 90 days, and not a day longer", async () => {
  let now = new Date("2026-01-01T12:00:00Z");
  const later = await testApp(app, CHALLENGES, { now: () => now });
  await later.post(api.addMap(), MAP, HELPER);
  await later.post(api.deleteMap(), { map: MAP.map }, HELPER);
  const [{ seq }] = (await changes()) as [{ seq: number }];
  const undoIt = () => later.post(api.undoChange(), { seq: String(seq) }, HELPER);
  now = new Date(now.getTime() + UNDO_DAYS * 86_400_000 + 1);
  const { status, body } = await undoIt();
  expect({ status, error: body.error }).toEqual({ status: 409, error: expect.stringContaining("90 days") });
  expect((await later.get(api.mapInfo({ map: MAP.map }))).status).toBe(404);
  now = new Date(now.getTime() - 1);
  expect((await undoIt()).status).toBe(200);
});

test("changes of a challenge that the site no longer has are left out of the list, which goes on", async () => {
  await app.post(api.addSubmit("lcc"), { ...FORMS.lcc, link: "https://example.org" }, HELPER);
  await asHelper(api.addMap(), MAP);
  const without = new Map([...CHALLENGES].filter(([key]) => key !== "lcc"));
  const other = await testApp(app, without);
  const { status, body } = await other.getAs(api.changes(), HELPER.id, HELPER.roles);
  expect(status).toBe(200);
  expect(body.results.map(({ title }) => title)).toEqual([`Map ${MAP.map}`]);
});

test("the list of changes shows helpers the changes to reference data, newest first", async () => {
  await asHelper(api.addMap(), { ...MAP, map: "Quad", abbreviation: "QD", oldMap: "Quad" });
  await asHelper(api.addChimpsStart(), START);
  await asHelper(api.addBalanceChange(), CHANGE);
  const [balance, start, map] = await changes();
  expect(balance).toMatchObject({
    ...{ action: "add", noun: "balance-change", title: "Balance change of Ice Monkey in 99.1" },
    page: "/balance-changes?tower=Ice+Monkey&version=99.1",
  });
  expect(start).toMatchObject({ title: 'CHIMPS start "Start with Quincy" on Quad', who: "a helper" });
  expect(map).toMatchObject({ action: "edit", title: "Map Quad", page: "/maps?map=Quad" });
  expect(map?.changes).toContainEqual({ label: "Water", before: true, after: false });
  expect(JSON.stringify([balance, start, map])).not.toContain(HELPER.id);
});

test("the list of changes links to what exists now, whatever each change did", async () => {
  const pagesOfMap = async () => (await changes()).map(({ page }) => page);
  await asHelper(api.addMap(), MAP);
  expect(await pagesOfMap()).toEqual(["/maps?map=Frozen+Pond"]);
  await asHelper(api.deleteMap(), { map: MAP.map });
  expect(await pagesOfMap()).toEqual([null, null]);
  await undo("delete", "map");
  expect(new Set(await pagesOfMap())).toEqual(new Set(["/maps?map=Frozen+Pond"]));
});

test("undoing a change that does not exist, or was already undone, is refused with a message", async () => {
  expect((await asHelper(api.undoChange(), { seq: "999999" })).status).toBe(404);
  await asHelper(api.addChimpsStart(), START);
  expect((await undo("add", "chimps-start")).status).toBe(200);
  const again = await undo("add", "chimps-start");
  expect({ status: again.status, error: again.body.error }).toEqual({
    status: 409,
    error: "Somebody changed this in the meantime. Reload to see the current version.",
  });
});
