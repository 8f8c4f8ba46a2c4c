import { beforeEach, describe, expect, test } from "vitest";
import { openEngine } from "#engine";
import type { NewCompletion } from "../../app/features/completions/repository/stored-completion.server.ts";
import { api } from "../../domain/contract/routes.ts";
import { sqlite } from "../../server/db/database.ts";
import { emptyApp, type TestApp, testApp } from "../factories.ts";
import { FORMS } from "../forms.ts";

const VERIFIER = { id: "vera", roles: ["Index Verifier"] };
const HELPER = { id: "hel", roles: ["Index Helper"] };
const OTHER = { id: "hal", roles: ["Index Helper"] };
const MINUTE = 60_000;

let app: TestApp;
/** The server's clock. */
let now = new Date("2026-01-01T12:00:00Z");
beforeEach(async () => {
  const engine = await openEngine();
  await emptyApp(engine);
  now = new Date("2026-01-01T12:00:00Z");
  app = await testApp(engine, undefined, { now: () => now });
});

type Who = { readonly id: string; readonly roles?: readonly string[] };
type Fields = Readonly<Record<string, string>>;

let at = 0;
/** Adds an LCC that waits, each later than the one before, and returns its filekey. */
async function submit(values: Partial<NewCompletion> = {}): Promise<string> {
  at += 1;
  const createdAt = new Date(Date.UTC(2025, 0, 1, 0, at)).toISOString();
  const pending = values.pending ?? "ada";
  return (await app.add("lcc", { createdAt, pending, submittedBy: pending, money: 1000 + at, ...values })).id;
}
const claim = async (who: Who, fields: Fields = {}) => {
  const { status, body } = await app.post(api.claimReview(), fields, who);
  expect(status, body.error).toBe(200);
  return body;
};
const next = async (who: Who, fields: Fields = {}) => (await claim(who, fields)).filekey;
const release = (filekey: string, who: Who) => app.post(api.releaseReview(), { filekey }, who);
const skip = (filekey: string, who: Who) => app.post(api.skipReview(), { filekey }, who);
const verify = (filekey: string, who: Who) =>
  app.post(
    api.giveVerdicts(),
    { entries: JSON.stringify([{ filekey, revision: 1, verdict: "verify" }]) },
    who,
  );
const later = (minutes: number): void => {
  now = new Date(now.getTime() + minutes * MINUTE);
};
const NOTHING = { filekey: null, until: null, heldBy: null, held: 0, skipped: 0, rejected: 0, own: 0 };

test("helpers get the oldest that nobody else looks at, for a quarter of an hour", async () => {
  const [first, second, third] = [await submit(), await submit(), await submit()];
  expect(await claim(HELPER)).toEqual({ ...NOTHING, filekey: first, until: "2026-01-01T12:15:00.000Z" });
  expect(await next(OTHER)).toBe(second);
  // Whoever asks again has it longer, in whichever tab.
  later(10);
  expect(await claim(HELPER)).toMatchObject({ filekey: first, until: "2026-01-01T12:25:00.000Z" });
  // The other one's time is over.
  later(6);
  expect(await next(VERIFIER)).toBe(second);
  expect(await next(OTHER)).toBe(third);
  // By now the first helper's is over, too.
  later(10);
  expect(await next(OTHER)).toBe(first);
});

test("what is decided or given back is free, and a helper has one at a time", async () => {
  const [first = "", second = "", third = ""] = [await submit(), await submit(), await submit()];
  await claim(HELPER);
  expect((await verify(first, HELPER)).status).toBe(200);
  expect(await next(HELPER)).toBe(second);
  await release(second, HELPER);
  expect(await next(OTHER)).toBe(second);
  // Nobody gives back what another has.
  await release(second, HELPER);
  expect(await next(HELPER)).toBe(third);
  await claim(OTHER, { filekey: third, take: "1" });
  expect(await next(HELPER)).toBe(second);
});

test("what is a helper's own is not for them", async () => {
  await submit({ pending: HELPER.id });
  await submit({ pending: "ada", submittedBy: HELPER.id });
  const others = await submit();
  expect(await next(HELPER)).toBe(others);
  await verify(others, HELPER);
  expect(await claim(HELPER)).toEqual({ ...NOTHING, own: 2 });
  const own = await submit({ pending: HELPER.id });
  expect(await claim(HELPER, { filekey: own, take: "1" })).toEqual({ ...NOTHING, filekey: own });
});

