import { beforeEach, describe, expect, test } from "vitest";
import { openEngine } from "#engine";
import { openData } from "../../app/api/repositories.server.ts";
import { searchKeys } from "../../domain/challenges/fields.ts";
import { CHALLENGES } from "../../domain/challenges/index.ts";
import { api } from "../../domain/contract/routes.ts";
import { SEEDED_SPELLINGS, type SeededSpelling } from "../../domain/game/short-forms.ts";
import { valueWords } from "../../domain/search/lexicon.ts";
import { sqlite } from "../../server/db/database.ts";
import { seedFacts } from "../../site/seed.ts";
import { type TestApp, testApp } from "../factories.ts";

const ADA = { id: "ada" };
const HELPER = { id: "the-helpers-id", roles: ["Index Helper"] };
const NEW = { spelling: "grandmonkey", name: "Grandmaster Ninja" };

let app: TestApp;
beforeEach(async () => {
  const engine = await openEngine();
  // One engine has one database for the whole file: remove the rows of other tests.
  const tables = ["chimps_start", "balance_change", "spelling", "map", "change"] as const;
  await engine.database.atomic(tables.map((table) => sqlite.deleteFrom(table).compile()));
  app = await testApp(engine);
});

type Fields = Parameters<TestApp["post"]>[1];
const asHelper = (path: string, fields: Fields) => app.post(path, fields, HELPER);
const add = (spelling: string, name: string) => asHelper(api.addSpelling(), { spelling, name });
const listed = async () => (await app.get(api.spellings())).body.results;
/** Returns the names that a spelling is listed for. */
const meant = async (spelling: string) =>
  (await listed()).filter((each) => each.spelling === spelling).map(({ name }) => name);
/** Returns what the search reads for a spelling's key. */
const searched = async (key: string) =>
  (await openData(app.database).spellings.findAll()).filter((each) => each.key === key);

async function undo(action: string, noun: string) {
  const { results } = (await app.getAs(api.changes(), HELPER.id, HELPER.roles)).body;
  const change = results.find((each) => each.action === action && each.noun === noun);
  return asHelper(api.undoChange(), { seq: String(change?.seq) });
}

async function mapForm(map: string): Promise<Record<string, string>> {
  const { body } = await app.get(api.mapInfo({ map }));
  const known = Object.entries(body).filter(([name]) => name !== "image" && name !== "revision");
  return Object.fromEntries(known.map(([name, value]) => [name, value === null ? "" : String(value)]));
}

describe("the project's own spellings", () => {
  test("are all listed, towers before maps, each with the name that it stands for", async () => {
    const results = await listed();
    expect(results).toHaveLength(SEEDED_SPELLINGS.length);
    expect(results).toContainEqual({
      ...{ id: expect.any(Number), spelling: "gmn" },
      ...{ kind: "tower", name: "Grandmaster Ninja" },
    });
    expect(results.at(-1)).toMatchObject({ kind: "map" });
    const kinds = results.map(({ kind }) => kind);
    expect(kinds.lastIndexOf("tower")).toBeLessThan(kinds.indexOf("map"));
    const towers = results
      .filter(({ kind }) => kind === "tower")
      .map(({ name }) => String(name).toLowerCase());
    expect(towers).toEqual(towers.toSorted((one, other) => (one < other ? -1 : Number(one > other))));
  });

  test("are what the search reads: a tower by its name, a map by its id, ordered by key", async () => {
    const all = await openData(app.database).spellings.findAll();
    expect(all).toHaveLength(SEEDED_SPELLINGS.length);
    const keys = all.map(({ key }) => key);
    expect(keys).toEqual(keys.toSorted((one, other) => (one < other ? -1 : Number(one > other))));
    expect(await searched("absz" /* no one's */)).toEqual([]);
    expect(await searched("abszero")).toEqual([
      { key: "abszero", spelling: "abs zero", tower: "Absolute Zero", map: null },
    ]);
    const coast = await openData(app.database).maps.findByName("Off The Coast");
    expect(await searched("otc")).toEqual([{ key: "otc", spelling: "otc", tower: null, map: coast?.id }]);
    const clubs = (await meant("fan club")).toSorted();
    expect(clubs).toEqual(["Plasma Monkey Fan Club", "Super Monkey Fan Club"]);
  });

  test("are loaded once each: deleted ones stay deleted, and new ones in the file are added", async () => {
    const [row] = (await listed()).filter(({ spelling }) => spelling === "gmn");
    expect((await asHelper(api.deleteSpelling(), { id: String(row?.id) })).status).toBe(200);
    expect(await seedFacts(app.database, new Date())).toEqual([]);
    const more: SeededSpelling[] = [
      ...SEEDED_SPELLINGS,
      { spelling: "gmnn", kind: "tower", name: "Grandmaster Ninja" },
      { spelling: "quadd", kind: "map", name: "Quad" },
      { spelling: "nowhere", kind: "map", name: "No Such Map" },
    ];
    await add("gmnn", "Grandmaster Ninja");
    expect(await seedFacts(app.database, new Date(), { spellings: more })).toEqual(["3 spellings"]);
    expect(await seedFacts(app.database, new Date(), { spellings: more })).toEqual([]);
    expect([await meant("gmn"), await meant("gmnn"), await meant("quadd"), await meant("nowhere")]).toEqual([
      ...[[], ["Grandmaster Ninja"], ["Quad"], []],
    ]);
  });

  test("are added to their map under its current name", async () => {
    const form = await mapForm("Quad");
    await asHelper(api.addMap(), { ...form, map: "Four Rivers", oldMap: "Quad" });
    const more: SeededSpelling[] = [{ spelling: "quadd", kind: "map", name: "Quad" }];
    await seedFacts(app.database, new Date(), { spellings: more });
    expect(await meant("quadd")).toEqual(["Four Rivers"]);
  });
});

