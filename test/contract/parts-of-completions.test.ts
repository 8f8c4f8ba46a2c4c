import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { openEngine } from "#engine";
import { completionsOf, type Part, partsOf } from "../../contract/sources.ts";
import { movesStatement, PartVersions } from "../../server/data/completion-moves.ts";
import { sqlite } from "../../server/data/database.ts";
import { type SourceRow, versionsStatement } from "../../server/data/versions.ts";
import { emptyApp, type TestApp } from "../factories.ts";

let app: TestApp;
let versions: PartVersions;
beforeEach(async () => {
  app = await emptyApp(await openEngine());
  versions = new PartVersions();
  // Something was written before anybody looked.
  await app.add("lcc", { people: ["Before"], map: "Logs" });
  await see();
});

async function see(): Promise<void> {
  const rows = await app.database.query<SourceRow>(versionsStatement());
  versions.see(rows, await app.database.query(movesStatement(versions.last)));
}

const run = (statement: string) => app.database.atomic([sql.raw(statement).compile(sqlite)]);

/** Which of these parts of LCC a write moves. */
async function movedBy(parts: readonly Part[], write: () => Promise<unknown>): Promise<Part[]> {
  const of = () => parts.map((part) => versions.of(completionsOf("lcc", part)));
  const before = of();
  await write();
  await see();
  const after = of();
  return parts.filter((_, at) => before[at] !== after[at]);
}

const PARTS: readonly Part[] = [
  ...(["verified", "map:quad", "map:logs", "person:ada", "person:bob"] as const),
  ...(["verified map:quad", "verified person:ada", "filekey:none"] as const),
];

test("a completion moves the parts that it is in, by every name of its map and of its players", async () => {
  const claim = { people: ["Ada"], map: "Quad", pending: "somebody", og: false };
  expect(await movedBy(PARTS, () => app.add("lcc", claim))).toEqual(["map:quad", "person:ada"]);
  const verified = { people: ["Bob"], map: "Logs", pending: null, og: false };
  expect(await movedBy(PARTS, () => app.add("lcc", verified))).toEqual([
    "verified",
    "map:logs",
    "person:bob",
  ]);
  const [{ abbreviation = "" } = {}] = await app.database.query<{ abbreviation: string }>(
    sql<{
      abbreviation: string;
    }>`select abbreviation_key as abbreviation from map where name = 'Quad'`.compile(sqlite),
  );
  const called = [`map:${abbreviation}`] as const;
  expect(await movedBy(called, () => app.add("lcc", { ...claim, people: ["Zoe"] }))).toEqual(called);
  // Nobody whom another test knows: on one engine the names of players outlast it.
  for (const name of ["Eve", "Finn"]) await app.add("lcc", { ...claim, people: [name] });
  await run(`update player_name set player = (select player from player_name where name_key = 'eve')
    where name_key = 'finn'`);
  await see();
  const both = ["person:eve", "person:finn"] as const;
  expect(await movedBy(both, () => app.add("lcc", { ...claim, people: ["Eve"], pending: "b" }))).toEqual(
    both,
  );
});

test("what leaves a part moves it as what comes does", async () => {
  const { id } = await app.add("lcc", { people: ["Ada"], map: "Quad", pending: "somebody", og: false });
  await see();
  const set = (what: string) => () => run(`update completion set ${what} where id = '${id}'`);
  const toLogs = set("map_id = (select id from map where name = 'Logs')");
  expect(await movedBy(PARTS, toLogs)).toEqual(["map:quad", "map:logs", "person:ada"]);
  const everywhere = ["verified", "map:logs", "person:ada", "verified person:ada"];
  expect(await movedBy(PARTS, set("pending = null"))).toEqual(everywhere);
  expect(await movedBy(PARTS, set("notes = 'more'"))).toEqual(everywhere);
  expect(await movedBy(PARTS, set("deleted_at = '2026'"))).toEqual(everywhere);
  expect(await movedBy(PARTS, set("notes = 'nobody reads it'"))).toEqual([]);
});

