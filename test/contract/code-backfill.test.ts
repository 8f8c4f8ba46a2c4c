import { beforeEach, describe, expect, inject, test } from "vitest";
import { openEngine } from "#engine";
import { openData } from "../../app/api/repositories.server.ts";
import { challengeCodes } from "../../app/features/challenge-codes/reader.server.ts";
import { codeBackfillJob } from "../../app/features/code-backfill/job.server.ts";
import { compareWithCodes } from "../../app/features/completions/code-checks.server.ts";
import * as codeChecks from "../../app/features/completions/repository/code-checks.server.ts";
import { CHALLENGES } from "../../domain/challenges/index.ts";
import type {
  BackfillAnswer,
  DifferingAnswer,
  ProposedAnswer,
  TakenAnswer,
} from "../../domain/contract/code-backfill.ts";
import { api } from "../../domain/contract/routes.ts";
import { BACKFILLED_CODES_PER_HOUR } from "../../domain/limits.ts";
import type { Counters } from "../../server/counters.ts";
import { countersInMemory } from "../../server/counters.ts";
import { statement } from "../../server/db/database.ts";
import type { Job } from "../../server/jobs/job.ts";
import { askHosts } from "../../server/other-hosts.ts";
import { emptyApp, type TestApp } from "../factories.ts";
import { EXAMPLE, failure } from "../game-server/answers.ts";
import { gameServerAt } from "../game-server/control.ts";

const ADA = { id: "ada" };
const VERIFIER = { id: "ver", roles: ["Index Verifier"] };
const HELPER = { id: "hel", roles: ["Index Helper"] };
const ADMIN = { id: "adm", roles: ["Admin"] };
const server = gameServerAt(inject("gameServer"));

let app: TestApp;
let data: ReturnType<typeof openData>;
let counters: Counters;
/** The clock of the counters and of the job, in milliseconds. */
let now: number;

beforeEach(async () => {
  const engine = await openEngine();
  await engine.database.atomic([
    statement`delete from challenge_code`,
    statement`update code_backfill set is_on = 0, stop_reason = null`,
  ]);
  now = Date.parse("2026-11-01T00:00:00Z");
  counters = countersInMemory(() => now);
  app = await emptyApp(engine, {
    keeping: {
      ...{ issuer: null, sendsMail: false, hasWebhooks: false, codesHost: "game.example" },
      ...{ linkHosts: [], keepsCopies: true },
      ...{ dumpDays: 30, backupDays: 14, timeTravelDays: null },
    },
  });
  data = openData(engine.database);
  await server.reset();
});

const parts = () => ({ data, challenges: CHALLENGES });

/** Stores what the game's server said of a code a while ago. */
const publish = (code: string, body: object = {}) =>
  data.challengeCodes.save(
    code,
    JSON.stringify({ ...EXAMPLE, gameVersion: "54.3", createdAt: Date.UTC(2026, 4, 3), ...body, id: code }),
    "2026-10-01T00:00:00.000Z",
    "",
  );

const OLD = "2024-01-01T00:00:00.000Z";

/** What each claim costs: no two are the same. */
let money = 5000;

/** Adds a completion of the example's challenge, and compares it as the write or the job does. */
async function add(values: Parameters<TestApp["add"]>[1] & { challenge?: string } = {}): Promise<string> {
  const { challenge = "2tc", ...more } = values;
  const { id } = await app.add(challenge, {
    ...{ towers: ["Absolute Zero", "Quincy"], map: "Quad", people: ["Ada"], createdAt: OLD, og: true },
    ...{ money: challenge === "lcc" ? ++money : null },
    ...more,
  });
  await compareWithCodes([id], parts());
  return id;
}

/** A claim that any number of completions may be: its challenge takes each as one of its own. */
const CLAIM = {
  ...{ challenge: "lcc", towers: [], og: false },
  ...{ pending: "bob", submittedBy: "bob", verifiedBy: null },
};

const proposed = async (query = {}) =>
  (await app.getAs(api.codeProposals(query), HELPER.id, HELPER.roles)).body as unknown as ProposedAnswer;
