import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { openEngine } from "#engine";
import { insertBalanceChanges } from "../../app/features/balance-changes/repository.server.ts";
import { insertChimpsStarts } from "../../app/features/chimps-starts/repository.server.ts";
import { FOREIGN_KEY, sqlite } from "../../server/db/database.ts";
import { seedFacts } from "../../site/seed.ts";
import { type TestApp, testApp, withoutTextsForPrograms } from "../factories.ts";
import { insertMedia } from "../media-rows.ts";

let app: TestApp;
const NOW = "2026-01-01T00:00:00.000Z";
const START = { link: "https://example.org/start", createdAt: NOW, sample: false };

beforeAll(async () => {
  app = await testApp(await openEngine());
  const quad = { ...START, map: "Quad" };
  const change = { tower: "Ice Monkey", nature: "bugfix" as const, createdAt: NOW };
  await app.database.atomic([
    insertChimpsStarts([
      { ...quad, uuid: "b", title: "Second", createdAt: "2026-01-02T00:00:00.000Z" },
      { ...quad, uuid: "a", title: 'First, "quoted" 🎈' },
      { ...START, uuid: "c", map: "Logs", title: "Elsewhere" },
      { ...START, uuid: "d", map: "No such map", title: "Nowhere" },
    ]),
    insertBalanceChanges([
      { ...change, uuid: "x", version: "9.2", change: "An early one" },
      { ...change, uuid: "y", version: "39.10", change: "A late minor" },
      { ...change, uuid: "z", version: "39.9", change: "An earlier minor" },
    ]),
    insertMedia({ key: "maps/#Ouch", hash: "0".repeat(64), contentType: "image/png", bytes: 1 }, null, NOW),
  ]);
});

describe("/fetch-map-info", () => {
  test("returns everything that is known about a map", async () => {
    const { status, body } = await app.get("/fetch-map-info?map=Quad");
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        ...{ map: "Quad", abbreviation: "QD", gameId: "Quad", difficulty: "expert", version: "6" },
        ...{ hasLOS: null, hasWater: 1, length: 9.35, lengthNotes: "" },
        ...{ numEntrances: 4, numExits: 4, numObjects: 4, removalCost: "6000", removalCostNotes: "" },
        ...{ miscNotes: "", image: null, revision: 1 },
      },
    });
  });

  test("returns null for what is not recorded, and the key of the picture if there is one", async () => {
    expect((await app.get("/fetch-map-info?map=Tricky%20Tracks")).body).toMatchObject({
      length: null,
      numEntrances: null,
      removalCost: null,
      hasLOS: null,
    });
    expect((await app.get("/fetch-map-info?map=%23ouch")).body).toMatchObject({
      map: "#Ouch",
      image: "maps/#Ouch",
    });
  });

  test.each(["quad", "QD", " Quad ", "q_u-ad"])("finds the map under '%s'", async (spelling) => {
    expect((await app.get(`/fetch-map-info?map=${encodeURIComponent(spelling)}`)).body.map).toBe("Quad");
  });

  test.each(["", "?map=", "?map=%20"])("refuses a missing map (%s) by name", async (query) => {
    const { status, body } = await app.get(`/fetch-map-info${query}`);
    expect({ status, error: body.error }).toEqual({
      status: 400,
      error: 'The parameter "map" is missing.',
    });
  });

  test("answers 404 for an unknown map", async () => {
    const { status, body } = await app.get("/fetch-map-info?map=null");
    expect({ status, body }).toEqual({ status: 404, body: { error: 'There is no map "null".' } });
  });
});

test("all maps are returned with their details, easiest first", async () => {
  const { body } = await app.get("/fetch-maps");
  expect(body.results).toHaveLength(89);
  expect(body.results[0]).toMatchObject({ map: "Alpine Run", difficulty: "beginner", hasWater: 0 });
  expect(body.results.at(-1)).toMatchObject({ difficulty: "expert" });
});

describe("/fetch-chimps-starts", () => {
  test("returns a map's starts in the order in which they were added", async () => {
    const { body } = await app.get("/fetch-chimps-starts?map=qd");
    const { link } = START;
    expect(body).toEqual({
      results: [
        { uuid: "a", map: "Quad", title: 'First, "quoted" 🎈', link },
        { uuid: "b", map: "Quad", title: "Second", link },
      ],
    });
  });

  test("returns all starts without a map, and none for a map that has none or is unknown", async () => {
    const uuids = async (query: string) =>
      (await app.get(`/fetch-chimps-starts${query}`)).body.results.map(({ uuid }) => uuid);
    expect(await uuids("?map=")).toEqual(["c", "a", "b"]);
    expect(await uuids("")).toEqual(["c", "a", "b"]);
    expect(await uuids("?map=Cubism")).toEqual([]);
    expect(await uuids("?map=Nowhere%20at%20all")).toEqual([]);
  });
});

