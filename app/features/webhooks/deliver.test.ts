import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { openEngine } from "#engine";
import { CHALLENGES } from "../../../domain/challenges/index.ts";
import { api } from "../../../domain/contract/routes.ts";
import { type TestApp, testApp } from "../../../test/factories.ts";
import { FORMS } from "../../../test/forms.ts";
import { EXAMPLE } from "../../../test/game-server/answers.ts";
import { openData } from "../../api/repositories.server.ts";
import { type DeliveryParts, deliverTo, type Receiver } from "./deliver.server.ts";
import { escapeMarkdown, type WebhookMessage } from "./message.server.ts";
import { webhookPositions } from "./repository.server.ts";

const FORM = { tower1: "Quincy", tower2: "Absolute Zero", map: "Quad", link: "https://example.org/p" };
const ADA = { id: "ada" };
const HELPER = { id: "hel", roles: ["Index Helper"] };

let app: TestApp;
let parts: DeliveryParts;
let now: Date;
let chat: Server;
let heard: WebhookMessage[];
let answer: number;
/** More headers of the chat's answer. */
let headers: Record<string, string>;
/** Happens while a sender waits for the chat's answer. */
let meanwhile: () => Promise<void>;
let paths: (string | undefined)[];
/** How long the sender waited for what is said of codes, in milliseconds. */
let slept: number[];
let receiver: Receiver;

/** Stands in for a chat's webhook, which the test cannot reach. */
beforeEach(async () => {
  heard = [];
  answer = 204;
  headers = {};
  meanwhile = async () => {};
  paths = [];
  slept = [];
  chat = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk) => {
      text += chunk;
    });
    request.on("end", async () => {
      paths.push(request.url);
      if (answer < 300) heard.push(JSON.parse(text));
      await meanwhile();
      response.writeHead(answer, headers).end();
    });
  });
  await new Promise<void>((done) => chat.listen(0, "127.0.0.1", done));
  const url = `http://127.0.0.1:${(chat.address() as AddressInfo).port}/hook`;
  receiver = { name: "test", channel: "pending", url };
  app = await testApp(await openEngine());
  now = new Date("2026-05-01T00:00:00Z");
  parts = {
    data: openData(app.database),
    positions: webhookPositions(app.database),
    challenges: CHALLENGES,
    siteOrigin: "https://index.example",
    mediaOrigin: null,
    displayNames: async () => new Map(),
    fetch,
    now: () => now,
    asksForCodes: true,
    async sleep(milliseconds) {
      slept.push(milliseconds);
    },
  };
});

afterEach(() => new Promise<void>((done) => void chat.close(() => done())));

const submit = (person: string, fields: Record<string, string> = {}, who: typeof ADA = ADA) =>
  app.post(api.addSubmit("2tc"), { ...FORM, person, ...fields }, who);

const position = () => parts.positions.find(receiver.name);
/** The people whom the chat was told of, in that order. */
const told = () => heard.map(({ content }) => /by (\w+)/.exec(content)?.[1]);

function later(seconds: number): void {
  now = new Date(now.getTime() + seconds * 1000);
}

/** Lets the chat answer with these statuses, one delivery for each. Returns how long each failure is waited for, in s. */
async function deliverWith(statuses: readonly number[]): Promise<(number | null)[]> {
  const waits: (number | null)[] = [];
  for (const status of statuses) {
    answer = status;
    await deliverTo(receiver, parts);
    const { nextAt = null } = (await position()) ?? {};
    waits.push(nextAt === null ? null : (Date.parse(nextAt) - now.getTime()) / 1000);
    if (nextAt !== null) now = new Date(nextAt);
  }
  return waits;
}

test("when several processes deliver at once only one sends, and one that dies blocks the others only briefly", async () => {
  await deliverTo(receiver, parts);
  await submit("After");
  await Promise.all([deliverTo(receiver, parts), deliverTo(receiver, parts), deliverTo(receiver, parts)]);
  expect(heard).toHaveLength(1);
  await submit("Later", { map: "Logs" });
  await parts.positions.lease(receiver.name, "2026-05-01T00:00:30.000Z", now.toISOString(), "9");
  await deliverTo(receiver, parts);
  expect(heard).toHaveLength(1);
  now = new Date("2026-05-01T00:00:30Z");
  await deliverTo(receiver, parts);
  expect(heard).toHaveLength(2);
});