const WRITES: Readonly<Record<string, Fields>> = {
  [api.addSpelling()]: NEW,
  [api.deleteSpelling()]: { id: "1" },
};

describe.each(Object.entries(WRITES))("%s", (path, fields) => {
  test("refuses anyone but a helper, and changes nothing", async () => {
    const before = await listed();
    const nobody = await app.post(path, fields, null);
    const member = await app.post(path, fields, ADA);
    expect([nobody.status, member.status]).toEqual([401, 403]);
    expect(await listed()).toEqual(before);
  });

  test.each([
    ["nothing", {}],
    ["a NUL", Object.fromEntries(Object.keys(fields).map((name) => [name, "a\0b"]))],
    ["everything twice", Object.fromEntries(Object.keys(fields).map((name) => [name, ["a", "b"]]))],
    ["far too long", Object.fromEntries(Object.keys(fields).map((name) => [name, "x".repeat(50_000)]))],
    ["what is no text", Object.fromEntries(Object.keys(fields).map((name) => [name, "\u{d800}-1e9🎈"]))],
  ])("answers %s with an error, and changes nothing", async (_, bad) => {
    const before = await listed();
    const { status, body } = await asHelper(path, bad);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    expect(body.error).toMatch(/\w/);
    expect(body.error.length).toBeLessThan(300);
    expect(await listed()).toEqual(before);
  });
});

