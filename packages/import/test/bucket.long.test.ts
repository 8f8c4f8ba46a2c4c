import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openBucket, type TestBucket } from "../../../test/node/s3.ts";
import { progressive } from "../../../test/pictures.ts";
import { newFolder, read, run } from "./command-line.ts";
import { key } from "./fixture.ts";

const FILES = 14;

let bucket: TestBucket;
const closing: (() => void)[] = [];

/** Each object is a different picture. */
beforeAll(async () => {
  bucket = await openBucket();
  const s3 = bucket.client();
  for (let at = 0; at < FILES; at += 1) await s3.put(`old/${key(at)}`, [await progressive(8 + at)]);
});

afterAll(() => bucket.close());

afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** Handles a request for an object in place of passing it on. */
type Trouble = (nth: number, response: ServerResponse, pass: () => void) => void;

/** Starts a proxy before the bucket that records which objects are requested, and makes trouble. */
async function before(trouble: Trouble) {
  const asked: string[] = [];
  const { hostname, port } = new URL(bucket.access.endpoint);
  const pass = (from: IncomingMessage, to: ServerResponse): void => {
    const onward = request(
      { hostname, port, path: from.url, method: from.method, headers: from.headers },
      (answer) => answer.pipe(to.writeHead(answer.statusCode ?? 502, answer.headers)),
    );
    from.pipe(onward).on("error", () => to.destroy());
  };
  const server = createServer((from, to) => {
    const object = /\/(old\/[^?]+)/.exec(from.url ?? "")?.[1];
    if (object === undefined) return pass(from, to);
    asked.push(object);
    trouble(asked.length, to, () => pass(from, to));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const endpoint = new URL(bucket.access.endpoint);
  endpoint.port = String((server.address() as AddressInfo).port);
  return { asked, endpoint: endpoint.href };
}

/** Imports with the media in the bucket. */
function importFrom(folder: string, endpoint: string, env: Readonly<Record<string, string>> = {}) {
  const { accessKeyId, secretAccessKey, region } = bucket.access;
  return run(folder, ["import", dump(), "--apply", "--media", `s3://${bucket.name}/old`], {
    ...{ S3_ENDPOINT: endpoint, S3_REGION: region },
    ...{ S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey, ...env },
  });
}

function dump(): string {
  const file = join(newFolder(), "index.sql");
  const rows = Array.from(
    { length: FILES },
    (_, at) => `('Quad', ${at}, 'Ada', 'https://example.org/${at}', '${key(at)}')`,
  );
  writeFileSync(
    file,
    `INSERT INTO lcc_completions (map, money, person, link, filekey) VALUES ${rows.join(",")};`,
  );
  return file;
}

const mediaIn = (folder: string): unknown[] =>
  read(folder, "select key || ' ' || hash || ' ' || bytes from media order by key");

test("files are fetched from a bucket despite dropped connections and temporary refusals", async () => {
  const whole = newFolder();
  const easy = await before((_nth, _response, pass) => pass());
  expect(await importFrom(whole, easy.endpoint).ended).toMatchObject({ code: 0 });
  expect(mediaIn(whole)).toHaveLength(FILES);
  expect(easy.asked.toSorted()).toEqual(Array.from({ length: FILES }, (_, at) => `old/${key(at)}`));

  const folder = newFolder();
  const hard = await before((nth, response, pass) => {
    if (nth % 5 === 0) response.destroy();
    else if (nth % 5 === 2) response.writeHead(nth % 2 === 0 ? 503 : 429).end();
    else pass();
  });
  expect(await importFrom(folder, hard.endpoint).ended).toMatchObject({ code: 0 });
  expect(hard.asked.length).toBeGreaterThan(FILES);
  expect(mediaIn(folder)).toEqual(mediaIn(whole));
});

test("an import that is killed while fetching files resumes with those that are missing", async () => {
  const folder = newFolder();
  let stalled = 0;
  let hasStalled = (): void => {};
  const allStall = new Promise<void>((done) => {
    hasStalled = done;
  });
  const cut = await before((nth, _response, pass) => {
    if (nth <= 6) return pass();
    // Four are requested at a time, so everything before these has been recorded by now.
    stalled += 1;
    if (stalled === 4) hasStalled();
  });
  const first = importFrom(folder, cut.endpoint);
  await allStall;
  first.child.kill("SIGKILL");
  await first.ended;
  expect(mediaIn(folder)).toEqual([]);

  const rest = await before((_nth, _response, pass) => pass());
  expect(await importFrom(folder, rest.endpoint).ended).toMatchObject({ code: 0 });
  const had = new Set(cut.asked.slice(0, 6));
  expect(rest.asked.filter((object) => had.has(object))).toEqual([]);
  expect(new Set([...rest.asked, ...had]).size).toBe(FILES);
  expect(mediaIn(folder)).toHaveLength(FILES);
});

test.each([
  ["whose key is refused", { S3_SECRET_ACCESS_KEY: "wrong" }, "SignatureDoesNotMatch"],
  ["without the keys", { S3_ENDPOINT: "" }, "set S3_ENDPOINT"],
])("a bucket %s is reported with a clear message", async (_, wrong, says) => {
  const { code, said } = await importFrom(newFolder(), bucket.access.endpoint, wrong).ended;
  expect(code).toBe(1);
  expect(said).toContain(says);
  expect(said).not.toContain("at async");
});
