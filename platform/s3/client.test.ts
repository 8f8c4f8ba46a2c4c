import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openBucket, type TestBucket } from "../../test/node/s3.ts";
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
