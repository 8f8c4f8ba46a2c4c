import { expect, test } from "vitest";
import { openEngine } from "#engine";
import { sqlite } from "./database.ts";
import { signInRecords } from "./sign-in-records.ts";

/** Saves logins under way, each expiring a second after the one before, at most three per holder and five in all. */
async function begun(...logins: readonly string[]) {
  const { database } = await openEngine();
  const records = signInRecords(database);
  let expiresAt = 1_000;
  const begin = (id: string) => {
    const [holder = ""] = id;
    expiresAt += 1;
    return records.save(
      { model: "Interaction", id, payload: {}, expiresAt },
      { holder, most: 3, mostInAll: 5 },
    );
  };
  for (const id of logins) await begin(id);
  const left = async () =>
    (
      await database.query(sqlite.selectFrom("sign_in_record").select("id").orderBy("expires_at").compile())
    ).map(({ id }) => id);
  return { records, left, begin };
}

test("a holder keeps only the newest records", async () => {
  const { left } = await begun("a1", "a2", "b1", "a3", "a4");
  expect(await left()).toEqual(["a2", "b1", "a3", "a4"]);
});

test("when there are too many in total, the holder with the most loses the oldest", async () => {
  const { left } = await begun("b1", "a1", "a2", "a3", "c1", "d1");
  expect(await left()).toEqual(["b1", "a2", "a3", "c1", "d1"]);
});

test("when all holders have equally many, the oldest record goes", async () => {
  const { left } = await begun("a1", "b1", "c1", "d1", "e1", "f1", "g1");
  expect(await left()).toEqual(["c1", "d1", "e1", "f1", "g1"]);
});

test("a flood from several holders evicts nobody who has fewer records than they have", async () => {
  const { left } = await begun("a1", "x1", "x2", "y1", "y2", "x3", "y3", "x4", "y4");
  expect(await left()).toContain("a1");
});

test("saving an existing record again evicts nothing, and keeps its holder", async () => {
  const { records, left, begin } = await begun("a1", "a2", "a3");
  await records.save({ model: "Interaction", id: "a1", payload: { result: {} }, expiresAt: 1_001 });
  expect(await left()).toEqual(["a1", "a2", "a3"]);
  await begin("a4");
  expect(await left()).toEqual(["a2", "a3", "a4"]);
});

test("records of another model, or without a limit, evict nothing", async () => {
  const { records, left } = await begun("a1", "a2", "a3");
  await records.save({ model: "Grant", id: "grant", payload: {}, expiresAt: 1 }, { holder: "a", most: 1 });
  await records.save({ model: "Session", id: "session", payload: {}, expiresAt: 2 });
  expect(await left()).toEqual(["grant", "session", "a1", "a2", "a3"]);
});
