import { expect, test } from "vitest";
import { TAGS, type Tag, writeTags } from "../db/tags.ts";
import { versionsOf } from "../db/versions.ts";
import type { CachedVersion, Head, Reply, RequestStep } from "../http/head.ts";
import {
  type AnswerRequest,
  type CachedResponse,
  isCacheable,
  type ResponseCacheParts,
  ResponsesInMemory,
  responseCache,
  wroteCookie,
} from "./response-cache.ts";

test("only successful public answers are cached", () => {
  expect(isCacheable(new Response("", { status: 200 }))).toBe(true);
  expect(isCacheable(new Response("", { status: 404 }))).toBe(false);
  expect(isCacheable(new Response("", { headers: { "Set-Cookie": "a=b" } }))).toBe(false);
  expect(isCacheable(new Response("", { headers: { "Cache-Control": "no-store" } }))).toBe(false);
});

const get = (url: string, headers: Readonly<Record<string, string>> = {}): Head => ({
  method: "GET",
  url,
  path: url,
  header: (name) => headers[name],
  network: () => headers.network ?? "",
});

/** Parts that most tests share: every address is cached, and none may be stale. */
const COMMON = {
  ...{ compression: null, common: [], staleFor: 0 },
  now: () => new Date("2026-01-31T12:00:00Z"),
  canonical: (url: string) => url,
  mayBeStale: () => false,
  waitUntil: () => {},
} satisfies Partial<ResponseCacheParts>;

/** Tags that tests move by hand. */
function movingTags<Name extends Tag>(...names: Name[]) {
  let last = 1;
  let rows = names.map((name) => ({ name, version: 1 }));
  let versions = versionsOf(rows);
  return {
    versions: () => versions,
    move(name: Name): void {
      last += 1;
      rows = rows.map((row) => (row.name === name ? { name, version: last } : row));
      versions = versionsOf(rows);
    },
  };
}

interface Place {
  readonly step: RequestStep;
  readonly made: string[];
  readonly kept: ReadonlyMap<string, CachedResponse>;
  readonly write: () => void;
}

/**
 * Creates a step whose store and versions are remote, as on a Worker, and records what is made. `isKnown`: whether the
 * versions are known.
 */
function farAway({
  isKnown = true,
  make = (address: string) => Response.json({ address }),
}: {
  readonly isKnown?: boolean;
  readonly make?: (address: string, cachedVersion: CachedVersion | null) => Response;
} = {}): Place {
  const kept = new Map<string, CachedResponse>();
  const made: string[] = [];
  const tags = movingTags("maps");
  const step = responseCache({
    ...COMMON,
    store: {
      get: async (address) => kept.get(address) ?? null,
      set: async (address, answer) => void kept.set(address, answer),
    },
    versions: async () => (isKnown ? tags.versions() : null),
    canonical: (url) => (url.startsWith("/public") ? url : null),
    make: async (address, wanted) => {
      made.push(address);
      return make(address, wanted.begin());
    },
    common: [["X-Content-Type-Options", "nosniff"]],
  });
  return { step, made, kept, write: () => tags.move("maps") };
}

