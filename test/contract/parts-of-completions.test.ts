import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { openEngine } from "#engine";
import { openData } from "../../app/api/repositories.server.ts";
import type { Condition } from "../../domain/fields/condition.ts";
import { sqlite } from "../../server/db/database.ts";
import { completionsOf, partOf, partWhere, type Tag, type TagPart, whereOf } from "../../server/db/tags.ts";
import { movesStatement, PartVersions, type SourceRow, versionsStatement } from "../../server/db/versions.ts";
import { emptyApp, setColumns, type TestApp } from "../factories.ts";

let app: TestApp;
let versions: PartVersions;
beforeEach(async () => {
  app = await emptyApp(await openEngine());
  versions = new PartVersions();
  // Write something before the versions are first read.
  await app.add("lcc", { people: ["Before"], map: "Logs" });
  await see();
});

async function see(): Promise<void> {
  const rows = await app.database.query<SourceRow>([], versionsStatement());
  versions.see(rows, await app.database.query([], movesStatement(versions.last)));
}

const run = (statement: string) => app.database.atomic([sql.raw(statement).compile(sqlite)]);

const idOf = async (map: string) => Number((await openData(app.database).maps.findByName(map))?.id);

/** Returns the version of a part, which is not a tag with a version of its own. */
const versionOf = (part: Tag, of = versions): number => of.of([part], () => Number.NaN);

/** Returns which of these parts of a challenge a write moves. */
async function movedBy(
  parts: readonly TagPart[],
  write: () => Promise<unknown>,
  challenge = "lcc",
): Promise<TagPart[]> {
  const of = () => parts.map((part) => versionOf(completionsOf(challenge, part)));
  const before = of();
  await write();
  await see();
  const after = of();
  return parts.filter((_, at) => before[at] !== after[at]);
}

/** Parts by their names in these tests. */
const PARTS = {
  verified: [["verified"]],
  waiting: [["pending"]],
  "on Quad": [["map:quad"]],
  "on Logs": [["map:logs"]],
  "on an expert map": [["difficulty:expert"]],
  "of Ada": [["person:ada"]],
  "of Bob": [["person:bob"]],
  "of Ada or Bob": [["person:ada", "person:bob"]],
  "of Ada on Quad": [["person:ada"], ["map:quad"]],
  "verified on Quad": [["verified"], ["map:quad"]],
  "of Ada, verified": [["person:ada"], ["verified"]],
  originals: [["og"]],
  "another one": [["filekey:none"]],
  none: [[]],
} as const;
type Name = keyof typeof PARTS;
const NAMES = Object.keys(PARTS) as Name[];
const byName = (name: Name): TagPart => partWhere(PARTS[name]);

/** Returns the names of the parts that a write moves. */
async function moved(write: () => Promise<unknown>): Promise<Name[]> {
  const parts = NAMES.map(byName);
  const found = await movedBy(parts, write);
  return NAMES.filter((_, at) => found.includes(parts[at] as TagPart));
}

test("a new completion moves its parts, under every name of its map and its players", async () => {
  const claim = { people: ["Ada"], map: "Quad", pending: "somebody", og: false };
  expect(await moved(() => app.add("lcc", claim))).toEqual([
    ...["waiting", "on Quad", "on an expert map", "of Ada", "of Ada or Bob", "of Ada on Quad"],
  ]);
  const verified = { people: ["Bob"], map: "Logs", pending: null, og: false };
  expect(await moved(() => app.add("lcc", verified))).toEqual([
    ...["verified", "on Logs", "of Bob", "of Ada or Bob"],
  ]);
  const original = { people: ["Bob"], map: "Logs", pending: "somebody", og: true };
  expect(await moved(() => app.add("lcc", original))).toEqual([
    ...["waiting", "on Logs", "of Bob", "of Ada or Bob", "originals"],
  ]);
  const [{ abbreviation = "" } = {}] = await app.database.query<{ abbreviation: string }>(
    [],
    sql<{
      abbreviation: string;
    }>`select abbreviation_key as abbreviation from map where name = 'Quad'`.compile(sqlite),
  );
  const called = [partWhere([[`map:${abbreviation}`]])];
  expect(await movedBy(called, () => app.add("lcc", { ...claim, people: ["Zoe"] }))).toEqual(called);
  // Players that no other test uses: on one engine, players' names outlast a test.
  for (const name of ["Eve", "Finn"]) await app.add("lcc", { ...claim, people: [name] });
  await run(`update player_name set player = (select player from player_name where name_key = 'eve')
    where name_key = 'finn'`);
  await see();
  const both = [partWhere([["person:eve"]]), partWhere([["person:finn"]])];
  expect(await movedBy(both, () => app.add("lcc", { ...claim, people: ["Eve"], pending: "b" }))).toEqual(
    both,
  );
});

