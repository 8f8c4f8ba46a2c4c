import { beforeEach, describe, expect, test } from "vitest";
import { openEngine } from "#engine";
import type { NewCompletion } from "../../app/features/completions/repository/stored-completion.server.ts";
import { CHALLENGES } from "../../domain/challenges/index.ts";
import { api } from "../../domain/contract/routes.ts";
import { emptyApp, type TestApp } from "../factories.ts";

const ROLES = { verifier: ["Index Verifier"], helper: ["Index Helper"] } as const;
const REFUSED = { status: 403, body: { error: "You are not authorized to view this page." } };

let app: TestApp;
beforeEach(async () => {
  app = await emptyApp(await openEngine());
});

let day = 0;
/** Adds a claim, each later than the one before. */
const claim = async (challenge: string, values: Partial<NewCompletion> = {}): Promise<string> => {
  day += 1;
  const createdAt = new Date(Date.UTC(2025, 0, day)).toISOString();
  const submitter = values.pending ?? "ada";
  const own = { pending: submitter, submittedBy: submitter, createdAt, version: `50.${day}` };
  const added = await app.add(challenge, { ...own, ...values });
  return added.id;
};
const queue = async (query: Record<string, string | number> = {}) =>
  (await app.getAs(api.queue(query), "hel", ROLES.helper)).body;
const filekeys = async (query: Record<string, string | number> = {}) =>
  (await queue(query)).results.map(({ completion }) => (completion as { filekey: string }).filekey);
const factsOf = async (filekey: string) => app.getAs(api.queueFacts({ filekey }), "hel", ROLES.helper);

test("the queue has what waits in every challenge, the oldest first, a page at a time", async () => {
  const claims: string[] = [];
  for (const [at, challenge] of [...CHALLENGES.keys()].entries())
    claims.push(await claim(challenge, { map: "Hedge", pending: `member ${at}` }));
  await app.add("2tc", { map: "Quad" });
  expect(await filekeys()).toEqual(claims);
  expect(await queue({ count: 0 })).toEqual({ results: [], count: 7, more: true, waiting: 7 });
  const first = await queue({ count: 3 });
  expect([first.count, first.more]).toEqual([7, true]);
  expect(await filekeys({ count: 3, after: claims[2] ?? "" })).toEqual(claims.slice(3, 6));
  const last = await queue({ count: 3, after: claims[5] ?? "" });
  expect([last.results.length, last.more]).toEqual([1, false]);
  // What was decided meanwhile still says where to go on.
  const entries = JSON.stringify([claims[2]]);
  await app.post(api.verifyCompletions(), { entries }, { id: "hel", roles: ROLES.helper });
  expect(await filekeys({ after: claims[2] ?? "" })).toEqual(claims.slice(3));
  expect(await queue({ count: 0 })).toMatchObject({ waiting: 6 });
});

test("claims of one moment stand in the order of their filekeys", async () => {
  const at = "2025-06-01T00:00:00.000Z";
  const ids = ["c", "a", "b"];
  for (const id of ids) await claim("lcc", { id, createdAt: at });
  expect(await filekeys()).toEqual(["a", "b", "c"]);
  expect(await filekeys({ after: "a" })).toEqual(["b", "c"]);
});

