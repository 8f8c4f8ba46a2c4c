import { beforeEach, describe, expect, test } from "vitest";
import { openEngine } from "#engine";
import type { NoticesAnswer } from "../../domain/contract/notices.ts";
import { api } from "../../domain/contract/routes.ts";
import { sqlite } from "../../server/db/database.ts";
import { emptyApp, type TestApp } from "../factories.ts";
import { FORMS } from "../forms.ts";

const MEMBER = { id: "ada" };
const VERIFIER = { id: "vera", roles: ["Index Verifier"] };
const HELPER = { id: "hel", roles: ["Index Helper"] };
const ADMINISTRATOR = { id: "boss", roles: ["Admin"] };

let app: TestApp;
beforeEach(async () => {
  const engine = await openEngine();
  // One engine has one database for the whole file.
  await engine.database.atomic([
    sqlite.deleteFrom("report").compile(),
    sqlite.deleteFrom("notice").compile(),
  ]);
  app = await emptyApp(engine);
});

interface Report {
  readonly report: string;
  readonly filekey: string;
  readonly reason: string;
  readonly link: string | null;
  readonly canWait: boolean;
}

/** Adds verified LCCs of a member. */
async function verified(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, at) => `reported-${at}`);
  for (const [at, id] of ids.entries()) await app.add("lcc", { id, money: 1000 + at, submittedBy: "grace" });
  return ids;
}
const report = (filekey: string, values: Record<string, string> = {}, who: { id: string } = MEMBER) =>
  app.post(api.report(), { filekey, reason: "No proof of round 100", ...values }, who);
const open = async (who = HELPER) => {
  const { body } = await app.getAs(api.reports(), who.id, who.roles);
  return body.results as unknown as Report[];
};
const decide = (given: string, outcome: string, reason = "", who: typeof HELPER = HELPER) =>
  app.post(api.decideReport(), { report: given, outcome, reason }, who);
const shown = async () => (await app.get(api.list("lcc", { count: 50 }))).body.results;

test("a member's report reaches the helpers with its reason and link, and nobody in public", async () => {
  const [filekey = ""] = await verified(1);
  const link = "https://example.org/the-real-video";
  expect(await report(filekey, { link })).toMatchObject({ status: 200, body: {} });
  expect(await open()).toEqual([
    expect.objectContaining({
      ...{ filekey, reason: "No proof of round 100", link, canWait: true, isPending: false },
      ...{ challenge: "lcc", by: null, account: null },
    }),
  ]);
  expect((await app.getAs(api.reports({ count: 0 }), HELPER.id, HELPER.roles)).body).toEqual({
    ...{ results: [], count: 1 },
  });
  const everything = [
    await shown(),
    await app.get(api.history({ filekey })),
    await app.get(api.publicChanges({ since: 0 })),
    await app.getAs(api.changes(), HELPER.id, HELPER.roles),
  ];
  expect(JSON.stringify(everything)).not.toMatch(/No proof of round|real-video/);
  expect(JSON.stringify(await open())).not.toContain(JSON.stringify(MEMBER.id));
});

test.each([
  ["nobody who signed in", null, 401, 401],
  ["a member", MEMBER, 200, 403],
  ["a verifier", VERIFIER, 200, 403],
  ["a helper", HELPER, 200, 200],
  ["an administrator", ADMINISTRATOR, 200, 200],
] as const)("%s may report and read reports as their level says", async (_, who, reports, reads) => {
  const [filekey = ""] = await verified(1);
  const roles = who && "roles" in who ? who.roles : [];
  expect((await app.post(api.report(), { filekey, reason: "why" }, who)).status).toBe(reports);
  const read = who ? await app.getAs(api.reports(), who.id, roles) : await app.get(api.reports());
  expect(read.status).toBe(reads);
  const body = { report: "none", outcome: "stands" };
  expect((await app.post(api.decideReport(), body, who)).status).toBe(reads === 200 ? 404 : reads);
});

describe("a report is refused", () => {
  test.each([
    ["without a reason", { reason: " " }, 400, /./],
    ["with a reason that is too long", { reason: "x".repeat(1001) }, 400, /1,?000/],
    ["with a link that is none", { link: "javascript:alert(1)" }, 400, /link/i],
    ["with a link that is too long", { link: `https://example.org/${"x".repeat(2000)}` }, 400, /link/i],
    ["of nothing", { filekey: "gone" }, 404, /filekey/],
  ])("%s", async (_, values, status, why) => {
    const [filekey = ""] = await verified(1);
    const refused = await report(filekey, values);
    expect(refused).toMatchObject({ status, body: { error: expect.stringMatching(why) } });
    expect(await open()).toEqual([]);
  });

  test("if the member has reported it already, or has five open ones; a closed one makes room", async () => {
    const filekeys = await verified(6);
    for (const filekey of filekeys.slice(0, 5)) expect((await report(filekey)).status).toBe(200);
    expect(await report(filekeys[0] ?? "")).toMatchObject({
      status: 409,
      body: { error: "You have reported this completion. A helper will look at it." },
    });
    expect(await report(filekeys[5] ?? "")).toMatchObject({
      status: 409,
      body: { error: "You have 5 open reports. Please wait until a helper has looked at one of them." },
    });
    expect((await report(filekeys[0] ?? "", {}, { id: "another" })).status).toBe(200);
    const [first] = await open();
    expect((await decide(first?.report ?? "", "stands")).status).toBe(200);
    expect((await report(filekeys[5] ?? "")).status).toBe(200);
    expect(await open()).toHaveLength(6);
  });

  test("if two of one member arrive at once", async () => {
    const [filekey = ""] = await verified(1);
    const statuses = (await Promise.all([report(filekey), report(filekey)])).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 409]);
    expect(await open()).toHaveLength(1);
  });
});

