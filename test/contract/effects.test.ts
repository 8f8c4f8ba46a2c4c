import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { openEngine } from "#engine";
import { effectsOf } from "../../app/features/completions/repository/effects.server.ts";
import { CHALLENGES } from "../../domain/challenges/index.ts";
import { api } from "../../domain/contract/routes.ts";
import { sqlite } from "../../server/db/database.ts";
import { emptyApp, setColumns, type TestApp } from "../factories.ts";

const HELPER = { id: "hel", roles: ["Index Helper"] };

let app: TestApp;
beforeEach(async () => {
  const engine = await openEngine();
  await engine.database.atomic([sqlite.deleteFrom("notice").compile(), sqlite.deleteFrom("wish").compile()]);
  app = await emptyApp(engine);
});

const run = (text: string) => app.database.atomic([sql.raw(text).compile(sqlite)]);
const stored = async (id: string) => {
  const [row] = await app.database.query(
    [],
    sqlite.selectFrom("completion").selectAll().where("id", "=", id).compile(),
  );
  return row;
};
const notices = async () =>
  (
    await app.database.query<{ told: string }>(
      [],
      sql<{ told: string }>`select person || ' ' || kind as told from notice order by 1`.compile(sqlite),
    )
  ).map(({ told }) => told);

test.each([
  "pending = null",
  "pending = 'eve'",
  "deleted_at = '2026-01-01'",
  "map_id = (select id from map where name = 'Logs')",
  "completion_type = 'other'",
  "record_amount = 9",
  "record_amount = null, notes = 'x'",
  "notes = 'x', deleted_at = '2026-01-01', pending = null",
])("the database refuses a change by hand that is not in the log: %s", async (set) => {
  const { id } = await app.add("ltc", { pending: "ada", submittedBy: "ada", verifiedBy: null });
  const before = await stored(id);
  await expect(run(`update completion set ${set} where id = '${id}'`)).rejects.toThrow(
    /not as its last entry in the log says/,
  );
  await expect(run(`update completion set ${set}`)).rejects.toThrow(/last entry in the log/);
  expect(await stored(id)).toEqual(before);
});

test("the database takes a change by hand that the log says, one of what decides nothing, and an erased person's id", async () => {
  const { id } = await app.add("ltc", { pending: "ada", submittedBy: "ada", verifiedBy: null });
  await run(`update completion set notes = 'x', submitted_by = 'eve' where id = '${id}'`);
  await app.database.atomic(setColumns(id, { pending: null }));
  expect(await stored(id)).toMatchObject({ notes: "x", submitted_by: "eve", pending: null });
  // The entry in the log is of another state.
  await expect(run(`update completion set pending = 'ada' where id = '${id}'`)).rejects.toThrow(/last entry/);
  await app.database.atomic(setColumns(id, { pending: "ada" }));
  await run(`update completion set pending = 'erased-1' where id = '${id}'`);
  expect(await stored(id)).toMatchObject({ pending: "erased-1" });
});

test("triggers keep what is derived, and decide nothing that people are told", async () => {
  const triggers = await app.database.query<{ name: string; sql: string }>(
    [],
    sql<{ name: string; sql: string }>`select name, sql from sqlite_schema where type = 'trigger'`.compile(
      sqlite,
    ),
  );
  expect(triggers.length).toBeGreaterThan(0);
  expect(triggers.length).toBeLessThanOrEqual(70);
  const written = /(insert (or \w+ )?into|update|delete from) (notice|question|review|report|wish)\b/i;
  const named = new RegExp(`'(${[...CHALLENGES.keys()].join("|")})'`);
  expect(triggers.filter(({ sql: text }) => written.test(text) || named.test(text))).toEqual([]);
});

test("of several that are verified at once, each player is told of their own and nobody of what stood between", async () => {
  await app.add("lcc", { map: "Quad", money: 900, submittedBy: "eve", towers: [] });
  const ids: string[] = [];
  for (const [by, money] of [
    ["ada", 800],
    ["bob", 700],
  ] as const) {
    const waiting = { pending: by, submittedBy: by, verifiedBy: null };
    ids.push((await app.add("lcc", { map: "Quad", money, towers: [], ...waiting })).id);
  }
  await app.post(api.wish(), { challenge: "lcc", map: "Logs" }, { id: "cleo" });
  expect(await notices()).toEqual([]);
  const { status } = await app.post(api.verifyCompletions(), { entries: JSON.stringify(ids) }, HELPER);
  expect(status).toBe(200);
  expect(await notices()).toEqual(["ada verified", "bob verified", "eve record-fell"]);
});

test("a wish that two fulfil at once is told of once, as if one had been first", async () => {
  await app.post(api.wish(), { challenge: "2tc", towers: "Glaive Lord,Quincy" }, { id: "cleo" });
  const ids: string[] = [];
  for (const map of ["Quad", "Logs"]) {
    const waiting = { pending: "ada", submittedBy: "ada", verifiedBy: null };
    ids.push((await app.add("2tc", { map, towers: ["Quincy", "Glaive Lord"], ...waiting })).id);
  }
  await app.post(api.verifyCompletions(), { entries: JSON.stringify(ids) }, HELPER);
  expect((await notices()).filter((each) => each.startsWith("cleo"))).toEqual(["cleo wish"]);
});

test("a batch has at most six statements more by what follows, one of which adds notices and one removes them", () => {
  const state = {
    challenge: "lcc",
    map_id: 1,
    completion_type: null,
    record_amount: 5,
    date: null,
    og: 0,
    towers: "[]",
    people: '["x","y"]',
  };
  const verified = { ...state, submitted_by: "x", pending: null, verified_at: "2025", deleted_at: null };
  const standings = [...CHALLENGES.keys()].flatMap((challenge) => {
    const live = { ...verified, challenge, og_identity: "a" };
    return [
      live,
      { ...live, pending: "x", verified_at: null },
      { ...live, deleted_at: "2026" },
      { ...live, people: '["x","z"]' },
      { ...live, map_id: 2, record_amount: 4, og: 1, og_identity: null },
    ];
  });
  const events = [null, ...standings].flatMap((before) =>
    standings.flatMap((after) =>
      ["edit", "undo"].map((action) => {
        return { kind: "completion", id: "x", before, after, actor: "x", action } as const;
      }),
    ),
  );
  const messages = [{ kind: "message", id: "m" }] as const;
  const reports = [{ kind: "report", id: "r" }] as const;
  for (const each of [
    ...events.map((event) => [event]),
    messages,
    reports,
    [...events, ...messages, ...reports],
  ]) {
    const statements = effectsOf(each).map(({ sql: text }) => text);
    expect(statements.length).toBeLessThanOrEqual(6);
    expect(statements.filter((text) => /insert or ignore into notice/.test(text)).length).toBeLessThan(2);
    expect(statements.filter((text) => /delete from notice/.test(text)).length).toBeLessThan(2);
    // D1 binds a hundred values in a statement.
    for (const { parameters } of effectsOf(each)) expect(parameters.length).toBeLessThanOrEqual(100);
  }
  expect(effectsOf([])).toEqual([]);
  const [edited] = events.filter(({ before, after }) => before === after);
  expect(edited && effectsOf([{ ...edited, actor: "y" }])).toEqual([]);
});
