import { beforeAll, expect, test } from "vitest";
import { openEngine } from "#engine";
import { hashOf } from "../../server/media/store.ts";
import { type TestApp, testApp } from "../factories.ts";
import { insertMedia } from "../media-rows.ts";

const HOST = "https://media.example";
const bytesOf = (text: string) => new TextEncoder().encode(text);

let app: TestApp;
let filekey: string;
let thumbnail: string;

beforeAll(async () => {
  app = await testApp(await openEngine(), undefined, { mediaOrigin: HOST });
  filekey = (await app.add("lcd", { towers: [], money: 5, version: "40", link: null })).id;
  const [picture, small] = [bytesOf("a whole picture"), bytesOf("a small one")];
  const hash = await hashOf(picture);
  thumbnail = await hashOf(small);
  await app.media.write(hash, picture);
  await app.media.write(thumbnail, small);
  const entry = { hash, contentType: "image/jpeg", bytes: picture.length };
  await app.database.atomic([
    insertMedia({ key: filekey, ...entry, thumbnail }, filekey, "2026-01-01"),
    insertMedia({ key: `${filekey}/attach/a`, ...entry }, filekey, "2026-01-01"),
    insertMedia({ key: `${filekey}/attach/b`, ...entry, thumbnail: "0".repeat(64) }, filekey, "2026-01-02"),
    insertMedia({ key: "maps/#Ouch", ...entry, thumbnail }, null, "2026-01-01"),
  ]);
});

const textOf = async (response: Response): Promise<string> =>
  new TextDecoder().decode(await response.arrayBuffer());

/** Requests a URL and returns the status, the body and the headers that browsers go by. */
async function ask(url: string, init: RequestInit = {}) {
  const response = await app.app.request(url, init);
  const header = (name: string): string | null => response.headers.get(name);
  return {
    status: response.status,
    text: await textOf(response),
    type: header("Content-Type"),
    length: header("Content-Length"),
    cache: header("Cache-Control"),
    etag: header("ETag") ?? "",
    response,
  };
}

test("a thumbnail is requested with ?thumbnail, and has its own ETag and the headers of all media", async () => {
  const whole = await ask(`/media/${filekey}`);
  const small = await ask(`/media/${filekey}?thumbnail`);
  expect(small).toMatchObject({ status: 200, text: "a small one", type: "image/webp", length: "11" });
  expect(small.etag).toBe(`"${thumbnail}"`);
  expect(small.etag).not.toBe(whole.etag);
  expect(small.response.headers.get("X-Content-Type-Options")).toBe("nosniff");
  expect(small.response.headers.get("Content-Security-Policy")).toContain("sandbox");
  expect(small.response.headers.get("Access-Control-Allow-Origin")).toBe("*");
  const again = await ask(`/media/${filekey}?thumbnail`, { headers: { "If-None-Match": small.etag } });
  expect([again.status, again.text]).toEqual([304, ""]);
  const other = await ask(`/media/${filekey}?thumbnail`, { headers: { "If-None-Match": whole.etag } });
  expect(other.status).toBe(200);
  const head = await ask(`/media/${filekey}?thumbnail`, { method: "HEAD" });
  expect(head).toMatchObject({ status: 200, text: "", length: "11", etag: small.etag });
});

test.each([
  ["missing", "missing", null],
  ["damaged", "damaged", "a whole"],
])(
  "a file that is %s is answered with 404 and a message, for GET, HEAD and a range alike",
  async (name, word, there) => {
    const hash = await hashOf(bytesOf(`the bytes of what is ${name}`));
    if (there !== null) await app.media.write(hash, bytesOf(there));
    const key = `${filekey}/attach/${name}`;
    const entry = { hash, contentType: "image/jpeg", bytes: 15 };
    await app.database.atomic([insertMedia({ key, ...entry }, filekey, "2026-01-01")]);
    for (const init of [{}, { headers: { Range: "bytes=0-3" } }]) {
      const { status, text } = await ask(`/media/${key}`, init);
      expect({ status, error: JSON.parse(text).error }).toEqual({
        status: 404,
        error: expect.stringContaining(word),
      });
    }
    expect(await ask(`/media/${key}`, { method: "HEAD" })).toMatchObject({ status: 404, text: "" });
  },
);

test("if a thumbnail is missing or its bytes are lost, the file itself is sent", async () => {
  for (const key of ["a", "b"]) {
    const found = await ask(`/media/${filekey}/attach/${key}?thumbnail`);
    expect(found).toMatchObject({ status: 200, text: "a whole picture", type: "image/jpeg" });
  }
});

test("attachments are cached as immutable; proofs and pictures of maps are revalidated", async () => {
  expect((await ask(`/media/${filekey}/attach/a`)).cache).toContain("immutable");
  for (const path of [filekey, `${filekey}?thumbnail`, "maps/%23Ouch"])
    expect((await ask(`/media/${path}`)).cache).toBe("public, max-age=0, must-revalidate");
});

test("the media host serves keys at its root", async () => {
  expect(await ask(`${HOST}/${filekey}`)).toMatchObject({ status: 200, text: "a whole picture" });
  expect((await ask(`${HOST}/${filekey}?thumbnail`)).text).toBe("a small one");
  expect((await ask(`${HOST}/maps/%23Ouch`)).status).toBe(200);
  const range = await ask(`${HOST}/${filekey}/attach/a`, { headers: { Range: "bytes=2-6" } });
  expect([range.status, range.text]).toEqual([206, "whole"]);
  const head = await ask(`${HOST}/${filekey}`, { method: "HEAD" });
  expect(head).toMatchObject({ status: 200, text: "", length: "15" });
  expect(head.response.headers.get("X-Content-Type-Options")).toBe("nosniff");
  expect(head.response.headers.get("Access-Control-Allow-Origin")).toBe("*");
});

test.each([
  "/",
  "/list-maps",
  "/healthz",
  "/fetch-2tc",
  "/config.json",
  "/index.html",
  "/media/maps/%23Ouch",
])("the media host serves nothing else: %s", async (path) => {
  const { status, text } = await ask(`${HOST}${path}`);
  expect(status).toBe(404);
  expect(JSON.parse(text).error).toContain("no file");
});

test("the media host refuses writes, and answers a preflight", async () => {
  expect((await ask(`${HOST}/${filekey}`, { method: "POST" })).status).toBe(405);
  expect((await ask(`${HOST}/member/add-2tc-submit`, { method: "POST" })).status).toBe(405);
  const preflight = await ask(`${HOST}/${filekey}`, { method: "OPTIONS" });
  expect(preflight.status).toBe(204);
  expect(preflight.response.headers.get("Access-Control-Allow-Origin")).toBe("*");
  expect(preflight.response.headers.get("Access-Control-Allow-Headers")).toBe("*, Authorization");
  expect(preflight.response.headers.get("Access-Control-Expose-Headers")).toContain("Retry-After");
});

test("the site's own host still serves media under /media", async () => {
  expect((await ask(`/media/${filekey}`)).status).toBe(200);
  expect((await ask(`/${filekey}`)).status).toBe(404);
});
