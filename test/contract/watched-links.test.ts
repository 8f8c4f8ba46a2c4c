import { beforeEach, describe, expect, inject, test } from "vitest";
import { openEngine } from "#engine";
import { openData } from "../../app/api/repositories.server.ts";
import { goOn } from "../../app/features/privacy/erase.server.ts";
import * as erasures from "../../app/features/privacy/repository.server.ts";
import { AT_ONCE, linkFollowJob, linkWatchJob } from "../../app/features/proof-links/job.server.ts";
import { webhookPositions } from "../../app/features/webhooks/repository.server.ts";
import { api, pages } from "../../domain/contract/routes.ts";
import type { LinkCountsAnswer, WatchedLinksAnswer } from "../../domain/contract/watched-links.ts";
import { ASKED_EVERY } from "../../domain/media/link-watch.ts";
import { countersInMemory } from "../../server/counters.ts";
import { type Database, statement } from "../../server/db/database.ts";
import type { Job } from "../../server/jobs/job.ts";
import { askHosts } from "../../server/other-hosts.ts";
import { emptyApp, type TestApp } from "../factories.ts";
import type { GameAnswer } from "../game-server/answers.ts";
import { gameServerAt } from "../game-server/control.ts";

const HELPER = { id: "hel", roles: ["Index Helper"] };
const HOUR = 60 * 60 * 1_000;
const DAY = 24 * HOUR;
const MONTH = ASKED_EVERY * DAY;
const VIDEO = "https://www.youtube.com/watch?v=aqz-KE-bpKQ";
const VERIFIED = "2026-03-01T00:00:00.000Z";

const server = gameServerAt(inject("gameServer"));
/** What the stand-in calls the video. */
const NAME = encodeURIComponent(VIDEO);
const ALIVE: GameAnswer = { body: JSON.stringify({ type: "video", title: "A run", author_name: "Ada" }) };
const GONE: GameAnswer = { status: 404, body: "Not Found", headers: { "Content-Type": "text/plain" } };

let app: TestApp;
let database: Database;
let data: ReturnType<typeof openData>;
let jobs: { readonly follow: Job; readonly ask: Job };
/** In milliseconds. */
let now: number;

beforeEach(async () => {
  const engine = await openEngine();
  ({ database } = engine);
  await database.atomic(
    ["watched_link", "watched_proof", "gone_proof", "notice", "name_request"].map((table) => ({
      ...statement`delete from change where false`,
      sql: `delete from ${table}`,
      parameters: [],
    })),
  );
  await database.atomic([
    statement`delete from webhook_position`,
    statement`delete from change where noun = 'proof'`,
  ]);
  now = Date.parse("2026-04-01T00:00:00Z");
  app = await emptyApp(engine, { now: () => new Date(now), watchedHosts: ["youtube", "imgur", "discord"] });
  data = openData(database);
  jobs = jobsWith();
  await server.reset();
});

function jobsWith(more: { readonly twitch?: string } = {}) {
  const askHost = askHosts({
    ...{ fetch: (...args) => fetch(...args), counters: countersInMemory(() => now) },
    addresses: { youtube: server.url, imgur: server.url, ...more },
    headers: { twitch: { "Client-Id": "id" } },
    sleep: async (milliseconds) => {
      now += milliseconds;
    },
  });
  const parts = { data, now: () => new Date(now) };
  return {
    follow: linkFollowJob({ ...parts, positions: webhookPositions(database) }),
    ask: linkWatchJob({ ...parts, askHost }),
  };
}

const { signal } = new AbortController();

/** Follows the log to its end, and asks about what is due. */
async function run(which = jobs): Promise<void> {
  await which.follow.run(signal);
  await which.ask.run(signal);
}

/** Asks about the video a while later, which answers so. */
async function later(hours: number, answer: GameAnswer): Promise<void> {
  await server.answer(NAME, answer);
  now += hours * HOUR;
  await run();
}

/** Adds a completion with a link, which is found at once and asked about within a month. */
async function add(link: string, values: Parameters<TestApp["add"]>[1] = {}) {
  const added = await app.add("2tc", {
    ...{ link, createdAt: VERIFIED, people: ["Ada"], submittedBy: "ada" },
    ...values,
  });
  // The first run only begins to follow.
  await jobs.follow.run(signal);
  await jobs.follow.run(signal);
  return added;
}

const links = async () =>
  database.query<Record<string, unknown>>(
    [],
    statement`select url, host, state, failed_times as failed, why, title from watched_link order by url`,
  );
