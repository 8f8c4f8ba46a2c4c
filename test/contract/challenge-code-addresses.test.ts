import { beforeEach, expect, inject, test } from "vitest";
import { openEngine } from "#engine";
import type { AskedCodeAnswer } from "../../domain/contract/challenge-codes.ts";
import { api } from "../../domain/contract/routes.ts";
import { countersInMemory } from "../../server/counters.ts";
import { statement } from "../../server/db/database.ts";
import { askHosts } from "../../server/other-hosts.ts";
import { emptyApp, type TestApp } from "../factories.ts";
import { FORMS } from "../forms.ts";
import { EXAMPLE } from "../game-server/answers.ts";
import { gameServerAt } from "../game-server/control.ts";

const ADA = { id: "ada" };
const HELPER = { id: "hel", roles: ["Index Helper"] };
const server = gameServerAt(inject("gameServer"));

let app: TestApp;
/** Those who hold a turn for their personal reads. */
let holding: string[];
beforeEach(async () => {
  const engine = await openEngine();
  await engine.database.atomic([statement`delete from challenge_code`]);
  const counters = countersInMemory();
  holding = [];
  app = await emptyApp(engine, {
    ...{
      counters,
      askHost: askHosts({
        fetch,
        counters,
        addresses: { challengeCodes: server.url },
      }),
    },
    async fairTurn(who, work) {
      holding.push(who);
      return work();
    },
  });
  await server.reset();
});

const ask = async (code: string) => {
  const { status, body } = await app.getAs(api.askChallengeCode({ code }), ADA.id);
  return { status, body: body as unknown as AskedCodeAnswer };
};

test("what is known of a code is public, but for its creator, and reading it asks no server", async () => {
  const code = "ZPUBLIC";
  await server.publish(code);
  const nothing = { code, document: null, foundAt: null, askedAt: null, completions: [] };
  expect((await app.get(api.challengeCode({ code }))).body).toEqual({ ...nothing, outcome: "not-asked" });
  expect(await server.asked(code)).toBe(0);
  expect((await ask(code)).body).toMatchObject({ outcome: "found", why: null, retryAfter: null });
  const { status, body } = await app.get(
    api.challengeCode({ code: `https://join.btd6.com/Challenge/${code}` }),
  );
  expect([status, body]).toEqual([
    200,
    expect.objectContaining({ code, outcome: "found", document: expect.objectContaining({ map: "Quad" }) }),
  ]);
  expect(JSON.stringify([body, (await ask(code)).body])).not.toMatch(/creator|users|Example/);
  expect(await server.asked(code)).toBe(1);
});

test("the completions that have a code are told with it, claims too, and none that is gone", async () => {
  const code = "ZABCDEF";
  const link = { link: "https://example.org/p" };
  const send = async (challenge: string, fields: Record<string, string>) =>
    String(
      (await app.post(api.addSubmit(challenge), { ...FORMS[challenge], ...link, ...fields }, ADA)).body
        .filekey,
    );
  const field = await send("2tc", { challenge_code: code });
  const notes = await send("lcc", { notes: "Code: zabcdef" });
  const other = await send("2mp", { challenge_code: "ZOTHER1" });
  const gone = await send("2tcc", { challenge_code: code });
  await app.post(api.verifyCompletions(), { entries: JSON.stringify([notes, other]) }, HELPER);
  await app.post(api.rejectCompletion(), { filekey: gone, reason: "no" }, HELPER);
  const { body } = await app.get(api.challengeCode({ code }));
  const completions = body.completions as AskedCodeAnswer["completions"];
  expect(completions.map(({ challenge, completion }) => [challenge, completion.filekey])).toEqual([
    ["2tc", field],
    ["lcc", notes],
  ]);
});

test("a code that the game does not have, and a server that cannot be asked, are answers, too", async () => {
  expect(await ask("ZNOBODY")).toMatchObject({
    status: 200,
    body: { outcome: "none", document: null, why: null },
  });
  expect((await app.get(api.challengeCode({ code: "ZNOBODY" }))).body).toMatchObject({ outcome: "none" });
  await server.answer("ZBROKEN", { status: 429, headers: { "Retry-After": "9" } });
  expect(await ask("ZBROKEN")).toMatchObject({
    ...{ status: 200, body: { outcome: "could-not-ask", why: "refused", retryAfter: 9, askedAt: null } },
  });
  expect((await ask("ZBROKEN")).body).toMatchObject({ outcome: "could-not-ask", why: "paused" });
  expect((await app.get(api.challengeCode({ code: "ZBROKEN" }))).body).toMatchObject({
    outcome: "not-asked",
  });
});

test.each(["", "a b", "ZABCDEF0000000", "../users/1", "x".repeat(4_000), "\ud800"])(
  "%j is no code, and refused in words",
  async (code) => {
    const sentence = code === "" ? /missing/ : /is not a challenge code/;
    for (const { status, body } of [await app.get(api.challengeCode({ code })), await ask(code)])
      expect([status, body]).toEqual([400, { error: expect.stringMatching(sentence) }]);
  },
);

test("a read that waits for the game's server takes no turn in the queue of personal reads", async () => {
  await ask("ZWAITED");
  expect(holding).toEqual([]);
  await app.getAs(api.ownWishes(), ADA.id);
  expect(holding).toEqual([ADA.id]);
});

test("the document that is told is the one that is stored", async () => {
  await server.publish("ZSTORED", { lives: 0, _towers: null });
  const { document } = (await ask("ZSTORED")).body;
  expect(document).toMatchObject({ mode: EXAMPLE.mode, lives: null, towers: null, allowsSelectedHero: null });
});
