import { expect, test } from "vitest";
import type { AtHand, Head, Reply, Step } from "./head.ts";
import { isKeepable, type Kept, keptAnswers, type Wanted } from "./kept-answers.ts";
import { KeptInMemory } from "./kept-in-memory.ts";

test("only successful public answers are cached", () => {
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
  network: () => headers.network ?? "",
});

interface Place {
  readonly step: Step;
  readonly made: string[];
  readonly kept: ReadonlyMap<string, Kept>;
  readonly write: () => void;
}

/**
 * Creates a step whose store and version are remote, as on a Worker, and records what is made. `isKnown`: whether the
 * version is known.
 */
function farAway({
  isKnown = true,
  make = (address: string) => Response.json({ address }),
}: {
  readonly isKnown?: boolean;
  readonly make?: (address: string, atHand: AtHand | null) => Response;
} = {}): Place {
  const kept = new Map<string, Kept>();
  const made: string[] = [];
  let version = 1;
  const step = keptAnswers({
    store: {
      get: async (address, current) => {
        const found = kept.get(address);
        return found?.version === current ? found : null;
      },
      last: (address) => kept.get(address) ?? null,
      set: async (address, answer) => void kept.set(address, answer),
    },
    version: async () => (isKnown ? String(version) : null),
    compression: null,
    canonical: (url) => (url.startsWith("/public") ? { address: url, sources: null } : null),
    make: async (address, wanted) => {
      made.push(address);
      return make(address, wanted.begin());
    },
    common: [["X-Content-Type-Options", "nosniff"]],
  });
  const write = (): void => {
    version += 1;
  };
  return { step, made, kept, write };
}

test("an asynchronous store caches answers until the version changes", async () => {
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
    make: (_, atHand) => {
      told.push(atHand?.tag ?? null);
      if (atHand?.tag === text) return new Response(null, { status: 304 });
      return new Response(text, { headers: { ETag: `"${text}"`, "X-Of": text } });
    },
  });
  const first = (await step(get("/public"))) as Reply;
  expect(first.headers).toEqual(expect.arrayContaining(['"one"', "x-of"]));
  const { body } = kept.get("/public") ?? {};
  write();
  expect(await step(get("/public"))).toEqual(first);
  expect(kept.get("/public")).toMatchObject({ version: "2", tag: "one" });
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

test("an answer that names its sources stays cached until one of them changes", async () => {
  const versions = { maps: 1, players: 2 };
  const versionOf = (sources: readonly string[] | null) =>
    Math.max(
      ...Object.entries(versions).flatMap(([name, at]) => (sources?.includes(name) === false ? [] : at)),
    );
  const write = (name: keyof typeof versions) => {
    versions[name] = Math.max(...Object.values(versions)) + 1;
  };
  const kept = new KeptInMemory(100_000);
  const made: (string | null)[] = [];
  let from: readonly string[] | null = ["maps"];
  let whileItIsMade = () => {};
  let status = 200;
  const step = keptAnswers({
    store: kept,
    version: (sources) => String(versionOf(sources)),
    noteMoment: () => {
      const highest = versionOf(null);
      return (sources) => (versionOf(sources) <= highest ? String(versionOf(sources)) : null);
    },
    compression: null,
    canonical: (url) => ({ address: url, sources: ["maps", "players"] }),
    make: async (_, wanted) => {
      made.push(wanted.begin()?.tag ?? null);
      whileItIsMade();
      const told = from && encodeURIComponent(JSON.stringify(from));
      const headers = { ETag: '"one"', ...(told && { "X-Made-From": told }) };
      return status === 304 ? new Response(null, { status, headers }) : new Response("one", { headers });
    },
    common: [],
  });
  const ask = async () => ((await step(get("/page"))) as Reply).headers;
  /** Requests the page, and returns how often it was made for that. */
  const timesMade = async () => {
    const before = made.length;
    expect((await ask()).join().toLowerCase()).not.toContain("made-from");
    return made.length - before;
  };
  expect(await timesMade()).toBe(1);
  write("players");
  expect(await timesMade()).toBe(0);
  write("maps");
  expect(await timesMade()).toBe(1);
  // The same answer turns out to have other sources.
  write("maps");
  status = 304;
  from = ["players"];
  expect(await timesMade()).toBe(1);
  write("maps");
  expect(await timesMade()).toBe(0);
  write("players");
  expect(await timesMade()).toBe(1);
  // A write while an answer is being made may not be included in it.
  write("players");
  whileItIsMade = () => write("players");
  expect(await timesMade()).toBe(1);
  whileItIsMade = () => write("maps");
  expect(await timesMade()).toBe(1);
  whileItIsMade = () => {};
  expect(await timesMade()).toBe(0);
  // An answer that names no sources any more has those that its address declares.
  status = 200;
  write("players");
  from = null;
  expect(await timesMade()).toBe(1);
  expect(await timesMade()).toBe(1);
  expect(await timesMade()).toBe(0);
  write("maps");
  expect(await timesMade()).toBe(1);
  expect(made.slice(1)).not.toContain(null);
});