describe("/fetch-balance-changes", () => {
  const found = async (query: string) => {
    const { status, body } = await app.get(`/fetch-balance-changes${query}`);
    expect(status, body.error).toBe(200);
    return body.results;
  };
  const versions = async (query: string) => [...new Set((await found(query)).map(({ version }) => version))];

  test("has the game's price changes, with an increase as a nerf", async () => {
    const all = await found("");
    expect(all).toHaveLength(295);
    const inVersion39 = await found("?version=39.0");
    expect(inVersion39.find(({ change }) => String(change).startsWith("040 Snowstorm"))).toEqual({
      // The same in every index, so that links to it stay valid.
      uuid: "ebd01113-bf44-5d1c-9b0c-190e67da04ea",
      tower: "Ice Monkey",
      version: "39.0",
      change: "040 Snowstorm costs $4,105 instead of $3,240 on hard ($3,800 instead of $3,000 on medium)",
      nature: "nerf",
    });
    expect(Object.groupBy(all, ({ nature }) => String(nature))).toMatchObject({ bugfix: { length: 3 } });
  });

  test("accepts any spelling of a tower, and sorts by version number, newest first", async () => {
    const ice = await versions("?tower=ice");
    expect(ice[0]).toBe("56.3");
    expect(ice.slice(-4)).toEqual(["39.10", "39.9", "39.0", "9.2"]);
    expect(await versions("?tower=striker_jones")).toEqual(["41.0"]);
    expect(await found("?tower=Nobody&version=")).toEqual([]);
    // The name of an upgrade is not a tower.
    expect(await found("?tower=Absolute%20Zero")).toEqual([]);
  });

  test("matches a version exactly, and a bare major number with all its minors", async () => {
    expect(await versions("?version=39.10")).toEqual(["39.10"]);
    expect(await versions("?version=39")).toEqual(["39.10", "39.9", "39.0"]);
    for (const none of ["99", "new", "44.x", "44&version_end=44.x", "x&version_end=50"])
      expect(await versions(`?version=${none}`), none).toEqual([]);
  });

  test("accepts an inclusive range of versions", async () => {
    expect(await versions("?version=39.1&version_end=40")).toEqual(["40.0", "39.10", "39.9"]);
    expect(await versions("?version=9&version_end=39.0")).toEqual(["39.0", "9.2"]);
    expect(await versions("?version_end=38")).toEqual(["9.2"]);
    expect(await versions("?version=40&version_end=39")).toEqual([]);
    expect(await versions("?tower=Ice%20Monkey&version=39.5&version_end=39.9")).toEqual(["39.9"]);
  });

  test("the versions of all towers or of one are sorted by number", async () => {
    const listed = async (query: string) =>
      (await app.get(`/fetch-balance-change-versions${query}`)).body.results.map(String);
    const all = await listed("");
    expect(all.slice(0, 4)).toEqual(["9.2", "39.0", "39.9", "39.10"]);
    expect(all.at(-1)).toBe("56.3");
    expect(await listed("?tower=jones")).toEqual(["41.0"]);
    expect(await listed("?tower=Nobody")).toEqual([]);
    expect(await listed("?tower=")).toEqual(all);
  });
});

describe("/fetch-newest", () => {
  beforeAll(async () => {
    const at = (day: number) => ({ createdAt: `2026-02-0${day}T00:00:00.000Z` });
    await app.add("lcc", { towers: [], money: 9_000, version: "44.1", date: "2024-01-01", ...at(1) });
    await app.add("2tc", { towers: ["Quincy", "Ezili"], map: "Logs", ...at(3) });
    await app.add("2tc", { towers: ["Quincy", "Icicles"], map: "Quad", ...at(2) });
    await app.add("2tc", { towers: ["Quincy", "Crossbow"], map: "Quad", ...at(4), pending: "member" });
    await app.add("2mp", { towers: ["Quincy"], map: "Quad", ...at(5), verifiedBy: null });
  });
  const challenges = async (query: string) =>
    (await app.get(`/fetch-newest${query}`)).body.results.map(({ challenge }) => challenge);

  test("returns the verified completions of all challenges, newest first, as their lists show them", async () => {
    const { body } = await app.get("/fetch-newest?count=2");
    expect(body.results).toEqual([
      {
        challenge: "2tc",
        verified: "2026-02-03T00:00:00.000Z",
        completion: withoutTextsForPrograms((await app.get("/fetch-2tc?map=Logs")).body.results[0] ?? {}),
      },
      expect.objectContaining({ challenge: "2tc", verified: "2026-02-02T00:00:00.000Z" }),
    ]);
  });

  test("can be filtered by challenge and by map", async () => {
    expect(await challenges("")).toEqual(["2tc", "2tc", "lcc", "2mp"]);
    expect(await challenges("?challenge=LCC")).toEqual(["lcc"]);
    // The last one of these came without a time.
    expect(await challenges("?map=qd")).toEqual(["2tc", "lcc", "2mp"]);
    expect(await challenges("?challenge=2tc&map=Quad")).toEqual(["2tc"]);
    expect(await challenges("?challenge=nothing")).toEqual([]);
    expect(await challenges("?map=nothing")).toEqual([]);
    expect(await challenges("?count=0")).toEqual([]);
  });

  test("/fetch-appeared also returns claims, and how many completions each challenge has", async () => {
    const appeared = async (query: string) => (await app.get(`/fetch-appeared${query}`)).body;
    const { lists, results } = await appeared("");
    expect(lists).toEqual([
      { challenge: "2tc", count: 3 },
      { challenge: "lcc", count: 1 },
      { challenge: "2mp", count: 1 },
    ]);
    // Nobody knows when the last one was verified.
    expect(results.map(({ challenge, verified }) => `${challenge} ${verified}`)).toEqual([
      "2tc null",
      ...["2tc 2026-02-03T00:00:00.000Z", "2tc 2026-02-02T00:00:00.000Z", "lcc 2026-02-01T00:00:00.000Z"],
      "2mp null",
    ]);
    const [listed = {}] = (await app.get("/fetch-2tc?map=Logs")).body.results;
    expect(results[1]?.completion).toEqual(withoutTextsForPrograms(listed));
    expect(await appeared("?map=qd&challenge=2TC&count=1")).toMatchObject({
      lists: [{ challenge: "2tc", count: 2 }],
      results: [{ completion: { pending: "member" } }],
    });
    const { person } = (await app.get("/fetch-2tc?map=Logs")).body.results[0] ?? {};
    expect((await appeared(`?person=${person}`)).lists).toEqual(lists);
    for (const query of ["?person=nobody", "?map=nothing", "?challenge=nothing"])
      expect(await appeared(query), query).toEqual({ hasPage: false, lists: [], results: [] });
    expect(await appeared("?count=0")).toEqual({ hasPage: false, lists, results: [] });
  });
});