test("what was put off while the clock was ahead is not waited for once it is right", async () => {
  await deliverTo(receiver, parts);
  await submit("Ada");
  const right = now;
  later(300 * 24 * 3600);
  await deliverWith([500]);
  // A process that died in the middle of it.
  await parts.positions.lease(receiver.name, "2027-05-01T00:00:30.000Z", now.toISOString(), "9");
  now = right;
  answer = 204;
  await deliverTo(receiver, parts);
  expect(told()).toEqual(["Ada"]);
  expect(await position()).toMatchObject({ attempts: 0, nextAt: null });
});

test("a new receiver is told of new events only", async () => {
  await submit("Before");
  await deliverTo(receiver, parts);
  await submit("After", { map: "Logs" });
  await deliverTo(receiver, parts);
  await deliverTo(receiver, parts);
  expect(heard).toHaveLength(1);
  expect(heard[0]?.content).toContain("by After");
  expect(heard[0]?.embeds?.[0]?.url).toContain("https://index.example/2tc/notes?tower1=");
});

test("the channels pending, verified and audit each get their own messages", async () => {
  const receivers = (["pending", "verified", "audit"] as const).map((channel) => ({
    ...receiver,
    name: channel,
    channel,
  }));
  for (const each of receivers) await deliverTo(each, parts);
  const { body } = await submit("Ada");
  const filekey = String(body.filekey);
  const told: Record<string, string[]> = {};
  async function tellAll(): Promise<void> {
    for (const each of receivers) {
      heard = [];
      await deliverTo(each, parts);
      const words = heard.map(({ content }) => content.split("*")[0] ?? "");
      told[each.channel] = [...(told[each.channel] ?? []), ...words];
    }
  }
  await app.post(api.verifyCompletions(), { entries: JSON.stringify([filekey]) }, HELPER);
  await tellAll();
  await app.post(api.deleteSubmit("2tc"), { entries: '[["Quincy","Absolute Zero","Quad"]]' }, HELPER);
  await tellAll();
  expect(told).toEqual({
    pending: ["Submitted: "],
    verified: ["Verified: "],
    audit: ["a member submitted ", "a helper verified ", "a helper deleted "],
  });
});

test("a failing receiver is retried with growing delays, and finally gets every message once", async () => {
  await deliverTo(receiver, parts);
  await submit("One");
  await submit("Two", { map: "Logs" });
  answer = 500;
  await deliverTo(receiver, parts);
  expect(await parts.positions.find("test")).toMatchObject({
    attempts: 1,
    nextAt: "2026-05-01T00:00:05.000Z",
  });
  answer = 204;
  await deliverTo(receiver, parts);
  expect(heard).toEqual([]);
  answer = 429;
  now = new Date("2026-05-01T00:00:06Z");
  await deliverTo(receiver, parts);
  expect(await parts.positions.find("test")).toMatchObject({
    attempts: 2,
    nextAt: "2026-05-01T00:00:16.000Z",
  });
  answer = 200;
  now = new Date("2026-05-01T01:00:00Z");
  await deliverTo(receiver, parts);
  await deliverTo(receiver, parts);
  expect(heard.map(({ content }) => /by (\w+)/.exec(content)?.[1])).toEqual(["One", "Two"]);
});

test("a message that a receiver keeps refusing is left out, and those behind it are told", async () => {
  await deliverTo(receiver, parts);
  await submit("One");
  answer = 400;
  for (let time = 0; time < 7; time++) {
    await deliverTo(receiver, parts);
    now = new Date(now.getTime() + 60 * 60 * 1000);
  }
  await submit("Two", { map: "Logs" });
  const { seq = 0, attempts } = (await parts.positions.find("test")) ?? {};
  expect(attempts).toBe(7);
  // The eighth refusal of the first, and the first of the second.
  await deliverTo(receiver, parts);
  const after = await parts.positions.find("test");
  expect([Number(after?.seq) > seq, after?.attempts]).toEqual([true, 1]);
  answer = 204;
  now = new Date(now.getTime() + 60 * 60 * 1000);
  await deliverTo(receiver, parts);
  expect(heard.map(({ content }) => /by (\w+)/.exec(content)?.[1])).toEqual(["Two"]);
});

