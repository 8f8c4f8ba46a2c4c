import { once } from "node:events";
import type { Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { Hono } from "hono";
import { afterEach, expect, test } from "vitest";
import { ResponsesInMemory } from "../../server/cache/response-cache.ts";
import { versionsOf } from "../../server/db/versions.ts";
import { createEdge } from "../../server/http/edge.ts";
import { createHttpServer, type HttpOptions } from "./http.ts";

let server: Server;
let port: number;
const sockets: Socket[] = [];

/** Starts a server whose app reads forms to their end, and never answers under /waits. */
async function start(
  options: HttpOptions = {},
  fetch?: (request: Request) => Response | Promise<Response>,
): Promise<void> {
  const app = new Hono();
  app.onError(() => new Response(null, { status: 400 }));
  app.get("/waits", () => new Promise<Response>(() => {}));
  app.get("/*", (c) => c.text("read"));
  app.post("/*", async (c) => c.text(`${(await c.req.text()).length} bytes`));
  const handle = fetch ?? app.fetch;
  server = createHttpServer(
    createEdge({
      handle: (request) => handle(request),
      addresses: {
        parameters: () => [],
        mayBeStale: () => false,
        isApi: () => false,
        isLong: () => false,
        rateOf: () => "page",
        routeOf: (path) => path,
        isDownload: () => false,
        isPersonal: () => false,
        isRead: () => false,
        isMeantByReader: () => false,
      },
      responses: new ResponsesInMemory(100_000),
      versions: () => versionsOf([]),
      staleFor: 0,
      now: () => new Date(),
      compression: null,
      siteOrigin: "http://localhost:4000",
      mediaOrigin: null,
    }),
    options,
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  ({ port } = server.address() as AddressInfo);
}

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server.closeAllConnections();
  server.close();
});

/** Opens a connection, with what it has received so far and its end. */
function open(text = "") {
  const socket = connect(port, "127.0.0.1");
  sockets.push(socket);
  let received = "";
  socket.on("data", (chunk) => {
    received += chunk;
  });
  // Errors of writing to a connection that the server has closed.
  socket.on("error", () => {});
  const closed = new Promise<string>((done) => socket.on("close", () => done(received)));
  socket.write(text);
  return { socket, closed, received: () => received };
}