describe("the queue can be narrowed to", () => {
  test("a challenge and a map, by any of its names", async () => {
    const quad = await claim("lcc", { map: "Quad", money: 1 });
    const ouch = await claim("lcc", { map: "#Ouch", money: 1 });
    const other = await claim("lcd", { map: "Quad", money: 1 });
    expect(await filekeys({ challenge: "LCC" })).toEqual([quad, ouch]);
    expect(await filekeys({ map: "quad" })).toEqual([quad, other]);
    expect(await queue({ map: "quad", challenge: "lcd" })).toMatchObject({ count: 1, waiting: 3 });
    expect(await filekeys({ challenge: "none" })).toEqual([]);
    expect(await filekeys({ map: "no such map" })).toEqual([]);
  });

  test("those that would be an original, but not against one that is verified", async () => {
    const towers = ["Absolute Zero", "Crossbow Master"];
    await claim("2tc", { towers, map: "Quad", og: true });
    await app.add("2tc", { towers, map: "Hedge", og: true });
    const free = await claim("2tc", { towers: ["Absolute Zero", "Bloon Crush"], map: "Quad", og: true });
    await claim("2tc", { towers: ["Absolute Zero", "Bloon Crush"], map: "Logs", og: false });
    const onSample = ["Icicle Impale", "Bloon Crush"];
    await app.add("2tc", { towers: onSample, map: "Hedge", og: true, sample: true });
    const overSample = await claim("2tc", { towers: onSample, map: "Logs", og: true });
    expect(await filekeys({ og: 1 })).toEqual([free, overSample]);
    expect((await queue()).results.map(({ original }) => original)).toEqual([false, true, false, true]);
  });

  test.each(["lcc", "lcd", "fttc", "ltc"])("what would be a record: %s", async (challenge) => {
    const of = (amount: number): Partial<NewCompletion> =>
      challenge.startsWith("lc")
        ? { money: 1000 * amount }
        : { towers: ["Dart Monkey", "Ice Monkey", "Glue Gunner"].slice(0, amount) };
    const [better, best, worse] = [of(1), of(2), of(3)];
    const equal = challenge.startsWith("lc") ? best : { towers: ["Dart Monkey", "Glue Gunner"] };
    await app.add(challenge, { map: "Quad", version: "50.0", ...best });
    const record = await claim(challenge, { map: "Quad", version: "50.0", pending: "a", ...better });
    await claim(challenge, { map: "Quad", version: "50.0", pending: "b", ...equal });
    await claim(challenge, { map: "Quad", version: "50.0", pending: "c", ...worse });
    const onFreeMap = await claim(challenge, { map: "Logs", version: "50.0", pending: "d", ...worse });
    expect(await filekeys({ record: 1 })).toEqual([record, onFreeMap]);
  });

  test("what would be the record of its version alone", async () => {
    await app.add("lcc", { map: "Quad", version: "50.0", money: 5000 });
    const narrower = await claim("lcc", { map: "Quad", version: "51.0", money: 6000 });
    await claim("lcc", { map: "Quad", version: "50.2", money: 6000 });
    expect(await filekeys({ record: 1 })).toEqual([narrower]);
  });

  test("accounts' first submissions", async () => {
    await app.add("lcc", { submittedBy: "ada", createdAt: "2024-01-01T00:00:00.000Z" });
    await claim("lcc", { pending: "ada" });
    const first = await claim("lcc", { pending: "zoe" });
    await claim("lcc", { pending: "zoe" });
    await claim("lcc", { pending: "nobody knows", submittedBy: null });
    expect(await filekeys({ first: 1 })).toEqual([first]);
    expect(await queue({ first: 1, challenge: "lcc" })).toMatchObject({ count: 1, waiting: 4 });
    // Who has submitted fifty more is no newcomer, although the first of them is pending.
    for (let more = 0; more < 49; more += 1) await app.add("lcc", { submittedBy: "zoe" });
    expect(await filekeys({ first: 1 })).toEqual([]);
  });
});

test("the facts of a claim name what it meets, what else claims the same, and its account's last verdicts", async () => {
  const towers = ["Absolute Zero", "Crossbow Master"];
  const values = { towers, map: "Quad" };
  const filekey = await claim("2tc", { ...values, og: true, people: ["Ada"] });
  const rival = await claim("2tc", { ...values, pending: "zoe", people: ["Zoë"] });
  const rejected = await claim("lcc", { map: "Logs", money: 20000 });
  const reason = "The proof is another run's.";
  await app.post(api.rejectCompletion(), { filekey: rejected, reason }, { id: "hel", roles: ROLES.helper });
  const done = await app.add("lcd", { map: "Logs", money: 12345, submittedBy: "ada" });
  expect((await factsOf(filekey)).body).toMatchObject({
    ...{ original: true, record: false, takenBy: null, originalBy: null },
    others: [{ challenge: "2tc", filekey: rival, players: "Zoë" }],
    submitter: { verified: 1, rejected: 1 },
  });
  const { last } = (await factsOf(filekey)).body.submitter as { last: { filekey: string }[] };
  expect(new Set(last.map((each) => each.filekey))).toEqual(new Set([rejected, done.id]));
  expect(last.find((each) => each.filekey === rejected)).toMatchObject({ state: "rejected", reason });
  const winner = await app.add("2tc", { ...values, og: true, people: ["Łukasz"] });
  expect((await factsOf(filekey)).body).toMatchObject({
    ...{ original: false, takenBy: { filekey: winner.id, players: "Łukasz" } },
    originalBy: { filekey: winner.id, heading: "Absolute Zero and Crossbow Master 2TC on Quad" },
  });
  expect(await factsOf(winner.id)).toEqual({
    status: 404,
    body: { error: "This completion is no longer pending. Go on with the next one." },
  });
  expect((await factsOf("")).status).toBe(400);
});

test.each([api.queue(), api.queueFacts({ filekey: "a" })])(
  "%s is for verifiers and helpers",
  async (path) => {
    await claim("lcc", { id: "a" });
    expect((await app.get(path)).status).toBe(401);
    expect(await app.getAs(path, "ada")).toEqual(REFUSED);
    for (const roles of Object.values(ROLES)) expect((await app.getAs(path, "v", roles)).status).toBe(200);
  },
);

test("odd parameters are refused with a sentence or mean nothing", async () => {
  await claim("lcc");
  for (const query of [{ count: "-1" }, { og: "perhaps" }, { count: "many" }])
    expect(await app.getAs(api.queue(query), "hel", ROLES.helper)).toMatchObject({ status: 400 });
  expect(await filekeys({ after: "no such filekey", count: 1000 })).toHaveLength(1);
});