test.each([400, 413, 422])(
  "a message that is refused with %i eight times in a row is left out",
  async (status) => {
    await deliverTo(receiver, parts);
    await submit("One");
    await deliverWith(Array(8).fill(status));
    expect(await position()).toMatchObject({ attempts: 0, nextAt: null });
    await submit("Two", { map: "Logs" });
    await deliverWith([204]);
    expect(told()).toEqual(["Two"]);
  },
);

test("a message is not left out for a refusal after other failures, nor for fewer than eight in a row", async () => {
  await deliverTo(receiver, parts);
  await submit("One");
  await deliverWith([503, 503, 503, 503, 503, 503, 503, 400]);
  expect(await position()).toMatchObject({ attempts: 8, lastError: "HTTP 400" });
  await deliverWith([413, 422, 400, 400, 400, 400, 503, 400, 400, 400, 400, 400, 400, 400]);
  expect(await position()).toMatchObject({ attempts: 22 });
  await deliverWith([204]);
  expect(told()).toEqual(["One"]);
});

test("the waits grow with every failure, up to an hour", async () => {
  await deliverTo(receiver, parts);
  await submit("One");
  expect(await deliverWith([503, 400, 500, 503, 400, 400, 503, 503, 503, 503, 503, 503])).toEqual([
    ...[5, 10, 20, 40, 80, 160, 320, 640, 1280, 2560],
    ...[3600, 3600],
  ]);
});

test("a receiver that asks for a longer wait gets it, up to an hour", async () => {
  await deliverTo(receiver, parts);
  await submit("One");
  headers = { "Retry-After": "60" };
  expect(await deliverWith([429])).toEqual([60]);
  headers = { "Retry-After": "1" };
  expect(await deliverWith([429])).toEqual([10]);
  headers = { "Retry-After": "86400" };
  expect(await deliverWith([429])).toEqual([3600]);
});

test("a receiver that redirects has failed, and is not followed", async () => {
  await deliverTo(receiver, parts);
  await submit("One");
  headers = { Location: "/elsewhere" };
  await deliverWith([302]);
  expect(paths).toEqual(["/hook"]);
  expect(await position()).toMatchObject({ attempts: 1, lastError: "HTTP 302" });
});

test("a receiver that does not answer within ten seconds has failed", async () => {
  await deliverTo(receiver, parts);
  await submit("One");
  const ended = new DOMException("too late", "TimeoutError");
  const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(AbortSignal.abort(ended));
  try {
    await deliverTo(receiver, parts);
    expect(timeout.mock.calls).toEqual([[10_000]]);
  } finally {
    timeout.mockRestore();
  }
  expect(await position()).toMatchObject({ attempts: 1, lastError: "too late" });
});

test("more messages than are read at once are told by further deliveries", async () => {
  await deliverTo(receiver, parts);
  const people = Array.from({ length: 51 }, (_, at) => `P${at}`);
  for (const [at, person] of people.entries()) await submit(person, {}, { id: `member-${at}` });
  expect(await deliverTo(receiver, parts)).toBe(true);
  expect(told()).toEqual(people.slice(0, 50));
  expect(await deliverTo(receiver, parts)).toBe(false);
  expect(told()).toEqual(people);
});

