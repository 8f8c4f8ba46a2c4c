import { beforeEach, expect, test } from "vitest";
import { openEngine } from "#engine";
import type { NoticesAnswer } from "../../domain/contract/notices.ts";
import type { NameRequestsAnswer, OwnNameAnswer } from "../../domain/contract/players.ts";
import { api } from "../../domain/contract/routes.ts";
import { sqlite } from "../../server/db/database.ts";
import { emptyApp, type TestApp } from "../factories.ts";
import { FORMS } from "../forms.ts";

type Who = { readonly id: string; readonly roles?: readonly string[] };
const HELPER = { id: "hel", roles: ["Index Helper"] };
const NATTO = { id: "natto" };
const KIT = { id: "kit" };

let app: TestApp;
beforeEach(async () => {
  const engine = await openEngine();
  await engine.database.atomic([
    sqlite.deleteFrom("name_request").compile(),
    sqlite.deleteFrom("notice").compile(),
  ]);
  app = await emptyApp(engine);
  for (const [map, person] of [
    ["Quad", "Natto"],
    ["Logs", "ナットー"],
    ["Cubism", "Ada"],
  ] as const) {
    const { id } = await app.add("lcc", { map, people: [person], money: 5, towers: [] });
    const by = person === "Ada" ? "kit" : "natto";
    await app.database.atomic([
      sqlite.updateTable("completion").set({ submitted_by: by }).where("id", "=", id).compile(),
    ]);
  }
});

const post = (path: string, fields: Record<string, string>, who: Who | null) => app.post(path, fields, who);
const own = async (who: Who, name?: string) =>
  (await app.getAs(api.ownName({ name }), who.id, [])).body as unknown as OwnNameAnswer;
const open = async () =>
  (await app.getAs(api.nameRequests(), "hel", HELPER.roles)).body as unknown as NameRequestsAnswer;
const ask = (name: string, who: Who) => post(api.requestName(), { name, evidence: "My channel." }, who);
const decide = async (outcome: string, who: Who = HELPER, reason = "") =>
  post(api.decideNameRequest(), { request: (await open()).results[0]?.request ?? "", outcome, reason }, who);
const player = async (name: string) => app.get(api.player({ name }));

test("a name is asked for with evidence, given by a helper, and its page can be hidden and shown", async () => {
  expect(await own(NATTO)).toMatchObject({
    names: [
      { name: "Natto", completions: 1 },
      { name: "ナットー", completions: 1 },
    ],
    request: null,
  });
  expect((await ask("natto", NATTO)).status).toBe(200);
  expect((await open()).results).toMatchObject([
    { name: "Natto", completions: 1, submitted: 1, evidence: "My channel.", account: null },
  ]);
  expect((await decide("approved")).status).toBe(200);
  expect((await open()).count).toBe(0);
  expect((await own(NATTO)).request).toMatchObject({ name: "Natto", isApproved: true, isHidden: false });
  expect(await own(KIT, "Natto")).toMatchObject({ isOwned: true });

  expect((await post(api.hidePage(), {}, NATTO)).status).toBe(200);
  expect((await player("Natto")).status).toBe(404);
  expect((await app.get(api.appeared({ person: "natto" }))).body).toMatchObject({ hasPage: false });
  const { results } = (await app.get(api.players())).body as unknown as {
    results: { name: string; hasPage: boolean }[];
  };
  expect(results.find(({ name }) => name === "Natto")?.hasPage).toBe(false);
  expect((await app.get(api.playerNames({ prefix: "nat" }))).body.results).toEqual([]);
  // Whoever was joined with another player since still owns the player.
  await post(api.joinPlayers(), { name: "Natto", into: "ナットー" }, HELPER);
  expect((await own(NATTO)).request).toMatchObject({ isApproved: true });
  expect((await post(api.hidePage(), { hidden: "0" }, NATTO)).status).toBe(200);
  expect((await player("Natto")).status).toBe(200);
  expect((await app.get(api.appeared({ person: "natto" }))).body).toMatchObject({ hasPage: true });
  expect((await app.get(api.appeared({ person: "nobody" }))).body).toMatchObject({ hasPage: false });
});

test("giving a name back shows its page, and somebody else can ask for it", async () => {
  await ask("Natto", NATTO);
  await decide("approved");
  await post(api.hidePage(), {}, NATTO);
  expect((await post(api.endName(), {}, NATTO)).status).toBe(200);
  expect((await player("Natto")).status).toBe(200);
  expect((await ask("Natto", KIT)).status).toBe(200);
});

test("a denial is remembered with its reason", async () => {
  await ask("Natto", KIT);
  expect(await decide("denied")).toMatchObject({ status: 400 });
  expect((await decide("denied", HELPER, "The channel is another one's.")).status).toBe(200);
  expect((await own(KIT, "Natto")).denied).toMatchObject({ reason: "The channel is another one's." });
  expect(await ask("natto", KIT)).toMatchObject({
    status: 409,
    body: { error: 'A helper declined your claim to the name "natto".' },
  });
  // Another name may be theirs.
  expect((await ask("Ada", KIT)).status).toBe(200);
});

