import { beforeEach, describe, expect, test, vi } from "vitest";
import { openEngine } from "#engine";
import { api } from "../../domain/contract/routes.ts";
import { type Database, sqlite } from "../../server/db/database.ts";
import { type TestApp, testApp } from "../factories.ts";

const HELPER = { id: "hel", roles: ["Index Helper"] };
const MAP = {
  ...{ map: "Aaa", abbreviation: "AAA1", difficulty: "expert", version: "6", length: "9.3" },
  ...{ numEntrances: "4", numExits: "4", numObjects: "4" },
};
const BBB = { ...MAP, map: "Bbb", abbreviation: "BBB1" };
const START = { map: "Aaa", title: "A start", link: "https://example.org/start" };
const CHANGE = { tower: "Ice Monkey", version: "44.1", change: "040 costs less", nature: "buff" };
const RUN = { tower1: "Quincy", tower2: "Absolute Zero", map: "Aaa", person: "Ada", link: START.link };

let app: TestApp;
/** Writes that have passed all checks and wait, in the order in which they came; null: none is held. */
let held: (() => void)[] | null = null;

beforeEach(async () => {
  held = null;
  const engine = await openEngine();
  const { database } = engine;
  // On workerd all tests of a file have one database.
  const written = [
    "completion",
    "media",
    "chimps_start",
    "balance_change",
    "spelling",
    "map",
    "change",
  ] as const;
  await database.atomic(written.map((table) => sqlite.deleteFrom(table).compile()));
  const holding: Database = {
    query: (tags, statement) => database.query(tags, statement),
    versions: () => database.versions(),
    ready: () => database.ready(),
    async atomic(statements) {
      if (held) await new Promise<void>((go) => held?.push(go));
      return database.atomic(statements);
    },
  };
  app = await testApp({ ...engine, database: holding });
});

const send = (path: string, fields: Record<string, string>) => app.post(path, fields, HELPER);
type Sent = Awaited<ReturnType<typeof send>>;

/** Sends two forms, each of which finds the index as it is before the other; the first is then written first. */
async function meet(first: () => Promise<Sent>, second: () => Promise<Sent>): Promise<[Sent, Sent]> {
  held = [];
  const one = first();
  await vi.waitFor(() => expect(held).toHaveLength(1), { timeout: 10_000, interval: 5 });
  const two = second();
  await vi.waitFor(() => expect(held).toHaveLength(2), { timeout: 10_000, interval: 5 });
  const [goFirst, goSecond] = held;
  held = null;
  goFirst?.();
  const answer = await one;
  goSecond?.();
  return [answer, await two];
}

const statusesOf = (answers: readonly Sent[]): number[] => answers.map(({ status }) => status);
const logOf = async (noun: string): Promise<unknown[]> => {
  const { results } = (await app.getAs(api.changes(), HELPER.id, HELPER.roles)).body;
  return results.filter((each) => each.noun === noun).map(({ action }) => action);
};
const mapIs = async (map: string): Promise<boolean> => (await app.get(api.mapInfo({ map }))).status === 200;

describe("maps", () => {
  const add = (fields: Record<string, string>) => () => send(api.addMap(), fields);
  const remove = () => send(api.deleteMap(), { map: "Aaa" });

  test.each([
    ["the first one's name as the other's abbreviation", "AAA1", "Aaa", "abbreviation"],
    ["the other's name as the first one's abbreviation", "Bbb", "BBB1", "map"],
    ["one abbreviation for both", "Same", "Same", "abbreviation"],
  ])("no two are added with %s", async (_, ofFirst, ofSecond, field) => {
    const answers = await meet(
      add({ ...MAP, abbreviation: ofFirst }),
      add({ ...BBB, abbreviation: ofSecond }),
    );
    expect(statusesOf(answers)).toEqual([200, 400]);
    expect(Object.keys(answers[1].body.fields ?? {})).toEqual([field]);
    const { results } = (await app.get(api.maps())).body;
    expect(results.filter((map) => ["Aaa", "Bbb"].includes(String(map)))).toEqual(["Aaa"]);
  });

  test("none is renamed to what another one is being abbreviated to", async () => {
    await send(api.addMap(), MAP);
    await send(api.addMap(), BBB);
    const answers = await meet(
      add({ ...MAP, oldMap: "Aaa", abbreviation: "New" }),
      add({ ...BBB, oldMap: "Bbb", map: "New" }),
    );
    expect(statusesOf(answers)).toEqual([200, 400]);
    expect(Object.keys(answers[1].body.fields ?? {})).toEqual(["map"]);
    expect((await app.get(api.mapInfo({ map: "New" }))).body.map).toBe("Aaa");
  });

  test("of two edits of one revision the second is refused, and the first is kept", async () => {
    await send(api.addMap(), MAP);
    const edit = (miscNotes: string) => add({ ...MAP, oldMap: "Aaa", revision: "1", miscNotes });
    expect(statusesOf(await meet(edit("first"), edit("second")))).toEqual([200, 409]);
    expect((await app.get(api.mapInfo({ map: "Aaa" }))).body.miscNotes).toBe("first");
  });

  test.each([
    ["a completion", () => send(api.addSubmit("2tc"), RUN)],
    ["a start", () => send(api.addChimpsStart(), START)],
  ])("one is not deleted under %s", async (_, use) => {
    await send(api.addMap(), MAP);
    expect(statusesOf(await meet(use, remove))).toEqual([200, 409]);
    expect(await mapIs("Aaa")).toBe(true);
  });

  test.each([
    ["a completion", () => send(api.addSubmit("2tc"), RUN)],
    ["a start", () => send(api.addChimpsStart(), START)],
    ["a spelling", () => send(api.addSpelling(), { spelling: "triple a", name: "Aaa" })],
  ])("%s is not written onto one that is being deleted", async (_, use) => {
    await send(api.addMap(), MAP);
    const [deleted, used] = await meet(remove, use);
    expect(deleted.status).toBe(200);
    expect(used.status).toBeGreaterThanOrEqual(400);
    expect(used.status).toBeLessThan(500);
    expect((await app.get(api.list("2tc"))).body.count).toBe(0);
    expect((await app.get(api.spellings())).body.results.filter((each) => each.name === "Aaa")).toEqual([]);
  });
});

describe("what is deleted by two at once is deleted once", () => {
  test("a start", async () => {
    await send(api.addMap(), MAP);
    await send(api.addChimpsStart(), START);
    const [start] = (await app.get(api.chimpsStarts({ map: "Aaa" }))).body.results;
    const remove = () => send(api.deleteChimpsStart(), { uuid: String(start?.uuid) });
    const [first, second] = await meet(remove, remove);
    expect(first.status).toBe(200);
    expect([404, 409]).toContain(second.status);
    expect(await logOf("chimps-start")).toEqual(["delete", "add"]);
  });

  test("a balance change", async () => {
    await send(api.addBalanceChange(), CHANGE);
    const [change] = (await app.get(api.balanceChanges({ version: CHANGE.version }))).body.results.filter(
      (each) => each.change === CHANGE.change,
    );
    const remove = () => send(api.deleteBalanceChange(), { uuid: String(change?.uuid) });
    const [first, second] = await meet(remove, remove);
    expect(first.status).toBe(200);
    expect([404, 409]).toContain(second.status);
    expect((await logOf("balance-change")).slice(0, 2)).toEqual(["delete", "add"]);
  });
});