describe("when several processes deliver", () => {
  /** Another process delivers while the first waits for the answer to its message of this number, counted from 1. */
  function deliverDuring(message: number, before: () => void): void {
    meanwhile = async () => {
      if (heard.length !== message) return;
      meanwhile = async () => {};
      before();
      await deliverTo(receiver, parts);
    };
  }

  async function submitThree(): Promise<void> {
    await deliverTo(receiver, parts);
    for (const [person, map] of [
      ["One", "Quad"],
      ["Two", "Logs"],
      ["Three", "Cubism"],
    ] as const)
      await submit(person, { map });
  }

  test("one that is held up until its lease has ended repeats only the message that it was telling", async () => {
    await submitThree();
    deliverDuring(1, () => later(31));
    expect(await deliverTo(receiver, parts)).toBe(false);
    expect(told()).toEqual(["One", "One", "Two", "Three"]);
    await deliverTo(receiver, parts);
    expect(heard).toHaveLength(4);
  });

  test("a failure of one whose lease has ended does not set back the one that told everything", async () => {
    await submitThree();
    const elsewhere: DeliveryParts = {
      ...parts,
      async fetch() {
        later(31);
        await deliverTo(receiver, parts);
        throw new Error("held up");
      },
    };
    await deliverTo(receiver, elsewhere);
    await deliverTo(receiver, parts);
    expect(told()).toEqual(["One", "Two", "Three"]);
    expect(await position()).toMatchObject({ attempts: 0, nextAt: null, lastError: null });
  });

  test("each message renews the lease", async () => {
    await submitThree();
    const others: boolean[] = [];
    meanwhile = async () => {
      later(20);
      const until = new Date(now.getTime() + 30_000).toISOString();
      others.push((await parts.positions.lease(receiver.name, until, now.toISOString(), "9")) !== null);
    };
    await deliverTo(receiver, parts);
    expect(others).toEqual([false, false, false]);
    expect(told()).toEqual(["One", "Two", "Three"]);
  });

  test("one that read the position before another's failure was stored waits as well", async () => {
    await submitThree();
    const before = await position();
    await deliverWith([503]);
    now = new Date("2026-05-01T00:00:00Z");
    answer = 204;
    const stale = { ...parts, positions: { ...parts.positions, find: async () => before } };
    await deliverTo(receiver, stale);
    expect(heard).toEqual([]);
    expect(await position()).toMatchObject({ attempts: 1 });
    later(5);
    await deliverTo(receiver, parts);
    expect(heard).toHaveLength(3);
  });

  test("a new receiver that another process has recorded meanwhile stays where it is", async () => {
    await submitThree();
    const stale = { ...parts, positions: { ...parts.positions, find: async () => null } };
    await deliverTo(receiver, stale);
    await deliverTo(receiver, parts);
    expect(told()).toEqual(["One", "Two", "Three"]);
  });
});

test("what is deleted before it is told is no news, and nothing of it is told but to the audit channel", async () => {
  const audit = { ...receiver, channel: "audit" as const, name: "audit" };
  for (const each of [receiver, audit]) await deliverTo(each, parts);
  const { body } = await submit("Ada", { notes: "A secret" });
  await app.post(api.deleteSubmit("2tc"), { entries: JSON.stringify([body.filekey]) }, ADA);
  await deliverTo(receiver, parts);
  expect(heard).toEqual([]);
  await deliverTo(audit, parts);
  expect(heard.map(({ content }) => content.split("*")[0])).toEqual([
    "a member submitted ",
    "a member deleted ",
  ]);
  expect(JSON.stringify(heard)).not.toContain("A secret");
});

test.each(Object.entries(FORMS))(
  "the address of a %s names it by its challenge's keys, as other frontends do, and finds it",
  async (challenge, form) => {
    await deliverTo(receiver, parts);
    const link = "https://example.org/p";
    const { body } = await app.post(api.addSubmit(challenge), { ...form, link, notes: "Found." }, ADA);
    const verified = { ...receiver, channel: "verified" as const, name: "verified" };
    await deliverTo(verified, parts);
    await app.post(api.verifyCompletions(), { entries: JSON.stringify([body.filekey]) }, HELPER);
    await deliverTo(verified, parts);
    const { pathname, searchParams } = new URL(heard[0]?.embeds?.[0]?.url ?? "");
    expect(pathname).toBe(`/${challenge}/notes`);
    const query = Object.fromEntries(searchParams);
    const keys = CHALLENGES.get(challenge)?.keys ?? [];
    expect(Object.keys(query)).toEqual(keys);
    expect((await app.get(api.notes(challenge, query))).body.notes).toContain("Found.");
  },
);

