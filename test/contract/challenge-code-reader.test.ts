import { beforeEach, describe, expect, inject, test } from "vitest";
import { openEngine } from "#engine";
import { openData } from "../../app/api/repositories.server.ts";
import { type ChallengeCodes, challengeCodes } from "../../app/features/challenge-codes/reader.server.ts";
import type { Counters } from "../../server/counters.ts";
import { countersInDatabase } from "../../server/db/attempts.ts";
import { type Database, statement } from "../../server/db/database.ts";
import { type AskHost, askHosts, OPEN_SECONDS } from "../../server/other-hosts.ts";
import { documentOf, EXAMPLE, FAULTS, failure } from "../game-server/answers.ts";
import { gameServerAt } from "../game-server/control.ts";

const server = gameServerAt(inject("gameServer"));

let database: Database;
let counters: Counters;
let ask: AskHost;
let codes: ChallengeCodes;
/** In milliseconds. The clock of the test goes on where the reader waits. */
let now = Date.UTC(2026, 0, 1);
let made = 0;
/** A code that no other test has. */
const newCode = (): string => {
  made += 1;
  return `Z${String(made).padStart(6, "0")}`;
};
const SECOND = 1_000;
const HOUR = 60 * 60 * SECOND;

/** What another process or isolate has. */
const opened = (): AskHost =>
  askHosts({
    fetch: (...args) => fetch(...args),
    addresses: { challengeCodes: server.url },
    counters,
    sleep: async (milliseconds) => {
      now += milliseconds;
    },
  });

beforeEach(async () => {
  ({ database } = await openEngine());
  await database.atomic([statement`delete from attempt`, statement`delete from challenge_code`]);
  counters = countersInDatabase(database, () => now);
  ask = opened();
  codes = challengeCodes({ data: openData(database), askHost: ask, counters, now: () => new Date(now) });
  await server.reset();
});

