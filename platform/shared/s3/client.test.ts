import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { openBucket, type TestBucket } from "../../../test/node/s3.ts";
import { S3Bucket } from "./client.ts";

let bucket: TestBucket;

beforeAll(async () => {
  bucket = await openBucket();
});

afterAll(() => bucket.close());

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const textIn = async (body: ReadableStream<Uint8Array> | null): Promise<string | null> =>
  body && new Response(body as ReadableStream<Uint8Array<ArrayBuffer>>).text();

async function all<Each>(each: AsyncIterable<Each>): Promise<Each[]> {
  const found: Each[] = [];
  for await (const one of each) found.push(one);
  return found;
}

const noPause = async (): Promise<void> => {};

/** Fails as told before it really asks: with a status, or with a connection that drops. */
function failing(...failures: readonly (number | "drop")[]) {
  const left = [...failures];
  const asked: Request[] = [];
  const ask: typeof fetch = async (request, init) => {
    asked.push(request as Request);
    const next = left.shift();
    if (next === "drop") throw new TypeError("fetch failed");
    return next === undefined ? fetch(request, init) : new Response(null, { status: next });
  };
  return { ask, asked };
}

/** Sends a body's first bytes and then breaks it off, however much is left. */
async function brokenAfter(bytes: number, answer: Response): Promise<Response> {
  const left = [new Uint8Array(await answer.arrayBuffer()).subarray(0, bytes)];
  const body = new ReadableStream({
    pull(controller) {
      const next = left.shift();
      if (next === undefined) controller.error(new TypeError("terminated"));
      else controller.enqueue(next);
    },
  });
  return new Response(body, answer);
}

/** What a service sends with 200 if a copy, or the assembly of parts, fails after it has begun its answer. */
const FAILED_LATE = '<?xml version="1.0"?>\n\n<Error><Code>InternalError</Code></Error>';

test.each([
  "plain",
  "with a blank",
  "maps/#Ouch",
  "a+b&c=d?e%20f",
  "it's (new)*!",
  "Über/ß 地图",
  "x/attach/1",
])('an object with the key "%s" is written, inspected, read, listed and removed', async (key) => {
  const s3 = bucket.client();
  expect(await s3.head(key)).toBe(null);
  expect(await s3.get(key, null)).toBe(null);
  await s3.put(key, [bytesOf("some "), bytesOf("bytes")]);
  expect(await s3.head(key)).toMatchObject({ key, bytes: 10 });
  expect(await textIn(await s3.get(key, null))).toBe("some bytes");
  expect(await textIn(await s3.get(key, { start: 5, end: 6 }))).toBe("by");
  expect(await all(s3.list(key))).toEqual([expect.objectContaining({ key, bytes: 10 })]);
  expect(await s3.renew(key)).toBe(true);
  expect(await textIn(await s3.get(key, null))).toBe("some bytes");
  await s3.remove(key);
  await s3.remove(key);
  expect(await s3.renew(key)).toBe(false);
  expect(await all(s3.list(key))).toEqual([]);
});

test("an empty object has no bytes", async () => {
  const s3 = bucket.client();
  await s3.put("empty", []);
  expect(await s3.head("empty")).toMatchObject({ bytes: 0 });
  expect(await textIn(await s3.get("empty", null))).toBe("");
});

test("a large object is uploaded in parts, and read back unchanged", async () => {
  const s3 = bucket.client();
  const piece = crypto.getRandomValues(new Uint8Array(60_000));
  const pieces = Array.from({ length: 320 }, (_, at) => piece.subarray(at));
  await s3.put("large", pieces);
  const [came, went] = [
    Buffer.from(await new Response((await s3.get("large", null)) as BodyInit).arrayBuffer()),
    Buffer.concat(pieces),
  ];
  expect(went.length).toBeGreaterThan(2 * 8 * 1024 * 1024);
  expect(came.equals(went)).toBe(true);
});

test("a failed multipart upload leaves nothing behind", async () => {
  const part = new Uint8Array(9 * 1024 * 1024);
  const { ask, asked } = failing();
  const dying: typeof fetch = async (request, init) =>
    (request as Request).url.includes("partNumber=2")
      ? new Response("<Error><Code>AccessDenied</Code></Error>", { status: 403 })
      : ask(request, init);
  const s3 = bucket.client({ fetch: dying });
  await expect(s3.put("given-up", [part])).rejects.toThrow("AccessDenied");
  expect(asked.at(-1)?.method).toBe("DELETE");
  expect(await s3.head("given-up")).toBe(null);
});

