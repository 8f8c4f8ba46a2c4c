import { once } from "node:events";
import { request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openEngine } from "#engine";
import { CHALLENGES } from "../../domain/challenges/index.ts";
import { contractOf } from "../../domain/contract/index.ts";
import { ResponsesInMemory } from "../../server/cache/response-cache.ts";
import { addressesOf } from "../../server/http/addresses.ts";
import type { Content } from "../../server/http/content.ts";
import { createEdge } from "../../server/http/edge.ts";
import { type TestApp, testApp } from "../../test/factories.ts";
import { compression } from "./compress.ts";
import { createHttpServer } from "./http.ts";
import type { NodeDatabase } from "./sqlite.ts";

let app: TestApp;
let server: Server;
let port: number;
/** How often an answer was made rather than taken from the cache. */
let made = 0;

const BYTES = new TextEncoder().encode("User-agent: *\n".repeat(100));
const ROBOTS: Content = {
  contentType: "text/plain",
  tag: "robots",
  headers: [["Cache-Control", "public, max-age=3600"]],
  body: BYTES,
  encoded: new Map([["br", new Uint8Array(9)]]),
};

/** Files that contain every byte value, by their length in bytes. */
const LENGTHS = [0, 1, 256, 64 * 1024, 64 * 1024 + 1, 1_000_000];
const everyByte = (length: number): Uint8Array => Uint8Array.from({ length }, (_, index) => index % 256);
const FILES = LENGTHS.map((length): [string, Content] => {
  const file = { contentType: "image/png", tag: `bytes-${length}`, headers: [], encoded: new Map() };
  return [`/bytes-${length}`, { ...file, body: everyByte(length) }];
});

beforeAll(async () => {
  app = await testApp(await openEngine(), undefined, { mediaOrigin: "http://media.example" });
  for (const map of ["Quad", "Logs", "Hedge"]) await app.add("2tc", { map, towers: ["Quincy", "Ezili"] });
  const edge = createEdge({
    handle: async (asked) => {
      made += 1;
      const { pathname } = new URL(asked.url);
      if (pathname === "/page")
        return new Response("<p>A page</p>", { headers: { "Content-Type": "text/html" } });
      return app.app.fetch(asked);
    },
    addresses: addressesOf(contractOf(CHALLENGES.values())),
    responses: new ResponsesInMemory(10_000_000),
    versions: (app.database as NodeDatabase).currentVersions,
    staleFor: 0,
    now: () => new Date(),
    compression,
    files: new Map([["/robots.txt", ROBOTS], ...FILES]),
    mediaOrigin: "http://media.example",
    siteOrigin: "http://localhost:4000",
  });
  server = createHttpServer(edge);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  ({ port } = server.address() as AddressInfo);
});

afterAll(() => server.close());

interface Answered {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** Sends a request verbatim: fetch() would normalize the address, follow redirects and decompress the body. */
function ask(path: string, headers: Record<string, string> = {}, method = "GET"): Promise<Answered> {
  return new Promise((done, fail) => {
    request({ port, host: "127.0.0.1", path, method, headers }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk);
      done({ status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) });
    })
      .on("error", fail)
      .end();
  });
}

test("an answer is computed once and then cached; a browser that has it gets 304", async () => {
  const first = await ask("/fetch-2tc?query=quincy");
  const before = made;
  const second = await ask("/fetch-2tc?query=quincy");
  expect(made).toBe(before);
  expect(second.body.equals(first.body)).toBe(true);
  expect(second.headers["cache-control"]).toBe("public, max-age=0, must-revalidate");
  const etag = String(second.headers.etag);
  expect(etag).toMatch(/^"[0-9a-f]+"$/);
  const known = await ask("/fetch-2tc?query=quincy", { "if-none-match": etag });
  expect({ status: known.status, bytes: known.body.length, etag: known.headers.etag }).toEqual({
    status: 304,
    bytes: 0,
    etag,
  });
  expect((await ask("/fetch-2tc?query=quincy", { "if-none-match": '"other"' })).status).toBe(200);
});

