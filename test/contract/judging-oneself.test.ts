import { beforeEach, describe, expect, test } from "vitest";
import { openEngine } from "#engine";
import { api } from "../../domain/contract/routes.ts";
import { sqlite } from "../../server/db/database.ts";
import { emptyApp, type OpenEngine, type TestApp, testApp } from "../factories.ts";
import { tenantSignIn } from "../sign-in.ts";

const HELPER = { id: "hel", roles: ["Index Helper"] };
const OTHER = { id: "iris", roles: ["Index Helper"] };
const MEMBER = { id: "ada", roles: [] };
type Who = { readonly id: string; readonly roles: readonly string[] };

let engine: OpenEngine;
let app: TestApp;
/** Opens the site with these helpers; null: the accounts are elsewhere. */
const open = (helpers: readonly string[] | null) =>
  testApp(engine, undefined, {
    signIn: {
      ...tenantSignIn(),
      ...(helpers && {
        countVerifiers: async (except: readonly string[] = []) =>
          helpers.filter((id) => !except.includes(id)).length,
      }),
    },
  });
beforeEach(async () => {
  engine = await openEngine();
  await engine.database.atomic([
    sqlite.deleteFrom("report").compile(),
    sqlite.deleteFrom("name_request").compile(),
  ]);
  await emptyApp(engine);
  app = await open(["hel", "iris"]);
});

const now = () => new Date().toISOString();
const add = async (values: object) =>
  (await app.add("lcc", { map: "Quad", money: 5000, createdAt: now(), people: ["Hel"], ...values })).id;
const status = async (path: string, fields: Record<string, string>, who: Who) =>
  (await app.post(path, fields, who)).status;
const ofReport = async (filekey: string) => {
  await app.post(api.report(), { filekey, reason: "Not this map." }, MEMBER);
  const { results } = (await app.getAs(api.reports(), OTHER.id, OTHER.roles)).body;
  return String(results[0]?.report);
};
const outcomeOf = async (filekey: string, verdict: object, who: Who) => {
  const entries = JSON.stringify([{ filekey, revision: 1, ...verdict }]);
  const { results } = (await app.post(api.giveVerdicts(), { entries }, who)).body;
  return results[0]?.outcome === "done" ? 200 : 409;
};
const own = { pending: HELPER.id, submittedBy: HELPER.id, verifiedBy: null };
const ownName = async () => {
  await app.post(api.requestName(), { name: "Hel", evidence: "My channel." }, HELPER);
  const { results } = (await app.getAs(api.nameRequests(), OTHER.id, OTHER.roles)).body;
  return String(results[0]?.request);
};
/** The number of the last change of something. */
const lastOf = async (action: string) => {
  const { results } = (await app.getAs(api.changes({ action }), OTHER.id, OTHER.roles)).body;
  return String(results[0]?.seq);
};

