import { beforeEach, expect, test } from "vitest";
import { openEngine } from "#engine";
import { api } from "../../domain/contract/routes.ts";
import { emptyApp, type TestApp } from "../factories.ts";

const MEMBER = { id: "ada", roles: [] };
const VERIFIER = { id: "vera", roles: ["Index Verifier"] };
const HELPER = { id: "hel", roles: ["Index Helper"] };
const FORM = { map: "Quad", entity: "Energizer", person: "Ada", link: "https://example.org/proof" };

let app: TestApp;
let filekey: string;
beforeEach(async () => {
  app = await emptyApp(await openEngine());
  filekey = String((await app.post(api.addSubmit("2mp"), FORM, MEMBER)).body.filekey);
});

const except = (values: Readonly<Record<string, string>> = {}, who = HELPER) =>
  app.post(
    api.exceptCheck(),
    { filekey, revision: "1", check: "water", reason: "There is a pond.", ...values },
    who,
  );
const known = async (who = VERIFIER) =>
  (await app.getAs(api.exceptions({ filekey }), who.id, who.roles)).body.results;

test("a helper excepts a completion from a check with a reason, which verifiers and helpers read", async () => {
  expect((await except()).status).toBe(200);
  const exception = { check: "water", whether: "there is water for the towers that need it" };
  expect(await known()).toMatchObject([{ ...exception, reason: "There is a pond.", by: "Another helper" }]);
  await except({ reason: "The pond is deep enough." });
  expect(await known()).toMatchObject([{ check: "water", reason: "The pond is deep enough." }]);
  await except({ reason: "" });
  expect(await known()).toEqual([]);
});

test("it holds for what the helper saw: a verdict leaves it, an edit ends it", async () => {
  await except();
  await app.post(api.verifyCompletions(), { entries: JSON.stringify([filekey]) }, VERIFIER);
  expect(await known()).toHaveLength(1);
  const edit = { ...FORM, edit: "true", "edited-filekey": filekey, map: "Logs" };
  expect((await app.post(api.addSubmit("2mp"), edit, HELPER)).status).toBe(200);
  expect(await known()).toEqual([]);
  expect((await except()).status).toBe(409);
  expect((await except({ revision: "2" })).status).toBe(200);
});

test("nothing public tells of it, and it moves no version", async () => {
  const everything = async () => [
    await app.get(api.list("2mp", { filekey })),
    await app.get(api.history({ filekey })),
    await app.get(api.publicChanges({ since: 0 })),
  ];
  const before = JSON.stringify(await everything());
  await except();
  expect(JSON.stringify(await everything())).toBe(before);
});

test.each<[number, Readonly<Record<string, string>>]>([
  [400, { check: "rain" }],
  [400, { check: "constructor" }],
  [400, { revision: "x" }],
  [400, { filekey: "" }],
  [400, { reason: "x".repeat(1001) }],
  [404, { filekey: "none" }],
  [409, { revision: "7" }],
])("it is refused with %d: %o", async (status, values) => {
  expect((await except(values)).status).toBe(status);
  expect(await known()).toEqual([]);
});

test("members and verifiers may except nothing, and members read nothing of it", async () => {
  for (const who of [MEMBER, VERIFIER]) expect((await except({}, who)).status).toBe(403);
  expect((await app.getAs(api.exceptions({ filekey }), MEMBER.id, [])).status).toBe(403);
});