test("the filters of the queue narrow what is given", async () => {
  await submit({ map: "Quad" });
  const logs = await submit({ map: "Logs" });
  expect(await next(HELPER, { map: "logs" })).toBe(logs);
  expect(await next(HELPER, { challenge: "LCC", map: "Logs", record: "1", first: "0" })).toBe(logs);
  expect(await claim(HELPER, { challenge: "2tc" })).toEqual(NOTHING);
  expect(await claim(HELPER, { map: "no such map" })).toEqual(NOTHING);
});

test("one that is named is given unless another helper has it, and then on purpose", async () => {
  const [first = "", second = ""] = [await submit(), await submit()];
  await claim(OTHER);
  const until = "2026-01-01T12:15:00.000Z";
  expect(await claim(HELPER, { filekey: second })).toEqual({ ...NOTHING, filekey: second, until });
  const refused = { ...NOTHING, filekey: first, until, heldBy: "Another helper" };
  expect(await claim(HELPER, { filekey: first })).toEqual(refused);
  expect(await claim(HELPER, { filekey: first, take: "1" })).toEqual({ ...NOTHING, filekey: first, until });
  // Whoever had it learns so when they renew it.
  expect(await claim(OTHER, { filekey: first })).toEqual(refused);
  await verify(first, HELPER);
  expect(await claim(OTHER, { filekey: first })).toEqual({ ...NOTHING, filekey: first });
  expect(await claim(OTHER, { filekey: "no such filekey" })).toEqual({
    ...NOTHING,
    filekey: "no such filekey",
  });
});

test("what a helper skips comes back to them after a day, and others get it at once", async () => {
  const [first = "", second = ""] = [await submit(), await submit()];
  await claim(HELPER);
  expect((await skip(first, HELPER)).status).toBe(200);
  expect(await next(HELPER)).toBe(second);
  expect(await next(OTHER)).toBe(first);
  const { results } = (await app.getAs(api.queue(), HELPER.id, HELPER.roles)).body;
  expect(results).toMatchObject([
    { skipped: true, heldBy: "Another helper" },
    { skipped: false, heldBy: null },
  ]);
  await skip(second, HELPER);
  expect(await claim(HELPER)).toEqual({ ...NOTHING, skipped: 2 });
  // Named, it is theirs all the same.
  expect(await claim(HELPER, { filekey: second })).toMatchObject({ filekey: second, heldBy: null });
  await verify(second, HELPER);
  later(24 * 60);
  expect(await next(HELPER)).toBe(first);
});

test("what was taken, skipped or asked while the clock was ahead is free once it is right", async () => {
  const [first = "", second = "", third = ""] = [await submit(), await submit(), await submit()];
  const right = now;
  later(300 * 24 * 60);
  await claim(HELPER, { filekey: first });
  await skip(second, OTHER);
  expect((await app.post(api.askPlayer(), { filekey: third, body: "Why?" }, VERIFIER)).status).toBe(200);
  now = right;
  expect(await claim(OTHER)).toEqual({ ...NOTHING, filekey: first, until: "2026-01-01T12:15:00.000Z" });
  await verify(first, OTHER);
  expect(await next(OTHER)).toBe(second);
  await verify(second, OTHER);
  expect(await next(OTHER)).toBe(third);
});

test("when nothing is free it is said why", async () => {
  const all = [await submit(), await submit(), await submit(), await submit({ pending: HELPER.id })];
  await claim(OTHER);
  await claim(VERIFIER);
  await skip(all[2] ?? "", HELPER);
  expect(await claim(HELPER)).toEqual({ ...NOTHING, held: 2, skipped: 1, own: 1 });
});

/** CLAIMS=500 tries many. */
const CLAIMS = Number(globalThis.process?.env.CLAIMS ?? 40);

test("eight helpers at once are given none twice and none of their own", async () => {
  const helpers = Array.from({ length: 8 }, (_, index) => ({ id: `helper ${index}`, roles: HELPER.roles }));
  const submitter = new Map<string, string>();
  for (let index = 0; index < CLAIMS; index += 1) {
    const by = index % 3 === 0 ? `member ${index}` : (helpers[index % 8]?.id ?? "");
    submitter.set(await submit({ pending: by }), by);
  }
  const given: string[] = [];
  await Promise.all(
    helpers.map(async (helper) => {
      for (let filekey = await next(helper); typeof filekey === "string"; filekey = await next(helper)) {
        expect(submitter.get(filekey)).not.toBe(helper.id);
        given.push(filekey);
        await verify(filekey, helper);
      }
    }),
  );
  expect(new Set(given).size).toBe(given.length);
  expect(given.toSorted()).toEqual([...submitter.keys()].toSorted());
});

