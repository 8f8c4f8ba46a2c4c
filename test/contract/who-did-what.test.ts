import { beforeEach, describe, expect, test } from "vitest";
import { openEngine } from "#engine";
import { api } from "../../domain/contract/routes.ts";
import { sqlite } from "../../server/db/database.ts";
import { emptyApp, type TestApp } from "../factories.ts";

const HELPER = { id: "hel", roles: ["Index Helper"] };
const VERIFIER = { id: "vera", roles: ["Index Verifier"] };
const MEMBER = { id: "adas-id" };

let app: TestApp;
beforeEach(async () => {
  const engine = await openEngine();
  // One engine has one database for the whole file: remove what other tests logged.
  await engine.database.atomic([sqlite.deleteFrom("change").where("actor_level", "is not", null).compile()]);
  app = await emptyApp(engine);
});

const MAP = { difficulty: "expert", length: "1", numEntrances: "1", numExits: "1", numObjects: "0" };

/** Has a member submit two LCCs, of which a verifier verifies one and a helper rejects one, and adds a map. */
async function busyDay() {
  const submit = async (money: string) => {
    const values = { map: "Quad", money, person: "Ada", version: "50", date: "2025-01-01" };
    const { body } = await app.post(
      api.addSubmit("lcc"),
      { ...values, link: `https://example.org/${money}` },
      MEMBER,
    );
    return String(body.filekey);
  };
  const id = crypto.randomUUID().slice(0, 8);
  const [one, two] = [await submit("1000"), await submit("2000")];
  expect((await app.post(api.verifyCompletions(), { entries: JSON.stringify([one]) }, VERIFIER)).status).toBe(
    200,
  );
  expect((await app.post(api.rejectCompletion(), { filekey: two, reason: "why" }, HELPER)).status).toBe(200);
  expect((await app.post(api.addMap(), { ...MAP, map: `Pond ${id}`, abbreviation: id }, HELPER)).status).toBe(
    200,
  );
  return { one, two };
}

const listed = async (query: Record<string, string | number>, who = HELPER) =>
  (await app.getAs(api.changes(query), who.id, who.roles)).body.results.map(
    ({ who, action, noun }) => `${who} ${action} ${noun}`,
  );

const ALL = [
  "a helper add map",
  "a helper reject completion",
  "a verifier verify completion",
  "a member add completion",
  "a member add completion",
];

describe("the list of changes can be narrowed", () => {
  test.each([
    ["to nothing", {}, ALL],
    ["to helpers", { who: "A helper" }, ALL.slice(0, 2)],
    ["to verifiers", { who: "verifier" }, [ALL[2]]],
    ["to members", { who: "members" }, ALL.slice(3)],
    ["to nobody that is known", { who: "Grace" }, []],
    ["to an action", { action: "add" }, [ALL[0], ...ALL.slice(3)]],
    ["to an action that there is not", { action: "dance" }, []],
    ["to completions", { noun: "completion" }, ALL.slice(1)],
    ["to maps", { noun: "map" }, [ALL[0]]],
    ["to an action of helpers on a noun", { who: "helper", noun: "completion", action: "reject" }, [ALL[1]]],
    ["from a day on", { from: "2018-01-01" }, ALL],
    ["from a day to come", { from: "2999-01-01" }, []],
    ["until a day", { until: "2018-01-01" }, []],
    ["until a day to come", { until: "2999-01-01" }, ALL],
  ])("%s", async (_, query, found) => {
    await busyDay();
    expect(await listed(query)).toEqual(found);
    expect(await listed(query, VERIFIER)).toEqual(found);
  });

  test("to one completion, and goes on page by page", async () => {
    const { two } = await busyDay();
    const ofOne = { noun: "completion", id: two };
    expect(await listed(ofOne)).toEqual(["a helper reject completion", "a member add completion"]);
    const first = await app.getAs(api.changes({ ...ofOne, count: 1 }), HELPER.id, HELPER.roles);
    expect(first.body).toMatchObject({ results: [{ action: "reject" }], nextAccount: null });
    expect(await listed({ ...ofOne, count: 1, before: Number(first.body.next) })).toEqual([
      "a member add completion",
    ]);
  });

  test("to one action of what was changed together", async () => {
    for (const id of ["a", "b"])
      await app.add("lcc", { id, pending: "ada", submittedBy: "ada", money: id === "a" ? 1 : 2 });
    await app.post(api.verifyCompletions(), { entries: '["a","b"]' }, HELPER);
    expect(await listed({ noun: "completion", who: "helper" })).toHaveLength(1);
    expect(await listed({ action: "verify" })).toHaveLength(2);
  });

  test.each([
    ["an unknown noun", { noun: "nonsense" }, /noun/],
    ["the accounts' log, where there is none", { noun: "account" }, /noun/],
    ["an id of no noun", { id: "a" }, /noun/],
    ["a day that there is not", { from: "2025-02-31" }, /from/],
    ["a month", { until: "2025-02" }, /until/],
  ])("but not to %s", async (_, query, why) => {
    const { status, body } = await app.getAs(api.changes(query), HELPER.id, HELPER.roles);
    expect({ status, error: body.error }).toEqual({ status: 400, error: expect.stringMatching(why) });
  });
});
