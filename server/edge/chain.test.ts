import { expect, test } from "vitest";
import { contractOf } from "../../contract/index.ts";
import { versionsOf } from "../data/versions.ts";
import { addressesOf } from "./addresses.ts";
import { createEdge } from "./chain.ts";
import { KeptInMemory } from "./kept-in-memory.ts";

/** The edge of a site that answers with the address that it was asked for. */
function edgeOf(handle = (request: Request): Response => new Response(request.url)) {
  return createEdge({
    addresses: addressesOf(contractOf([])),
    kept: new KeptInMemory(1_000_000),
    versions: () => versionsOf([]),
    build: "build",
    now: () => new Date(),
    compress: null,
    siteOrigin: "https://index.example",
    mediaOrigin: null,
    handle,
  });
}

test("from request to response: the canonical address is asked, and every answer has the site's headers", async () => {
  const { fetch } = edgeOf();
  for (const [path, asked, control] of [
    ["/maps?b=1&map=Quad", "/maps?map=Quad", "public, max-age=0, must-revalidate"],
    ["/later?b=1", "/later?b=1", "no-store"],
  ] as const) {
    const response = await fetch(new Request(`https://index.example${path}`));
    expect(await response.text()).toBe(`https://index.example${asked}`);
    expect(response.headers.get("Cache-Control")).toBe(control);
    expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(response.headers.get("Strict-Transport-Security")).toBe("max-age=31536000");
  }
});

test("an answer is made anew when its sources moved, on another day where that counts, and by another build", async () => {
  let made = 0;
  let rows = [{ name: "maps", version: 1 }];
  let now = new Date("2026-01-31T23:59:59Z");
  const kept = new KeptInMemory(1_000_000);
  const siteOf = (build: string) =>
    createEdge({
      addresses: {
        ...addressesOf(contractOf([])),
        parameters: () => [],
        sources: (path) => (path === "/maps" ? ["maps"] : path === "/today" ? ["day"] : null),
      },
      ...{ kept, build, compress: null, siteOrigin: "https://index.example", mediaOrigin: null },
      versions: () => versionsOf(rows),
      now: () => now,
      handle: () => new Response(String(++made)),
    });
  const site = siteOf("one");
  const look = async (path: string, { fetch } = site) =>
    (await fetch(new Request(`https://index.example${path}`))).text();
  const all = async () => [await look("/maps"), await look("/today"), await look("/undeclared")];
  expect(await all()).toEqual(["1", "2", "3"]);
  expect(await all()).toEqual(["1", "2", "3"]);
  rows = [...rows, { name: "starts", version: 2 }];
  expect(await all()).toEqual(["1", "2", "4"]);
  rows = [{ name: "maps", version: 3 }];
  expect(await all()).toEqual(["5", "2", "6"]);
  now = new Date("2026-02-01T00:00:00Z");
  expect(await all()).toEqual(["5", "7", "8"]);
  expect(await look("/maps", siteOf("two"))).toBe("9");
});

test("a personal answer is kept by nobody, whatever its handler says; another where its handler says so", async () => {
  const { fetch } = edgeOf(() => new Response("", { headers: { "Cache-Control": "public, max-age=60" } }));
  const control = async (path: string) =>
    (await fetch(new Request(`https://index.example${path}`))).headers.get("Cache-Control");
  expect(await control("/member/account")).toBe("no-store");
  expect(await control("/media/x")).toBe("public, max-age=60");
});

test("an answer that is made anew is asked for without what the visitor's browser said", async () => {
  const seen: string[][] = [];
  const { fetch } = edgeOf((request) => {
    seen.push([...request.headers.keys()]);
    return new Response("");
  });
  const headers = { Cookie: "a=b", "Accept-Language": "de" };
  await fetch(new Request("https://index.example/maps", { headers }));
  expect(seen).toEqual([[]]);
});

test("an address of 9 KB and one of 201 parameters are refused, by whatever method", async () => {
  const { fetch } = edgeOf();
  for (const method of ["GET", "POST"]) {
    const ask = async (path: string) =>
      (await fetch(new Request(`https://index.example${path}`, { method }))).status;
    expect(await ask(`/${"a".repeat(9_000)}`)).toBe(414);
    expect(await ask(`/?${"a&".repeat(201)}`)).toBe(400);
  }
});