const listed = async (query = {}) =>
  (await app.getAs(api.watchedLinks(query), HELPER.id, HELPER.roles)).body as unknown as WatchedLinksAnswer;
const historyOf = async (filekey: string) =>
  (await app.get(api.history({ filekey }))).body.results.filter(({ action }) => action !== "add");
const goneOf = async (filekey: string) => (await data.notes.findRendered(filekey, 1))?.gone;
const noticesOf = async (person: string) =>
  (await app.getAs(api.notices(), person)).body.results.filter(({ kind }) => kind === "proof-gone");

describe("a video that is deleted", () => {
  test("is found after 48 hours, told once to its players and publicly, and taken back when it is there again", async () => {
    const { id } = await add("https://youtu.be/aqz-KE-bpKQ?t=90");
    const revision = (await data.completions.findById(id))?.revision;
    await later(MONTH / HOUR, ALIVE);
    expect(await links()).toEqual([
      { url: VIDEO, host: "youtube", state: "alive", failed: 0, why: null, title: "A run" },
    ]);
    const [player] = await database.query<{ id: number }>(
      [],
      statement`
      select player as id from player_name where name_key = 'ada'`,
    );
    await database.atomic([
      statement`insert into name_request (id, person, player, evidence, at, state)
      values ('r', 'owner', ${player?.id ?? 0}, 'x', ${VERIFIED}, 'approved')`,
    ]);

    await later(MONTH / HOUR, GONE);
    const died = new Date(now).toISOString();
    await later(23, GONE);
    expect(await links()).toMatchObject([{ state: "failing", failed: 1 }]);
    await later(1, GONE);
    expect(await links()).toMatchObject([{ state: "failing", failed: 2 }]);
    expect([await goneOf(id), await noticesOf("ada"), await historyOf(id)]).toEqual([[], [], []]);
    const versions = await database.versions();
    const before = versions?.of(["completions:2tc"]) ?? 0;
    await later(25, GONE);
    expect(await goneOf(id)).toMatchObject([{ url: VIDEO, since: died }]);
    expect((await database.versions())?.of(["completions:2tc"])).toBeGreaterThan(before);
    expect(await historyOf(id)).toMatchObject([
      {
        action: "gone",
        who: "the index",
        changes: [{ label: "Cannot be found", before: null, after: VIDEO }],
      },
    ]);
    for (const person of ["ada", "owner"])
      expect(await noticesOf(person)).toMatchObject([
        { challenge: "2tc", filekey: id, text: `YouTube no longer has it: ${VIDEO}` },
      ]);
    const stored = await data.completions.findById(id);
    expect([stored?.revision, stored?.state.pending]).toEqual([revision, null]);
    const seq = Number((await historyOf(id))[0]?.seq);
    const feed = async () =>
      (await app.get(api.publicChanges({ since: seq - 1 }))).body.results.filter(
        ({ kind }) => kind === "proof",
      );
    expect(await feed()).toMatchObject([
      { action: "added", challenge: "2tc", id, row: { filekey: id, link: VIDEO, since: died } },
    ]);
    expect(await app.post(api.undoChange(), { seq: String(seq) }, HELPER)).toMatchObject({ status: 409 });

    // It is asked about again, and told once.
    await later(7 * 24, GONE);
    expect([(await historyOf(id)).length, (await noticesOf("ada")).length]).toEqual([1, 1]);
    await later(7 * 24, { status: 429 });
    expect(await goneOf(id)).toHaveLength(1);
    await later(24, ALIVE);
    expect([await goneOf(id), await noticesOf("ada")]).toEqual([[], []]);
    expect((await historyOf(id)).map(({ action }) => action)).toEqual(["back", "gone"]);
    expect((await feed()).map(({ action, row }) => [action, row])).toEqual([
      ["added", null],
      ["removed", null],
    ]);
  });

  test.each([
    ["401", { status: 401, body: "Unauthorized", headers: { "Content-Type": "text/plain" } }],
    ["403", { status: 403 }],
    ["429", { status: 429 }],
    ["500", { status: 500 }],
    ["HTML", { body: "<h1>Hello</h1>", headers: { "Content-Type": "text/html" } }],
    ["another document", { body: "{}" }],
    ["a redirect", { status: 302, headers: { Location: "http://127.0.0.1/" } }],
    ["a broken connection", { body: "{}", ends: "cut" }],
    ["10 MB", { ...ALIVE, bytes: 10_000_000 }],
  ] as const)("is not gone by %s, which begins the failures anew", async (_, answer) => {
    const { id } = await add(VIDEO);
    await later(MONTH / HOUR, answer);
    for (const at of [24, 24, 24]) await later(at, answer);
    expect(await links()).toMatchObject([{ state: "unknown", failed: 0 }]);
    await later(MONTH / HOUR, GONE);
    await later(25, GONE);
    await later(25, answer);
    expect(await links()).toMatchObject([{ state: "unknown" }]);
    await later(MONTH / HOUR, GONE);
    await later(25, GONE);
    expect([await links(), await goneOf(id)]).toMatchObject([[{ state: "failing", failed: 2 }], []]);
  });

  test("is no longer watched once its completion has another proof, is pending again or deleted", async () => {
    const { id } = await add(VIDEO);
    const other = await add(VIDEO, { map: "Logs" });
    await later(MONTH / HOUR, GONE);
    for (const hours of [25, 25]) await later(hours, GONE);
    expect([await goneOf(id), await goneOf(other.id)]).toMatchObject([[{ url: VIDEO }], [{ url: VIDEO }]]);
    await app.edit(id, { link: "https://i.imgur.com/AbCdE12.png" });
    await run();
    expect([await goneOf(id), await goneOf(other.id)]).toMatchObject([[], [{ url: VIDEO }]]);
    expect((await links()).map(({ host }) => host)).toEqual(["imgur", "youtube"]);
    await app.post(api.deleteSubmit("2tc"), { entries: JSON.stringify([other.id]) }, HELPER);
    await run();
    expect((await links()).map(({ host }) => host)).toEqual(["imgur"]);
    await app.edit(id, { pending: "ada", verified_by: null, verified_at: null });
    await run();
    expect(await links()).toEqual([]);
  });
});