test("a receiver that refuses a card is told the sentence and the link", async () => {
  await deliverTo(receiver, parts);
  await submit("Ada");
  await deliverWith([400, 204]);
  expect(heard).toEqual([
    {
      content: expect.stringMatching(/^Submitted: .* by Ada\n<https:\/\/index\.example\/2tc\/notes\?\S+>$/),
      allowed_mentions: { parse: [] },
    },
  ]);
});

test("an edit is told with what it changed, and one that changes nothing is not", async () => {
  await deliverTo(receiver, parts);
  const { body } = await submit("Ada");
  await deliverTo(receiver, parts);
  heard = [];
  const edit = (fields: Record<string, string>) =>
    submit("Ada", { edit: "true", "edited-filekey": String(body.filekey), ...fields });
  await edit({ notes: "Code ZFXABCD", link: "https://example.org/other" });
  await edit({ notes: "Code ZFXABCD", link: "https://example.org/other" });
  await deliverTo(receiver, parts);
  expect(heard.map(({ content }) => content.split("*")[0])).toEqual(["Edited: "]);
  expect(heard[0]?.embeds?.[0]?.fields).toEqual(
    expect.arrayContaining([
      { name: "Changed", value: "Link and Notes", inline: false },
      { name: "Code", value: "ZFXABCD", inline: true },
      { name: "Link", value: "<https://example.org/other>", inline: false },
    ]),
  );
});

test("a name cannot ping, link or format", async () => {
  await deliverTo(receiver, parts);
  await submit("@everyone [free](https://evil.example) <@123> **bold**");
  await deliverTo(receiver, parts);
  expect(heard[0]?.allowed_mentions).toEqual({ parse: [] });
  const content = JSON.stringify(heard[0]).replaceAll("\\\\", "\\");
  expect(content).not.toContain("@everyone");
  expect(content).not.toContain("<@123>");
  expect(content).not.toMatch(/[^\\]\]\(/);
  expect(content).not.toContain("https://evil");
  expect(escapeMarkdown("a\nb")).toBe("a b");
});

test("only the audit channel is told of maps and starts", async () => {
  const audit = { ...receiver, channel: "audit" as const, name: "audit" };
  for (const each of [receiver, audit]) await deliverTo(each, parts);
  const start = {
    map: "Quad",
    title: "[click](https://evil.example) @everyone",
    link: "https://example.org",
  };
  await app.post(api.addChimpsStart(), start, HELPER);
  await app.post(api.deleteMap(), { map: "Logs" }, HELPER);
  await deliverTo(receiver, parts);
  expect(heard).toEqual([]);
  await deliverTo(audit, parts);
  const [added, deleted] = heard.map(({ content }) => content);
  expect(added).toBe(
    `a helper added **${escapeMarkdown(`CHIMPS start "${start.title}" on Quad`)}**\n<https://index.example/chimps-starts?map=Quad>`,
  );
  expect(added).not.toMatch(/@everyone|\]\(/);
  expect(deleted).toBe("a helper deleted **Map Logs**");
});

