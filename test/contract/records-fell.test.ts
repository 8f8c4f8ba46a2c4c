import { beforeEach, describe, expect, test } from "vitest";
import { openEngine } from "#engine";
import type { NewCompletion } from "../../app/features/completions/repository/stored-completion.server.ts";
import { CHALLENGES } from "../../domain/challenges/index.ts";
import type { NoticesAnswer } from "../../domain/contract/notices.ts";
import { api } from "../../domain/contract/routes.ts";
import { sqlite } from "../../server/db/database.ts";
import { emptyApp, type TestApp, testApp } from "../factories.ts";
import { FORMS } from "../forms.ts";

const HELPER = { id: "hel", roles: ["Index Helper"] };

let app: TestApp;
let now: Date;
beforeEach(async () => {
  const engine = await openEngine();
  await emptyApp(engine);
  await engine.database.atomic([sqlite.deleteFrom("notice").compile()]);
  now = new Date("2026-01-01T12:00:00Z");
  app = await testApp(engine, undefined, { now: () => now });
});
const later = () => {
  now = new Date(now.getTime() + 60_000);
};

/** Adds an LCC on Quad that is verified, unless it waits. */
async function add(money: number, by: string | null, values: Partial<NewCompletion> = {}): Promise<string> {
  const createdAt = now.toISOString();
  const verified = { date: null, verifiedBy: "hel", createdAt, submittedBy: by, people: [by ?? "Nobody"] };
  return (await app.add("lcc", { map: "Quad", money, ...verified, ...values })).id;
}
const pending = (money: number, by: string) => add(money, by, { pending: by, verifiedBy: null });
async function send(path: string, fields: Record<string, string>, who: { id: string } = HELPER) {
  later();
  const { status, body } = await app.post(path, fields, who);
  expect(status, body.error).toBe(200);
}
const verify = (id: string) => send(api.verifyCompletions(), { entries: JSON.stringify([id]) });
const remove = (id: string) => send(api.deleteSubmit("lcc"), { entries: JSON.stringify([id]) });
const see = (id: string) => send(api.seeNotices(), { until: "2099" }, { id });
async function undo() {
  const [change] = (await app.getAs(api.changes(), HELPER.id, HELPER.roles)).body.results;
  await send(api.undoChange(), { seq: String(change?.seq) });
}
/** Returns what somebody is told of records, the newest first. */
async function told(id: string) {
  const { results } = (await app.getAs(api.notices(), id, [])).body as unknown as NoticesAnswer;
  return results.flatMap(({ kind, filekey }) => (kind.startsWith("record") ? [[kind, filekey]] : []));
}

describe("whoever submitted the record is told that it fell", () => {
  test("when one is verified, by how much and to whom, and nobody else is", async () => {
    await add(1200, "cleo");
    await add(1000, "ada");
    const better = await pending(900, "bob");
    expect(await told("ada")).toEqual([]);
    await verify(better);
    const { results } = (await app.getAs(api.notices(), "ada", [])).body as unknown as NoticesAnswer;
    expect(results).toEqual([
      {
        ...{ id: expect.any(String), kind: "record-fell", at: now.toISOString(), seen: false, until: null },
        ...{
          challenge: "lcc",
          filekey: better,
          heading: "LCC on Quad for $900",
          text: "By $100, to bob.",
          came: null,
        },
      },
    ]);
    // Hers fell when Ada's came.
    expect((await told("cleo")).map(([kind]) => kind)).toEqual(["record-fell"]);
    expect(await told("bob")).toEqual([]);
  });

  test("when a helper enters one, or mends an amount", async () => {
    await add(1000, "ada");
    const entered = await add(900, null);
    expect(await told("ada")).toEqual([["record-fell", entered]]);
    const worse = await add(1100, "cleo");
    const mend = (money: string) =>
      send(api.addSubmit("lcc"), {
        ...FORMS.lcc,
        map: "Quad",
        link: "https://example.org/a",
        person: "Cleo",
        edit: "true",
        "edited-filekey": worse,
        date: "2026-01-01",
        money,
      });
    await mend("850");
    // Nobody submitted the one that has it by now.
    expect(await told("ada")).toEqual([["record-fell", entered]]);
    const best = await add(800, "ada");
    await mend("750");
    expect(await told("ada")).toEqual([
      ["record-fell", worse],
      ["record-fell", entered],
    ]);
    // What is mended again takes it back.
    await mend("1150");
    expect(await told("ada")).toEqual([["record-fell", entered]]);
    await see("ada");
    await mend("750");
    await see("ada");
    await remove(worse);
    expect((await told("ada"))[0]).toEqual(["record-restored", best]);
  });

  test.each<[why: string, of: () => Promise<unknown>]>([
    ["only equals it", () => add(1000, "bob")],
    ["is worse", () => add(1001, "bob")],
    ["is their own", () => add(900, "ada")],
    ["was played on an earlier day", () => add(900, "bob", { date: "2024-12-31" })],
    ["waits for a helper", () => pending(900, "bob")],
    ["is on another map", () => add(900, "bob", { map: "Logs" })],
    ["is a sample", () => add(900, null, { sample: true })],
  ])("but not by what %s", async (_, of) => {
    await add(1000, "ada", { date: "2025-01-01" });
    await of();
    expect(await told("ada")).toEqual([]);
  });

  test("of several that share it, whoever was first", async () => {
    await add(1000, "cleo", { date: "2025-02-01" });
    await add(1000, "ada", { date: "2025-01-01" });
    await add(900, "bob");
    expect(await told("cleo")).toEqual([]);
    expect(await told("ada")).toHaveLength(1);
  });
});

test("an undo withdraws what was not seen, and tells that the record is back where it was", async () => {
  const held = await add(1000, "ada");
  const better = await pending(900, "bob");
  await verify(better);
  await undo();
  expect(await told("ada")).toEqual([]);
  await verify(better);
  await see("ada");
  await undo();
  expect(await told("ada")).toEqual([
    ["record-restored", held],
    ["record-fell", better],
  ]);
  // It falls again before that was seen.
  await verify(better);
  expect(await told("ada")).toEqual([
    ["record-fell", better],
    ["record-fell", better],
  ]);
});

test("a removal restores the record of whoever holds it then", async () => {
  const first = await add(1000, "ada");
  later();
  const second = await add(900, "bob");
  later();
  const third = await add(800, "cleo");
  await see("ada");
  await see("bob");
  // What is between is not the record, nor does its going make one.
  await remove(second);
  expect(await told("ada")).toEqual([["record-fell", second]]);
  await remove(third);
  expect(await told("ada")).toEqual([
    ["record-restored", first],
    ["record-fell", second],
  ]);
  expect(await told("bob")).toEqual([["record-fell", third]]);
  await undo();
  expect((await told("ada"))[0]).toEqual(["record-fell", third]);
});

test.each([...CHALLENGES.values()].filter(({ record }) => record))(
  "$key: the records of its widest scope fall within it alone",
  async ({ key, record }) => {
    const scope = record?.scopes[0] ?? [];
    const of = (by: string, money: number, towers: readonly string[], completionType: string) =>
      app.add(key, { map: "Quad", completionType, date: null, submittedBy: by, money, towers: [...towers] });
    expect(record?.least).toBe(true);
    await of("ada", 2000, ["Quincy", "Ezili"], "CHIMPS");
    await of("bob", 1000, ["Benjamin"], "Half Cash");
    expect(await told("ada")).toHaveLength(scope.includes("completiontype") ? 0 : 1);
    await of("bob", 500, ["Ezili"], "CHIMPS");
    expect(await told("ada")).toHaveLength(1);
  },
);