test("a completion moves the parts of its towers", async () => {
  const parts = ["tower:quincy", "tower:dart monkey", "tower:ice monkey"] as const;
  const claim = {
    towers: ["Quincy", "Dart Monkey"],
    upgrades: ["", "0-2-5"],
    pending: "somebody",
    og: false,
  };
  expect(await movedBy(parts, () => app.add("ltc", claim))).toEqual([]);
  versions = new PartVersions();
  await see();
  const ofLtc = () => parts.map((part) => versions.of(completionsOf("ltc", part)));
  const before = ofLtc();
  await app.add("ltc", { ...claim, pending: "another" });
  await see();
  expect(ofLtc().map((version, at) => version !== before[at])).toEqual([true, true, false]);
});

test("a completion moves the searches that find it, or have found it, and no others", async () => {
  const [{ quad = 0, logs = 0 } = {}] = await app.database.query<{ quad: number; logs: number }>(
    sql<{ quad: number; logs: number }>`select
      (select id from map where name = 'Quad') as quad, (select id from map where name = 'Logs') as logs`.compile(
      sqlite,
    ),
  );
  const searches = [
    { begins: "zo" },
    { word: "zo" },
    { word: "zoe" },
    { any: [{ begins: "nobody" }, { map: quad }] },
    { all: [{ begins: "zoe" }, { map: logs }] },
    { all: [{ word: "zoe" }, { not: { word: "zoe" } }] },
    { all: [{ word: "ada" }, { has: "video" }] },
  ] as const;
  const parts = searches.map((find): Part => `find:${JSON.stringify(find)}`);
  const found = (...places: readonly number[]) => places.map((place) => parts[place]);
  const claim = { people: ["Zoë"], map: "Quad", pending: "somebody", og: false };
  let id = "";
  const add = async () => {
    ({ id } = await app.add("lcc", claim));
  };
  // What is not looked for is taken for not there.
  expect(await movedBy(parts, add)).toEqual(found(0, 2, 3, 5));
  const set = (what: string) => () => run(`update completion set ${what} where id = '${id}'`);
  expect(await movedBy(parts, set("map_id = (select id from map where name = 'Logs')"))).toEqual(
    found(0, 2, 3, 4, 5),
  );
  const ofLcd = { people: ["Zoë"], map: "Logs", pending: "somebody", og: false };
  expect(await movedBy(parts, () => app.add("lcd", ofLcd))).toEqual([]);
  expect(await movedBy(parts, () => app.add("lcc", { ...claim, people: ["Ada"], map: "Logs" }))).toEqual(
    found(6),
  );
  expect(await movedBy(parts, set("deleted_at = '2026'"))).toEqual(found(0, 2, 4, 5));
});

test("of more moves than are remembered a search that was not looked for in between has moved", async () => {
  const found: Part = `find:${JSON.stringify({ word: "ada" })}`;
  const other: Part = `find:${JSON.stringify({ word: "bob" })}`;
  const many = new PartVersions();
  many.see([{ name: "completions:lcc", version: 1 }], []);
  let version = 1;
  const move = (words: string) => {
    version += 1;
    const own = {
      version,
      before: version - 1,
      challenge: "lcc",
      filekey: "a",
      isVerified: 0,
      isOriginal: 0,
    };
    many.see(
      [{ name: "completions:lcc", version }],
      [{ ...own, towers: "[]", maps: "[]", people: "[]", words }],
    );
  };
  const of = (part: Part) => many.of(completionsOf("lcc", part));
  move(" ada ");
  for (let at = 0; at < 400; at++) move(" eve ");
  expect([of(found), of(other)]).toEqual([2, 1]);
  for (let at = 0; at < 400; at++) {
    move(" eve ");
    if (at % 50 === 0) expect(of(other)).toBe(1);
  }
  // The first of the moves behind those that both were looked for in have gone.
  expect(of(other)).toBe(1);
  for (let at = 0; at < 300; at++) move(" eve ");
  expect(of(found)).toBe(version - 500);
  expect(of(other)).toBe(1);
});

test("a completion's own part moves with its files", async () => {
  const { id } = await app.add("lcc", { people: ["Ada"], map: "Quad", pending: "somebody" });
  await see();
  const attach = `insert into media (key, hash, content_type, bytes, created_at, completion)
    values ('${id}/attach/1', 'x', 'image/png', 1, '', '${id}')`;
  const own = [`filekey:${id}`] as const;
  expect(await movedBy([...own, "filekey:none"], () => run(attach))).toEqual(own);
});