const long = "x".repeat(5_001);

test.each([
  ["/fetch-map-info", "map"],
  ["/fetch-chimps-starts", "map"],
  ["/fetch-balance-changes", "tower"],
  ["/fetch-balance-changes", "version"],
  ["/fetch-balance-changes", "version_end"],
  ["/fetch-balance-change-versions", "tower"],
  ["/fetch-newest", "map"],
  ["/fetch-newest", "challenge"],
  ["/fetch-newest", "count"],
  ["/fetch-appeared", "map"],
  ["/fetch-appeared", "person"],
  ["/fetch-appeared", "count"],
])("%s refuses a bad %s by name", async (path, name) => {
  for (const query of [`${name}=a&${name}=b`, `${name}=a%00b`, `${name}=${long}`]) {
    const { status, body } = await app.get(`${path}?${query}`);
    expect({ status, error: body.error }).toEqual({
      status: 400,
      error: expect.stringContaining(`"${name}"`),
    });
  }
});

test.each(["/fetch-newest?count=-1"])("%s is refused", async (path) => {
  expect((await app.get(path)).status).toBe(400);
});

test.each([
  "/list-maps",
  "/fetch-maps",
  "/fetch-map-info?map=Quad",
  "/fetch-chimps-starts",
  "/fetch-balance-changes",
  "/fetch-balance-change-versions",
  "/fetch-newest",
])("%s can be called from any origin, and is in the API description", async (path) => {
  const response = await app.app.request(path);
  expect(response.headers.get("Access-Control-Allow-Origin")).toBe("*");
  await response.text();
  expect((await app.app.request(path, { method: "POST" })).status).toBe(405);
  const { body } = await app.get("/openapi.json");
  expect(Object.keys(body.paths as object)).toContain(path.split("?")[0]);
});

test("a map's new name applies to its starts, and a map with starts cannot be deleted", async () => {
  const rename = sql`update map set name = 'Rectangle', name_key = 'rectangle' where name = 'Logs'`.compile(
    sqlite,
  );
  await app.database.atomic([rename]);
  expect((await app.get("/fetch-chimps-starts?map=Rectangle")).body.results).toHaveLength(1);
  const remove = sql`delete from map where name = 'Rectangle'`.compile(sqlite);
  await expect(app.database.atomic([remove])).rejects.toMatchObject({
    name: "ConstraintError",
    constraint: FOREIGN_KEY,
  });
});

test("the game's facts are loaded once, and what is deleted afterwards stays deleted", async () => {
  await app.database.atomic([sql`delete from balance_change where version = '54.0'`.compile(sqlite)]);
  expect(await seedFacts(app.database, new Date())).toEqual([]);
  const { body } = await app.get("/fetch-balance-changes?version=54");
  expect(body.results).toEqual([]);
  const log = await app.database.query(
    [],
    sqlite.selectFrom("change").select(["noun", "noun_id", "actor"]).where("action", "=", "seed").compile(),
  );
  expect(log).toEqual([
    { noun: "towers", noun_id: "domain/game/towers.ts", actor: "system" },
    { noun: "maps", noun_id: "domain/game/maps.ts", actor: "system" },
    { noun: "map-ids", noun_id: "domain/game/map-ids.ts", actor: "system" },
    { noun: "balance-changes", noun_id: "domain/game/price-changes.ts", actor: "system" },
    { noun: "spellings", noun_id: "domain/game/short-forms.ts", actor: "system" },
  ]);
});
