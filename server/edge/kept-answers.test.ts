import { expect, test } from "vitest";
import type { Head, Reply, Step } from "./head.ts";
import { isKeepable, type Kept, keptAnswers } from "./kept-answers.ts";

test("only whole public answers are kept", () => {
  expect(isKeepable(new Response("", { status: 200 }))).toBe(true);
  expect(isKeepable(new Response("", { status: 404 }))).toBe(false);
  expect(isKeepable(new Response("", { headers: { "Set-Cookie": "a=b" } }))).toBe(false);
  expect(isKeepable(new Response("", { headers: { "Cache-Control": "no-store" } }))).toBe(false);
});

const get = (url: string, headers: Readonly<Record<string, string>> = {}): Head => ({
  method: "GET",
  url,
  path: url,
  header: (name) => headers[name],
});

/** A store and a version that are far away, as on a Worker; counts what is made. `isKnown`: whether the version is. */
function farAway(isKnown = true): { step: Step; made: string[]; write: () => void } {
  const kept = new Map<string, Kept>();
  const made: string[] = [];
  let version = 1;
  const step = keptAnswers({
    store: {
      get: async (address, current) => {
        const found = kept.get(address);
        return found?.version === current ? found : null;
      },
      set: async (address, answer) => void kept.set(address, answer),
    },
    version: async () => (isKnown ? String(version) : null),
    compress: null,
    canonical: (url) => (url.startsWith("/public") ? { address: url, sources: null } : null),
    make: async (address) => {
      made.push(address);
      return Response.json({ address });
    },
    common: [["X-Content-Type-Options", "nosniff"]],
  });
  const write = (): void => {
    version += 1;
  };
  return { step, made, write };
}

test("a store that is waited for keeps as one at hand does, until the version moves on", async () => {
  const { step, made, write } = farAway();
  const first = (await step(get("/public"))) as Reply;
  expect(await step(get("/public"))).toEqual(first);
  expect(made).toEqual(["/public"]);
  expect(first.headers.slice(0, 2)).toEqual(["X-Content-Type-Options", "nosniff"]);
  const etag = first.headers[first.headers.indexOf("ETag") + 1] ?? "";
  expect(await step(get("/public", { "if-none-match": etag }))).toMatchObject({ status: 304, body: null });
  write();
  await step(get("/public"));
  expect(made).toHaveLength(2);
});

test("while the version is not known every answer is made anew, once for all who ask at once, and none is kept", async () => {
  const { step, made } = farAway(false);
  await Promise.all([step(get("/public")), step(get("/public"))]);
  expect(made).toHaveLength(1);
  await step(get("/public"));
  expect(made).toHaveLength(2);
});

test("what has no canonical address, and what somebody asks by name, is left to others", () => {
  const { step } = farAway();
  expect(step(get("/private"))).toBeNull();
  expect(step(get("/public", { authorization: "Bearer x" }))).toBeNull();
});