test("a queued answer is rendered once for all waiting requests, from the state at which rendering begins", async () => {
  let version = 1;
  const queue: { wanted: Wanted; done: (answer: Response) => void }[] = [];
  const kept = new KeptInMemory(100_000);
  const step = keptAnswers({
    store: kept,
    version: () => String(version),
    noteMoment: () => {
      const noted = version;
      return () => (version === noted ? String(version) : null);
    },
    compression: null,
    canonical: (url) => ({ address: url, sources: ["maps"] }),
    make: (_, wanted) => new Promise((done) => queue.push({ wanted, done })),
    common: [],
  });
  const ask = async () => ((await step(get("/page"))) as Reply).body;
  const [first, second] = [ask(), ask()];
  version = 2;
  const third = ask();
  expect(queue).toHaveLength(1);
  const [{ wanted, done } = { wanted: null, done: () => {} }] = queue;
  expect([wanted?.encoding, wanted?.begin()]).toEqual([null, null]);
  // Once it has begun, it does not include later writes.
  version = 3;
  const fourth = ask();
  expect(queue).toHaveLength(2);
  done(new Response("of 2"));
  expect(new Set(await Promise.all([first, second, third]))).toEqual(
    new Set([new TextEncoder().encode("of 2")]),
  );
  queue[1]?.wanted.begin();
  const fifth = ask();
  queue[1]?.done(new Response("of 3"));
  expect(await fourth).toEqual(new TextEncoder().encode("of 3"));
  expect(await fifth).toBe(await fourth);
  expect(queue).toHaveLength(2);
  // And that answer is cached.
  expect(await ask()).toBe(await fourth);
  expect(queue).toHaveLength(2);
});

test("an answer that arrives in brotli with its tag is cached as it is", async () => {
  const kept = new KeptInMemory(100_000);
  const packedBytes = new TextEncoder().encode("packed");
  const step = keptAnswers({
    store: kept,
    version: () => "1",
    compression: {
      compress: () => Promise.reject(new Error("it is packed")),
      decompress: async () => new TextEncoder().encode("plain"),
    },
    canonical: (url) => ({ address: url, sources: null }),
    make: async (_, wanted) => {
      wanted.begin();
      expect(wanted.encoding).toBe("br");
      const headers = { "Content-Type": "text/html", "Content-Encoding": "br", ETag: '"abc"' };
      return new Response(packedBytes, { headers });
    },
    common: [],
  });
  const packed = (await step(get("/page", { "accept-encoding": "br" }))) as Reply;
  expect(packed.body).toEqual(packedBytes);
  expect(packed.headers).toEqual(expect.arrayContaining(["Content-Encoding", "br", "ETag", '"abc-br"']));
  const plain = (await step(get("/page"))) as Reply;
  expect(plain.body).toEqual(new TextEncoder().encode("plain"));
  expect(plain.headers).toEqual(expect.arrayContaining(["ETag", '"abc"']));
  expect(plain.headers).not.toContain("Content-Encoding");
});

test("with measuring on, Cache-Status says how each answer was obtained", async () => {
  const [kept, made] = [new KeptInMemory(100_000), { version: "1", bytes: "one" }];
  const step = keptAnswers({
    ...{ store: kept, compression: null, common: [], tellsHow: true },
    version: () => made.version,
    noteMoment: () => () => null,
    canonical: (url) => ({ address: url, sources: null }),
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
  made.version = "2";
  expect(await ask()).toBe("Index; fwd=stale; fwd-status=304");
  Object.assign(made, { version: "3", bytes: "two" });
  expect(await ask()).toBe("Index; fwd=stale; fwd-status=200");
});