describe("a code", () => {
  test("that the game's server has is found, stored with all that it says, and not asked for again", async () => {
    const code = newCode();
    await server.publish(code, { _ofTomorrow: { yes: "é \u0000 \ud800" } });
    const found = await codes.find(code);
    expect(found).toMatchObject({ outcome: "found", code, document: { map: "Quad", mode: "Clicks" } });
    now += 1_000 * HOUR;
    expect(await codes.find(code)).toEqual(found);
    expect(await codes.known(code)).toEqual(found);
    expect(await server.asked(code)).toBe(1);
    const row = await openData(database).challengeCodes.find(code);
    expect(JSON.parse(row?.document ?? "")).toEqual({
      ...{ ...EXAMPLE, id: code },
      _ofTomorrow: { yes: "é \u0000 \ud800" },
    });
  });

  test("is read from a link and in any letter case; what holds none is not asked for", async () => {
    const code = newCode();
    await server.publish(code);
    for (const text of [
      `https://join.btd6.com/Challenge/${code}`,
      ` ${code.toLowerCase()} `,
      `My code: ${code}`,
    ])
      expect(await codes.find(text)).toMatchObject({ outcome: "found", code });
    expect(await server.asked(code)).toBe(1);
    for (const text of [
      "",
      "..",
      "../users",
      "Z12345678901234",
      "in the video",
      "Z".repeat(100_000),
      "ŹABCDEF",
    ])
      expect(await codes.find(text)).toEqual({ outcome: "could-not-ask", why: "no-code", retryAfter: null });
  });

  test("that there is none of is known for an hour, and asked for again after it", async () => {
    const code = newCode();
    const none = await codes.find(code);
    expect(none).toEqual({ outcome: "none", code, askedAt: new Date(now).toISOString() });
    await server.publish(code);
    now += HOUR - SECOND;
    expect(await codes.find(code, { again: true })).toEqual(none);
    expect(await server.asked(code)).toBe(1);
    now += SECOND;
    expect(await codes.known(code)).toEqual(none);
    expect(await codes.find(code)).toMatchObject({ outcome: "found" });
  });

  test("that there is none of is forgotten when others are asked for an hour later", async () => {
    const [old, young] = [newCode(), newCode()];
    await codes.find(old);
    now += HOUR + SECOND;
    await codes.find(young);
    expect([await codes.known(old), (await codes.known(young))?.outcome]).toEqual([null, "none"]);
  });

  test("is asked for again where that is wanted, once an hour; what was found stays when it is gone", async () => {
    const code = newCode();
    await server.publish(code, { gameVersion: "54.3" });
    const first = await codes.find(code);
    await server.publish(code, { gameVersion: "55.0" });
    expect(await codes.find(code, { again: true })).toEqual(first);
    now += HOUR;
    const second = await codes.find(code, { again: true });
    expect(second).toMatchObject({ document: { gameVersion: "55.0" }, foundAt: new Date(now).toISOString() });
    await server.reset();
    now += HOUR;
    expect(await codes.find(code, { again: true })).toEqual({
      ...second,
      askedAt: new Date(now).toISOString(),
    });
    expect(await server.asked(code)).toBe(3);
  });

  test("of which the server gives another challenge, or one too deep to be stored, is not known", async () => {
    const code = newCode();
    const body: unknown = JSON.parse("[".repeat(3_000) + "]".repeat(3_000));
    for (const answer of [
      documentOf("ZOTHER1"),
      documentOf(code, { deep: body }),
      { body: '{"success":true,"body":[]}' },
      { body: "[" },
      failure("Under maintenance"),
      failure(null, { reason: "who knows" }),
      { ...failure("Forbidden"), status: 403 },
    ]) {
      await server.answer(code, answer);
      expect(await codes.find(code)).toMatchObject({ outcome: "could-not-ask", why: "unreadable" });
      now += SECOND;
    }
    expect(await codes.known(code)).toBeNull();
    for (const answer of [failure(null, { reason: "No challenge with that id exists" })])
      await server.answer(code, { ...answer, status: 404 });
    expect(await codes.find(code)).toMatchObject({ outcome: "none" });
  });

  test("is not asked for where that is switched off, and what is known is said", async () => {
    const [code, other] = [newCode(), newCode()];
    await server.publish(code);
    const found = await codes.find(code);
    const off = challengeCodes({
      data: openData(database),
      askHost: askHosts({ fetch, counters, addresses: { challengeCodes: null } }),
      ...{ counters, now: () => new Date(now) },
    });
    expect(await off.find(code)).toEqual(found);
    expect(await off.find(other)).toEqual({ outcome: "could-not-ask", why: "off", retryAfter: null });
  });
});

