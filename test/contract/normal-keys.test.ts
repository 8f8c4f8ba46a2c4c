import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { openEngine } from "#engine";
import { normaliseNameKeys } from "../../app/features/players/repository/normal-keys.server.ts";
import type { NoticesAnswer } from "../../domain/contract/notices.ts";
import type { OwnNameAnswer, PlayerAnswer } from "../../domain/contract/players.ts";
import { api } from "../../domain/contract/routes.ts";
import { findMiscounts } from "../../server/db/counters.ts";
import { sqlite } from "../../server/db/database.ts";
import { NO_TAGS } from "../../server/db/tags.ts";
import { emptyApp, type TestApp, testApp } from "../factories.ts";

// Names that earlier versions of the site took for two are one player's: capitals of Turkish, full-width letters.

const HELPER = { id: "hel", roles: ["Index Helper"] };
const NOW = new Date("2026-01-01T00:00:00Z");

/** The keys that earlier versions gave these names. */
const OLD_KEYS = { DİLARA: "di\u0307lara", Ｎｏｖａ: "ｎｏｖａ" } as const;

let app: TestApp;
beforeEach(async () => {
  const engine = await openEngine();
  await emptyApp(engine);
  await engine.database.atomic([
    sqlite.deleteFrom("name_request").compile(),
    sqlite.deleteFrom("notice").compile(),
    sqlite.deleteFrom("follow").compile(),
    sqlite.deleteFrom("player_name").compile(),
    sql`delete from player_count`.compile(sqlite),
    sql`delete from player_map_count`.compile(sqlite),
    sql`delete from player_total`.compile(sqlite),
    sqlite.deleteFrom("player").compile(),
    sqlite.deleteFrom("change").where("noun", "=", "player-keys").compile(),
  ]);
  app = await testApp(engine);
});

const lcc = (person: string, map: string) => app.add("lcc", { map, people: [person], money: 5, towers: [] });
/** Gives a player the key that an earlier version stored. */
const asStoredBefore = (name: keyof typeof OLD_KEYS, key: string) =>
  app.database.atomic([
    sql`update player set origin_key = ${OLD_KEYS[name]} where origin_key = ${key}`.compile(sqlite),
    sql`update player_name set name_key = ${OLD_KEYS[name]} where name_key = ${key}`.compile(sqlite),
    sql`insert into player_name (name_key, sort_key, player, status)
      select ${key}, sort_key, player, 'current' from player_name where name_key = ${OLD_KEYS[name]}`.compile(
      sqlite,
    ),
    sql`update completion set people_keys = json_array(${OLD_KEYS[name]}) where people = json_array(${name})`.compile(
      sqlite,
    ),
    sql`delete from player_name where name_key = ${key}`.compile(sqlite),
    sql`update player_name set sort_key = sort_key`.compile(sqlite),
  ]);
const own = async (name: string, person: string) => {
  await app.post(api.requestName(), { name, evidence: "My channel" }, { id: person });
  const { results } = (await app.getAs(api.nameRequests(), HELPER.id, HELPER.roles)).body;
  const decided = { request: String(results[0]?.request), outcome: "approved" };
  expect((await app.post(api.decideNameRequest(), decided, HELPER)).status).toBe(200);
};
const pageOf = async (name: string) => (await app.get(api.player({ name }))).body as unknown as PlayerAnswer;
const completionsOf = async (name: string) =>
  (await pageOf(name)).challenges.reduce((sum, { completions }) => sum + completions, 0);
const nameOf = async (person: string) =>
  ((await app.getAs(api.ownName(), person)).body as unknown as OwnNameAnswer).request;

test("a name alone keeps its player, who is found by every form of it", async () => {
  await lcc("Ｎｏｖａ", "Quad");
  await lcc("Ｎｏｖａ", "Logs");
  await asStoredBefore("Ｎｏｖａ", "nova");
  expect(await normaliseNameKeys(app.database, NOW)).toBe(1);
  for (const name of ["Nova", "ＮＯＶＡ", "nova"]) expect(await completionsOf(name), name).toBe(2);
  expect(await findMiscounts(app.database)).toEqual([]);
  expect(await normaliseNameKeys(app.database, NOW)).toBe(0);
});

describe("two that are one", () => {
  beforeEach(async () => {
    await lcc("DİLARA", "Quad");
    await asStoredBefore("DİLARA", "dilara");
    for (const map of ["Logs", "Cubism"]) await lcc("dilara", map);
  });

  test("are joined, and counted, shown and found as one", async () => {
    expect(await completionsOf("dilara")).toBe(2);
    await normaliseNameKeys(app.database, NOW);
    for (const name of ["DİLARA", "dilara", "DILARA", "dılara"]) {
      expect(await completionsOf(name), name).toBe(3);
      expect((await app.get(api.list("lcc", { person: name, count: 0 }))).body.count).toBe(3);
    }
    expect((await pageOf("dilara")).name).toBe("dilara");
    expect((await app.get(api.playerNames({ prefix: "dil" }))).body.results).toEqual(["dilara"]);
    expect((await app.get(api.players())).body.results).toMatchObject([{ name: "dilara", completions: 3 }]);
    expect(await findMiscounts(app.database)).toEqual([]);
  });

  test("keep the ban of one", async () => {
    await app.database.atomic([
      sql`update player set banned = 1 where origin_key = ${OLD_KEYS.DİLARA}`.compile(sqlite),
    ]);
    await normaliseNameKeys(app.database, NOW);
    expect(await pageOf("dilara")).toMatchObject({ isBanned: true });
    const logged = await app.database.query(
      NO_TAGS,
      sql<{ action: string }>`select action from change where noun = 'player' order by seq`.compile(sqlite),
    );
    expect(logged).toEqual([{ action: "join" }]);
  });

  test("are their owner's", async () => {
    await own("dilara", "nat");
    await normaliseNameKeys(app.database, NOW);
    expect(await nameOf("nat")).toMatchObject({ isApproved: true });
    expect(await completionsOf("DİLARA")).toBe(3);
  });

  test("are nobody's until a helper decides, where each has an owner", async () => {
    await own("dilara", "nat");
    await app.database.atomic([
      sql`insert into name_request (id, person, player, evidence, at, state)
        select 'other', 'zoe', id, 'Mine', '2025', 'approved' from player where origin_key = ${OLD_KEYS.DİLARA}`.compile(
        sqlite,
      ),
    ]);
    await normaliseNameKeys(app.database, NOW);
    expect([await nameOf("nat"), await nameOf("zoe")]).toMatchObject([
      { isApproved: false },
      { isApproved: false },
    ]);
    for (const person of ["nat", "zoe"]) {
      const { results } = (await app.getAs(api.notices(), person)).body as unknown as NoticesAnswer;
      expect(results.map(({ kind }) => kind)).toContain("player-changed");
    }
  });

  test("are followed as one", async () => {
    await app.database.atomic(
      ["dilara", OLD_KEYS.DİLARA].map((key) =>
        sql`insert into follow (id, person, challenge, query, key, at)
          values (${key}, 'eve', '', 'person=x', ${`player ${key}`}, '2025')`.compile(sqlite),
      ),
    );
    await normaliseNameKeys(app.database, NOW);
    const { results } = (await app.getAs(api.follows(), "eve")).body;
    expect(results).toHaveLength(1);
  });
});