test("a completion that leaves a part moves it, as one that enters it does", async () => {
  const { id } = await app.add("lcc", { people: ["Ada"], map: "Quad", pending: "somebody", og: false });
  await see();
  const set = (values: Parameters<typeof setColumns>[1]) => () => app.database.atomic(setColumns(id, values));
  const toLogs = set({ map_id: await idOf("Logs") });
  expect(await moved(toLogs)).toEqual([
    ...["waiting", "on Quad", "on Logs", "on an expert map", "of Ada", "of Ada or Bob", "of Ada on Quad"],
  ]);
  const everywhere = ["verified", "on Logs", "of Ada", "of Ada or Bob", "of Ada, verified"];
  expect(await moved(set({ pending: null }))).toEqual(["verified", "waiting", ...everywhere.slice(1)]);
  expect(await moved(set({ notes: "more" }))).toEqual(everywhere);
  expect(await moved(set({ deleted_at: "2026" }))).toEqual(everywhere);
  expect(await moved(set({ notes: "nobody reads it" }))).toEqual([]);
});

test("a new completion moves the parts of its towers", async () => {
  const parts = [
    partWhere([["tower:quincy"]]),
    partWhere([["tower:dart monkey"], ["tower:quincy"]]),
    partWhere([["tower:ice monkey"]]),
    partWhere([["tower:ice monkey"], ["tower:quincy"]]),
    partWhere([["tower:ice monkey", "tower:dart monkey"]]),
  ];
  const claim = {
    towers: ["Quincy", "Dart Monkey"],
    upgrades: ["", "0-2-5"],
    pending: "somebody",
    og: false,
  };
  expect(await movedBy(parts, () => app.add("ltc", claim))).toEqual([]);
  versions = new PartVersions();
  await see();
  const ofLtc = () => parts.map((part) => versionOf(completionsOf("ltc", part)));
  const before = ofLtc();
  await app.add("ltc", { ...claim, pending: "another" });
  await see();
  expect(ofLtc().map((version, at) => version !== before[at])).toEqual([true, true, false, false, true]);
});

test("a completion moves the searches that find it or found it before, and no others", async () => {
  const [{ quad = 0, logs = 0 } = {}] = await app.database.query<{ quad: number; logs: number }>(
    [],
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
  const parts = searches.map((found) => partWhere([{ found }]));
  const found = (...places: readonly number[]) => places.map((place) => parts[place]);
  const claim = { people: ["Zoë"], map: "Quad", pending: "somebody", og: false };
  let id = "";
  const add = async () => {
    ({ id } = await app.add("lcc", claim));
  };
  // Words that are excluded from the search are taken to be absent.
  expect(await movedBy(parts, add)).toEqual(found(0, 2, 3, 5));
  const set = (values: Parameters<typeof setColumns>[1]) => () => app.database.atomic(setColumns(id, values));
  expect(await movedBy(parts, set({ map_id: await idOf("Logs") }))).toEqual(found(0, 2, 3, 4, 5));
  const ofLcd = { people: ["Zoë"], map: "Logs", pending: "somebody", og: false };
  expect(await movedBy(parts, () => app.add("lcd", ofLcd))).toEqual([]);
  expect(await movedBy(parts, () => app.add("lcc", { ...claim, people: ["Ada"], map: "Logs" }))).toEqual(
    found(6),
  );
  expect(await movedBy(parts, set({ deleted_at: "2026" }))).toEqual(found(0, 2, 4, 5));
});

test("when moves are forgotten, a search that was not asked for in the meantime counts as moved", async () => {
  const found = partWhere([{ found: { word: "ada" } }]);
  const other = partWhere([{ found: { word: "bob" } }]);
  const many = new PartVersions(500);
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
      mapId: 1,
      difficulty: null,
    };
    many.see(
      [{ name: "completions:lcc", version }],
      [{ ...own, towers: "[]", maps: "[]", people: "[]", words }],
    );
  };
  const of = (part: TagPart) => versionOf(completionsOf("lcc", part), many);
  move(" ada ");
  for (let at = 0; at < 400; at++) move(" eve ");
  expect([of(found), of(other)]).toEqual([2, 1]);
  for (let at = 0; at < 400; at++) {
    move(" eve ");
    if (at % 50 === 0) expect(of(other)).toBe(1);
  }
  // 300 moves later, the first ones since both were asked for are forgotten; only `other` was asked for meanwhile.
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
  const own = [partWhere([[`filekey:${id}`]])];
  expect(await movedBy([...own, byName("another one")], () => run(attach))).toEqual(own);
});