test.each([
  ["stands", "report-stands"],
  ["pending", "report-pending"],
  ["removed", "report-removed"],
])("whoever reported is told once, and nobody else, that it is %s", async (outcome, kind) => {
  const [filekey = ""] = await verified(1);
  await report(filekey);
  const [{ report: id } = { report: "" }] = await open();
  await decide(id, outcome, outcome === "removed" ? "Another map" : "");
  const told = async (who: string) => {
    const { results } = (await app.getAs(api.notices(), who, [])).body as unknown as {
      results: { kind: string; filekey: string }[];
    };
    return results.filter((each) => each.kind.startsWith("report")).map((each) => [each.kind, each.filekey]);
  };
  expect(await told(MEMBER.id)).toEqual([[kind, filekey]]);
  expect(await told("grace")).toEqual([]);
});

test.each([
  [true, "A helper changed it."],
  [false, "Nothing was changed."],
])("whoever reported learns whether it was changed before it was kept: %s", async (isChanged, text) => {
  const [filekey = ""] = await verified(1);
  await report(filekey);
  await new Promise((resolve) => setTimeout(resolve, 2));
  const form = { ...FORMS.lcc, link: "https://example.org/mended", edit: "true", "edited-filekey": filekey };
  if (isChanged) expect((await app.post(api.addSubmit("lcc"), form, HELPER)).status).toBe(200);
  const [{ report: id } = { report: "" }] = await open();
  await decide(id, "stands");
  const { results } = (await app.getAs(api.notices(), MEMBER.id, [])).body as unknown as NoticesAnswer;
  expect(results.filter(({ kind }) => kind === "report-stands").map((each) => each.text)).toEqual([text]);
});

describe("a helper decides that", () => {
  test("it stands: nothing changes in public, and nothing is logged", async () => {
    const [filekey = ""] = await verified(1);
    const before = await shown();
    await report(filekey);
    const [{ report: id } = { report: "" }] = await open();
    expect(await decide(id, "stands")).toMatchObject({ status: 200, body: {} });
    expect(await shown()).toEqual(before);
    expect(await open()).toEqual([]);
    expect((await decide(id, "stands")).status).toBe(404);
  });

  test.each([
    ["it is pending again", "pending", "", "edit"],
    ["it is removed", "removed", "The video is of another map", "reject"],
  ])("%s: that is logged and can be undone", async (_, outcome, reason, action) => {
    const [filekey = ""] = await verified(1);
    const before = await shown();
    await report(filekey);
    const [{ report: id } = { report: "" }] = await open();
    expect((await decide(id, outcome, reason)).status).toBe(200);
    expect(await open()).toEqual([]);
    const after = await shown();
    if (outcome === "pending") expect(after).toMatchObject([{ filekey, pending: "grace" }]);
    else expect(after).toEqual([]);
    const [change] = (await app.getAs(api.changes(), HELPER.id, HELPER.roles)).body.results;
    expect(change).toMatchObject({ action, id: filekey, reason: reason || null });
    expect((await app.post(api.undoChange(), { seq: String(change?.seq) }, HELPER)).status).toBe(200);
    expect(await shown()).toMatchObject([
      { filekey, pending: null, ...(before[0] && { money: before[0].money }) },
    ]);
  });

  test("nothing that cannot be: each is refused, and the report stays open", async () => {
    const [verifiedOne = ""] = await verified(1);
    await app.add("lcc", { id: "imported", map: "Logs", submittedBy: null });
    await report(verifiedOne);
    await report("imported");
    // Sent in the same millisecond, they stand in any order.
    const both = await open();
    const imported = both.find(({ filekey }) => filekey === "imported");
    const one = both.find((each) => each !== imported);
    expect(imported).toMatchObject({ filekey: "imported", canWait: false });
    expect((await decide(imported?.report ?? "", "pending")).status).toBe(409);
    expect((await decide(one?.report ?? "", "removed", " ")).status).toBe(400);
    expect((await decide(one?.report ?? "", "praised")).status).toBe(400);
    expect(await open()).toHaveLength(2);
  });
});

test("of two decisions at once one counts, for the completion and for what its reporter is told", async () => {
  const [filekey = ""] = await verified(1);
  await report(filekey);
  const [{ report: id } = { report: "" }] = await open();
  const [pending, removed] = await Promise.all([decide(id, "pending"), decide(id, "removed", "Another map")]);
  const done = [pending?.status, removed?.status];
  expect(done.filter((status) => status === 200)).toHaveLength(1);
  const { results } = (await app.getAs(api.notices(), MEMBER.id, [])).body;
  const told = (results as unknown as { kind: string }[]).map(({ kind }) => kind);
  const isPending = done[0] === 200;
  expect(told.filter((kind) => kind.startsWith("report"))).toEqual([
    isPending ? "report-pending" : "report-removed",
  ]);
  expect((await shown()).length).toBe(isPending ? 1 : 0);
});

test("a report of a completion that is deleted closes itself", async () => {
  const [filekey = ""] = await verified(1);
  await report(filekey);
  const entries = JSON.stringify([filekey]);
  expect((await app.post(api.deleteSubmit("lcc"), { entries }, HELPER)).status).toBe(200);
  expect(await open()).toEqual([]);
  expect((await app.getAs(api.reports({ count: 0 }), HELPER.id, HELPER.roles)).body.count).toBe(0);
});
