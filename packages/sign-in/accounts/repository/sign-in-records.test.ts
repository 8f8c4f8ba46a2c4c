import { expect, test } from "vitest";
import { openEngine } from "#engine";
import { sqlite } from "../../../../server/db/database.ts";
import { findRecord, saveRecord, saveRecordIfRoom } from "./sign-in-records.ts";

/** Records of which each expires a second after the one before; the newest `recent` ones are recent. */
async function store(save: "save" | "saveIfRoom", recent = 3) {
  const { database } = await openEngine();
  let expiresAt = 1_000;
  /** Saves a record under its name, of the holder "a" for "a1"; "ab1" is of the holder "b" within "a". */
  async function begin(id: string): Promise<boolean> {
    const [wide = "", narrow = wide] = id.replace(/\d+$/, "");
    const record = { model: "Interaction", id, payload: {}, expiresAt: ++expiresAt };
    if (save === "saveIfRoom")
      return saveRecordIfRoom(database, record, {
        holders: [
          { name: narrow, most: 3 },
          { name: wide, most: 4 },
        ],
        mostInAll: 6,
        keepAfter: expiresAt - recent - 1,
      });
    await saveRecord(database, record, { holder: wide, most: 3 });
    return true;
  }
  const left = async () =>
    (
      await database.query(
        [],
        sqlite.selectFrom("sign_in_record").select("id").orderBy("expires_at").compile(),
      )
    ).map(({ id }) => id);
  return {
    database,
    left,
    begin,
    /** Returns those that were refused. */
    async beginAll(...ids: readonly string[]): Promise<string[]> {
      const refused: string[] = [];
      for (const id of ids) if (!(await begin(id))) refused.push(id);
      return refused;
    },
    /** Lets everything so far become old. */
    wait: () => {
      expiresAt += 100;
    },
  };
}

test("a holder keeps only the newest records", async () => {
  const { left, beginAll } = await store("save");
  await beginAll("a1", "a2", "b1", "a3", "a4");
  expect(await left()).toEqual(["a2", "b1", "a3", "a4"]);
});

test("where strangers make them, a holder's oldest record makes room, unless it is recent", async () => {
  const { left, begin, beginAll, wait } = await store("saveIfRoom");
  await beginAll("a1", "b1", "a2", "a3");
  expect(await begin("a4")).toBe(true);
  expect(await left()).toEqual(["b1", "a2", "a3", "a4"]);
  expect(await begin("a5")).toBe(false);
  wait();
  expect(await begin("a6")).toBe(true);
  expect(await left()).toEqual(["b1", "a3", "a4", "a6"]);
});

test("holders within a wider one share its room", async () => {
  const { left, beginAll, wait } = await store("saveIfRoom", 10);
  expect(await beginAll("ab1", "z1", "ac1", "ad1", "ae1")).toEqual([]);
  expect(await beginAll("af1", "ag1")).toEqual(["af1", "ag1"]);
  wait();
  expect(await beginAll("ah1")).toEqual([]);
  expect(await left()).toEqual(["z1", "ac1", "ad1", "ae1", "ah1"]);
});

test("when there are too many in total, the widest holder with the most loses the oldest, even a recent one", async () => {
  const { left, beginAll } = await store("saveIfRoom");
  expect(await beginAll("z1", "y1", "ab1", "ac1", "ad1", "ae1", "x1")).toEqual([]);
  expect(await left()).toEqual(["z1", "y1", "ac1", "ad1", "ae1", "x1"]);
});

test("when there are too many in total and nobody has more, the oldest goes, and a recent one never", async () => {
  const { left, beginAll, wait } = await store("saveIfRoom", 10);
  await beginAll("a1", "b1", "c1", "d1", "e1", "f1");
  expect(await beginAll("g1", "h1")).toEqual(["g1", "h1"]);
  wait();
  expect(await beginAll("i1")).toEqual([]);
  expect(await left()).toEqual(["b1", "c1", "d1", "e1", "f1", "i1"]);
});

test("a flood from several holders evicts nobody who has fewer records than they have", async () => {
  const { left, beginAll } = await store("saveIfRoom");
  await beginAll("a1", "xb1", "xc1", "yb1", "yc1", "xd1", "yd1", "xe1", "ye1", "zb1", "zc1", "zd1");
  expect(await left()).toContain("a1");
});

test("saving an existing record again evicts nothing and is never refused, and keeps its holder", async () => {
  const { database, left, begin, beginAll, wait } = await store("saveIfRoom");
  await beginAll("a1", "a2", "a3");
  const room = { holders: [{ name: "b", most: 0 }], mostInAll: 0, keepAfter: 0 };
  const result = { model: "Interaction", id: "a1", payload: { result: {} }, expiresAt: 1_001 };
  expect(await saveRecordIfRoom(database, result, room)).toBe(true);
  expect((await findRecord(database, "Interaction", "a1"))?.payload).toEqual({ result: {} });
  expect(await left()).toEqual(["a1", "a2", "a3"]);
  wait();
  await begin("a4");
  expect(await left()).toEqual(["a2", "a3", "a4"]);
});

test("records of another model, or without a limit, evict nothing", async () => {
  const { database, left, beginAll } = await store("save");
  await beginAll("a1", "a2", "a3");
  await saveRecord(
    database,
    { model: "Grant", id: "grant", payload: {}, expiresAt: 1 },
    { holder: "a", most: 1 },
  );
  await saveRecord(database, { model: "Session", id: "session", payload: {}, expiresAt: 2 });
  expect(await left()).toEqual(["grant", "session", "a1", "a2", "a3"]);
});