test("a client is one network in whichever form a proxy writes its address", async () => {
  const networks = new Set<string>();
  const proxied = createHttpServer(
    {
      answer: (head) => {
        networks.add(head.network());
        return { status: 400, headers: [], body: null };
      },
      pass: async () => new Response(),
    },
    { trustProxy: true },
  );
  proxied.listen(0, "127.0.0.1");
  await once(proxied, "listening");
  const { port: at } = proxied.address() as AddressInfo;
  for (const client of [
    "192.0.2.7",
    "192.0.2.7:4000",
    "::ffff:192.0.2.7",
    "[::ffff:c000:207]:4001",
    "::FFFF:192.0.2.7",
  ])
    await fetch(`http://127.0.0.1:${at}/`, { headers: { "X-Forwarded-For": client } });
  proxied.close();
  expect([...networks]).toEqual(["192.0.2.7"]);
});

test("equivalent addresses share an answer", async () => {
  await ask("/fetch-2tc?query=ezili&count=5");
  const before = made;
  await ask("/fetch-2tc?count=5&query=ezili&utm_source=chat&map=&sortby=");
  expect(made).toBe(before);
});

test("a target that is a whole URL gets the answer of its path, whatever its host", async () => {
  const own = await ask("/fetch-2tc?query=ezili&count=3");
  const before = made;
  const whole = await ask("http://elsewhere.example/fetch-2tc?query=ezili&count=3");
  expect([whole.status, whole.body.toString(), made]).toEqual([200, own.body.toString(), before]);
});

test("a path with dot segments or needless escapes shares the answer of what it is read as", async () => {
  const known = await ask("/fetch-2tc?count=1");
  const before = made;
  for (const path of ["/x/../fetch-2tc?count=1", "/./%66etch-2tc?count=1", "/fetch%2D2tc?x=1&count=1"])
    expect((await ask(path)).headers.etag, path).toBe(known.headers.etag);
  expect(made).toBe(before);
});

test("concurrent requests for the same address compute the answer once", async () => {
  const before = made;
  await Promise.all(Array.from({ length: 20 }, () => ask("/fetch-2tc?query=at%20once")));
  expect(made).toBe(before + 1);
});

test("a write is visible to the next read, and changes the ETag", async () => {
  const before = await ask("/fetch-2tc?count=0");
  await app.add("2tc", { map: "Skates", towers: ["Quincy", "Ezili"] });
  const after = await ask("/fetch-2tc?count=0");
  expect(JSON.parse(after.body.toString()).count).toBe(JSON.parse(before.body.toString()).count + 1);
  expect(after.headers.etag).not.toBe(before.headers.etag);
});

test("each encoding has its own ETag and decompresses to the same bytes", async () => {
  const plain = await ask("/fetch-2tc");
  const { brotliDecompressSync, gunzipSync } = await import("node:zlib");
  const br = await ask("/fetch-2tc", { "accept-encoding": "gzip, br" });
  expect(br.headers["content-encoding"]).toBe("br");
  expect(brotliDecompressSync(br.body).equals(plain.body)).toBe(true);
  const gzip = await ask("/fetch-2tc", { "accept-encoding": "gzip, br;q=0" });
  expect(gzip.headers["content-encoding"]).toBe("gzip");
  expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true);
  expect(new Set([plain, br, gzip].map(({ headers }) => headers.etag)).size).toBe(3);
  expect((await ask("/fetch-2tc", { "if-none-match": String(br.headers.etag) })).status).toBe(304);
});

test("HEAD has the headers of GET and no body", async () => {
  const get = await ask("/fetch-2tc?map=Quad");
  const head = await ask("/fetch-2tc?map=Quad", {}, "HEAD");
  expect(head.body).toHaveLength(0);
  expect(head.headers["content-length"]).toBe(get.headers["content-length"]);
  expect(head.headers.etag).toBe(get.headers.etag);
});

