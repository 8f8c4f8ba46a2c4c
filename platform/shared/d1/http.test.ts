import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type Database, sqlite } from "../../../server/db/database.ts";
import { type D1Api, type Failure, startD1Api } from "../../../test/node/d1-api.ts";
import { openD1ByHttp } from "./http.ts";

let api: D1Api;
let database: Database;

beforeAll(async () => {
  api = await startD1Api();
  const options = { api: api.address, pause: async () => undefined };
  database = openD1ByHttp(api.place, api.token, options);
});
afterAll(() => api.close());
beforeEach(() => api.sqlite.exec("delete from attempt"));
afterEach(() => vi.restoreAllMocks());

const add = (key: string) =>
  sql`insert into attempt (purpose, key, count, until) values ('test', ${key}, 1, 10) returning key`.compile(
    sqlite,
  );
const keys = sql<{
  key: string;
  count: number;
}>`select key, count from attempt where count = ${1} order by key`;
const read = () => database.query([], keys.compile(sqlite));

test("rows are written and read unchanged, including numbers and NUL characters", async () => {
  expect(await database.atomic([add("ü"), add("a\0b")])).toEqual([[{ key: "ü" }], [{ key: "a\0b" }]]);
  expect(await read()).toEqual([
    { key: "a\0b", count: 1 },
    { key: "ü", count: 1 },
  ]);
  const kinds = sql`select ${7} + 1 as a, typeof(${1.5}) as b, typeof(${"1"}) as c, typeof(${null}) as d`;
  expect(await database.query([], kinds.compile(sqlite))).toEqual([
    { a: 8, b: "real", c: "text", d: "null" },
  ]);
  await database.ready();
  expect(await database.versions()).not.toBe(null);
});

test("concurrent reads are sent in one request", async () => {
  const before = api.asked();
  await Promise.all([read(), read(), read()]);
  expect(api.asked() - before).toBe(1);
});

test("a batch is all or nothing, and a violated constraint is reported as such", async () => {
  await expect(database.atomic([add("one"), add("one")])).rejects.toThrow(
    expect.objectContaining({ name: "ConstraintError", constraint: "attempt.purpose, attempt.key" }),
  );
  expect(await read()).toEqual([]);
});

test("a statement that D1 refuses is an error with its message", async () => {
  await expect(database.query([], sql`select * from nowhere`.compile(sqlite))).rejects.toThrow(
    expect.objectContaining({ name: "D1Error", message: expect.stringContaining("no such table: nowhere") }),
  );
});

describe("a transient failure", () => {
  const unbegun = (status: Failure["status"]): Failure => ({ status, when: "before" });

  test("is retried for a read, and given up after some attempts", async () => {
    await database.atomic([add("one")]);
    api.fail(unbegun(503), unbegun("drop"), unbegun(429), unbegun(500), unbegun(502));
    expect(await read()).toHaveLength(1);
    api.fail(...Array.from({ length: 6 }, () => unbegun("drop")));
    await expect(read()).rejects.toThrow("cannot be reached");
  });

  test("is retried with growing pauses in between", async () => {
    const pauses: number[] = [];
    const pause = async (milliseconds: number): Promise<void> => void pauses.push(milliseconds);
    const other = openD1ByHttp(api.place, api.token, { api: api.address, pause });
    api.fail(...Array.from({ length: 5 }, () => unbegun(503)));
    await other.query([], keys.compile(sqlite));
    expect(pauses.map((each, at) => each >= 250 * 2 ** at && each <= 500 * 2 ** at)).toEqual(
      Array.from({ length: 5 }, () => true),
    );
  });

  test("is retried for a write that had not begun; otherwise the outcome is reported as unknown", async () => {
    api.fail(unbegun(429), unbegun(429));
    await database.atomic([add("one")]);
    expect(await read()).toHaveLength(1);
    for (const status of [500, "drop"] as const) {
      const asked = api.asked();
      api.fail({ status, when: "after" });
      await expect(database.atomic([add(`two ${status}`)])).rejects.toThrow(
        expect.objectContaining({
          name: "D1Error",
          message: expect.stringContaining("Whether the last write was made is not known."),
        }),
      );
      expect(api.asked() - asked).toBe(1);
    }
    expect((await read()).map(({ key }) => key)).toEqual(["one", "two 500", "two drop"]);
  });
});

test("a minute without an answer counts as none", async () => {
  const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(AbortSignal.abort());
  await expect(database.atomic([add("one")])).rejects.toThrow(
    "did not answer. Whether the last write was made is not known.",
  );
  expect(timeout.mock.calls).toEqual([[60_000]]);
});

test.each([
  ["a token that is not accepted", { token: "another" }, "did not accept D1_API_TOKEN"],
  [
    "a database that is not there",
    { place: { id: "00000000-0000-0000-0000-000000000000" } },
    "no such database",
  ],
])("%s is reported without revealing the token", async (_, wrong, said) => {
  const given = { token: api.token, place: {}, ...wrong };
  const other = openD1ByHttp({ ...api.place, ...given.place }, given.token, { api: api.address });
  const error = await other.query([], keys.compile(sqlite)).catch((failed: unknown) => failed);
  expect(error).toMatchObject({ name: "D1Error", message: expect.stringContaining(said) });
  expect(JSON.stringify([String(error), (error as Error).stack])).not.toContain(given.token);
});
