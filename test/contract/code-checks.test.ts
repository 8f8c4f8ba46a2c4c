import { beforeEach, describe, expect, inject, test } from "vitest";
import { openEngine } from "#engine";
import { openData } from "../../app/api/repositories.server.ts";
import { challengeCodes } from "../../app/features/challenge-codes/reader.server.ts";
import { codeCheckJob, newCodeJob } from "../../app/features/completions/code-checks.server.ts";
import { detailsOf } from "../../app/features/completions/notes.server.ts";
import { CHALLENGES } from "../../domain/challenges/index.ts";
import { api } from "../../domain/contract/routes.ts";
import { countersInMemory } from "../../server/counters.ts";
import { statement } from "../../server/db/database.ts";
import { collectTags } from "../../server/db/tags.ts";
import { askHosts } from "../../server/other-hosts.ts";
import { emptyApp, type TestApp } from "../factories.ts";
import { EXAMPLE, FAULTS } from "../game-server/answers.ts";
import { gameServerAt } from "../game-server/control.ts";

const server = gameServerAt(inject("gameServer"));
const ADA = { id: "ada" };
const HELPER = { id: "hel", roles: ["Index Helper"] };
const FORM = {
  ...{ tower1: "Absolute Zero", tower2: "Quincy", map: "Quad", person: "Ada" },
  link: "https://example.org/proof",
};

let app: TestApp;
let run: () => Promise<void>;
/** The clock of the job and of what it asks. */
let now: Date;
let made = 0;
const newCode = (): string => {
  made += 1;
  return `ZC${String(made).padStart(5, "0")}`;
};

beforeEach(async () => {
  app = await emptyApp(await openEngine());
  await server.reset();
  now = new Date();
  const data = openData(app.database);
  const askHost = askHosts({
    fetch: (...args) => fetch(...args),
    addresses: { challengeCodes: server.url },
    counters: countersInMemory(() => now.getTime()),
    sleep: async (milliseconds) => {
      now = new Date(now.getTime() + milliseconds);
    },
  });
  const codes = challengeCodes({ data, askHost, counters: countersInMemory(), now: () => now });
  const parts = { data, challenges: CHALLENGES };
  const jobs = [codeCheckJob(parts), newCodeJob(codes, () => now, parts)];
  run = async () => {
    for (const job of jobs) await job.run(new AbortController().signal);
  };
});

const submit = async (code: string, more: Record<string, string> = {}): Promise<string> => {
  const { body } = await app.post(api.addSubmit("2tc"), { ...FORM, challenge_code: code, ...more }, ADA);
  return String(body.filekey);
};
const listed = async (query: Record<string, string> = {}) => (await app.get(api.dated("2tc", query))).body;
/** Since when the code of the only completion is checked. */
const checkedAt = async () => (await listed()).code_checked as readonly (string | null)[];
const stored = (code: string, body: object = {}) =>
  app.database.atomic([
    statement`insert into challenge_code (code, document, found_at, asked_at)
      values (${code}, ${JSON.stringify({ ...EXAMPLE, id: code, ...body })}, '2026-01-01', '2026-01-01')
      on conflict (code) do update set document = excluded.document, found_at = '2026-01-02'`,
  ]);

describe("a completion whose code", () => {
  test("is known is checked by the write, and found by that", async () => {
    const code = newCode();
    await stored(code);
    const filekey = await submit(code);
    expect(await checkedAt()).toEqual(["2026-01-01"]);
    expect((await listed({ codecheck: "agrees" })).results).toMatchObject([{ filekey }]);
    expect((await listed({ codecheck: "agrees", query: "quad", person: "ada" })).count).toBe(1);
    expect((await app.get(api.list("2tc", { codecheck: "differs" }))).status).toBe(400);
    const csv = await (await app.app.request(api.csv("2tc", { columns: "all" }))).text();
    expect(csv).toMatch(/code_checked[\s\S]*2026-01-01/);
    expect(await detailsOf(filekey, { data: openData(app.database), media: app.media })).toMatchObject({
      codeCheckedAt: "2026-01-01",
    });
  });

  test("says something else is not found by that, nor is one whose code nobody knows", async () => {
    const code = newCode();
    await stored(code, { map: "Logs" });
    await submit(code);
    await submit(newCode(), { map: "Ravine" });
    expect(await checkedAt()).toEqual([null, null]);
    expect((await listed({ codecheck: "agrees" })).count).toBe(0);
  });

  test("is asked for by the job where nobody did, once an hour for two days", async () => {
    const code = newCode();
    await server.publish(code);
    const other = newCode();
    await submit(code);
    await submit(other, { map: "Ravine" });
    await run();
    expect((await checkedAt()).filter((at) => at !== null)).toHaveLength(1);
    expect([await server.asked(code), await server.asked(other)]).toEqual([1, 1]);
    await run();
    expect(await server.asked(other)).toBe(1);
    now = new Date(now.getTime() + 61 * 60_000);
    await run();
    expect([await server.asked(code), await server.asked(other)]).toEqual([1, 2]);
    now = new Date(now.getTime() + 3 * 24 * 60 * 60_000);
    await run();
    expect(await server.asked(other)).toBe(2);
  });
});