describe("what is said of the challenge code", () => {
  const CODE = "ZZEXMPL";
  /** What the game's server answered a moment ago; null: it has no such challenge. */
  const answered = (body: object | null, code = CODE) =>
    parts.data.challengeCodes.save(
      code,
      body && JSON.stringify({ ...EXAMPLE, ...body, id: code }),
      new Date().toISOString(),
      "",
    );
  /** The line about the code in each message; null: there is none. */
  const lines = () =>
    heard.map(({ content }) => /\nChallenge Editor Check: (.*)$/s.exec(content)?.[1] ?? null);
  /** Lets the clock be so many seconds after the newest change. */
  async function secondsAfter(seconds: number): Promise<void> {
    const [last] = await parts.data.history.findAllAfter((await parts.data.history.last()) - 1, 1);
    now = new Date(Date.parse(last?.at ?? "") + seconds * 1000);
  }

  test.each<[string, object | null, string]>([
    ["agrees", {}, "agrees."],
    [
      "differs, in sentences",
      { map: "DarkCastle", lives: 2 },
      "differs. Map: the challenge code is for Dark Castle. Challenge code: in the challenge the number of lives is 2, not 1.",
    ],
    ["is of no challenge", null, "could not be checked: the game’s server has no such challenge."],
    [
      "says too little",
      { _towers: null },
      "could not be checked: the game’s server does not say enough of the challenge.",
    ],
  ])("a code that %s", async (_, body, line) => {
    await answered(body);
    await deliverTo(receiver, parts);
    await submit("Ada", { challenge_code: CODE });
    await secondsAfter(0);
    expect(await deliverTo(receiver, parts)).toBe(false);
    expect(lines().map((each) => each?.replaceAll("\\", "").replaceAll("\u200b", ""))).toEqual([line]);
    expect([told(), slept]).toEqual([["Ada"], []]);
  });

  test("a completion without a code has no line, nor has any message to the other channels", async () => {
    await answered({});
    const others = (["verified", "audit"] as const).map((channel) => ({
      ...receiver,
      name: channel,
      channel,
    }));
    for (const each of [receiver, ...others]) await deliverTo(each, parts);
    await submit("Ada");
    const { body } = await submit("Bob", { challenge_code: CODE, map: "Quad" }, { id: "bob" });
    await deliverTo(receiver, parts);
    expect(lines()).toEqual([null, "agrees."]);
    await app.post(api.verifyCompletions(), { entries: JSON.stringify([body.filekey]) }, HELPER);
    for (const each of others) await deliverTo(each, parts);
    expect(heard.slice(2).length).toBeGreaterThan(2);
    expect(JSON.stringify(heard.slice(2))).not.toContain("Challenge Editor Check");
  });

  test("a message waits for it for ten seconds, in its turn, and nothing is lost or told twice", async () => {
    await deliverTo(receiver, parts);
    await submit("One", { map: "Logs" });
    await submit("Two", { challenge_code: "ZUNKNWN" });
    await submit("Three", { map: "Cubism" });
    await secondsAfter(0);
    expect(await deliverTo(receiver, parts)).toBe(true);
    expect([told(), slept]).toEqual([["One"], [2000]]);
    later(8);
    expect(await deliverTo(receiver, parts)).toBe(true);
    expect(told()).toEqual(["One"]);
    later(2.1);
    expect(await deliverTo(receiver, parts)).toBe(false);
    expect(told()).toEqual(["One", "Two", "Three"]);
    expect(lines()).toEqual([null, "could not be checked.", null]);
    await submit("Four", { challenge_code: "ZUNKNW2", map: "Hedge" });
    await secondsAfter(1);
    await deliverTo(receiver, parts);
    expect(told()).toHaveLength(3);
    await answered(null, "ZUNKNW2");
    expect(await deliverTo(receiver, parts)).toBe(false);
    expect([told().at(-1), lines().at(-1)]).toEqual(["Four", expect.stringContaining("no such challenge")]);
  });

  test("nothing waits where nobody is asked, nor for an event that a clock noted that was ahead", async () => {
    await deliverTo(receiver, parts);
    await submit("One", { challenge_code: "ZUNKNWN" });
    await secondsAfter(-3600);
    await deliverTo(receiver, parts);
    await submit("Two", { challenge_code: "ZUNKNWN", map: "Logs" });
    await secondsAfter(0);
    await deliverTo(receiver, { ...parts, asksForCodes: false });
    expect([told(), slept]).toEqual([["One", "Two"], []]);
    expect(lines()).toEqual(["could not be checked.", "could not be checked."]);
  });
});

test("a receiver of some challenges is told of these alone", async () => {
  const others = { ...receiver, name: "others", challenges: ["2mp", "lcc"] };
  const own = { ...receiver, challenges: ["2tc"] };
  for (const each of [own, others]) await deliverTo(each, parts);
  await submit("Ada");
  await app.post(
    api.addSubmit("2mp"),
    { entity: "Quincy", map: "Quad", person: "Bob", link: "https://example.org/p" },
    ADA,
  );
  await deliverTo(own, parts);
  expect(told()).toEqual(["Ada"]);
  await deliverTo(others, parts);
  expect(told()).toEqual(["Ada", "Bob"]);
});