describe("who looks at what", () => {
  const writes = [
    ["taking the next one", () => claim(HELPER)],
    ["taking one", (filekey: string) => claim(HELPER, { filekey })],
    ["taking it over", (filekey: string) => claim(OTHER, { filekey, take: "1" })],
    ["skipping it", (filekey: string) => skip(filekey, OTHER)],
    ["giving it back", (filekey: string) => release(filekey, HELPER)],
  ] as const;

  test.each(writes)("moves no tag and is not logged: %s", async (_, write) => {
    const filekey = await submit();
    const [versions, changes] = [
      () => app.database.query([], sqlite.selectFrom("source").selectAll().orderBy("name").compile()),
      () => app.database.query([], sqlite.selectFrom("change").selectAll().compile()),
    ];
    const before = [await versions(), await changes()];
    await write(filekey);
    expect([await versions(), await changes()]).toEqual(before);
  });

  test("is nobody's who may not verify", async () => {
    const filekey = await submit();
    for (const path of [api.claimReview(), api.releaseReview(), api.skipReview()]) {
      expect((await app.post(path, { filekey }, null)).status).toBe(401);
      expect((await app.post(path, { filekey }, { id: "ada" })).status).toBe(403);
      for (const who of [VERIFIER, HELPER]) expect((await app.post(path, { filekey }, who)).status).toBe(200);
    }
  });
});

test.each([
  [api.claimReview(), { og: "perhaps" }],
  [api.claimReview(), { filekey: "\0" }],
  [api.releaseReview(), {}],
  [api.skipReview(), { filekey: " " }],
])("%s refuses %j with a sentence", async (path, fields: Fields) => {
  const { status, body } = await app.post(path, fields, HELPER);
  expect(status).toBe(400);
  expect(body.error).toMatch(/\.$/);
});

describe("whoever decides on what another helper has taken is told so, by whichever way, and may on purpose", () => {
  const HELD = "Another helper is reviewing this completion. Take it over to decide on it yourself.";
  let filekey = "";
  beforeEach(async () => {
    filekey = await submit();
    await claim(OTHER);
  });
  const entries = () => JSON.stringify([filekey]);

  test.each<[way: string, path: string, fields: () => Fields]>([
    ["verifying from its page", api.verifyCompletions(), () => ({ entries: entries() })],
    ["rejecting", api.rejectCompletion(), () => ({ filekey, reason: "No." })],
    ["deleting", api.deleteSubmit("lcc"), () => ({ entries: entries() })],
    [
      "an edit that verifies",
      api.addSubmit("lcc"),
      () => ({
        ...{ ...FORMS.lcc, map: "Quad", link: "https://example.org/1", date: "2025-01-01" },
        ...{ edit: "true", "edited-filekey": filekey, verify: "on" },
      }),
    ],
  ])("%s", async (_, path, fields) => {
    expect(await app.post(path, fields(), HELPER)).toMatchObject({ status: 409, body: { error: HELD } });
    expect((await app.get(api.list("lcc", { filekey }))).body.results).toMatchObject([{ pending: "ada" }]);
    expect((await app.post(path, { ...fields(), take: "1" }, HELPER)).status).toBe(200);
  });

  test("its page says who, and until when", async () => {
    const facts = (await app.getAs(api.queueFacts({ filekey }), HELPER.id, HELPER.roles)).body;
    expect(facts).toMatchObject({ held: { by: "Another helper", until: "2026-01-01T12:15:00.000Z" } });
    expect((await app.getAs(api.queueFacts({ filekey }), OTHER.id, OTHER.roles)).body).toMatchObject({
      held: null,
    });
    later(16);
    expect((await app.post(api.verifyCompletions(), { entries: entries() }, HELPER)).status).toBe(200);
  });

  test("its player withdraws it all the same", async () => {
    expect((await app.post(api.deleteSubmit("lcc"), { entries: entries() }, { id: "ada" })).status).toBe(200);
  });
});
