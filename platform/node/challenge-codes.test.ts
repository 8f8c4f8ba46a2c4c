import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "../../domain/contract/routes.ts";
import { gameServerAt } from "../../test/game-server/control.ts";
import { type GameServer, startGameServer } from "../../test/game-server/index.ts";
import { ADMINISTRATOR, type RunningSite, startSite } from "../../test/node/site.ts";
import { Visitor } from "../../test/node/visitor.ts";

let game: GameServer;
let server: ReturnType<typeof gameServerAt>;
/** Two processes' worth of one data folder. */
let sites: readonly [RunningSite, RunningSite];
let headers: Record<string, string>;

beforeAll(async () => {
  game = await startGameServer();
  server = gameServerAt(game.origin);
  const env = { CHALLENGE_CODES: "on", CHALLENGE_CODES_URL: server.url };
  const first = await startSite(env);
  const second = await startSite({ ...env, DATA_DIR: first.settings.dataDir, SITE_ORIGIN: first.origin });
  sites = [first, second];
  const { access_token } = await new Visitor(first.origin).signIn(
    ADMINISTRATOR.email,
    ADMINISTRATOR.password,
  );
  headers = { Authorization: `Bearer ${access_token}` };
});
afterAll(async () => {
  for (const site of sites) await site.stop();
  await game.stop();
});

const get = async (at: 0 | 1, path: string) => {
  const { port } = sites[at].settings;
  const response = await fetch(`http://localhost:${port}${path}`, { headers });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

test("while one read waits for a silent server, other personal reads of the account are answered", async () => {
  await server.answer("ZSILENT", { ends: "silent" });
  await expect
    .poll(async () => (await get(0, api.askChallengeCode({ code: "ZTURN01" }))).body.outcome)
    .toBe("none");
  const waiting = get(0, api.askChallengeCode({ code: "ZSILENT" }));
  let isAnswered = false;
  void waiting.then(() => {
    isAnswered = true;
  });
  await expect.poll(() => server.asked("ZSILENT")).toBe(1);
  for (const path of [api.ownWishes(), api.challengeCode({ code: "ZSILENT" }), api.list("2tc")])
    expect([(await get(0, path)).status, isAnswered]).toEqual([200, false]);
  expect(await waiting).toMatchObject({ status: 200, body: { outcome: "could-not-ask", why: "timeout" } });
});

test("what one process was told of a code, all know; what was refused to one, none asks for", async () => {
  const [known, refused, other] = ["ZKNOWN1", "ZREFUSE", "ZOTHER1"] as const;
  await server.publish(known);
  expect(await get(0, api.askChallengeCode({ code: known }))).toMatchObject({ body: { outcome: "found" } });
  for (const path of [api.challengeCode({ code: known }), api.askChallengeCode({ code: known })])
    expect(await get(1, path)).toMatchObject({ status: 200, body: { outcome: "found" } });
  await server.answer(refused, { status: 403, headers: { "Retry-After": "600" } });
  expect((await get(0, api.askChallengeCode({ code: refused }))).body).toMatchObject({ why: "refused" });
  expect((await get(1, api.askChallengeCode({ code: other }))).body).toMatchObject({ why: "paused" });
  expect([await server.asked(known), await server.asked(other)]).toEqual([1, 0]);
});