test("what waits for a helper is not asked about; once it is verified by one, it is at once", async () => {
  const { id } = await add(VIDEO, { pending: "ada", verifiedBy: null });
  await server.answer(NAME, ALIVE);
  await run();
  expect(await links()).toEqual([]);
  now = Date.now();
  await app.post(api.verifyCompletions(), { entries: JSON.stringify([id]) }, HELPER);
  await run();
  expect(await links()).toMatchObject([{ state: "alive" }]);
});

test("two processes ask once, and links beyond what one run asks about wait for the next", async () => {
  await server.answer("*", ALIVE);
  for (let at = 0; at < AT_ONCE + 3; at += 1)
    await add(`https://youtu.be/aaaaaaaaa${String(at).padStart(2, "0")}`, { map: `Made up ${at}` });
  now += MONTH;
  const [first, second] = [jobsWith(), jobsWith()];
  await run(first);
  await Promise.all([first.ask.run(signal), second.ask.run(signal)]);
  const asked = await Promise.all(
    (await links()).map(({ url }) => server.asked(encodeURIComponent(String(url)))),
  );
  expect(asked).toEqual(Array.from({ length: AT_ONCE + 3 }, () => 1));
});

test("a host that calls everything gone is not believed; with another that is there, it is", async () => {
  await server.answer("*", GONE);
  for (let at = 0; at < 6; at += 1) await add(`https://youtu.be/aaaaaaaaaa${at}`, { map: `Made up ${at}` });
  now += MONTH;
  for (let day = 0; day < 4; day += 1) {
    await run();
    now += 25 * HOUR;
  }
  expect((await links()).map(({ state, failed }) => [state, failed])).toEqual(
    Array.from({ length: 6 }, () => ["failing", 4]),
  );
  await server.answer(encodeURIComponent("https://www.youtube.com/watch?v=aaaaaaaaaa0"), ALIVE);
  await run();
  now += 25 * HOUR;
  await run();
  expect((await links()).map(({ state }) => state)).toEqual([
    "alive",
    ...Array.from({ length: 5 }, () => "gone"),
  ]);
});

test("a picture is gone where its host leads to the one that says so; Discord's end is believed without asking", async () => {
  await add("https://imgur.com/AbCdE12");
  await add("https://cdn.discordapp.com/attachments/1/2/a.png?ex=66aa4106&is=1&hm=2", { map: "Logs" });
  await add("https://example.org/run.mp4", { map: "Cubism" });
  await add(`https://www.youtube.com:1/watch?v=aqz-KE-bpKQ`, { map: "Geared" });
  await server.answer("AbCdE12.jpg", {
    status: 302,
    headers: { Location: "https://i.imgur.com/removed.png" },
  });
  now += MONTH;
  await run();
  for (let day = 0; day < 2; day += 1) {
    now += 25 * HOUR;
    await run();
  }
  expect((await links()).map(({ host, state }) => [host, state])).toEqual([
    ["discord", "gone"],
    ["other", "never"],
    ["imgur", "gone"],
    ["other", "never"],
  ]);
  await server.answer("AbCdE12.jpg", {
    headers: { "Content-Type": "image/png", "Content-Length": "9000000" },
  });
  now += 7 * DAY;
  await run();
  expect((await listed({ state: "alive" })).results).toMatchObject([
    { url: "https://i.imgur.com/AbCdE12.jpg" },
  ]);
});