test("a multipart upload that fails at its end, after a 200, is an error and leaves nothing behind", async () => {
  const asked: Request[] = [];
  const dying: typeof fetch = async (request, init) => {
    const { url, method } = request as Request;
    asked.push(request as Request);
    return method === "POST" && url.includes("uploadId=") ? new Response(FAILED_LATE) : fetch(request, init);
  };
  const s3 = bucket.client({ fetch: dying, pause: noPause });
  await expect(s3.put("not-assembled", [new Uint8Array(9 * 1024 * 1024)])).rejects.toThrow(
    'The bucket refused to POST "not-assembled": InternalError.',
  );
  expect(asked.at(-1)).toMatchObject({ method: "DELETE", url: expect.stringContaining("uploadId=") });
  expect(await s3.head("not-assembled")).toBe(null);
});

test.each([
  ["fails after a 200", () => new Response(FAILED_LATE), 'The bucket refused to PUT "old": InternalError.'],
  ["breaks off", () => brokenAfter(5, new Response(FAILED_LATE)), "cannot be reached"],
])("an object is not renewed by a copy that %s", async (_, answer, says) => {
  const s3 = bucket.client({ fetch: async () => answer(), pause: noPause });
  await expect(s3.renew("old")).rejects.toMatchObject({
    name: "S3Error",
    message: expect.stringContaining(says),
  });
});

test("objects on several pages are listed in order, optionally after a given key", async () => {
  const s3 = bucket.client({ page: 10 });
  const keys = Array.from({ length: 25 }, (_, at) => `many/${String(at).padStart(4, "0")}`);
  for (const key of keys.toReversed()) await s3.put(key, [bytesOf("x")]);
  const listed = async (after?: string) => (await all(s3.list("many/", after))).map(({ key }) => key);
  expect(await listed()).toEqual(keys);
  expect(await listed("many/0009")).toEqual(keys.slice(10));
});

describe("a transient failure", () => {
  test.each([
    ["connections that drop", ["drop", "drop"]],
    ["too many requests", [429]],
    ["a service that is away", [503, 500, 502]],
  ] as const)("is retried: %s", async (_, failures) => {
    const { ask, asked } = failing(...failures);
    const s3 = bucket.client({ fetch: ask, pause: noPause });
    await s3.put("tried", [bytesOf("at last")]);
    expect(asked).toHaveLength(failures.length + 1);
    expect(await textIn(await s3.get("tried", null))).toBe("at last");
  });

  test("is given up after some attempts, with growing pauses in between", async () => {
    const pauses: number[] = [];
    const { ask, asked } = failing(503, 503, 503, 503, 503);
    const pause = async (milliseconds: number): Promise<void> => void pauses.push(milliseconds);
    await expect(bucket.client({ fetch: ask, pause }).head("x")).rejects.toMatchObject({ status: 503 });
    expect(asked).toHaveLength(4);
    expect(pauses.map((each, at) => each >= 100 * 2 ** at && each <= 200 * 2 ** at)).toEqual([
      true,
      true,
      true,
    ]);
  });

  test.each([
    ["7", 7_000, 7_000],
    ["3600", 20_000, 20_000],
    ["0", 100, 200],
    ["Wed, 21 Oct 2026 07:28:00 GMT", 100, 200],
  ])("is retried when the service says, within reason: %s", async (told, shortest, longest) => {
    const pauses: number[] = [];
    const pause = async (milliseconds: number): Promise<void> => void pauses.push(milliseconds);
    const answers = [new Response(null, { status: 503, headers: { "Retry-After": told } }), new Response()];
    const ask = async (): Promise<Response> => answers.shift() ?? Response.error();
    await bucket.client({ fetch: ask, pause }).head("x");
    expect(pauses).toEqual([expect.toSatisfy((each: number) => each >= shortest && each <= longest)]);
  });

  test("is reported as an unreachable bucket if it persists", async () => {
    const { ask } = failing("drop", "drop", "drop", "drop");
    await expect(bucket.client({ fetch: ask, pause: noPause }).head("x")).rejects.toThrow(
      "cannot be reached",
    );
  });

  test("in the middle of a body is resumed where it broke off", async () => {
    await bucket.client().put("breaks", [bytesOf("0123456789")]);
    const ranges: (string | null)[] = [];
    const breaking: typeof fetch = async (request, init) => {
      const { headers } = request as Request;
      ranges.push(headers.get("Range"));
      const answer = await fetch(request, init);
      if (ranges.length > 2) return answer;
      const bytes = new Uint8Array(await answer.arrayBuffer()).subarray(0, 3);
      let isFirst = true;
      const body = new ReadableStream({
        pull(controller) {
          if (!isFirst) return controller.error(new TypeError("terminated"));
          isFirst = false;
          controller.enqueue(bytes);
        },
      });
      return new Response(body, answer);
    };
    const s3 = bucket.client({ fetch: breaking, pause: noPause });
    expect(await textIn(await s3.get("breaks", null))).toBe("0123456789");
    expect(ranges).toEqual([null, "bytes=3-", "bytes=6-"]);
    ranges.length = 0;
    expect(await textIn(await s3.get("breaks", { start: 1, end: 8 }))).toBe("12345678");
    expect(ranges).toEqual(["bytes=1-8", "bytes=4-8", "bytes=7-8"]);
  });

  test.each([
    ["an object", "0123456789", null],
    ["a range", "0123456789", { start: 1, end: 8 }],
    ["a range that goes on after the object's end", "0123456789", { start: 1, end: 20 }],
    ["an object without bytes", "", null],
  ])("after the last byte of %s loses nothing", async (_, text, range) => {
    await bucket.client().put("whole", [bytesOf(text)]);
    let asked = 0;
    const breaking: typeof fetch = async (request, init) => {
      asked += 1;
      return brokenAfter(10, await fetch(request, init));
    };
    const body = await bucket.client({ fetch: breaking, pause: noPause }).get("whole", range);
    expect(await textIn(body)).toBe(range ? text.slice(range.start, range.end + 1) : text);
    expect(asked).toBe(1);
  });

  test("after the last byte of a range loses nothing, even if the service did not say how many bytes it sends", async () => {
    const answers = [
      await brokenAfter(10, new Response("12345678", { status: 206 })),
      new Response(null, { status: 400 }),
    ];
    const ask = async (): Promise<Response> => answers.shift() ?? Response.error();
    const body = await bucket.client({ fetch: ask, pause: noPause }).get("x", { start: 1, end: 8 });
    expect(await textIn(body)).toBe("12345678");
    expect(answers).toHaveLength(1);
  });

  test("in the middle of an encoded body is not taken for its end", async () => {
    const headers = { "Content-Encoding": "gzip", "Content-Length": "3" };
    const answers = [
      await brokenAfter(3, new Response("0123456789", { headers })),
      new Response(null, { status: 416 }),
    ];
    const ask = async (): Promise<Response> => answers.shift() ?? Response.error();
    const body = await bucket.client({ fetch: ask, pause: noPause }).get("x", null);
    await expect(textIn(body)).rejects.toMatchObject({ name: "S3Error", status: 416 });
  });
});