test("a verified original moves all parts of its challenge, for others show what it has", async () => {
  expect(await movedBy(PARTS, () => app.add("lcc", { people: ["Cy"], og: true, pending: null }))).toEqual(
    PARTS,
  );
});

test("parts of all challenges move with each challenge's, and no part with another's", async () => {
  const all = (part: Part) => versions.of(completionsOf(null, part));
  const before = all("map:quad");
  const claim = { people: ["Ada"], map: "Quad", pending: "somebody", og: false };
  expect(await movedBy(PARTS, () => app.add("lcd", claim))).toEqual([]);
  expect(all("map:quad")).toBeGreaterThan(before ?? 0);
  expect(all("map:logs")).toBe(before);
});

test("where moves are not known one by one all parts have moved", async () => {
  expect(await movedBy(PARTS, () => run("insert into touched values ('completions:lcc')"))).toEqual(PARTS);
  const claim = { people: ["Ada"], map: "Quad", pending: "somebody", og: false };
  const forgotten = async () => {
    await app.add("lcc", claim);
    await run("delete from completion_move");
  };
  expect(await movedBy(PARTS, forgotten)).toEqual(PARTS);
  expect(await movedBy(PARTS, () => app.add("lcc", { ...claim, pending: "b" }))).toEqual([
    ...["map:quad", "person:ada"],
  ]);
});

test("of more parts than are told apart those that moved long ago count as moved with them", async () => {
  const few = new PartVersions(4);
  const row = (version: number) => [{ name: "completions:lcc", version }];
  few.see(row(1), []);
  const move = (version: number, filekey: string) =>
    few.see(row(version), [
      {
        ...{ version, before: version - 1, challenge: "lcc", filekey, isVerified: 0, isOriginal: 0 },
        ...{ towers: "[]", maps: "[]", people: "[]", words: " " },
      },
    ]);
  const of = (filekey: string) => few.of(completionsOf("lcc", `filekey:${filekey}`));
  move(2, "a");
  move(3, "b");
  expect([of("a"), of("b"), of("c")]).toEqual([2, 3, 1]);
  move(4, "c");
  expect([of("a"), of("b"), of("c"), of("d")]).toEqual([2, 3, 4, 2]);
});

test("the part that a question is about is the smallest that its conditions hold to", () => {
  const map = { on: "map", spelling: "#Ouch" } as const;
  const person = { on: "person", position: null, person: " Ada " } as const;
  const verified = { on: "pending", pending: false } as const;
  expect(partsOf([])).toBeNull();
  expect(partsOf([{ on: "og", og: true }])).toBeNull();
  expect(partsOf([verified])).toEqual(["verified"]);
  expect(partsOf([{ on: "pending", pending: true }])).toBeNull();
  expect(partsOf([map, verified])).toEqual(["verified map:ouch"]);
  expect(partsOf([map, person])).toEqual(["person:ada"]);
  const pair = { on: "pair", names: [["Dart Monkey", "Boomerang Monkey"], ["Quincy"]] } as const;
  expect(partsOf([map, pair])).toEqual(["tower:quincy"]);
  // Either may be what a row has; of too many none is told apart.
  const either = ["Dart Monkey", "Quincy"];
  expect(partsOf([{ on: "anyTower", names: either }, map])).toEqual(["tower:dart monkey", "tower:quincy"]);
  const many = Array.from({ length: 9 }, (_, at) => `Tower ${at}`);
  expect(partsOf([{ on: "anyTower", names: many }, map])).toEqual(["map:ouch"]);
  expect(partsOf([person, { on: "id", id: "x" }, map])).toEqual(["filekey:x"]);
  expect(partsOf([{ on: "not", all: [map] }])).toBeNull();
  const search = { on: "search", find: { begins: "abs" } } as const;
  expect(partsOf([verified, search])).toEqual(['find:{"begins":"abs"}']);
  expect(partsOf([search, map])).toEqual(["map:ouch"]);
  expect(partsOf([{ on: "search", find: { begins: "x".repeat(5_000) } }])).toBeNull();
  expect(partsOf([{ ...person, person: "x".repeat(5_000) }])).toBeNull();
});