test("an entry about the proof is newer than what a helper decides on, and no reason to refuse that", async () => {
  const { id } = await add(VIDEO);
  await later(MONTH / HOUR, GONE);
  for (const hours of [25, 25]) await later(hours, GONE);
  const pending = { pending: "ada", verified_by: null, verified_at: null };
  await app.edit(id, pending);
  // It is there again before anybody has followed that it is pending.
  await server.answer(NAME, ALIVE);
  now += 7 * DAY;
  await jobs.ask.run(signal);
  const [back] = await historyOf(id);
  const verify = () =>
    app.post(
      api.verifyCompletions(),
      { entries: JSON.stringify([id]), seen: JSON.stringify({ filekey: id, change: back?.seq }) },
      HELPER,
    );
  expect([back?.action, (await verify()).status]).toEqual(["back", 200]);
  await app.edit(id, { ...pending, notes: "edited" });
  expect((await verify()).status).toBe(409);
});

test("what a host says of a video goes with its player, and does not come back", async () => {
  await add(VIDEO);
  await later(MONTH / HOUR, ALIVE);
  await database.atomic([statement`delete from erasure`]);
  const id = await erasures.begin(database, "ada", null, new Date(now).toISOString());
  await goOn(id, 50, { data, now: () => new Date(now) });
  expect(await links()).toMatchObject([{ state: "alive", title: null }]);
  await later(MONTH / HOUR, ALIVE);
  expect(await links()).toMatchObject([{ state: "alive", title: null }]);
});

test("helpers read what is gone or at risk, by host and page by page, and how many there are", async () => {
  await server.answer("*", ALIVE);
  for (let at = 0; at < 5; at += 1) await add(`https://youtu.be/aaaaaaaaaa${at}`, { map: `Made up ${at}` });
  const { id } = await add("https://litter.catbox.moe/a.png");
  await add("https://www.twitch.tv/videos/1234567", { map: "Logs" });
  now += MONTH;
  await run();
  const seen: string[] = [];
  let after: string | null = null;
  do {
    const { results, next }: WatchedLinksAnswer = await listed({ state: "alive", count: 2, after });
    seen.push(...results.map(({ url }) => url));
    after = next;
  } while (after !== null);
  expect(seen.toSorted()).toEqual(
    [0, 1, 2, 3, 4].map((at) => `https://www.youtube.com/watch?v=aaaaaaaaaa${at}`),
  );
  expect((await listed({ state: "never", host: "other" })).results).toMatchObject([
    {
      url: "https://litter.catbox.moe/a.png",
      completions: [{ challenge: "2tc", filekey: id, players: "Ada" }],
    },
  ]);
  expect((await listed({ state: "unknown" })).results).toMatchObject([{ host: "twitch", why: "off" }]);
  expect((await listed()).results).toEqual([]);
  const counts = (await app.getAs(api.linkCounts(), HELPER.id, HELPER.roles))
    .body as unknown as LinkCountsAnswer;
  expect(counts).toMatchObject({ isOn: true });
  expect(counts.hosts.map(({ host, isAsked, links }) => [host, isAsked, links.alive, links.never])).toEqual([
    ["youtube", true, 5, 0],
    ["imgur", true, 0, 0],
    ["streamable", false, 0, 0],
    ["twitch", false, 0, 0],
    ["bilibili", false, 0, 0],
    ["discord", true, 0, 0],
    ["other", false, 0, 1],
  ]);
  for (const path of [api.watchedLinks(), api.linkCounts()])
    expect([(await app.getAs(path, "ada")).status, (await app.get(path)).status]).toEqual([403, 401]);
  for (const query of [{ state: "x" }, { host: "127.0.0.1" }])
    expect((await app.getAs(api.watchedLinks(query), HELPER.id, HELPER.roles)).status).toBe(400);
  expect(pages.proofs({ state: "gone" })).toBe("/admin/proofs?state=gone");
});
