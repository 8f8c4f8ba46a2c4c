import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { openEngine } from "#engine";
import { api } from "../../domain/contract/routes.ts";
import { sqlite } from "../../server/db/database.ts";
import { emptyApp, type TestApp } from "../factories.ts";
import { FORMS } from "../forms.ts";

// One version of the game, however it is written, is one entry.

const HELPER = { id: "hel", roles: ["Index Helper"] };
const WRITTEN = ["9", "9.0", "9.00", "09", "v9.0.0"];
const CHANGE = { tower: "Druid", change: "050 costs less", nature: "buff" };

let app: TestApp;
beforeEach(async () => {
  const engine = await openEngine();
  app = await emptyApp(engine);
  await engine.database.atomic([
    sqlite.deleteFrom("balance_change").compile(),
    sqlite.deleteFrom("game_version").compile(),
  ]);
});

const post = async (path: string, fields: Record<string, string>) => {
  const { status, body } = await app.post(path, fields, HELPER);
  expect(status, body.error).toBe(200);
  return body;
};
const versionsIn = async (path: string) =>
  [...new Set((await app.get(path)).body.results.map(({ version }) => version))].sort();
const countOf = async (query: Record<string, string>) =>
  (await app.get(api.list("lcc", { ...query, count: 0 }))).body.count;

test("what is sent in is recorded in one spelling, and every list has it once", async () => {
  for (const [at, version] of WRITTEN.entries()) {
    const own = { map: "Quad", money: String(100 + at), link: `https://example.org/${at}` };
    await post(api.addSubmit("lcc"), { ...FORMS.lcc, ...own, version, verify: "on" });
    await post(api.addBalanceChange(), { ...CHANGE, version, change: `Change ${at}` });
  }
  expect(await versionsIn(api.list("lcc", { count: 100 }))).toEqual(["9.0"]);
  expect(await versionsIn(api.balanceChanges())).toEqual(["9.0"]);
  expect((await app.get(api.balanceChangeVersions())).body.results).toEqual(["9.0"]);
  const { results } = (await app.get(api.recordHistory("lcc", { map: "Quad" }))).body;
  expect(results).toHaveLength(1);
  for (const version of WRITTEN) {
    expect(await countOf({ version }), version).toBe(WRITTEN.length);
    expect(await countOf({ query: `version:${version}` }), version).toBe(WRITTEN.length);
    expect((await app.get(api.balanceChanges({ version }))).body.results, version).toHaveLength(5);
  }
});

test("a version of the game is listed once", async () => {
  const released = { releasedOn: "2019-02-06", source: "https://example.org/9" };
  await post(api.addGameVersion(), { ...released, version: "09" });
  for (const version of WRITTEN)
    expect((await app.post(api.addGameVersion(), { ...released, version }, HELPER)).status).toBe(400);
  expect(await versionsIn(api.gameVersions())).toEqual(["9.0"]);
});

test("what is stored in several spellings is one entry, and programs get the texts that they know", async () => {
  const kept = [...WRITTEN.slice(0, 4), "39", "39.2", "39.x", ""];
  for (const [at, version] of kept.entries()) await app.add("lcc", { map: "Quad", money: 100 + at, version });
  const { results } = (await app.get(api.list("lcc", { count: 100, sortby: "money" }))).body;
  expect(results.map(({ version }) => version)).toEqual(["9", "9.0", "9.0", "9", "39", "39.2", "39.x", ""]);
  expect(await countOf({ version: "9.0" })).toBe(4);
  expect(await countOf({ version: "9" })).toBe(4);
  expect(await countOf({ version: "39" })).toBe(2);
  expect(await countOf({ version: "39.0" })).toBe(1);
  expect(await countOf({ version: "39.x" })).toBe(1);
  expect(await countOf({ query: "version:39.0" })).toBe(1);
  expect((await app.get(api.recordHistory("lcc", { map: "Quad" }))).body.results).toHaveLength(2);
  const stored = (version: string, order: number) =>
    sql`insert into balance_change (uuid, tower, version, version_order, change, nature, created_at)
      values (${crypto.randomUUID()}, 'Druid', ${version}, ${order}, ${version}, 'buff', '2025')`.compile(
      sqlite,
    );
  await app.database.atomic([
    ...["9", "9.00", "09"].map((version) => stored(version, 9_000_000)),
    stored("39", 39_000_000),
  ]);
  expect((await app.get(api.balanceChangeVersions())).body.results).toEqual(["9.0", "39"]);
});

test("an edit leaves a version that it does not change", async () => {
  const { id } = await app.add("lcc", { map: "Quad", money: 100, version: "39", date: "2024-01-01" });
  const edit = {
    ...FORMS.lcc,
    map: "Quad",
    money: "90",
    edit: "true",
    "edited-filekey": id,
    link: "https://example.org/proof",
  };
  await post(api.addSubmit("lcc"), { ...edit, version: "39" });
  expect(await versionsIn(api.list("lcc"))).toEqual(["39"]);
  await post(api.addSubmit("lcc"), { ...edit, version: "39.1" });
  expect(await versionsIn(api.list("lcc"))).toEqual(["39.1"]);
});