describe("the game's server", () => {
  test.each(Object.entries(FAULTS))(
    "that is %s is said to be so, and nothing is stored",
    async (_, [answer, why]) => {
      const code = newCode();
      await server.answer(code, answer);
      expect(await codes.find(code)).toEqual({ outcome: "could-not-ask", why, retryAfter: 1 });
      expect(await codes.known(code)).toBeNull();
      now += SECOND;
      await server.publish(code);
      expect(await codes.find(code)).toMatchObject({ outcome: "found" });
    },
  );

  test.each([
    [403, "7", 7],
    [429, "7", 7],
    [503, "0", 1],
    [403, "soon", 60],
    [429, undefined, 60],
    [429, "999999999", 24 * 60 * 60],
  ])(
    "that refuses with %i and Retry-After %s is left alone by all processes for as long",
    async (status, after, seconds) => {
      const [code, other] = [newCode(), newCode()];
      const headers = after === undefined ? {} : { "Retry-After": after };
      await server.answer(code, { ...failure("Too many requests"), status, headers });
      expect(await codes.find(code)).toEqual({
        ...{ outcome: "could-not-ask", why: "refused", retryAfter: seconds },
      });
      now += seconds * SECOND - 1;
      expect(await opened()("challengeCodes", other)).toMatchObject({ why: "paused", retryAfter: 1 });
      expect(await server.asked(other)).toBe(0);
      now += 1;
      expect(await opened()("challengeCodes", other)).toMatchObject({ outcome: "answered" });
    },
  );

  test("is asked once a second, however many processes ask", async () => {
    const all = Array.from({ length: 4 }, newCode);
    const began = now;
    for (const code of all)
      expect(await opened()("challengeCodes", code)).toMatchObject({ outcome: "answered" });
    expect(now - began).toBe(3 * SECOND);
    // By the clock, too.
    const parts = {
      fetch,
      addresses: { challengeCodes: server.url },
      counters: countersInDatabase(database),
    };
    const both = await Promise.all(
      [newCode(), newCode()].map((code) => askHosts(parts)("challengeCodes", code)),
    );
    expect(both.map(({ outcome }) => outcome)).toEqual(["answered", "answered"]);
  });

  test("is not waited for longer for a turn than for its answer", async () => {
    await counters("turns of hosts").take("challengeCodes", 1, 6);
    expect(await codes.find(newCode())).toEqual({ outcome: "could-not-ask", why: "busy", retryAfter: 6 });
  });

  test("has no more waiting for it than get their turn in time", async () => {
    let release = (): void => undefined;
    const gate = new Promise<void>((done) => {
      release = done;
    });
    const askOne = askHosts({
      fetch,
      addresses: { challengeCodes: server.url },
      counters,
      sleep: () => gate,
    });
    expect(await askOne("challengeCodes", newCode())).toMatchObject({ outcome: "answered" });
    const refused: unknown[] = [];
    const all = Array.from({ length: 20 }, async () => {
      const answer = await askOne("challengeCodes", newCode());
      refused.push(answer);
    });
    await expect.poll(() => refused.length).toBe(14);
    for (const answer of refused)
      expect(answer).toEqual({ outcome: "could-not-ask", why: "busy", retryAfter: 1 });
    release();
    await Promise.all(all);
  });

  test("that fails five times in a row is left alone for five minutes, and after the next failure again", async () => {
    const code = newCode();
    await server.answer("*", { status: 500 });
    for (let at = 0; at < 4; at += 1) expect(await codes.find(code)).toMatchObject({ why: "server-error" });
    expect(await codes.find(code)).toEqual({
      ...{ outcome: "could-not-ask", why: "server-error", retryAfter: OPEN_SECONDS },
    });
    for (let at = 0; at < 2; at += 1) {
      expect(await codes.find(code)).toMatchObject({ why: "paused", retryAfter: OPEN_SECONDS });
      now += OPEN_SECONDS * SECOND;
      expect(await codes.find(code)).toMatchObject({ why: "server-error", retryAfter: OPEN_SECONDS });
    }
    expect(await server.asked(code)).toBe(7);
    // One answer closes the circuit.
    now += OPEN_SECONDS * SECOND;
    await server.reset();
    expect(await codes.find(code)).toMatchObject({ outcome: "none" });
    await server.answer("*", { status: 500 });
    expect(await codes.find(newCode())).toMatchObject({ why: "server-error", retryAfter: 1 });
  });
});

test("an account has the server asked thirty times an hour; what is known, or cannot be asked, counts nothing", async () => {
  const known = newCode();
  await server.publish(known);
  await codes.find(known);
  for (let at = 0; at < 30; at += 1) {
    expect(await codes.find(newCode(), { account: "ada" })).toMatchObject({ outcome: "none" });
    await codes.find(known, { account: "ada" });
  }
  await expect(codes.find(newCode(), { account: "ada" })).rejects.toThrow(
    expect.objectContaining({ status: 429 }),
  );
  expect(await codes.find(known, { account: "ada" })).toMatchObject({ outcome: "found" });
  await server.answer("*", { status: 429 });
  expect(await codes.find(newCode(), { account: "bob" })).toMatchObject({ why: "refused" });
  for (let at = 0; at < 40; at += 1)
    expect(await codes.find(newCode(), { account: "bob" })).toMatchObject({ why: "paused" });
});