describe("a spelling", () => {
  test("can be added, deleted and restored, and its history says so", async () => {
    const { status, body } = await add(" GrandMonkey! ", "gmn");
    expect(status).toBe(200);
    expect(body).toEqual({
      ...{ id: expect.any(Number), spelling: "GrandMonkey!", kind: "tower", name: "Grandmaster Ninja" },
      also: [],
    });
    const before = await listed();
    expect(before).toContainEqual({
      ...{ id: body.id, spelling: "GrandMonkey!", kind: "tower", name: "Grandmaster Ninja" },
    });
    expect(await searched("grandmonkey")).toHaveLength(1);
    const deleted = await asHelper(api.deleteSpelling(), { id: String(body.id) });
    expect(deleted).toMatchObject({ status: 200, body: { seq: expect.any(Number) } });
    expect(await meant("GrandMonkey!")).toEqual([]);
    const again = await asHelper(api.deleteSpelling(), { id: String(body.id) });
    expect(again).toMatchObject({ status: 404, body: { error: "There is no such spelling." } });
    expect((await asHelper(api.undoChange(), { seq: String(deleted.body.seq) })).status).toBe(200);
    expect(await listed()).toEqual(before);
    const [change] = (await app.getAs(api.changes(), HELPER.id, HELPER.roles)).body.results;
    expect(change).toMatchObject({
      ...{ action: "undo", noun: "spelling", title: 'Spelling "GrandMonkey!" of Grandmaster Ninja' },
      page: "/admin/spellings?query=GrandMonkey%21",
      changes: [
        { label: "Spelling", before: null, after: "GrandMonkey!" },
        { label: "Stands for", before: null, after: "Grandmaster Ninja" },
      ],
    });
  });

  test("is removed by undoing its addition", async () => {
    await add(NEW.spelling, NEW.name);
    expect((await undo("add", "spelling")).status).toBe(200);
    expect(await meant(NEW.spelling)).toEqual([]);
    expect((await undo("add", "spelling")).status).toBe(409);
  });

  test("can be added to a map by its abbreviation, and to a hero by another spelling", async () => {
    expect((await add("monkey rivers", "qd")).body).toMatchObject({ kind: "map", name: "Quad" });
    expect((await add("the archer", "quin")).body).toMatchObject({ kind: "tower", name: "Quincy" });
  });

  test("may stand for several things, and the answer says what else a search for it finds", async () => {
    expect((await add("dd", "Downdraft")).body).toMatchObject({
      also: [{ kind: "map", name: "Dark Dungeons" }],
    });
    expect((await add("dd", "Dartling Gunner")).body.also).toEqual([
      { kind: "map", name: "Dark Dungeons" },
      { kind: "tower", name: "Downdraft" },
    ]);
    expect((await add("quincy", "Quad")).body.also).toEqual([{ kind: "tower", name: "Quincy" }]);
    expect((await meant("dd")).toSorted()).toEqual(["Dartling Gunner", "Downdraft"]);
  });

  test("is recorded once for the same thing, however it is written", async () => {
    expect((await add("Grand Monkey", NEW.name)).status).toBe(200);
    const { status, body } = await add("grand-monkey", "GMN");
    const sentence = '"grand-monkey" already stands for Grandmaster Ninja.';
    expect({ status, fields: body.fields }).toEqual({ status: 400, fields: { spelling: sentence } });
    expect(await searched("grandmonkey")).toHaveLength(1);
  });

  test("is added once when two helpers add it at once, and deleted once when two delete it", async () => {
    const both = await Promise.all([add(NEW.spelling, NEW.name), add(NEW.spelling, NEW.name)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    const [row] = (await listed()).filter(({ spelling }) => spelling === NEW.spelling);
    const remove = () => asHelper(api.deleteSpelling(), { id: String(row?.id) });
    const statuses = (await Promise.all([remove(), remove()])).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.every((status) => [200, 404, 409].includes(status))).toBe(true);
  });

  test("is not restored by an undo if it has been added again", async () => {
    const { body } = await add(NEW.spelling, NEW.name);
    await asHelper(api.deleteSpelling(), { id: String(body.id) });
    await add(NEW.spelling, NEW.name);
    const { status, body: refused } = await undo("delete", "spelling");
    expect({ status, error: refused.error }).toEqual({
      ...{ status: 400, error: '"grandmonkey" already stands for Grandmaster Ninja.' },
    });
    expect(await searched("grandmonkey")).toHaveLength(1);
  });

  test.each([
    ["spelling", "", "Spelling is missing."],
    [
      "spelling",
      " !?#🎈 ",
      "A spelling needs a letter or a digit, because a search ignores everything else.",
    ],
    ["spelling", "\u0301", "A spelling needs a letter or a digit, because a search ignores everything else."],
    ["spelling", "x".repeat(61), "Spelling is longer than 60 characters."],
    ["spelling", "grandmaster_ninja", /^A search already finds Grandmaster Ninja by this/],
    ["name", "", "Stands for is missing."],
    ["name", "Nobody", 'There is no tower, hero or map "Nobody".'],
    ["name", "__proto__", 'There is no tower, hero or map "__proto__".'],
    ["name", "x".repeat(201), "Stands for is longer than 200 characters."],
    [
      "name",
      "FANCLUB",
      /^"FANCLUB" stands for Super Monkey Fan Club and Plasma Monkey Fan Club\. Please give/,
    ],
  ])("with the %s '%s' is refused at that field", async (field, value, sentence) => {
    const before = await listed();
    const { status, body } = await asHelper(api.addSpelling(), { ...NEW, [field]: value });
    const expected = typeof sentence === "string" ? sentence : expect.stringMatching(sentence);
    expect({ status, fields: body.fields }).toEqual({ status: 400, fields: { [field]: expected } });
    expect(await listed()).toEqual(before);
  });

  test("cannot be what the search reads already: a value, a challenge, a key, figures, upgrades", async () => {
    const before = await listed();
    const challenges = [...CHALLENGES.values()];
    const vocabulary = await openData(app.database).search.vocabulary(challenges);
    const taken = [
      ...challenges.flatMap((each) => [...valueWords([each], vocabulary).keys(), ...searchKeys(each).keys()]),
      ...challenges.flatMap(({ label, name }) => [label, `${label}s`, name]),
      ...["OG", "Verified", "Expert", "expert og", "pending 2tc", "v44", "44.1", "2024-01-02", "v44 expert"],
      ...[
        "204",
        "2-0-4",
        "x3x",
        "555",
        "paragon",
        "204 ninja",
        "ninja 050",
        "has anyone",
        "by",
        "and",
        "44",
        "130869",
      ],
    ];
    // Nobody writes that often.
    for (const [at, spelling] of [...new Set(taken)].entries()) {
      const { status, body } = await app.post(
        api.addSpelling(),
        { spelling, name: "Quad" },
        { ...HELPER, id: `helper ${at}` },
      );
      const sentence = expect.stringMatching(
        /^A search (already understands .+ as .+ A new spelling .+|cannot use .+ as a name: .+)$/s,
      );
      expect({ spelling, status, fields: body.fields }).toEqual({
        ...{ spelling, status: 400, fields: { spelling: sentence } },
      });
    }
    expect((await add("Expert", "Quad")).body.error).toContain(
      'already understands "Expert" as Difficulty: Expert.',
    );
    expect(await listed()).toEqual(before);
  });

  test.each(["QUAD", "q.d."])(
    "cannot be '%s' if that is the map's own name or abbreviation",
    async (spelling) => {
      const { status, body } = await add(spelling, "Quad");
      expect({ status, error: body.error }).toEqual({
        ...{ status: 400, error: expect.stringMatching(/^A search already finds Quad by this/) },
      });
    },
  );

  test("may have sixty characters, in any script", async () => {
    expect((await add("ñ".repeat(60), NEW.name)).status).toBe(200);
    expect((await add("忍者猿", NEW.name)).status).toBe(200);
    expect(await searched("忍者猿")).toMatchObject([{ tower: NEW.name }]);
  });
});

describe("a map's spellings", () => {
  test("follow it to its new name", async () => {
    await add("monkey rivers", "Quad");
    await asHelper(api.addMap(), { ...(await mapForm("Quad")), map: "Four Rivers", oldMap: "Quad" });
    expect(await meant("monkey rivers")).toEqual(["Four Rivers"]);
    expect((await add("rivers", "quad")).body).toMatchObject({ name: "Four Rivers" });
  });

  test("disappear and return with it", async () => {
    await add("timber", "Logs");
    const before = await listed();
    expect((await asHelper(api.deleteMap(), { map: "Logs" })).status).toBe(200);
    expect(await meant("timber")).toEqual([]);
    expect(await searched("timber")).toEqual([]);
    expect((await add("lumber", "Logs")).status).toBe(400);
    expect((await add("lumber", "timber")).status).toBe(400);
    expect((await undo("delete", "map")).status).toBe(200);
    expect(await listed()).toEqual(before);
  });

  test("cannot be restored while it is deleted", async () => {
    const { body } = await add("timber", "Logs");
    await asHelper(api.deleteSpelling(), { id: String(body.id) });
    await asHelper(api.deleteMap(), { map: "Logs" });
    const refused = await undo("delete", "spelling");
    expect({ status: refused.status, error: refused.body.error }).toEqual({
      ...{ status: 409, error: "Its map Logs is no longer there. Undo that map's deletion first." },
    });
    await undo("delete", "map");
    expect((await undo("delete", "spelling")).status).toBe(200);
    expect(await meant("timber")).toEqual(["Logs"]);
  });
});
