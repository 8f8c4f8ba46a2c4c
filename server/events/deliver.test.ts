import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openEngine } from "#engine";
import { CHALLENGES } from "../../challenges/index.ts";
import { api } from "../../routes.ts";
import { type TestApp, testApp } from "../../test/factories.ts";
import { openData } from "../data/index.ts";
import { webhookPositions } from "../data/webhooks.ts";
import { type DeliveryParts, deliverTo, type Receiver } from "./deliver.ts";
import { escapeMarkdown } from "./message.ts";

const FORM = { tower1: "Quincy", tower2: "Absolute Zero", map: "Quad", link: "https://example.org/p" };
const ADA = { id: "ada" };
const HELPER = { id: "hel", roles: ["Index Helper"] };

let app: TestApp;
let parts: DeliveryParts;
let now: Date;
let chat: Server;
let heard: { content: string; allowed_mentions: unknown }[];
let answer: number;
let receiver: Receiver;

/** Stands in for a chat's webhook, which the test cannot reach. */
beforeEach(async () => {
  heard = [];
  answer = 204;
  chat = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk) => {
      text += chunk;
    });
    request.on("end", () => {
      if (answer < 300) heard.push(JSON.parse(text));
      response.writeHead(answer).end();
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
    displayNames: async () => new Map(),
    fetch,
    now: () => now,
  };
});

afterEach(() => new Promise<void>((done) => void chat.close(() => done())));

const submit = (person: string, fields: Record<string, string> = {}, who: typeof ADA = ADA) =>
  app.post(api.addSubmit("2tc"), { ...FORM, person, ...fields }, who);

test("when several processes deliver at once only one sends, and one that dies blocks the others only briefly", async () => {
  await deliverTo(receiver, parts);
  await submit("After");
  await Promise.all([deliverTo(receiver, parts), deliverTo(receiver, parts), deliverTo(receiver, parts)]);
  expect(heard).toHaveLength(1);
  await submit("Later", { map: "Logs" });
  await parts.positions.lease(receiver.name, "2026-05-01T00:00:30.000Z", now.toISOString());
  await deliverTo(receiver, parts);
  expect(heard).toHaveLength(1);
  now = new Date("2026-05-01T00:00:30Z");
  await deliverTo(receiver, parts);
  expect(heard).toHaveLength(2);
});

test("a new receiver is told of new events only", async () => {
  await submit("Before");
  await deliverTo(receiver, parts);
  await submit("After", { map: "Logs" });
  await deliverTo(receiver, parts);
  await deliverTo(receiver, parts);
  expect(heard).toHaveLength(1);
  expect(heard[0]?.content).toContain("by After");
  expect(heard[0]?.content).toContain("<https://index.example/2tc/notes?filekey=");
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
  await app.post(api.verifyCompletions(), { entries: JSON.stringify([filekey]) }, HELPER);
  await app.post(api.deleteSubmit("2tc"), { entries: '[["Quincy","Absolute Zero","Quad"]]' }, HELPER);
  const told: Record<string, string[]> = {};
  for (const each of receivers) {
    heard = [];
    await deliverTo(each, parts);
    told[each.channel] = heard.map(({ content }) => content.split("*")[0] ?? "");
  }
  expect(told).toEqual({
    pending: ["Waiting for a helper: "],
    verified: ["New 2TC: "],
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

test("a name cannot ping, link or format", async () => {
  await deliverTo(receiver, parts);
  await submit("@everyone [free](https://evil.example) <@123> **bold**");
  await deliverTo(receiver, parts);
  const { content = "", allowed_mentions } = heard[0] ?? {};
  expect(allowed_mentions).toEqual({ parse: [] });
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