test("whoever asked is told once what was decided, why, and where to look", async () => {
  const told = async (who: Who) => {
    const { results } = (await app.getAs(api.notices(), who.id, [])).body as unknown as NoticesAnswer;
    return results.map(({ kind, filekey, heading, text }) => [kind, filekey, heading, text]);
  };
  await ask("Natto", NATTO);
  await decide("approved");
  await ask("Ada", KIT);
  expect([await told(NATTO), await told(KIT)]).toEqual([[["name-approved", "", "Natto", null]], []]);
  await decide("denied", HELPER, "The channel is another one's.");
  expect(await told(KIT)).toEqual([["name-denied", "", "Ada", "The channel is another one's."]]);
  expect(await told(HELPER)).toEqual([]);
  // Giving it back oneself is no news.
  await post(api.endName(), {}, NATTO);
  expect(await told(NATTO)).toHaveLength(1);
});

test("each account asks for one name, each name has one owner, and nobody decides on their own", async () => {
  await ask("Natto", NATTO);
  expect((await ask("Ada", NATTO)).status).toBe(409);
  expect((await ask("Natto", HELPER)).status).toBe(200);
  expect((await decide("approved")).status).toBe(200);
  expect((await open()).results).toHaveLength(1);
  expect(await decide("approved")).toMatchObject({ status: 409 });
  expect(await decide("approved", { id: "hel2", roles: HELPER.roles })).toMatchObject({
    status: 409,
    body: { error: expect.stringContaining("already has an owner") },
  });
});

test("players of two accounts are not joined", async () => {
  await ask("Natto", NATTO);
  await decide("approved");
  await ask("Ada", KIT);
  await decide("approved");
  expect(await post(api.joinPlayers(), { name: "Ada", into: "Natto" }, HELPER)).toMatchObject({
    status: 409,
    body: { error: expect.stringContaining("belong to two accounts") },
  });
});

test("what an owner has hidden stays so when players are joined, and nobody else's page does when they part", async () => {
  await ask("Natto", NATTO);
  await decide("approved");
  expect((await post(api.hidePage(), {}, NATTO)).status).toBe(200);
  const pageOf = async (name: string) => (await app.get(api.player({ name }))).status;
  const { body } = await post(api.joinPlayers(), { name: "Natto", into: "Ada" }, HELPER);
  expect([await pageOf("Natto"), await pageOf("Ada")]).toEqual([404, 404]);
  expect((await post(api.undoChange(), { seq: String(body.seq) }, HELPER)).status).toBe(200);
  expect([await pageOf("Natto"), await pageOf("Ada")]).toEqual([404, 200]);
});

test("whoever owns the name of a banned player submits nothing, and helpers see who that is", async () => {
  const pending = await app.add("lcc", { map: "Ravine", pending: "natto", submittedBy: "natto" });
  const isBanned = async () => {
    const { body } = await app.getAs(api.queueFacts({ filekey: pending.id }), HELPER.id, HELPER.roles);
    return (body.submitter as { banned: string | null }).banned !== null;
  };
  await ask("Natto", NATTO);
  await decide("approved");
  expect(await isBanned()).toBe(false);
  await post(api.banPlayer(), { name: "Natto", reason: "Borrowed recordings." }, HELPER);
  const form = { ...FORMS.lcc, map: "Muddy Puddles", link: "https://example.org/a", person: "Somebody Else" };
  expect((await post(api.addSubmit("lcc"), form, NATTO)).status).toBe(403);
  expect(await isBanned()).toBe(true);
  expect((await post(api.addSubmit("lcc"), form, KIT)).status).toBe(200);
});

test("what was withdrawn or rejected of a banned player does not come back to the queue", async () => {
  const form = { ...FORMS.lcc, link: "https://example.org/a", person: "Natto" };
  const add = async (map: string) =>
    String((await post(api.addSubmit("lcc"), { ...form, map }, KIT)).body.filekey);
  const [withdrawn, rejected] = [await add("Muddy Puddles"), await add("#Ouch")];
  await post(api.deleteSubmit("lcc"), { entries: JSON.stringify([withdrawn]) }, KIT);
  await post(api.rejectCompletion(), { filekey: rejected, reason: "No." }, HELPER);
  const both = async () => [
    (await post(api.bringBack(), { filekey: withdrawn }, KIT)).status,
    (await post(api.ownThread(), { filekey: rejected, body: "Why?", appeal: "1" }, KIT)).status,
  ];
  await post(api.banPlayer(), { name: "Natto", reason: "Borrowed recordings." }, HELPER);
  expect(await both()).toEqual([409, 409]);
  await post(api.banPlayer(), { name: "Natto", banned: "0" }, HELPER);
  expect(await both()).toEqual([200, 200]);
});

test.each([
  ["nobody", "x", 404],
  ["", "x", 404],
  ["Natto", " ", 400],
  ["Natto", "x".repeat(3_000), 400],
])("a request for %j is refused", async (name, evidence, status) => {
  expect((await post(api.requestName(), { name, evidence }, KIT)).status).toBe(status);
});

test("nobody hides a page that is not theirs", async () => {
  expect((await post(api.hidePage(), {}, KIT)).status).toBe(404);
  await ask("Natto", KIT);
  expect((await post(api.hidePage(), {}, KIT)).status).toBe(404);
  expect((await post(api.decideNameRequest(), { request: "x", outcome: "approved" }, KIT)).status).toBe(403);
  expect((await app.getAs(api.nameRequests(), "ver", ["Index Verifier"])).status).toBe(403);
});