const differing = async (query = {}) =>
  (await app.getAs(api.codeDifferences(query), HELPER.id, HELPER.roles)).body as unknown as DifferingAnswer;
const state = async () =>
  (await app.getAs(api.codeBackfill(), HELPER.id, HELPER.roles)).body as unknown as BackfillAnswer;
const take = async (entries: unknown, who: { id: string; roles?: string[] } = HELPER) => {
  const { status, body } = await app.post(
    api.takeFromCodes(),
    { entries: typeof entries === "string" ? entries : JSON.stringify(entries) },
    who,
  );
  return { status, body: body as unknown as TakenAnswer };
};
const stateOf = async (filekey: string) => (await data.completions.findById(filekey))?.state;
const lastChanges = (count: number) =>
  data.history.last().then((last) => data.history.findAllAfter(last - count, count));

describe("what documents teach", () => {
  test("an original without version and date is proposed those of its document, and is edited as by its form", async () => {
    await publish("ZTEACH1");
    const filekey = await add({ challengeCode: "ZTEACH1", upgrades: ["2-5-0", null] });
    const { results, next } = await proposed();
    expect(next).toBeNull();
    expect(results).toEqual([
      {
        ...{ challenge: "2tc", filekey, heading: "Absolute Zero and Quincy 2TC on Quad", players: "Ada" },
        ...{ pending: false, code: "ZTEACH1", foundAt: "2026-10-01T00:00:00.000Z" },
        proposals: [
          { name: "version", label: "Update", text: "54.3", shown: "54.3" },
          { name: "date", label: "Date", text: "2026-05-03", shown: expect.any(String) },
        ],
      },
    ]);
    const { revision } = (await data.completions.findById(filekey)) ?? {};
    const { body } = await take([{ filekey, values: { version: "54.3" } }]);
    expect(body).toEqual({ changed: 1, left: [], act: expect.any(String) });
    expect(await stateOf(filekey)).toMatchObject({
      ...{ version: "54.3", date: null, upgrades: '["2-5-0"]', og: 1, pending: null },
    });
    expect((await data.completions.findById(filekey))?.revision).toBe((revision ?? 0) + 1);
    expect(await lastChanges(1)).toMatchObject([
      { noun: "completion", action: "edit", actor: HELPER.id, level: "helper", act: body.act },
    ]);
    expect((await proposed()).results[0]?.proposals.map(({ name }) => name)).toEqual(["date"]);
  });

  test("several are one act with one undo, and one that cannot be changed stays, with the reason", async () => {
    await publish("ZTEACH1");
    const first = await add({ challengeCode: "ZTEACH1", upgrades: ["2-5-0", "20"] });
    const second = await add({ ...CLAIM, challengeCode: "ZTEACH1" });
    const gone = await add({ ...CLAIM, challengeCode: "ZTEACH1" });
    await app.post(api.deleteSubmit("lcc"), { entries: JSON.stringify([gone]) }, HELPER);
    expect((await proposed()).results.map(({ filekey }) => filekey).sort()).toEqual([first, second].sort());
    const values = { version: "54.3", date: "2026-05-03" };
    const { body } = await take([
      { filekey: first, values },
      { filekey: second, values },
      { filekey: gone, values },
      { filekey: "nobody", values },
    ]);
    expect(body.changed).toBe(2);
    expect(body.left).toEqual([
      { challenge: "", filekey: gone, heading: "", error: expect.stringContaining("in the meantime") },
      { challenge: "", filekey: "nobody", heading: "", error: expect.stringContaining("in the meantime") },
    ]);
    const changes = await lastChanges(2);
    expect(changes.map(({ id, act, action }) => [id, act, action])).toEqual([
      [first, body.act, "edit"],
      [second, body.act, "edit"],
    ]);
    expect(await stateOf(second)).toMatchObject({ ...values, pending: "bob" });
    const undone = await app.post(api.undoChange(), { act: body.act ?? "" }, HELPER);
    expect(undone.body).toMatchObject({ undone: 2, left: [] });
    for (const filekey of [first, second])
      expect(await stateOf(filekey)).toMatchObject({ version: null, date: null });
  });

  test("what the document no longer says, or never said, is not taken over", async () => {
    await publish("ZTEACH1");
    const filekey = await add({ challengeCode: "ZTEACH1" });
    for (const values of [
      { version: "53.0" },
      { person: "Eve" },
      { notes: "x" },
      { __proto__: "x", date: "" },
    ]) {
      const { body } = await take([{ filekey, values }]);
      expect(body).toMatchObject({ changed: 0, act: null, left: [{ filekey, challenge: "2tc" }] });
    }
    expect(await stateOf(filekey)).toMatchObject({ version: null, date: null, people: '["Ada"]' });
  });

  test("what the form refuses stays, with its sentence, and the others are changed", async () => {
    await publish("ZTEACH1");
    await publish("ZTEACH2", { createdAt: Date.UTC(2099, 0) });
    const [fine, odd] = [
      await add({ challengeCode: "ZTEACH1" }),
      await add({ challenge: "2tcc", challengeCode: "ZTEACH2", people: ["Ada", "Bob"] }),
    ];
    const { body } = await take([
      { filekey: odd, values: { date: "2099-01-01" } },
      { filekey: fine, values: { date: "2026-05-03" } },
    ]);
    expect(body).toMatchObject({ changed: 1, left: [{ filekey: odd, error: "Date is in the future." }] });
    expect([await stateOf(fine), await stateOf(odd)]).toMatchObject([{ date: "2026-05-03" }, { date: null }]);
  });

  test("upgrades of a list follow where they are certain", async () => {
    const rows = EXAMPLE._towers.map((row) =>
      row.tower === "IceMonkey"
        ? { ...row, max: 1, path1NumBlockedTiers: 3, path2NumBlockedTiers: 0, path3NumBlockedTiers: 5 }
        : { ...row, max: row.tower === "Quincy" ? 1 : 0 },
    );
    await publish("ZTEACH3", { _towers: rows });
    const filekey = await add({
      ...{ challenge: "ltc", challengeCode: "ZTEACH3", completionType: "og", og: false },
      ...{ upgrades: [null, null], version: "50.1", date: "2025-01-01" },
    });
    const [row] = (await proposed()).results;
    expect(row?.proposals).toEqual([
      {
        name: "upgradeset",
        label: "Upgrades",
        text: '["2-5-0",null]',
        shown: expect.stringContaining("2-5-0"),
      },
    ]);
    expect((await take([{ filekey, values: { upgradeset: '["2-5-0",null]' } }])).body.changed).toBe(1);
    expect((await data.completions.findById(filekey))?.state.upgrades).toBe('["2-5-0",null]');
  });

  test("differences are sentences, and of another map nothing is proposed", async () => {
    await publish("ZOTHER1", { map: "DarkCastle", lives: 2 });
    const filekey = await add({ challengeCode: "ZOTHER1" });
    expect((await proposed()).results).toEqual([]);
    expect((await differing()).results).toEqual([
      expect.objectContaining({
        filekey,
        differences: [
          "Map: the challenge code is for Dark Castle.",
          "Challenge code: in the challenge the number of lives is 2, not 1.",
        ],
      }),
    ]);
    await app.edit(filekey, { map: "Dark Castle" });
    await compareWithCodes([filekey], parts());
    expect((await differing()).results[0]?.differences).toHaveLength(1);
    expect((await proposed()).results).toHaveLength(1);
  });

  test("pages follow each other by a cursor, and have each completion once", async () => {
    await publish("ZTEACH1");
    const filekeys: string[] = [];
    for (let at = 0; at < 7; at += 1)
      filekeys.push(
        await add({
          challengeCode: "ZTEACH1",
          ...CLAIM,
        }),
      );
    const seen: string[] = [];
    let after: string | null = "";
    while (after !== null) {
      const { results, next }: ProposedAnswer = await proposed({ after, count: 3 });
      seen.push(...results.map(({ filekey }) => filekey));
      after = next;
    }
    expect(seen).toEqual(filekeys.toSorted());
  });

  test.each([
    "",
    "no JSON",
    "{}",
    "[]",
    "[1]",
    '[{"filekey":"a"}]',
    '[{"filekey":"a","values":{}}]',
    '[{"filekey":"a","values":{"version":1}}]',
    '[{"filekey":"a","values":{"version":"1"}},{"filekey":"a","values":{"date":"1"}}]',
    JSON.stringify(Array.from({ length: 51 }, (_, at) => ({ filekey: `${at}`, values: { date: "x" } }))),
  ])("%s is refused", async (entries) => {
    const { status, body } = await take(entries);
    expect([status, typeof (body as unknown as { error: string }).error]).toEqual([400, "string"]);
  });
});