test("a code at which the server fails is asked for again after an hour, and keeps no other from its turn", async () => {
  const [failing, other] = [newCode(), newCode()];
  await server.answer(failing, FAULTS["out of order"][0]);
  await server.publish(other, { map: "Ravine" });
  await submit(failing);
  await submit(other, { map: "Ravine" });
  for (let runs = 0; runs < 4; runs += 1) await run();
  expect([await server.asked(failing), await server.asked(other)]).toEqual([1, 1]);
  now = new Date(now.getTime() + 61 * 60_000);
  await run();
  expect(await server.asked(failing)).toBe(2);
});

test("what differs is asked for once more, an hour after it was found", async () => {
  const code = newCode();
  await stored(code, { map: "Logs" });
  await server.publish(code);
  await submit(code);
  await run();
  expect([await checkedAt(), await server.asked(code)]).toEqual([[now.toISOString()], 1]);
  await run();
  expect(await server.asked(code)).toBe(1);
});

test("an edit, another document, another catalogue and another id of the map each have it compared again", async () => {
  const code = newCode();
  await stored(code);
  const filekey = await submit(code);
  const edit = (more: Record<string, string>) =>
    submit(code, { edit: "true", "edited-filekey": filekey, ...more });
  await edit({ map: "Ravine" });
  expect(await checkedAt()).toEqual([null]);
  await edit({ map: "Quad" });
  expect(await checkedAt()).toEqual(["2026-01-01"]);

  await stored(code, { map: "Logs" });
  await run();
  expect(await checkedAt()).toEqual([null]);
  await stored(code);
  await run();
  expect(await checkedAt()).toEqual(["2026-01-02"]);

  const save = async (gameId: string) => {
    const { body } = await app.post(
      api.saveTower(),
      { name: "Ice Monkey", former: "Ice Monkey", gameId },
      HELPER,
    );
    expect(body.error).toBeUndefined();
    await run();
  };
  await save("NoIceMonkey");
  expect(await checkedAt()).toEqual([null]);
  await save("IceMonkey");
  expect(await checkedAt()).toEqual(["2026-01-02"]);

  const moveMap = async (gameId: string) => {
    await app.database.atomic([statement`update map set game_id = ${gameId} where name = 'Quad'`]);
    await run();
  };
  await moveMap("Elsewhere");
  expect(await checkedAt()).toEqual([null]);
  await moveMap("Quad");
  expect(await checkedAt()).toEqual(["2026-01-02"]);
});

test("the check is no entry of the log and no revision, and moves what is cached", async () => {
  const code = newCode();
  const filekey = await submit(code);
  await run();
  const changes = async () => (await app.get(api.history({ filekey }))).body.results.length;
  const before = [await changes(), (await listed()).revisions];
  const { tags } = await collectTags(async () => app.app.request(api.list("2tc", { filekey })));
  const version = async () => (await app.database.versions())?.of(tags ?? []);
  const moved = await version();
  await stored(code);
  await run();
  expect([await changes(), (await listed()).revisions]).toEqual(before);
  expect(await checkedAt()).toEqual(["2026-01-02"]);
  expect(await version()).not.toEqual(moved);
});

test("verifiers see what stands out of a code, and narrow the queue to those that agree", async () => {
  const [one, other, third] = [newCode(), newCode(), newCode()];
  await stored(one);
  await stored(other, { map: "Logs" });
  await stored(third, { map: "Ravine", createdAt: Date.UTC(2027, 0, 1), gameVersion: "57.0" });
  const agreeing = await submit(one);
  const differing = await submit(other, { map: "Ravine" });
  const queue = async (query: Record<string, string> = {}) =>
    (await app.getAs(api.queue(query), HELPER.id, HELPER.roles)).body.results as unknown as readonly {
      completion: { filekey: string };
      findings: readonly string[];
    }[];
  const findings = async () =>
    Object.fromEntries((await queue()).map(({ completion, findings }) => [completion.filekey, findings]));
  expect(await findings()).toMatchObject({
    [agreeing]: expect.not.arrayContaining(["code-differs"]),
    [differing]: expect.arrayContaining(["code-differs"]),
  });
  expect(await queue({ code: "1" })).toMatchObject([{ completion: { filekey: agreeing } }]);
  const twice = await submit(one, { map: "Logs" });
  expect((await findings())[agreeing]).toContain("same-code");
  expect((await findings())[twice]).toEqual(expect.arrayContaining(["same-code", "code-differs"]));
  // The example's creator made all of them, and the others are Ada's.
  const bobs = await submit(third, { person: "Bob", map: "Hedge" });
  expect((await findings())[bobs]).toContain("code-of-another");
  expect((await findings())[differing]).not.toContain("code-of-another");
});
