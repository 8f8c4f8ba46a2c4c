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
    // Of the earlier day is Ada's, and that fell.
    expect((await told("cleo")).map(([kind]) => kind)).toEqual(["record-superseded"]);
    expect((await told("ada")).map(([kind]) => kind)).toEqual(["record-fell"]);
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

describe("a record that was played on an earlier day, and is verified late", () => {
  const played = (money: number, by: string, date: string) => add(money, by, { date });
  const textsTo = async (id: string) =>
    ((await app.getAs(api.notices(), id, [])).body as unknown as NoticesAnswer).results.map(
      ({ text }) => text,
    );

  test("tells whoever held it that theirs is no longer one, and whoever held it before", async () => {
    await played(1000, "cleo", "2025-02-01");
    later();
    await played(900, "ada", "2025-05-01");
    const late = await pending(850, "bob");
    await app.database.atomic([
      sqlite.updateTable("completion").set({ date: "2025-01-05" }).where("id", "=", late).compile(),
    ]);
    expect(await told("ada")).toEqual([]);
    await verify(late);
    expect(await told("ada")).toEqual([["record-superseded", late]]);
    expect(await textsTo("ada")).toEqual(["By $50, to bob, played on 5 Jan 2025."]);
    expect((await told("cleo")).map(([kind]) => kind)).toEqual(["record-superseded", "record-fell"]);
    expect(await told("bob")).toEqual([]);
  });

  test("is no news any more after an undo, or is theirs again", async () => {
    const first = await played(1000, "cleo", "2025-02-01");
    later();
    const second = await played(900, "ada", "2025-05-01");
    later();
    const early = () => played(850, "bob", "2025-01-05");
    const one = await early();
    await remove(one);
    expect(await told("ada")).toEqual([]);
    expect((await told("cleo")).map(([kind]) => kind)).toEqual(["record-fell"]);
    const other = await early();
    await see("ada");
    await see("cleo");
    await remove(other);
    expect((await told("ada"))[0]).toEqual(["record-restored", second]);
    expect((await told("cleo"))[0]).toEqual(["record-reinstated", first]);
  });

  test("takes the place of one that is only as good, which is told, and again when it goes", async () => {
    await played(1000, "cleo", "2024-01-01");
    const first = await played(900, "ada", "2025-05-01");
    later();
    const early = await played(900, "bob", "2025-02-01");
    expect(await told("ada")).toEqual([["record-superseded", early]]);
    expect(await textsTo("ada")).toEqual(["As good, by bob, played on 1 Feb 2025."]);
    expect((await told("cleo")).map(([kind]) => kind)).toEqual(["record-fell"]);
    await see("ada");
    later();
    await remove(early);
    expect((await told("ada"))[0]).toEqual(["record-restored", first]);
  });

  test("leaves those alone that are as good of a day before it", async () => {
    await played(900, "ada", "2025-02-01");
    await played(900, "bob", "2025-05-01");
    expect(await told("ada")).toEqual([]);
    expect(await told("bob")).toEqual([]);
  });
});

