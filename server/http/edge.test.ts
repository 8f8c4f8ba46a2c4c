import { expect, test, vi } from "vitest";
import { CHALLENGES } from "../../domain/challenges/index.ts";
import { contractOf } from "../../domain/contract/index.ts";
import { ResponsesInMemory } from "../cache/response-cache.ts";
import { versionsOf } from "../db/versions.ts";
import { Unavailable } from "../errors.ts";
import { addressesOf } from "./addresses.ts";
import { createEdge, type EdgePorts } from "./edge.ts";
import { asRead, pathOf, responseOf } from "./head.ts";

/** Creates the edge of a site whose handler by default returns the address that it was asked for. */
function edgeOf(
  handle = (request: Request): Response => new Response(request.url),
  more: Partial<EdgePorts> = {},
  addresses = addressesOf(contractOf([])),
) {
  return createEdge({
    addresses,
    responses: new ResponsesInMemory(1_000_000),
    versions: () => versionsOf([]),
    staleFor: 0,
    now: () => new Date(),
    compression: null,
    siteOrigin: "https://index.example",
    mediaOrigin: null,
    handle,
    ...more,
  });
}

test("the handler is called with the canonical address, and every response has the site's headers", async () => {
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

test("however a path is written, it is counted and guarded as the path that it is read as", async () => {
  const counted: string[] = [];
  const rates = { here: (rate: string) => counted.push(rate) && 0, everywhere: async () => 0 };
  const handle = () => new Response("made", { headers: { "Cache-Control": "public, max-age=9" } });
  const { answer, pass } = edgeOf(handle, { rates }, addressesOf(contractOf(CHALLENGES.values())));
  for (const [path, rate, control] of [
    ["/download-2tc-csv", "download", "public, max-age=9"],
    ["/%64ownload-2tc-csv", "download", "public, max-age=9"],
    ["/x/../download-2tc-csv?query=a%2fb", "download", "public, max-age=9"],
    ["/download-2tc-csv#?count=1", "download", "public, max-age=9"],
    ["/./%2e/2tc%2Eatom", "read", "public, max-age=0, must-revalidate"],
    ["/follow/00ff.atom", "download", "public, max-age=9"],
    ["/%6dember/account", "own", "no-store"],
    ["/%75/x", "signIn", "no-store"],
    ["/%2564ownload-2tc-csv", "page", "public, max-age=9"],
  ] as const) {
    const url = asRead(path);
    const head = { method: "GET", url, path: pathOf(url), header: () => undefined, network: () => "1.1.1.1" };
    const reply = await answer(head);
    const response = reply ? responseOf(reply) : await pass(new Request(`https://index.example${path}`));
    expect(counted.splice(0), path).toEqual([rate]);
    expect(response.headers.get("Cache-Control"), path).toBe(control);
  }
});

test("whoever sends a form is told by a cookie to get nothing older than current, whatever the form's fate", async () => {
  const cookieOf = async (method: string, staleFor: number) => {
    const { fetch } = edgeOf(() => new Response("no", { status: 403 }), { staleFor });
    const answer = await fetch(new Request("https://index.example/member/x", { method }));
    return answer.headers.get("Set-Cookie");
  };
  expect(await cookieOf("POST", 5_000)).toBe("wrote=1; Max-Age=15; Path=/; HttpOnly; SameSite=Lax; Secure");
  expect(await cookieOf("GET", 5_000)).toBeNull();
  expect(await cookieOf("POST", 0)).toBeNull();
});

test("errors and what nobody may store name their request, and each is another; kept answers do not", async () => {
  const { fetch } = edgeOf((request) =>
    new URL(request.url).pathname === "/maps" ? new Response("kept") : new Response("no", { status: 404 }),
  );
  const idOf = async (path: string) =>
    (await fetch(new Request(`https://index.example${path}`))).headers.get("X-Request-Id");
  expect([await idOf("/maps"), await idOf("/maps")]).toEqual([null, null]);
  const ids = await Promise.all(
    ["/later", "/player/nobody", "/member/account", `/${"x".repeat(9_000)}`, "/later"].map(idOf),
  );
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{12}$/);
  expect(new Set(ids).size).toBe(ids.length);
});

test("a personal answer is no-store whatever its handler says; others keep their handler's Cache-Control", async () => {
  const { fetch } = edgeOf(() => new Response("", { headers: { "Cache-Control": "public, max-age=60" } }));
  const control = async (path: string) =>
    (await fetch(new Request(`https://index.example${path}`))).headers.get("Cache-Control");
  expect(await control("/member/account")).toBe("no-store");
  expect(await control("/media/x")).toBe("public, max-age=60");
});

test("the visitor's request headers are not passed on when a cacheable answer is computed", async () => {
  const seen: string[][] = [];
  const { fetch } = edgeOf((request) => {
    seen.push([...request.headers.keys()]);
    return new Response("");
  });
  const headers = { Cookie: "a=b", "Accept-Language": "de" };
  await fetch(new Request("https://index.example/maps", { headers }));
  expect(seen).toEqual([[]]);
});

test("an address of 9 KB and one with 201 parameters are refused for any method", async () => {
  const { fetch } = edgeOf();
  for (const method of ["GET", "POST"]) {
    const ask = async (path: string) =>
      (await fetch(new Request(`https://index.example${path}`, { method }))).status;
    expect(await ask(`/${"a".repeat(9_000)}`)).toBe(414);
    expect(await ask(`/?${"a&".repeat(201)}`)).toBe(400);
  }
});

test("expensive requests go to the maker; small, personal and form requests are handled here", async () => {
  const elsewhere: string[] = [];
  const { fetch } = edgeOf(() => new Response("here"), {
    make: async (url) => {
      elsewhere.push(new URL(url).pathname);
      return new Response("elsewhere");
    },
  });
  const ask = async (path: string, init: RequestInit = {}) =>
    (await fetch(new Request(`https://index.example${path}`, init))).text();
  for (const path of ["/maps", "/fetch-maps", "/no-such-page"])
    expect(await ask(path), path).toBe("elsewhere");
  for (const path of ["/healthz", "/config.json", "/member/account", "/authorize", "/media/x"])
    expect(await ask(path), path).toBe("here");
  expect(await ask("/maps", { method: "POST" })).toBe("here");
  expect(elsewhere).toEqual(["/maps", "/fetch-maps", "/no-such-page"]);
});

test("an overloaded site answers 503 with Retry-After and no-store, as a page or as JSON", async () => {
  let isBusy = true;
  const { fetch } = edgeOf(undefined, {
    make: async (url) => {
      if (isBusy) throw new Unavailable(2, "too-many-readers");
      return new Response(url);
    },
  });
  const ask = (path: string, accept: string) =>
    fetch(new Request(`https://index.example${path}`, { headers: { Accept: accept } }));
  for (const path of ["/maps", "/no-such-page"]) {
    const { status, headers, text } = await ask(path, "text/html,*/*").then(async (page) => ({
      status: page.status,
      headers: page.headers,
      text: await page.text(),
    }));
    expect([status, headers.get("Retry-After"), headers.get("Cache-Control")]).toEqual([
      503,
      "2",
      "no-store",
    ]);
    expect(headers.get("Content-Type")).toContain("text/html");
    expect(text).toContain("The site is very busy.");
  }
  const answer = await ask("/fetch-maps", "*/*");
  expect(await answer.json()).toEqual({
    error: "The site is very busy. Please try again in a moment.",
  });
  isBusy = false;
  expect((await ask("/maps", "text/html")).status).toBe(200);
});

test("what fails before anything is made is answered with 500, and does not reach the server", async () => {
  const logged = vi.spyOn(console, "error").mockReturnValue();
  const { answer } = edgeOf(undefined, {
    versions: () => {
      throw new Error("broken");
    },
  });
  const head = { method: "GET", url: "/maps", path: "/maps", header: () => undefined, network: () => "" };
  expect(answer(head)).toMatchObject({ status: 500 });
  expect(logged).toHaveBeenCalledOnce();
  logged.mockRestore();
});

test("a long answer is made by its threads for HEAD as for GET, whatever host the client names", async () => {
  const here = vi.fn(() => new Response("here"));
  const make = vi.fn(async () => new Response("elsewhere", { headers: { "X-Made": "elsewhere" } }));
  const { fetch } = edgeOf(here, { make });
  const credentials = { Authorization: "Bearer x" };
  for (const [method, body] of [
    ["GET", "elsewhere"],
    ["HEAD", ""],
  ] as const)
    for (const host of ["index.example", "another.example"]) {
      const response = await fetch(new Request(`https://${host}/maps`, { method, headers: credentials }));
      expect([response.headers.get("X-Made"), await response.text()]).toEqual(["elsewhere", body]);
    }
  expect([make.mock.calls.length, here.mock.calls.length]).toEqual([4, 0]);
});

test("with a token, what keys may mean to its user is made here, and no answer of the API is kept", async () => {
  const tokens: (string | null)[] = [];
  const here = vi.fn((request: Request) => {
    tokens.push(request.headers.get("authorization"));
    return new Response("here");
  });
  const make = vi.fn(async () => new Response("elsewhere", { headers: { "Cache-Control": "public" } }));
  const addresses = addressesOf(contractOf(CHALLENGES.values()));
  const { fetch } = edgeOf(here, { make }, addresses);
  const keys = "tower1=Quincy&tower2=Gwen&map=Quad";
  for (const [address, body] of [
    [`/fetch-2tc?${keys}`, "here"],
    [`/fetch-2tc-notes?${keys}`, "here"],
    ["/fetch-2tc-og-info?tower1=Quincy&tower2=Gwen", "here"],
    ["/fetch-2tc?tower1=Quincy&tower2=Gwen&map=", "elsewhere"],
    [`/fetch-2tc?${keys}&query=a`, "elsewhere"],
    ["/fetch-2tc", "elsewhere"],
    ["/fetch-lcc?filekey=x", "elsewhere"],
    ["/list-maps", "elsewhere"],
  ] as const) {
    const request = new Request(`https://index.example${address}`, {
      headers: { Authorization: "Bearer x" },
    });
    const response = await fetch(request);
    expect([address, await response.text()]).toEqual([address, body]);
    expect(response.headers.get("Cache-Control")).toBe("private, no-store");
    expect(response.headers.get("Vary")).toBe("Authorization");
  }
  expect(tokens).toEqual(["Bearer x", "Bearer x", "Bearer x"]);
  const open = await fetch(new Request(`https://index.example/fetch-2tc?${keys}`));
  expect(open.headers.get("Vary")).toBe("Accept-Encoding, Authorization");
});