/** What helpers decide on, made to be about HELPER: each returns how somebody decides on it. */
const DECISIONS: readonly (readonly [string, () => Promise<(who: Who) => Promise<number>>])[] = [
  [
    "a verdict on their own submission",
    async () => {
      const filekey = await add(own);
      return (who) => outcomeOf(filekey, { verdict: "verify" }, who);
    },
  ],
  [
    "a rejection of their own submission",
    async () => {
      const filekey = await add(own);
      return (who) => outcomeOf(filekey, { verdict: "reject", reason: "No." }, who);
    },
  ],
  [
    "their own submission in a list",
    async () => {
      const entries = JSON.stringify([await add(own)]);
      return (who) => status(api.verifyCompletions(), { entries }, who);
    },
  ],
  [
    "a report of what they submitted",
    async () => {
      const report = await ofReport(await add({ submittedBy: HELPER.id, verifiedBy: "x" }));
      return (who) => status(api.decideReport(), { report, outcome: "stands" }, who);
    },
  ],
  [
    "a report of what they verified",
    async () => {
      const report = await ofReport(await add({ submittedBy: "bob", verifiedBy: HELPER.id }));
      return (who) => status(api.decideReport(), { report, outcome: "stands" }, who);
    },
  ],
  [
    "a report of what somebody else submitted for them",
    async () => {
      const filekey = await add({ submittedBy: "bob", verifiedBy: "x" });
      const request = await ownName();
      await app.post(api.decideNameRequest(), { request, outcome: "approved" }, OTHER);
      const report = await ofReport(filekey);
      return (who) => status(api.decideReport(), { report, outcome: "stands" }, who);
    },
  ],
  [
    "their request for a name",
    async () => {
      await add({ submittedBy: HELPER.id });
      const request = await ownName();
      return (who) => status(api.decideNameRequest(), { request, outcome: "approved" }, who);
    },
  ],
  [
    "the end of their ban",
    async () => {
      await add({ submittedBy: HELPER.id });
      await app.post(api.decideNameRequest(), { request: await ownName(), outcome: "approved" }, OTHER);
      await app.post(api.banPlayer(), { name: "Hel", reason: "Cheats." }, OTHER);
      return (who) => status(api.banPlayer(), { name: "Hel", banned: "0" }, who);
    },
  ],
  [
    "the undo of their ban",
    async () => {
      await add({ submittedBy: HELPER.id });
      await app.post(api.decideNameRequest(), { request: await ownName(), outcome: "approved" }, OTHER);
      await app.post(api.banPlayer(), { name: "Hel", reason: "Cheats." }, OTHER);
      const seq = await lastOf("ban");
      return (who) => status(api.undoChange(), { seq }, who);
    },
  ],
  [
    "the undo of a rejection of theirs",
    async () => {
      await outcomeOf(await add(own), { verdict: "reject", reason: "No." }, OTHER);
      const seq = await lastOf("reject");
      return (who) => status(api.undoChange(), { seq }, who);
    },
  ],
  [
    "an exception for their own submission",
    async () => {
      const filekey = await add(own);
      const fields = { filekey, revision: "1", check: "doubtful-link", reason: "It is fine." };
      return (who) => status(api.exceptCheck(), fields, who);
    },
  ],
];

describe("a helper leaves to others what is about them", () => {
  test.each(DECISIONS)("a helper leaves to others what is about them: %s", async (_, make) => {
    const decide = await make();
    expect(await decide(HELPER)).toBe(409);
    expect(await decide(OTHER)).toBe(200);
  });

  test.each(DECISIONS)("unless there is nobody else: %s", async (_, make) => {
    const decide = await make();
    app = await open(["hel"]);
    expect(await decide(HELPER)).toBe(200);
  });
});

test("where nobody knows of others, what waited for a day is anybody's", async () => {
  app = await open(null);
  const filekey = await add(own);
  expect(await outcomeOf(filekey, { verdict: "verify" }, HELPER)).toBe(409);
  const old = await add({ ...own, money: 4000, createdAt: "2025-01-01T00:00:00.000Z" });
  expect(await outcomeOf(old, { verdict: "verify" }, HELPER)).toBe(200);
});

test("a helper still withdraws their own, and marks it as verified in the form", async () => {
  const filekey = await add(own);
  expect(await status(api.deleteSubmit("lcc"), { entries: JSON.stringify([filekey]) }, HELPER)).toBe(200);
  const form = {
    ...{ map: "Quad", money: "3000", person: "Hel", version: "50", date: "2025-01-01", verify: "on" },
    link: "https://example.org/proof",
  };
  const { body } = await app.post(api.addSubmit("lcc"), form, HELPER);
  expect((await app.get(api.list("lcc", { filekey: String(body.filekey) }))).body.results).toMatchObject([
    { pending: null },
  ]);
});

test("a doubt and what was decided on it are in the list of changes, once, and are not undone there", async () => {
  const report = await ofReport(await add({ submittedBy: "bob", verifiedBy: "x" }));
  const decide = (outcome: string) => app.post(api.decideReport(), { report, outcome, reason: "No." }, OTHER);
  const both = await Promise.all([decide("stands"), decide("stands")]);
  expect(both.map((each) => each.status).toSorted()).toEqual([200, 404]);
  const { results } = (await app.getAs(api.changes({ noun: "report" }), HELPER.id, HELPER.roles)).body;
  const [decision, ...others] = results.filter(({ id }) => id === report);
  expect(others).toEqual([]);
  expect(decision).toMatchObject({
    ...{ action: "decide", title: "Report of LCC on Quad for $5,000", undo: "never", reason: null },
    changes: [{ label: "Decision", before: null, after: "Kept" }],
  });
  expect(await status(api.undoChange(), { seq: String(decision?.seq) }, HELPER)).toBe(409);
});