test("a query of 6 KB is refused with a sentence, and the error is not cached", async () => {
  const long = await ask(`/fetch-2tc?query=${"a".repeat(6_000)}`);
  expect(long.status).toBe(400);
  expect(JSON.parse(long.body.toString()).error).toContain('"query"');
  expect(long.headers.etag).toBeUndefined();
  expect(long.headers["access-control-allow-origin"]).toBe("*");
});

test.each([
  "/fetch-2tc?%",
  "/fetch-2tc?query=%E0%A4%A",
  "/%",
  "//",
  "/fetch-2tc?query=%00",
  "/..%2f",
  "/fetch-2tc?=&=&=",
])("the malformed address %s causes no server error", async (path) => {
  const { status } = await ask(path, { host: "localhost:4000" });
  expect(status).toBeLessThan(500);
});

test("pages requested under another local name redirect to the site's own; the API answers under any", async () => {
  const page = await ask("/page?x=1", { host: "127.0.0.1:4000" });
  expect({ status: page.status, location: page.headers.location }).toEqual({
    status: 307,
    location: "http://localhost:4000/page?x=1",
  });
  expect((await ask("/page", { host: "localhost:4000" })).status).toBe(200);
  expect((await ask("/page", { host: "127.0.0.1:5000" })).status).toBe(200);
  expect((await ask("/list-maps", { host: "127.0.0.1:4000" })).status).toBe(200);
});

test("the media host serves nothing of the site, neither cached answers nor pages", async () => {
  expect((await ask("/list-maps")).status).toBe(200);
  for (const path of ["/list-maps", "/"]) {
    const { status, headers } = await ask(path, { host: "media.example" });
    expect({ status, nosniff: headers["x-content-type-options"] }).toEqual({
      status: 404,
      nosniff: "nosniff",
    });
  }
});

test("a static file is sent in an accepted encoding, and as 304 to a client that has it", async () => {
  const plain = await ask("/robots.txt", { "accept-encoding": "br;q=0, gzip;q=0" });
  expect([plain.headers["content-encoding"], plain.body.length]).toEqual([undefined, BYTES.length]);
  const br = await ask("/robots.txt", { "accept-encoding": "gzip, br" });
  expect([br.headers["content-encoding"], br.body.length]).toEqual(["br", 9]);
  expect(br.headers.etag).not.toBe(plain.headers.etag);
  const known = await ask("/robots.txt", { "if-none-match": String(plain.headers.etag) });
  expect([known.status, known.body.length, known.headers["cache-control"]]).toEqual([
    304,
    0,
    "public, max-age=3600",
  ]);
  expect((await ask("/robots.txt", { host: "media.example" })).status).toBe(404);
});

test.each(LENGTHS)("a body of %i bytes arrives unchanged, the first time and the second", async (length) => {
  for (let time = 1; time <= 2; time++) {
    const { status, headers, body } = await ask(`/bytes-${length}`);
    expect([status, headers["content-length"]]).toEqual([200, String(length)]);
    expect(body.equals(everyByte(length))).toBe(true);
  }
  expect((await ask(`/bytes-${length}`, {}, "HEAD")).body).toHaveLength(0);
});

test("the answer of an undeclared address is not cached", async () => {
  const before = made;
  for (let time = 1; time <= 2; time++) {
    const { headers } = await ask("/page?x=1");
    expect([made, headers["cache-control"], headers.etag]).toEqual([before + time, "no-store", undefined]);
  }
});

test.each(["/member/my-submissions", "/admin/list-changes", "/admin/list-accounts", "/member/nothing"])(
  "%s is answered with no-store for any method",
  async (path) => {
    for (const method of ["GET", "POST"])
      expect((await ask(path, {}, method)).headers["cache-control"]).toBe("no-store");
  },
);

test("health checks are never cached", async () => {
  const before = made;
  for (const path of ["/healthz", "/healthz", "/healthz/ready", "/healthz/ready"]) {
    const { status, headers } = await ask(path);
    expect({ status, kept: headers["cache-control"] }).toEqual({ status: 200, kept: "no-store" });
  }
  expect(made).toBe(before + 4);
});
