import { sql } from "kysely";
import { expect, test } from "vitest";
import { sqlite } from "../../server/db/database.ts";
import { databaseOn } from "./database.ts";

const select = (value: number) => sql<{ value: number }>`select ${value} as value`.compile(sqlite);

/** The port, recording its calls; a call with a 13 in it fails. */
function noted() {
  const calls: unknown[][] = [];
  const database = databaseOn(async (statements) => {
    const values = statements.map(({ parameters }) => parameters[0]);
    calls.push(values);
    if (values.includes(13)) throw new Error("unlucky");
    return { rows: values.map((value) => [{ value }]), rowsRead: 0, rowsWritten: 0 };
  });
  return { calls, database };
}

test("concurrent reads are one call, equal ones are sent once, and each gets rows of its own", async () => {
  const { calls, database } = noted();
  const [one, two, same] = await Promise.all([1, 2, 1].map((value) => database.query([], select(value))));
  expect(calls).toEqual([[1, 2]]);
  expect([one, two, same]).toEqual([[{ value: 1 }], [{ value: 2 }], [{ value: 1 }]]);
  same?.pop();
  expect(one).toEqual([{ value: 1 }]);
  await database.query([], select(1));
  expect(calls).toEqual([[1, 2], [1]]);
});

test("a failing read is rejected for all its callers, and for nobody else", async () => {
  const { database } = noted();
  const settled = await Promise.allSettled([13, 2, 13].map((value) => database.query([], select(value))));
  expect(settled.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "rejected"]);
});