test("a body that breaks off while its object is replaced is an error, not half of each", async () => {
  const s3 = bucket.client();
  await s3.put("replaced", [bytesOf("0123456789")]);
  let isFirst = true;
  const breaking: typeof fetch = async (request, init) => {
    const answer = await fetch(request, init);
    if (!isFirst) return answer;
    isFirst = false;
    await s3.put("replaced", [bytesOf("abcdefghij")]);
    const body = new ReadableStream({ pull: (controller) => controller.error(new TypeError("terminated")) });
    return new Response(body, answer);
  };
  const body = await bucket.client({ fetch: breaking, pause: noPause }).get("replaced", null);
  await expect(textIn(body)).rejects.toMatchObject({ status: 412 });
});

describe("a service that ignores ranges", () => {
  const ignoring = async (): Promise<Response> => new Response("0123456789");

  test("is an error if a range is read", async () => {
    await expect(bucket.client({ fetch: ignoring }).get("x", { start: 1, end: 8 })).rejects.toMatchObject({
      name: "S3Error",
      message: 'The bucket sent all of "x" when it was asked for a part.',
    });
  });

  test("is an error if a body breaks off, and no byte is delivered twice", async () => {
    const answers = [await brokenAfter(3, await ignoring()), await ignoring()];
    const ask = async (): Promise<Response> => answers.shift() ?? Response.error();
    const body = await bucket.client({ fetch: ask, pause: noPause }).get("x", null);
    const delivered: string[] = [];
    const read = async (): Promise<void> => {
      for await (const bytes of body ?? []) delivered.push(new TextDecoder().decode(bytes));
    };
    await expect(read()).rejects.toThrow('The bucket sent all of "x" when it was asked for a part.');
    expect(delivered).toEqual(["012"]);
  });
});