const post = (path: string, length: number, body = ""): string =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${length}\r\n\r\n${body}`;
const get = (path: string, headers = ""): string => `GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`;

const connections = (): Promise<number> =>
  new Promise((done, fail) => server.getConnections((error, count) => (error ? fail(error) : done(count))));

/** The sentence in a raw HTTP answer. */
const sentenceOf = (answer: string): unknown => JSON.parse(answer.split("\r\n\r\n")[1] ?? "").error;

test("small forms that trickle in are ended at their deadline with a sentence, while others are served", async () => {
  await start({ formTimeoutMs: 300 });
  const paths = ["/oauth/token", "/u/x", "/reset"];
  const slow = Array.from({ length: 60 }, (_, at) => open(post(paths[at % 3] ?? "", 5_000, "a=")));
  const trickling = setInterval(() => {
    for (const { socket } of slow) if (socket.writable) socket.write("x");
  }, 20);
  await expect.poll(connections).toBe(60);
  const good = open(post("/reset", 3, "a=1"));
  await expect.poll(good.received).toContain("3 bytes");
  const answers = await Promise.all(slow.map(({ closed }) => closed));
  clearInterval(trickling);
  expect(new Set(answers.map((answer) => answer.slice(0, 12)))).toEqual(new Set(["HTTP/1.1 408"]));
  expect(answers[0]).toContain("Connection: close");
  expect(sentenceOf(answers[0] ?? "")).toContain("send it again");
  await expect.poll(connections).toBe(1);
});

test("the deadline for receiving a form does not limit the time for processing it", async () => {
  const app = new Hono();
  app.post("/reset", async (c) => {
    await c.req.text();
    await new Promise((done) => setTimeout(done, 300));
    return c.text("done");
  });
  await start({ formTimeoutMs: 100 }, app.fetch);
  const { received } = open(post("/reset", 3, "a=1"));
  await expect.poll(received).toContain("done");
});

test("a GET whose body never arrives is answered, and its connection is closed", async () => {
  await start();
  const answers = [open(get("/page", "Content-Length: 9\r\n")), open(get("/page", "Content-Length: 9\r\n"))];
  for (const { closed } of answers) expect(await closed).toMatch(/^HTTP\/1.1 200 /);
});

test.each(["/reset", "/member/add-2tc-submit", "/page"])(
  "a form to %s that is refused early is told that the connection closes, and can read so while it still sends",
  async (path) => {
    await start({}, async () => new Response("no", { status: 401 }));
    const { socket, closed, received } = open(post(path, 50_000_000, "a".repeat(100_000)));
    const sending = setInterval(() => socket.writable && socket.write("a".repeat(1_000)), 1);
    await expect.poll(received).toContain("no");
    // We say no more, but go on reading for a moment.
    socket.write("a".repeat(10_000));
    const answer = await closed;
    clearInterval(sending);
    expect(answer).toMatch(/^HTTP\/1.1 401 /);
    expect(answer).toMatch(/connection: close/i);
  },
);

test("a form that is refused once it is here leaves its connection to the next request", async () => {
  await start({}, async ({ method }) => new Response(`${method} refused`, { status: 401 }));
  const { socket, received } = open(post("/reset", 3, "a=1"));
  await expect.poll(received).toContain("POST refused");
  expect(received()).toMatch(/connection: keep-alive/i);
  socket.write(get("/page"));
  await expect.poll(received).toContain("GET refused");
});

test.each([
  ["an address of 9 KB", get(`/${"a".repeat(9_000)}`), 414, "address is too long"],
  ["an address of 20 KB", get(`/${"a".repeat(20_000)}`), 431, "too long"],
  ["headers of 17 KB", get("/", `X: ${"a".repeat(17_000)}\r\n`), 431, "too long"],
  ["no request at all", "hello\r\n\r\n", 400, "This request cannot be understood"],
  [
    "a chunk that is none",
    `${post("/reset", 0).replace("Content-Length: 0", "Transfer-Encoding: chunked")}zz\r\n`,
    400,
    "This request cannot be understood",
  ],
])(
  "%s is answered with a sentence, and the connection is closed",
  async (_what, request, status, sentence) => {
    await start();
    const answer = await open(request).closed;
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(sentenceOf(answer)).toContain(sentence);
    const good = open(get("/page"));
    await expect.poll(good.received).toContain("200 OK");
  },
);

test("headers of 15 KB and an address of 8,000 characters are served", async () => {
  await start();
  for (const request of [get("/", `X: ${"a".repeat(15_000)}\r\n`), get(`/${"a".repeat(8_000)}`)])
    await expect.poll(open(request).received).toMatch(/^HTTP\/1.1 200 /);
});

test("an address has a limited number of connections: one too many is refused, and closing one makes room", async () => {
  await start({ connectionsPerAddress: 5 });
  const five = Array.from({ length: 5 }, () => open(get("/page")));
  for (const { received } of five) await expect.poll(received).toContain("200 OK");
  const answer = await open().closed;
  expect(answer).toMatch(/^HTTP\/1.1 429 /);
  expect(answer).toContain("Retry-After: 30");
  expect(sentenceOf(answer)).toContain("connections");
  five[0]?.socket.destroy();
  await five[0]?.closed;
  await expect.poll(connections).toBe(4);
  await expect.poll(open(get("/page")).received).toContain("200 OK");
});

/** More than the buffers of a connection on one machine take. */
const LARGE = new Uint8Array(20_000_000);

test("connections on which an answer is not read are ended, however it is sent; slow readers are not", async () => {
  const streamed = (): Response =>
    new Response(new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(100_000)) }));
  await start({ readerTimeoutMs: 400 }, async ({ url }) =>
    url.endsWith("/endless") ? streamed() : new Response(LARGE),
  );
  const idle = [get("/large"), post("/endless", 0), get("/large"), post("/endless", 0)].map((request) => {
    const { socket, closed } = open(request);
    socket.pause();
    return { socket, closed };
  });
  const slow = connect(port, "127.0.0.1");
  sockets.push(slow);
  let bytes = 0;
  slow.on("data", (chunk) => {
    bytes += chunk.length;
    slow.pause();
    setTimeout(() => slow.resume(), 1);
  });
  slow.write(get("/large"));
  const quiet = open();
  await expect.poll(connections, { timeout: 20_000 }).toBe(2);
  await expect.poll(() => bytes, { timeout: 20_000 }).toBeGreaterThan(LARGE.length);
  quiet.socket.write(get("/page", "Connection: close\r\n"));
  expect(await quiet.closed).toContain("200 OK");
  for (const { socket, closed } of idle) {
    socket.resume();
    await closed;
  }
});

test("when all places are taken, those longest without progress make room for newcomers", async () => {
  await start({ mostConnections: 10 }, async () => new Response("read"));
  const visitor = open(get("/page"));
  await expect.poll(visitor.received).toContain("read");
  for (let number = 0; number < 30; number += 1) {
    const idle = open(get("/page"));
    await expect.poll(idle.received, { timeout: 10_000 }).toContain("read");
    // The visitor was there first, and is the one who goes on asking.
    const before = visitor.received().length;
    visitor.socket.write(get("/page"));
    await expect.poll(() => visitor.received().length, { timeout: 10_000 }).toBeGreaterThan(before);
  }
  expect(await connections()).toBe(10);
  const newcomer = open(get("/page"));
  await expect.poll(newcomer.received).toContain("read");
  expect([visitor.socket.destroyed, await connections()]).toEqual([false, 10]);
});

test("400 keep-alive connections of one address are served without a limit and with the default of 512", async () => {
  for (const connectionsPerAddress of [0, 512]) {
    await start({ connectionsPerAddress });
    const many = Array.from({ length: 400 }, () => open(get("/page")));
    await expect.poll(() => many.filter(({ received }) => received().includes("200 OK")).length).toBe(400);
    for (const { socket } of many) socket.destroy();
    server.close();
  }
});

test("a stopping site answers waiting requests with 503 and closes their connections", async () => {
  const stopping = new AbortController();
  await start({ stopping: stopping.signal });
  const kept = open(get("/page"));
  await expect.poll(kept.received).toContain("200 OK");
  const waiting = [
    open(get("/waits")),
    open(post("/member/add-2tc-submit", 5_000, "a=")),
    open(post("/reset", 9, "a=")),
  ];
  await expect.poll(connections).toBe(4);
  // On a kept connection, so that everything before it has been heard.
  kept.socket.write(get("/other"));
  await expect.poll(() => kept.received().split("200 OK").length).toBe(3);
  const ended = once(server, "close");
  server.close();
  stopping.abort();
  for (const { closed } of waiting) {
    const answer = await closed;
    expect(answer).toMatch(/^HTTP\/1.1 503 /);
    expect(answer).toContain("Connection: close");
    expect(answer).toContain("Retry-After: 30");
    expect(sentenceOf(answer)).toContain("restarted");
  }
  await ended;
});

test("a request in progress when the site stops is answered in full, with Connection: close if it came later", async () => {
  let goOn = (): void => {};
  const app = new Hono();
  app.get("/fetch-slow", async (c) => {
    await new Promise<void>((done) => {
      goOn = done;
    });
    return c.text("whole");
  });
  await start({}, app.fetch);
  const slow = open(get("/fetch-slow"));
  const late = open("GET /fetch-slow HTTP/1.1\r\nHost: x\r\n");
  await expect.poll(connections).toBe(2);
  await new Promise((done) => setTimeout(done, 50));
  server.close();
  late.socket.write("\r\n");
  await expect
    .poll(() => {
      goOn();
      return slow.received();
    })
    .toContain("whole");
  await expect
    .poll(() => {
      goOn();
      return late.received();
    })
    .toContain("whole");
  expect(late.received()).toMatch(/connection: close/i);
});
