import { expect, test } from "vitest";
import { countersInMemory } from "./counters.ts";
import { askHosts } from "./other-hosts.ts";

/** Asks hosts that answer so, and returns what they answer and what was requested. */
function hostsThat(answer: () => Response) {
  const requested: { url: string; init: RequestInit }[] = [];
  const ask = askHosts({
    async fetch(url, init = {}) {
      requested.push({ url: String(url), init });
      return answer();
    },
    addresses: {
      imgur: "https://i.example/",
      twitch: "https://t.example/?id=",
      youtube: "https://y.example/",
    },
    headers: { twitch: { "Client-Id": "abc" } },
    counters: countersInMemory(),
    sleep: async () => {},
  });
  return { ask, requested };
}

test("a file is asked for by its head alone: its length is not read, and a redirect is told, not followed", async () => {
  const there = { "Content-Type": "image/png", "Content-Length": "25000000" };
  const { ask, requested } = hostsThat(() => new Response(null, { headers: there }));
  expect(await ask("imgur", "../a b?.png")).toEqual({ outcome: "answered", status: 200, text: "" });
  expect(requested).toMatchObject([
    { url: "https://i.example/..%2Fa%20b%3F.png", init: { method: "HEAD", redirect: "manual" } },
  ]);
  const moved = hostsThat(
    () => new Response(null, { status: 302, headers: { Location: "http://127.0.0.1/" } }),
  );
  expect(await moved.ask("imgur", "a.png")).toEqual({
    ...{ outcome: "answered", status: 302, text: "", location: "http://127.0.0.1/" },
  });
  expect(await moved.ask("youtube", "a")).toMatchObject({ outcome: "could-not-ask", why: "redirect" });
  expect(moved.requested).toHaveLength(2);
  const page = hostsThat(() => new Response("<h1>", { headers: { "Content-Type": "text/html" } }));
  expect(await page.ask("imgur", "a.png")).toMatchObject({ why: "unreadable" });
});

test("a host's key is sent to it alone, and its statuses are answers whatever their bodies", async () => {
  const { ask, requested } = hostsThat(() => new Response("x".repeat(1_000_000), { status: 404 }));
  expect(await ask("twitch", "1")).toEqual({ outcome: "answered", status: 404, text: "" });
  expect(await ask("youtube", "1")).toMatchObject({ status: 404 });
  expect(requested.map(({ init }) => init.headers)).toEqual([
    { Accept: "application/json", "Client-Id": "abc" },
    { Accept: "application/json" },
  ]);
  expect(await ask("bilibili", "1")).toMatchObject({ outcome: "could-not-ask", why: "off" });
  const refusing = hostsThat(() => new Response("", { status: 403, headers: { "Retry-After": "7" } }));
  expect(await refusing.ask("youtube", "1")).toMatchObject({ why: "refused", retryAfter: 7 });
});