describe("a service that stays silent", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
  afterEach(() => void vi.useRealTimers());

  /** Answers each request after this time. */
  function answering(milliseconds: number) {
    const signals: (AbortSignal | null | undefined)[] = [];
    const ask: typeof fetch = async (_, init) => {
      signals.push(init?.signal);
      vi.advanceTimersByTime(milliseconds);
      init?.signal?.throwIfAborted();
      return new Response();
    };
    return { s3: bucket.client({ fetch: ask, pause: noPause }), signals };
  }

  test.each([
    ["half a minute", 0, 30_000],
    ["a second more for every 32 kB that are sent", 96_000, 33_000],
  ])("is given up after %s, as often as a request is tried", async (_, bytes, timeoutMs) => {
    const body = [new Uint8Array(bytes)];
    const slow = answering(timeoutMs - 1);
    await slow.s3.put("x", body);
    expect(slow.signals).toHaveLength(1);
    const silent = answering(timeoutMs);
    await expect(silent.s3.put("x", body)).rejects.toThrow("cannot be reached");
    expect(silent.signals).toHaveLength(4);
  });

  test("is given up as soon as its caller waits no longer, even if it says when to retry", async () => {
    const silent = answering(500);
    await expect(silent.s3.head("x", 500)).rejects.toThrow("cannot be reached");
    await expect(silent.s3.get("x", null, 500)).rejects.toThrow("cannot be reached");
    expect(silent.signals).toHaveLength(2);
    const pauses: number[] = [];
    const busy: typeof fetch = async (_, init) => {
      init?.signal?.throwIfAborted();
      return new Response(null, { status: 503, headers: { "Retry-After": "20" } });
    };
    const pause = async (milliseconds: number): Promise<void> => {
      pauses.push(milliseconds);
      vi.advanceTimersByTime(milliseconds);
    };
    const s3 = bucket.client({ fetch: busy, pause });
    await expect(s3.head("x", 2_000)).rejects.toThrow();
    expect(pauses.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(2_000);
  });

  /** Sends the first bytes of each body, and no more. */
  function stalling() {
    let cancelled = 0;
    const asked: (string | null)[] = [];
    const ask: typeof fetch = async (request) => {
      asked.push((request as Request).headers.get("Range"));
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => controller.enqueue(bytesOf("ab")),
        cancel() {
          cancelled += 1;
        },
      });
      return new Response(body, { status: asked.at(-1) === null ? 200 : 206, headers: { ETag: '"1"' } });
    };
    return { s3: bucket.client({ fetch: ask, pause: noPause }), asked, cancelled: () => cancelled };
  }

  test("in the middle of a body is asked for the rest after ten seconds, and its connection is given up", async () => {
    const { s3, asked, cancelled } = stalling();
    const reader = (await s3.get("x", null))?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe("ab");
    const next = reader?.read();
    await vi.advanceTimersByTimeAsync(9_999);
    expect(asked).toEqual([null]);
    await vi.advanceTimersByTimeAsync(1);
    expect(new TextDecoder().decode((await next)?.value)).toBe("ab");
    expect(asked).toEqual([null, "bytes=2-"]);
    expect(cancelled()).toBe(1);
  });

  test("in the middle of a list is an error after ten seconds", async () => {
    const { s3, asked } = stalling();
    const listed = expect(s3.list("").next()).rejects.toThrow("cannot be reached");
    while (asked.length === 0) await new Promise(setImmediate);
    await vi.advanceTimersByTimeAsync(10_000);
    await listed;
  });

  test("is not given up once it has begun to answer, however long the body takes", async () => {
    const { s3, signals } = answering(0);
    await s3.get("x", null);
    vi.advanceTimersByTime(3_600_000);
    expect(signals.map((signal) => signal?.aborted)).toEqual([false]);
  });
});

test.each([
  ["a wrong secret", { secretAccessKey: "another" }, "media", "SignatureDoesNotMatch"],
  ["a bucket that is not there", {}, "nowhere", "403|404|NoSuchBucket|AccessDenied"],
])("%s is an error with the service's message, without a retry", async (_, wrong, name, says) => {
  const { ask, asked } = failing();
  const s3 = new S3Bucket(name, { ...bucket.access, ...wrong }, { fetch: ask, pause: noPause });
  await expect(s3.list("").next()).rejects.toThrow(new RegExp(says));
  expect(asked).toHaveLength(1);
});

test.each(["", "a/../b", "a//b", "./a", ".."])(
  'the key "%s" is refused without a request, since no address leads there',
  async (key) => {
    const { ask, asked } = failing();
    await expect(bucket.client({ fetch: ask }).head(key)).rejects.toThrow("No address leads to");
    expect(asked).toEqual([]);
  },
);