describe("a record that was taken out of the history leaves a trace", () => {
  let [first, second, late] = ["", "", ""];
  beforeEach(async () => {
    now = new Date("2025-02-02T12:00:00Z");
    first = await add(1000, "cleo", { date: "2025-02-01", version: "44.0" });
    now = new Date("2025-05-02T12:00:00Z");
    second = await add(900, "ada", { date: "2025-05-01", version: "44.1" });
    now = new Date("2025-06-01T12:00:00Z");
    late = await add(850, "bob", {
      ...{ date: "2025-01-05", version: "44.0", pending: "bob", verifiedBy: null },
    });
    now = new Date("2025-08-03T11:00:00Z");
  });
  const get = async <Answer>(path: string) => (await app.get(path)).body as unknown as Answer;
  const standing = async (filekey: string) =>
    (
      await get<{ results: { superseded: string | null; since: string | null }[] }>(
        api.standings("lcc", { filekeys: JSON.stringify([filekey]), when: 1 }),
      )
    ).results[0];

  test("the desk says whose before the verdict, one by one and for several", async () => {
    const { takes } = (await app.getAs(api.queueFacts({ filekey: late }), HELPER.id, HELPER.roles))
      .body as unknown as {
      takes: { filekey: string }[];
    };
    expect(takes.map(({ filekey }) => filekey).sort()).toEqual([first, second].sort());
    const entries = JSON.stringify([{ verdict: "verify", filekey: late, revision: 1 }]);
    const { body } = await app.post(api.giveVerdicts(), { entries, preview: "1" }, HELPER);
    const [would] = body.results as unknown as { records: { filekey: string }[] }[];
    expect(would?.records.map(({ filekey }) => filekey).sort()).toEqual([first, second].sort());
  });

  test("in /records, on the map and beside the completion", async () => {
    expect(await standing(second)).toMatchObject({ since: "2025-05-01", superseded: null });
    await verify(late);
    const { results } = await get<{
      results: { day: string; superseded: { on: string; completion: { filekey: string } }[] }[];
    }>(api.records({ challenge: "lcc", map: "Quad" }));
    expect(
      results.map(({ day, superseded }) => [
        day,
        superseded.map(({ on, completion }) => [on, completion.filekey]),
      ]),
    ).toEqual([
      [
        "2025-01-05",
        [
          ["2025-08-03", second],
          ["2025-08-03", first],
        ],
      ],
    ]);
    const history = await get<{ superseded: { by: string; on: string; completion: { filekey: string } }[] }>(
      api.recordHistory("lcc", { map: "Quad" }),
    );
    expect(history.superseded.map(({ by, completion }) => [by, completion.filekey])).toEqual([
      [late, second],
      [late, first],
    ]);
    expect(await standing(second)).toMatchObject({ since: null, superseded: "2025-08-03" });
    expect(await standing(late)).toMatchObject({ since: "2025-01-05", superseded: null });
    await undo();
    expect(await standing(second)).toMatchObject({ since: "2025-05-01", superseded: null });
  });
});

test("whoever never had the record is told when what was better from the first is removed", async () => {
  const better = await add(900, "bob", { date: "2025-01-01" });
  const worse = await add(1000, "ada", { date: "2025-03-01" });
  expect(await told("ada")).toEqual([]);
  await remove(better);
  expect(await told("ada")).toEqual([["record-gained", worse]]);
});

describe("whose it is hears what a helper's edit makes of it", () => {
  const edit = (filekey: string, money: string) =>
    send(api.addSubmit("lcc"), {
      ...{ ...FORMS.lcc, map: "Quad", link: "https://example.org/a", person: "Ada", date: "2026-01-01" },
      ...{ edit: "true", "edited-filekey": filekey, money },
    });

  test("that the record is no longer theirs, and that it is", async () => {
    const second = await add(950, "bob");
    later();
    const best = await add(900, "ada");
    await see("bob");
    await edit(best, "1000");
    expect(await told("ada")).toEqual([["record-fell", second]]);
    expect((await told("bob"))[0]).toEqual(["record-restored", second]);
    await edit(best, "800");
    expect((await told("ada"))[0]).toEqual(["record-gained", best]);
  });

  test("that it is no longer the OG, and that it is again", async () => {
    const { id } = await app.add("2tc", {
      ...{ map: "Quad", towers: ["Quincy", "Ezili"], upgrades: ["0-0-0", "0-0-0"], og: true },
      ...{ version: "44.0", date: "2025-01-01", submittedBy: "ada", people: ["Ada"] },
    });
    const form = { ...FORMS["2tc"], tower1: "Quincy", tower2: "Ezili", map: "Quad", person: "Ada" };
    await send(api.addSubmit("2tc"), {
      ...form,
      link: "https://example.org/a",
      edit: "true",
      "edited-filekey": id,
      og: "",
    });
    const kinds = async () =>
      ((await app.getAs(api.notices(), "ada", [])).body as unknown as NoticesAnswer).results.map(
        ({ kind }) => kind,
      );
    expect(await kinds()).toEqual(["og-lost"]);
    await see("ada");
    await undo();
    expect(await kinds()).toEqual(["og-gained", "og-lost"]);
  });
});
