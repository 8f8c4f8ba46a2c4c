import { sql } from "kysely";
import { expect, test } from "vitest";
import { sqlite } from "./database.ts";
import { compiledOnce, memoByVersion } from "./memo.ts";
import { versionsOf } from "./versions.ts";

/** A memo over one source, whose version tests move by hand. Every question waits until a test answers it. */
function held() {
  const world = { version: 1 };
  const remembered = memoByVersion<string>({
    versions: async () => versionsOf([{ name: "maps", version: world.version }]),
  });
  const asked: { answer(value: string): void; fail(): void }[] = [];
  const ask = () =>
    remembered(
      ["maps"],
      "key",
      () =>
        new Promise((resolve, reject) => {
          asked.push({ answer: resolve, fail: () => reject(new Error("no disk")) });
        }),
    );
  /** Waits until the questions so far have arrived. */
  const heard = () => new Promise((resolve) => setTimeout(resolve));
  return { world, asked, ask, heard };
}

test("concurrent calls share one query, and later calls get the remembered result", async () => {
  const { asked, ask, heard } = held();
  const both = Promise.all([ask(), ask()]);
  await heard();
  expect(asked).toHaveLength(1);
  asked[0]?.answer("one");
  expect(await both).toEqual(["one", "one"]);
  expect(await ask()).toBe("one");
  expect(asked).toHaveLength(1);
});

test("a query of an older version is neither shared with nor kept for calls at a newer one", async () => {
  const { world, asked, ask, heard } = held();
  const older = ask();
  await heard();
  world.version = 2;
  const newer = ask();
  await heard();
  asked[1]?.answer("new");
  asked[0]?.answer("old");
  expect([await older, await newer]).toEqual(["old", "new"]);
  const third = ask();
  await heard();
  asked[2]?.answer("new again");
  expect(["new", "new again"]).toContain(await third);
});

test("a failure is not remembered", async () => {
  const { asked, ask, heard } = held();
  const both = Promise.allSettled([ask(), ask()]);
  await heard();
  asked[0]?.fail();
  expect((await both).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  const again = ask();
  await heard();
  asked[1]?.answer("there");
  expect(await again).toBe("there");
});

test("a statement is compiled once per key", () => {
  let compiled = 0;
  const statementOf = compiledOnce(
    ({ name }: { name: string; other: number }) => {
      compiled++;
      return sql<{ id: number }>`select id from map where name = ${name}`.compile(sqlite);
    },
    ({ name }) => [name],
  );
  const first = statementOf({ name: "Quad", other: 1 });
  expect(statementOf({ name: "Quad", other: 2 })).toBe(first);
  expect(compiled).toBe(1);
  expect(first).toMatchObject({ sql: "select id from map where name = ?", parameters: ["Quad"] });
  expect(statementOf({ name: "#Ouch", other: 1 }).parameters).toEqual(["#Ouch"]);
  expect(compiled).toBe(2);
});
