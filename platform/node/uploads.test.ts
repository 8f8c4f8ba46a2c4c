import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { request, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Hono } from "hono";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { AppError } from "../../server/errors.ts";
import { hashOf } from "../../server/media/store.ts";
import type { ReceivedForm, ReceiveForm } from "../../server/media/uploads.ts";
import { LIMITS } from "../../test/factories.ts";
import { animation, noise, pictureWith } from "../../test/pictures.ts";
import { blobFolder } from "./blob-folder.ts";
import { createHttpServer } from "./http.ts";
import { mediaFiles } from "./media-files.ts";
import { receiveForms } from "./uploads.ts";

const FILE_FIELDS = new Set(["image", "attachments"]);
const ROOT = resolve(import.meta.dirname, "../..");
const MEGABYTE = 1024 * 1024;

let folder: string;
let receiveForm: ReceiveForm;
let server: Server;
let port: number;
/** What came of each form that the server took. */
let taken: (ReceivedForm | Error)[] = [];
const takings: (() => void)[] = [];

beforeAll(async () => {
  const app = new Hono();
  app.post("/", async (c) => {
    try {
      const form = await receiveForm(c.req.raw, FILE_FIELDS);
      taken.push(form);
      return c.json({ files: form.files });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      taken.push(error);
      return c.json({ error: error.message }, error.status);
    } finally {
      for (const tell of takings.splice(0)) tell();
    }
  });
  server = createHttpServer({
    fetch: app.fetch,
    assets: new Map(),
    known: new Map(),
    currentVersion: () => 0,
    cacheBytes: 1_000,
    siteOrigin: "http://localhost:4000",
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  ({ port } = server.address() as AddressInfo);
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

beforeEach(() => {
  taken = [];
  folder = mkdtempSync(join(tmpdir(), "btd6-index-uploads-"));
  receiveForm = receiveForms(folder, LIMITS);
});

/** All files below the media folder: what is under way, and blobs. */
function filesIn(): { readonly unfinished: string[]; readonly blobs: string[] } {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  const names = files.map(({ name }) => name);
  return {
    unfinished: names.filter((name) => !/^[0-9a-f]{64}$/.test(name)),
    blobs: names.filter((name) => /^[0-9a-f]{64}$/.test(name)).sort(),
  };
}

/** Sends one picture through a form and answers what is stored of it. */
async function upload(bytes: Uint8Array<ArrayBuffer>) {
  const form = new FormData();
  form.append("image", new File([bytes], "proof"));
  const { files } = await receiveForm(new Request("http://x/", { method: "POST", body: form }), FILE_FIELDS);
  const file = files[0];
  if (!file) throw new Error("nothing was received");
  return file;
}

async function blobOf(hash: string | null): Promise<Uint8Array<ArrayBuffer>> {
  const blob = hash === null ? null : await mediaFiles(folder).read(hash, null);
  if (!blob) throw new Error(`there is no blob ${hash}`);
  return new Uint8Array(await new Response(blob).arrayBuffer());
}

test("a picture gets a thumbnail: webp, upright, at most 480 pixels a side, without metadata", async () => {
  const large = await sharp(noise(1_200, 600), { raw: { width: 1_200, height: 600, channels: 3 } })
    .withExif({ IFD0: { Artist: "SECRET" } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const file = await upload(new Uint8Array(large));
  const thumbnail = await blobOf(file.thumbnail);
  const { format, width, height, exif, orientation } = await sharp(thumbnail).metadata();
  expect({ format, width, height, exif, orientation }).toEqual({
    ...{ format: "webp", width: 240, height: 480 },
    ...{ exif: undefined, orientation: undefined },
  });
  expect(file.thumbnail).toBe(await hashOf(thumbnail));
  expect(file.hash).toBe(await hashOf(await blobOf(file.hash)));
  expect((await sharp(await blobOf(file.hash)).metadata()).orientation).toBe(6);
  expect(filesIn()).toEqual({ unfinished: [], blobs: [file.hash, file.thumbnail].toSorted() });
});

test("a small picture is its own thumbnail, and is never enlarged", async () => {
  const tiny = await sharp(noise(2, 2), { raw: { width: 2, height: 2, channels: 3 } })
    .gif()
    .toBuffer();
  const file = await upload(new Uint8Array(tiny));
  expect(file.bytes).toBe(tiny.length);
  if (file.thumbnail !== null) expect((await sharp(await blobOf(file.thumbnail)).metadata()).width).toBe(2);
});

test("an animation stays one; its thumbnail is still", async () => {
  const bytes = await animation("gif");
  const file = await upload(bytes);
  expect((await sharp(await blobOf(file.hash)).metadata()).pages).toBe(3);
  expect((await sharp(await blobOf(file.thumbnail)).metadata()).pages ?? 1).toBe(1);
});

test("a picture that sharp cannot or should not unpack is taken without a thumbnail", async () => {
  // A PNG of 30,000 by 30,000 pixels in some hundred bytes, whose data are not even there.
  const bomb = Buffer.from(await pictureWith("image/png"));
  bomb.writeUInt32BE(30_000, 16);
  bomb.writeUInt32BE(30_000, 20);
  const file = await upload(new Uint8Array(bomb));
  expect(file).toMatchObject({ contentType: "image/png", thumbnail: null });
  expect(filesIn().blobs).toEqual([file.hash]);
});

test("the same file twice is one blob", async () => {
  const bytes = await pictureWith("image/jpeg");
  const [first, second] = [await upload(bytes), await upload(bytes)];
  expect(second).toEqual(first);
  expect(filesIn().blobs).toHaveLength(first.thumbnail === null ? 1 : 2);
});

test("a form that is refused leaves nothing, not even the files before the fault", async () => {
  const form = new FormData();
  form.append("attachments", new File([await pictureWith("image/webp")], "good.webp"));
  form.append("attachments", new File([new TextEncoder().encode("<html>")], "bad.html"));
  const sent = receiveForm(new Request("http://x/", { method: "POST", body: form }), FILE_FIELDS);
  await expect(sent).rejects.toThrow('"bad.html"');
  expect(filesIn()).toEqual({ unfinished: [], blobs: [] });
});

const BOUNDARY = "limit-of-a-part";
const partHead = (filename: string): string =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="attachments"; filename="${filename}"\r\n\r\n`;
const WEBM = Buffer.from("\x1a\x45\xdf\xa3\x87\x42\x82\x84webm", "latin1");

/** A request of a form whose body is written by hand. */
function openRequest(headers: Record<string, string> = {}, to = port) {
  const sending = request({
    port: to,
    host: "127.0.0.1",
    method: "POST",
    path: "/",
    headers: {
      "Content-Type": `multipart/form-data; boundary=${BOUNDARY}`,
      ...headers,
    },
  });
  const answered = new Promise<{ status: number; body: string }>((done, fail) => {
    sending.on("error", fail);
    sending.on("response", async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk);
      done({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() });
    });
  });
  return { sending, answered };
}

const nextTaking = (): Promise<void> => new Promise((done) => takings.push(done));

/** Waits until the server has written something of an upload. */
const underWay = (): Promise<void> => expect.poll(() => filesIn().unfinished.length).toBe(1);

test("an upload that is broken off leaves nothing", async () => {
  const { sending, answered } = openRequest();
  const over = nextTaking();
  sending.write(partHead("clip.webm"));
  sending.write(Buffer.concat([WEBM, Buffer.alloc(MEGABYTE, 7)]));
  await underWay();
  sending.destroy();
  await expect(answered).rejects.toThrow();
  await over;
  expect(taken).toMatchObject([{ name: "BadForm" }]);
  expect(filesIn()).toEqual({ unfinished: [], blobs: [] });
});

test("an upload that ends before its form does is refused and leaves nothing", async () => {
  const { sending, answered } = openRequest();
  sending.write(partHead("clip.webm"));
  sending.write(Buffer.concat([WEBM, Buffer.alloc(MEGABYTE, 7)]));
  sending.end();
  expect((await answered).status).toBe(400);
  expect(filesIn()).toEqual({ unfinished: [], blobs: [] });
});

test("a sender that falls silent is not waited for", async () => {
  receiveForm = receiveForms(folder, LIMITS, 100);
  const { sending, answered } = openRequest();
  sending.write(partHead("clip.webm"));
  sending.write(Buffer.concat([WEBM, Buffer.alloc(MEGABYTE, 7)]));
  expect((await answered).status).toBe(400);
  expect(filesIn()).toEqual({ unfinished: [], blobs: [] });
  sending.destroy();
});

test("a file that grows too large is refused while it is still being sent, and the connection ends", async () => {
  receiveForm = receiveForms(folder, { ...LIMITS, fileBytes: MEGABYTE });
  const socket = connect(port, "127.0.0.1");
  let answer = "";
  socket.on("data", (chunk) => {
    answer += chunk;
  });
  // What is still written to a connection that the server has closed.
  socket.on("error", () => {});
  const closed = once(socket, "close");
  const length = 90 * MEGABYTE;
  socket.write(
    `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=${BOUNDARY}\r\nContent-Length: ${length}\r\n\r\n`,
  );
  socket.write(partHead("long.webm"));
  socket.write(Buffer.concat([WEBM, Buffer.alloc(3 * MEGABYTE, 7)]));
  // Not another byte is sent: it must not wait for the other 87 MB.
  await closed;
  expect(answer).toMatch(/^HTTP\/1.1 413 /);
  expect(answer).toContain('\\"long.webm\\" is too large: a video may have 1 MB');
  expect(filesIn()).toEqual({ unfinished: [], blobs: [] });
});

/** Sends a video of so many bytes to a port, and answers the JSON that comes back. */
async function sendVideo(to: number, bytes: number) {
  const { sending, answered } = openRequest({}, to);
  const chunk = Buffer.alloc(MEGABYTE / 4, 7);
  sending.write(partHead("clip.webm"));
  sending.write(WEBM);
  for (let left = bytes - WEBM.length; left > 0; left -= chunk.length)
    if (!sending.write(chunk.subarray(0, left))) await once(sending, "drain");
  sending.end(`\r\n--${BOUNDARY}--\r\n`);
  const { status, body } = await answered;
  expect(status).toBe(200);
  return JSON.parse(body);
}

// Node lets some 50 MB of used-up network buffers gather before it collects them, whatever is done with them: the first
// upload takes the process there. What a second one of 200 MB adds is what depends on the size.
test("a large video streams to disk: memory does not grow with its size", async () => {
  const child = spawn(process.execPath, ["test/runtime/node/upload-server.ts", folder], { cwd: ROOT });
  try {
    const [line] = await once(child.stdout, "data");
    const to = Number(line);
    const peak = async (): Promise<number> =>
      Number(await (await fetch(`http://127.0.0.1:${to}/peak`)).text());
    await sendVideo(to, 60 * MEGABYTE);
    const before = await peak();
    const { files } = await sendVideo(to, 200 * MEGABYTE);
    expect(files).toMatchObject([{ contentType: "video/webm", bytes: 200 * MEGABYTE, thumbnail: null }]);
    expect(filesIn()).toMatchObject({ unfinished: [], blobs: expect.arrayContaining([files[0].hash]) });
    expect((await peak()) - before).toBeLessThan(40 * MEGABYTE);
  } finally {
    child.kill("SIGKILL");
  }
});

test("a blob is new when its form is whole, however long ago it was written", async () => {
  const blobs = blobFolder(folder);
  const bytes = new TextEncoder().encode("slow");
  const hash = await hashOf(bytes);
  const path = await blobs.unfinished();
  writeFileSync(path, bytes);
  utimesSync(path, new Date(0), new Date(0));
  const before = Date.now() - 1_000;
  await blobs.settle(path, hash);
  for await (const blob of mediaFiles(folder).list())
    expect(blob.modifiedAt.getTime()).toBeGreaterThan(before);
});

test("an upload and the sweeper at the same blob in any order: the upload wins", async () => {
  const blobs = blobFolder(folder);
  const bytes = new TextEncoder().encode("wanted again");
  const hash = await hashOf(bytes);
  for (let round = 0; round < 60; round += 1) {
    await blobs.write(hash, bytes);
    const long = new Date(1_000_000_000_000);
    utimesSync(blobs.pathOf(hash), long, long);
    const waiting = async (turns: number): Promise<void> => {
      for (let turn = 0; turn < turns; turn += 1) await new Promise(setImmediate);
    };
    await Promise.all([
      waiting(round % 8).then(() => blobs.write(hash, bytes)),
      waiting(round % 5).then(() => blobs.remove(hash, long)),
    ]);
    expect(new TextDecoder().decode(await blobOf(hash))).toBe("wanted again");
    expect(filesIn().unfinished).toEqual([]);
  }
});

test("what a killed process left is cleared at the next start: old unfinished files go, blobs on their way out come back", async () => {
  const blobs = blobFolder(folder);
  const bytes = new TextEncoder().encode("a blob");
  const hash = await hashOf(bytes);
  await blobs.write(hash, bytes);
  const incoming = join(folder, "incoming");
  const old = join(incoming, "old.part");
  writeFileSync(old, "half");
  utimesSync(old, new Date(), new Date(Date.now() - 61 * 60 * 1000));
  writeFileSync(join(incoming, "young.part"), "half");
  writeFileSync(join(incoming, `${"ab".repeat(32)}.swept`), "another blob");
  await blobs.write("ab".repeat(32), new Uint8Array());
  await blobs.clearLeftovers(new Date());
  expect(filesIn()).toEqual({ unfinished: ["young.part"], blobs: [hash, "ab".repeat(32)].toSorted() });
  expect(new TextDecoder().decode(await blobOf("ab".repeat(32)))).toBe("another blob");
});