describe("the codes of old completions", () => {
  let jobs: readonly Job[];
  beforeEach(() => {
    const codes = challengeCodes({
      ...{ data, counters, now: () => new Date(now) },
      askHost: askHosts({
        ...{ fetch, counters, addresses: { challengeCodes: server.url } },
        async sleep(milliseconds) {
          now += milliseconds;
        },
      }),
    });
    const shared = counters("");
    const job = () =>
      codeBackfillJob(
        codes,
        () => shared,
        () => new Date(now),
        parts(),
      );
    // Two processes' worth.
    jobs = [job(), job()];
  });
  /** Runs it in one process, then lets a minute pass. */
  const run = async (at: 0 | 1 = 0): Promise<void> => {
    await jobs[at]?.run(new AbortController().signal);
    now += 60_000;
  };
  const flip = (on: string, who: { id: string; roles?: string[] } = ADMIN) =>
    app.post(api.switchCodeBackfill(), { on }, who);

  test("are asked for once each in their order, when an administrator has switched that on", async () => {
    const codes = ["ZOLDHA1", "ZOLDHB2", "ZOLDHC3"];
    for (const code of codes)
      await add({
        challengeCode: code,
        ...CLAIM,
      });
    await server.publish("ZOLDHA1", { gameVersion: "54.3" });
    await run();
    expect(await state()).toEqual({
      ...{ isOn: false, isPossible: true, stopReason: null, codes: 3, asked: 0, found: 0, gone: 0 },
      ...{ isMore: false, perHour: BACKFILLED_CODES_PER_HOUR },
    });
    expect((await flip("1")).status).toBe(200);
    await run();
    expect(await Promise.all(codes.map(server.asked))).toEqual([1, 0, 0]);
    expect(await state()).toMatchObject({ isOn: true, codes: 3, asked: 1, found: 1, gone: 0 });
    expect((await proposed()).results.map(({ code }) => code)).toEqual(["ZOLDHA1"]);
    await server.answer("ZOLDHC3", failure("Under maintenance"));
    for (let times = 0; times < 5; times += 1) await run();
    expect(await Promise.all(codes.map(server.asked))).toEqual([1, 1, 1]);
    expect(await state()).toMatchObject({ isOn: true, codes: 3, asked: 3, found: 1, gone: 1 });
    expect((await data.completions.findAllBySubmitter("bob", 0, 1)).rows[0]?.state.version).toBeNull();
  });

  test("are left alone while the server refuses, and go on with the same code", async () => {
    await add({ challengeCode: "ZOLDIA1" });
    await flip("1");
    await server.answer("ZOLDIA1", { status: 403, headers: { "Retry-After": "600" } });
    await run();
    expect(await state()).toMatchObject({ asked: 0, stopReason: "refused" });
    await server.publish("ZOLDIA1");
    for (let times = 0; times < 8; times += 1) await run();
    expect([await server.asked("ZOLDIA1"), (await state()).stopReason]).toEqual([1, "paused"]);
    for (let times = 0; times < 3; times += 1) await run();
    expect(await state()).toMatchObject({ asked: 1, found: 1, stopReason: null });
    expect(await server.asked("ZOLDIA1")).toBe(2);
  });

  test("are asked for sixty times an hour, however many processes ask", async () => {
    for (let at = 0; at < 65; at += 1)
      await app.add("lcc", {
        challengeCode: `ZMANY${100 + at}`,
        map: "Quad",
        createdAt: OLD,
        pending: `m${at}`,
        submittedBy: `m${at}`,
        verifiedBy: null,
      });
    await compareWithCodes(await codeChecks.findToCompare(data.database, 200), parts());
    await flip("1");
    for (let times = 0; times < 62; times += 1) {
      await run(times % 2 === 0 ? 0 : 1);
      now -= 58_000;
    }
    expect(await state()).toMatchObject({
      codes: 65,
      asked: BACKFILLED_CODES_PER_HOUR,
      gone: BACKFILLED_CODES_PER_HOUR,
    });
    now += 60 * 60_000;
    for (let times = 0; times < 10; times += 1) await run();
    expect(await state()).toMatchObject({ codes: 65, asked: 65, gone: 65 });
  });

  test("those of deleted completions are not asked for, and no longer counted; undone, they are again", async () => {
    const filekey = await add({ challengeCode: "ZOLDKA1" });
    await flip("1");
    await app.post(api.deleteSubmit("2tc"), { entries: JSON.stringify([filekey]) }, HELPER);
    await run();
    expect([await server.asked("ZOLDKA1"), (await state()).codes]).toEqual([0, 0]);
    const [last] = await data.history.findAllLast("completion", [filekey]);
    await app.post(api.undoChange(), { seq: String(last?.seq) }, HELPER);
    await compareWithCodes(await codeChecks.findToCompare(data.database, 200), parts());
    await run();
    expect([await server.asked("ZOLDKA1"), (await state()).asked]).toEqual([1, 1]);
  });

  test("are switched by administrators alone, who alone undo it; helpers read it in the log", async () => {
    for (const who of [ADA, VERIFIER, HELPER]) expect((await flip("1", who)).status).toBe(403);
    for (const on of ["", "yes", "2"]) expect((await flip(on)).status).toBe(400);
    expect((await state()).isOn).toBe(false);
    for (const on of ["1", "1", "0", "1"]) expect((await flip(on)).status).toBe(200);
    const { results } = (await app.getAs(api.changes({ noun: "code-backfill" }), HELPER.id, HELPER.roles))
      .body;
    // The one that changed nothing is none.
    expect(results.slice(0, 3)).toMatchObject(
      [true, false, true].map((after) => ({ changes: [{ label: "Switched on", after }] })),
    );
    expect(results[0]).toMatchObject({
      ...{ noun: "code-backfill", action: "edit", title: "Asking for the codes of old completions" },
      ...{ page: "/admin/codes", undo: "request" },
      changes: [{ label: "Switched on", before: false, after: true }],
    });
    const seq = String(results[0]?.seq);
    expect((await app.post(api.undoChange(), { seq }, HELPER)).status).toBe(403);
    expect((await state()).isOn).toBe(true);
    expect((await app.post(api.undoChange(), { seq }, ADMIN)).status).toBe(200);
    expect((await state()).isOn).toBe(false);
    const { results: followed } = (await app.get(api.publicChanges({ since: Number(seq) - 3 }))).body;
    expect(followed).toEqual([]);
  });

  test("all of it is for helpers alone", async () => {
    for (const path of [api.codeBackfill(), api.codeProposals(), api.codeDifferences()]) {
      expect((await app.get(path)).status).toBe(401);
      for (const [who, status] of [
        [ADA, 403],
        [VERIFIER, 403],
        [HELPER, 200],
        [ADMIN, 200],
      ] as const)
        expect((await app.getAs(path, who.id, "roles" in who ? who.roles : [])).status).toBe(status);
    }
    for (const who of [ADA, VERIFIER])
      expect((await take([{ filekey: "a", values: { date: "x" } }], who)).status).toBe(403);
  });
});
