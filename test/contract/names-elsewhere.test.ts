import { beforeEach, expect, test } from "vitest";
import { openEngine } from "#engine";
import type { OwnMailAnswer } from "../../domain/contract/notices.ts";
import { api } from "../../domain/contract/routes.ts";
import { sqlite } from "../../server/db/database.ts";
import { namesIn } from "../../server/db/names.ts";
import { emptyApp, type TestApp, testApp } from "../factories.ts";
import { tenantSignIn } from "../sign-in.ts";

const HELPER = { id: "hel", roles: ["Index Helper"] };
const ADA = { id: "ada" };

let app: TestApp;
beforeEach(async () => {
  const engine = await openEngine();
  await engine.database.atomic([sqlite.deleteFrom("person").compile()]);
  await emptyApp(engine);
  const signIn = { ...tenantSignIn(), names: namesIn(engine.database, "person") };
  app = await testApp(engine, undefined, { signIn });
});

const rename = (name: string, who: { id: string }, more: Record<string, string> = {}) =>
  app.post(api.changeName(), { name, ...more }, who);
const own = async ({ id }: { id: string }) =>
  ((await app.getAs(api.ownMail(), id, [])).body as unknown as OwnMailAnswer).name;
/** Returns whether a write moves what public answers say of people. */
async function moves(write: () => Promise<unknown>) {
  const before = (await app.database.versions())?.of(["accounts"]);
  await write();
  return (await app.database.versions())?.of(["accounts"]) !== before;
}

test("a name is read by helpers, and by everybody once its owner says so", async () => {
  expect(await own(HELPER)).toEqual({ displayName: null, namePublic: false });
  const { id } = await app.add("lcc", { map: "Quad", money: 5, pending: "ada", submittedBy: "ada" });
  await app.post(api.verifyCompletions(), { entries: JSON.stringify([id]) }, HELPER);
  const shown = async () => {
    const [mine] = (await app.getAs(api.changes(), HELPER.id, HELPER.roles)).body.results;
    const everybody = (await app.get(api.history({ filekey: id }))).body.results;
    return [mine?.who, everybody.find(({ action }) => action === "verify")?.who];
  };
  expect(await shown()).toEqual(["a helper", "a helper"]);
  expect(await moves(() => rename("Helen", HELPER))).toBe(false);
  expect(await own(HELPER)).toEqual({ displayName: "Helen", namePublic: false });
  expect(await shown()).toEqual(["Helen", "a helper"]);
  expect(await moves(() => rename("Helen", HELPER, { public: "1" }))).toBe(true);
  expect(await shown()).toEqual(["Helen", "Helen"]);
  // What one is told by mail leaves the name as it is.
  expect(await moves(() => app.post(api.ownMail(), { turn: "1" }, HELPER))).toBe(false);
  expect(await own(HELPER)).toEqual({ displayName: "Helen", namePublic: true });
  const found = await app.getAs(api.changes({ who: "helen" }), HELPER.id, HELPER.roles);
  expect(found.body.results.length).toBeGreaterThan(0);
  expect(await moves(() => rename("", HELPER))).toBe(true);
  expect(await shown()).toEqual(["a helper", "a helper"]);
});

test.each([
  ["another's", "h e l e n", /Somebody else has this name/],
  ["one that the site uses itself", "The Helper", /The site calls people that itself/],
  ["one that is too long", "x".repeat(41), /40/],
  ["one that nobody sees", "\u200b", /./],
])("%s is no name, and the one before stays", async (_, name, why) => {
  await rename("Helen", HELPER);
  await rename("Ada", ADA);
  expect(await rename(name, ADA)).toMatchObject({
    ...{ status: 400, body: { error: expect.stringMatching(why) } },
  });
  expect(await own(ADA)).toEqual({ displayName: "Ada", namePublic: false });
  expect((await app.post(api.changeName(), { name: "Nobody's" }, null)).status).toBe(401);
});