test("an answer without tags is cached in an asynchronous store until anything moves", async () => {
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

test("the handler is given the tag of the cached answer, and may reply that it is unchanged", async () => {
  let text = "one";
  const told: (string | null)[] = [];
  const { step, kept, write } = farAway({
    make: (_, cachedVersion) => {
      told.push(cachedVersion?.tag ?? null);
      if (cachedVersion?.tag === text) return new Response(null, { status: 304 });
      return new Response(text, { headers: { ETag: `"${text}"`, "X-Of": text } });
    },
  });
  const first = (await step(get("/public"))) as Reply;
  expect(first.headers).toEqual(expect.arrayContaining(['"one"', "x-of"]));
  const { body } = kept.get("/public") ?? {};
  write();
  expect(await step(get("/public"))).toEqual(first);
  expect(kept.get("/public")).toMatchObject({ since: 2, tag: "one" });
  expect(kept.get("/public")?.body).toBe(body);
  expect(await step(get("/public", { "if-none-match": '"one"' }))).toMatchObject({ status: 304 });
  text = "two";
  write();
  expect(new TextDecoder().decode(((await step(get("/public"))) as Reply).body ?? undefined)).toBe("two");
  expect(told).toEqual([null, "one", "one"]);
});

test("while the version is unknown nothing is cached, but concurrent requests share one answer", async () => {
  const { step, made } = farAway({ isKnown: false });
  await Promise.all([step(get("/public")), step(get("/public"))]);
  expect(made).toHaveLength(1);
  await step(get("/public"));
  expect(made).toHaveLength(2);
});

test("requests without a canonical address, or with authorization, are passed on", () => {
  const { step } = farAway();
  expect(step(get("/private"))).toBeNull();
  expect(step(get("/public", { authorization: "Bearer x" }))).toBeNull();
});

test("an answer is cached until one of the tags moves that it was made with", async () => {
  const tags = movingTags("maps", "players");
  const made: (string | null)[] = [];
  let from: readonly Tag[] | null = ["maps"];
  let whileItIsMade = () => {};
  let status = 200;
  const step = responseCache({
    ...COMMON,
    store: new ResponsesInMemory(100_000),
    versions: tags.versions,
    make: async (_, wanted) => {
      made.push(wanted.begin()?.tag ?? null);
      whileItIsMade();
      const headers = { ETag: '"one"', ...(from && { [TAGS]: writeTags(from) }) };
      return status === 304 ? new Response(null, { status, headers }) : new Response("one", { headers });
    },
  });
  const ask = async () => ((await step(get("/page"))) as Reply).headers;
  /** Requests the page, and returns how often it was made for that. */
  const timesMade = async () => {
    const before = made.length;
    expect((await ask()).join().toLowerCase()).not.toContain(TAGS);
    return made.length - before;
  };
  expect(await timesMade()).toBe(1);
  tags.move("players");
  expect(await timesMade()).toBe(0);
  tags.move("maps");
  expect(await timesMade()).toBe(1);
  // The same answer turns out to have another tag.
  tags.move("maps");
  status = 304;
  from = ["players"];
  expect(await timesMade()).toBe(1);
  tags.move("maps");
  expect(await timesMade()).toBe(0);
  tags.move("players");
  expect(await timesMade()).toBe(1);
  // A write while an answer is being made may not be included in it.
  tags.move("players");
  whileItIsMade = () => tags.move("players");
  expect(await timesMade()).toBe(1);
  whileItIsMade = () => tags.move("maps");
  expect(await timesMade()).toBe(1);
  whileItIsMade = () => {};
  expect(await timesMade()).toBe(0);
  // An answer without tags may be made from anything.
  status = 200;
  tags.move("players");
  from = null;
  expect(await timesMade()).toBe(1);
  expect(await timesMade()).toBe(0);
  tags.move("maps");
  expect(await timesMade()).toBe(1);
  expect(made.slice(1)).not.toContain(null);
});

test("a queued answer is made once for all who wait, from the state at which it begins", async () => {
  const tags = movingTags("maps");
  const queue: { wanted: AnswerRequest; done: (answer: Response) => void }[] = [];
  const step = responseCache({
    ...COMMON,
    store: new ResponsesInMemory(100_000),
    versions: tags.versions,
    make: (_, wanted) => new Promise((done) => queue.push({ wanted, done })),
  });
  const ask = async () => ((await step(get("/page"))) as Reply).body;
  const [first, second] = [ask(), ask()];
  tags.move("maps");
  const third = ask();
  expect(queue).toHaveLength(1);
  expect([queue[0]?.wanted.encoding, queue[0]?.wanted.begin()]).toEqual([null, null]);
  // Once it has begun, it does not include later writes.
  tags.move("maps");
  const fourth = ask();
  queue[0]?.done(new Response("of 2"));
  const bytes = (text: string) => new TextEncoder().encode(text);
  expect(new Set(await Promise.all([first, second, third]))).toEqual(new Set([bytes("of 2")]));
  expect(queue).toHaveLength(2);
  queue[1]?.wanted.begin();
  const fifth = ask();
  queue[1]?.done(new Response("of 3"));
  expect(await fourth).toEqual(bytes("of 3"));
  expect(await fifth).toBe(await fourth);
  // And that answer is cached.
  expect(await ask()).toBe(await fourth);
  expect(queue).toHaveLength(2);
});

test("an answer that depends on the day is made again on the next one", async () => {
  let [day, made] = ["2026-01-31T23:59:59Z", 0];
  let from: readonly Tag[] = ["day"];
  const step = responseCache({
    ...COMMON,
    store: new ResponsesInMemory(100_000),
    versions: movingTags("maps").versions,
    now: () => new Date(day),
    make: async (_, wanted) => {
      wanted.begin();
      made += 1;
      return new Response("", { headers: { [TAGS]: writeTags(from) } });
    },
  });
  const timesMade = async (path: string) => {
    const before = made;
    await step(get(path));
    return made - before;
  };
  expect([await timesMade("/today"), await timesMade("/today")]).toEqual([1, 0]);
  from = ["maps"];
  await step(get("/maps"));
  day = "2026-02-01T00:00:00Z";
  expect([await timesMade("/maps"), await timesMade("/today")]).toEqual([0, 1]);
});

/** Creates a step that may send what was true five seconds ago, by a clock that tests set. */
function patient() {
  const tags = movingTags("maps");
  const world = { now: 0, text: "one", isHeld: false };
  const held: (() => void)[] = [];
  const behind: Promise<unknown>[] = [];
  const step = responseCache({
    ...COMMON,
    store: new ResponsesInMemory(1_000_000),
    versions: tags.versions,
    now: () => new Date(world.now),
    staleFor: 5_000,
    mayBeStale: (path) => path.startsWith("/list"),
    waitUntil: (work) => void behind.push(work),
    make: async (_, wanted) => {
      wanted.begin();
      const answer = new Response(world.text);
      if (world.isHeld) await new Promise<void>((done) => held.push(done));
      return answer;
    },
  });
  const ask = async (path: string, headers = {}) =>
    new TextDecoder().decode(((await step(get(path, headers))) as Reply).body ?? undefined);
  return { step, ask, tags, world, held, behind };
}

test("an overview is sent as it was a moment ago, and made again behind; all else is made first", async () => {
  const { ask, tags, world, behind } = patient();
  expect([await ask("/list"), await ask("/row")]).toEqual(["one", "one"]);
  world.now = 60_000;
  expect([await ask("/list"), await ask("/row")]).toEqual(["one", "one"]);
  tags.move("maps");
  world.text = "two";
  world.now += 4_999;
  expect([await ask("/list"), await ask("/row")]).toEqual(["one", "two"]);
  expect(behind).toHaveLength(1);
  await Promise.all(behind);
  expect(await ask("/list")).toBe("two");
  // Nobody has looked for longer: it may be of any age.
  tags.move("maps");
  world.text = "three";
  world.now += 5_000;
  expect(await ask("/list")).toBe("three");
  expect(behind).toHaveLength(1);
});

test("who wrote a moment ago, or asks for it, gets nothing older than current", async () => {
  const { ask, tags, world } = patient();
  for (const headers of [{ cookie: "a=b; wrote=1" }, { "cache-control": "no-cache" }]) {
    world.text += "!";
    tags.move("maps");
    await ask("/list", headers);
    expect(await ask("/list", headers)).toBe(world.text);
    tags.move("maps");
    const before = world.text;
    world.text += "?";
    expect(await ask("/list", { cookie: "rewrote=1" })).toBe(before);
    expect(await ask("/list", headers)).toBe(world.text);
  }
  expect(wroteCookie(5_000, true)).toBe("wrote=1; Max-Age=15; Path=/; HttpOnly; SameSite=Lax; Secure");
});

test("at most eight answers are made again behind at a time", async () => {
  const { ask, tags, world, held, behind } = patient();
  const paths = Array.from({ length: 12 }, (_, at) => `/list${at}`);
  for (const path of paths) await ask(path);
  tags.move("maps");
  Object.assign(world, { isHeld: true, text: "two" });
  for (const path of paths) expect(await ask(path)).toBe("one");
  expect(behind).toHaveLength(8);
  for (const done of held) done();
  await Promise.all(behind);
  world.isHeld = false;
  for (const path of paths) await ask(path);
  expect(behind).toHaveLength(12);
});

test("an answer that arrives in brotli with its tag is cached as it is", async () => {
  const packedBytes = new TextEncoder().encode("packed");
  let timesUnpacked = 0;
  const step = responseCache({
    ...COMMON,
    store: new ResponsesInMemory(100_000),
    versions: movingTags("maps").versions,
    compression: {
      compress: () => Promise.reject(new Error("it is packed")),
      decompress: async () => {
        timesUnpacked += 1;
        return new TextEncoder().encode("plain");
      },
    },
    make: async (_, wanted) => {
      wanted.begin();
      expect(wanted.encoding).toBe("br");
      const headers = { "Content-Type": "text/html", "Content-Encoding": "br", ETag: '"abc"' };
      return new Response(packedBytes, { headers });
    },
  });
  const packed = (await step(get("/page", { "accept-encoding": "br" }))) as Reply;
  expect(packed.body).toEqual(packedBytes);
  expect(packed.headers).toEqual(expect.arrayContaining(["Content-Encoding", "br", "ETag", '"abc-br"']));
  const plain = (await step(get("/page"))) as Reply;
  expect(plain.body).toEqual(new TextEncoder().encode("plain"));
  expect(plain.headers).toEqual(expect.arrayContaining(["ETag", '"abc"']));
  expect(plain.headers).not.toContain("Content-Encoding");
  // As long as somebody reads the plain bytes, others read the same ones.
  const others = await Promise.all([step(get("/page")), step(get("/page"))]);
  expect(others.map((reply) => reply?.body)).toEqual([plain.body, plain.body]);
  expect(others[1]?.body).toBe(plain.body);
  expect(timesUnpacked).toBe(1);
});

test("with measuring on, Cache-Status says how each answer was obtained", async () => {
  const tags = movingTags("maps");
  const made = { bytes: "one" };
  const step = responseCache({
    ...{ ...COMMON, store: new ResponsesInMemory(100_000), addsCacheStatus: true },
    versions: tags.versions,
    make: async (_, wanted) => {
      const known = wanted.begin();
      const isSame = known?.tag === made.bytes;
      return new Response(isSame ? null : made.bytes, {
        status: isSame ? 304 : 200,
        headers: { ETag: `"${made.bytes}"` },
      });
    },
  });
  const ask = async () => {
    const { headers } = (await step(get("/page"))) as Reply;
    return headers[headers.indexOf("Cache-Status") + 1];
  };
  expect(await Promise.all([ask(), ask()])).toEqual([
    "Index; fwd=miss; fwd-status=200",
    "Index; fwd=miss; fwd-status=200; collapsed",
  ]);
  expect(await ask()).toBe("Index; hit");
  tags.move("maps");
  expect(await ask()).toBe("Index; fwd=stale; fwd-status=304");
  tags.move("maps");
  made.bytes = "two";
  expect(await ask()).toBe("Index; fwd=stale; fwd-status=200");
});