test("a verified original moves all parts of its challenge, because other rows show its extras", async () => {
  expect(await moved(() => app.add("lcc", { people: ["Cy"], og: true, pending: null }))).toEqual(NAMES);
});

test("a part of all challenges moves with each of them, and a challenge's part with no other challenge", async () => {
  const all = (name: Name) => versionOf(completionsOf(null, byName(name)));
  const before = all("on Quad");
  const claim = { people: ["Ada"], map: "Quad", pending: "somebody", og: false };
  expect(await moved(() => app.add("lcd", claim))).toEqual([]);
  expect(all("on Quad")).toBeGreaterThan(before ?? 0);
  expect(all("on Logs")).toBe(before);
});

test("when individual moves are unknown, all parts move", async () => {
  expect(await moved(() => run("insert into touched values ('completions:lcc')"))).toEqual(NAMES);
  const claim = { people: ["Ada"], map: "Quad", pending: "somebody", og: false };
  const forgotten = async () => {
    await app.add("lcc", claim);
    await run("delete from completion_move");
  };
  expect(await moved(forgotten)).toEqual(NAMES);
  expect(await moved(() => app.add("lcc", { ...claim, pending: "b" }))).toEqual([
    ...["waiting", "on Quad", "on an expert map", "of Ada", "of Ada or Bob", "of Ada on Quad"],
  ]);
});

test("a query depends on the smallest part that its conditions imply", () => {
  const map = { on: "map", spelling: "#Ouch" } as const;
  const person = { on: "person", position: null, person: " Ada " } as const;
  const verified = { on: "pending", pending: false } as const;
  const where = (...conditions: readonly Condition[]) => {
    const part = partOf(conditions);
    return part && whereOf(part);
  };
  expect(where()).toBeNull();
  expect(where({ on: "og", og: true })).toEqual([["og"]]);
  expect(where({ on: "og", og: false })).toEqual([["not og"]]);
  expect(where(verified)).toEqual([["verified"]]);
  expect(where({ on: "pending", pending: true })).toEqual([["pending"]]);
  expect(where(map, verified)).toEqual([["map:ouch"], ["verified"]]);
  expect(where(map, person)).toEqual([["map:ouch"], ["person:ada"]]);
  expect(where({ on: "difficulty", difficulty: "expert" })).toEqual([["difficulty:expert"]]);
  const pair = { on: "pair", names: [["Dart Monkey", "Boomerang Monkey"], ["Quincy"]] } as const;
  expect(where(map, pair)).toEqual([
    ...[["map:ouch"], ["tower:dart monkey", "tower:boomerang monkey"], ["tower:quincy"]],
  ]);
  const either = ["Dart Monkey", "Quincy"];
  expect(where({ on: "anyTower", names: either })).toEqual([["tower:dart monkey", "tower:quincy"]]);
  expect(where({ on: "towers", towers: either })).toEqual([...[["tower:dart monkey"], ["tower:quincy"]]]);
  expect(where(person, { on: "id", id: "X" })).toEqual([["person:ada"], ["filekey:x"]]);
  expect(where({ on: "not", all: [map] })).toBeNull();
  expect(where({ on: "nothing" })).toEqual([[]]);
  const search = { on: "search", find: { begins: "abs" } } as const;
  expect(where(verified, search)).toEqual([["verified"], { found: { begins: "abs" } }]);
  // What would be too long is left out, which makes the part larger.
  expect(where({ on: "search", find: { begins: "x".repeat(5_000) } }, map)).toEqual([["map:ouch"]]);
  expect(where({ ...person, person: "x".repeat(5_000) })).toBeNull();
});

test("a set of sources is as new as the newest of them, however often it is asked for", async () => {
  const onQuad: Condition = { on: "map", spelling: "Quad" };
  const together: readonly Tag[] = [
    completionsOf("lcc", partOf([onQuad])),
    completionsOf("2tc", partOf([onQuad])),
    "maps",
  ];
  const now = (): number => versions.of(together, () => 1);
  const seen = [now()];
  for (const challenge of ["lcc", "2tc", "ltc", "lcc"]) {
    await app.add(challenge, { map: "Quad", money: 10 - seen.length });
    await see();
    seen.push(now(), now());
  }
  await app.add("lcc", { map: "Logs" });
  await see();
  const [before = 0, lcc = 0, lccAgain, pair = 0, , other, , last = 0] = seen;
  expect([lcc > before, lccAgain === lcc, pair > lcc, other === pair, last > pair, now() === last]).toEqual([
    ...[true, true, true, true, true, true],
  ]);
  // The version of a source that is not a part comes from the caller.
  expect(versions.of(together, () => last + 1)).toBe(last + 1);
});

test("whether a player has a record depends on what others have on the same maps", async () => {
  const record: Condition = { on: "record", within: ["map"] };
  const ofAda: Condition = { on: "person", person: "Ada", position: null };
  const onQuad: Condition = { on: "map", spelling: "Quad" };
  expect(partOf([record, ofAda])).toBe(partWhere([["verified"]]));
  expect(partOf([ofAda, onQuad, record])).toBe(partWhere([["map:quad"], ["verified"]]));
});

test("what takes a combination, or gives it back, moves the parts of the claims to it, which programs are not shown then", async () => {
  const [ada, bob, zoe] = ["ada", "bob", "zoe"].map((name) => partWhere([[`person:${name}`]]));
  const movesOf = (write: () => Promise<unknown>) => movedBy([ada, bob, zoe] as TagPart[], write, "2mp");
  await app.add("2mp", { people: ["Ada"], pending: "ada", verifiedBy: null });
  await app.add("2mp", { people: ["Zoe"], pending: "zoe", verifiedBy: null, map: "Logs" });
  await see();
  let id = "";
  const add = async () => {
    ({ id } = await app.add("2mp", { people: ["Bob"] }));
  };
  expect(await movesOf(add)).toEqual([ada, bob]);
  const set = (values: Parameters<typeof setColumns>[1]) => () => app.database.atomic(setColumns(id, values));
  expect(await movesOf(set({ notes: "more" }))).toEqual([bob]);
  expect(await movesOf(set({ pending: "bob" }))).toEqual([ada, bob]);
  expect(await movesOf(set({ pending: "bo" }))).toEqual([bob]);
  expect(await movesOf(set({ pending: null }))).toEqual([ada, bob]);
  expect(await movesOf(set({ deleted_at: "2026-01-01" }))).toEqual([ada, bob]);
  expect(await movesOf(set({ deleted_at: null }))).toEqual([ada, bob]);
  const toLogs = `identity = (select identity from completion where challenge = '2mp' and map_id =
    (select id from map where name = 'Logs'))`;
  expect(await movesOf(() => run(`update completion set ${toLogs} where id = '${id}'`))).toEqual([
    ada,
    bob,
    zoe,
  ]);
  expect(await movesOf(() => run(`delete from completion where id = '${id}'`))).toEqual([bob, zoe]);
});
