import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { request, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { Hono } from "hono";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { say } from "../../domain/messages/index.ts";
import { AppError, BadForm } from "../../server/errors.ts";
import type { ReceivedForm, ReceiveForm } from "../../server/forms.ts";
import { hashOf } from "../../server/media/store.ts";
import { LIMITS } from "../../test/factories.ts";
import { animation, noise, pictureWith } from "../../test/pictures.ts";
import { webmOf, webmStart } from "../../test/videos.ts";
import { type BlobFolder, blobFolder } from "./blob-folder.ts";
import { createHttpServer } from "./http.ts";
import { mediaFiles } from "./media.ts";
import { receiveForms } from "./uploads.ts";

const FILE_FIELDS = new Set(["image", "attachments"]);
const ROOT = resolve(import.meta.dirname, "../..");
/** A path that accepts files. */
const PATH = "/member/add-2tc-submit";
const MEGABYTE = 1024 * 1024;

let folder: string;
let receiveForm: ReceiveForm;
let server: Server;
let port: number;
/** The outcome of each form that the server received. */
let taken: (ReceivedForm | Error)[] = [];
const takings: (() => void)[] = [];

beforeAll(async () => {
  const app = new Hono();
  app.post(PATH, async (c) => {
    try {
      const form = await receiveForm(c.req.raw, FILE_FIELDS, {
        id: c.req.header("from") ?? "ada",
        isHelper: c.req.header("from")?.startsWith("helper") ?? false,
      });
      taken.push(form);
      return c.json({ files: form.files });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      taken.push(error);
      return c.json({ error: say(error.problem) }, error.status);
    } finally {
      for (const tell of takings.splice(0)) tell();
    }
  });
  server = createHttpServer({ answer: () => null, pass: async (request) => app.fetch(request) });
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
  receiveForm = receiveForms(blobFolder(folder), LIMITS);
});

/** Lists all files in the media folder: unfinished ones and blobs. */
function filesIn(): { readonly unfinished: string[]; readonly blobs: string[] } {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  const names = files.map(({ name }) => name);
  return {
    unfinished: names.filter((name) => !/^[0-9a-f]{64}$/.test(name)).sort(),
    blobs: names.filter((name) => /^[0-9a-f]{64}$/.test(name)).sort(),
  };
}

const sizesOfUnfinished = (): number[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile() && !/^[0-9a-f]{64}$/.test(each.name))
    .map(({ name, parentPath }) => statSync(join(parentPath, name)).size);

/** Sends one picture in a form and returns what is stored of it. */
async function upload(bytes: Uint8Array<ArrayBuffer>) {
  const form = new FormData();
  form.append("image", new File([bytes], "proof"));
  const { files } = await receiveForm(new Request("http://x/", { method: "POST", body: form }), FILE_FIELDS, {
    id: "ada",
    isHelper: false,
  });
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

test("an animation stays animated; its thumbnail is still", async () => {
  const bytes = await animation("gif");
  const file = await upload(bytes);
  expect((await sharp(await blobOf(file.hash)).metadata()).pages).toBe(3);
  expect((await sharp(await blobOf(file.thumbnail)).metadata()).pages ?? 1).toBe(1);
});

test("a picture that sharp cannot decode is accepted without a thumbnail, and one that nobody should is refused", async () => {
  // A PNG in some hundred bytes, whose data are not there.
  const sized = async (side: number): Promise<Uint8Array<ArrayBuffer>> => {
    const picture = Buffer.from(await pictureWith("image/png"));
    for (const at of [16, 20]) picture.writeUInt32BE(side, at);
    return new Uint8Array(picture);
  };
  await expect(upload(await sized(30_000))).rejects.toThrow("too-many-pixels");
  const file = await upload(await sized(9_000));
  expect(file).toMatchObject({ contentType: "image/png", thumbnail: null });
  expect(filesIn().blobs).toEqual([file.hash]);
});

test("the same file uploaded twice is one blob", async () => {
  const bytes = await pictureWith("image/jpeg");
  const [first, second] = [await upload(bytes), await upload(bytes)];
  expect(second).toEqual(first);
  expect(filesIn().blobs).toHaveLength(first.thumbnail === null ? 1 : 2);
});

test("a refused form leaves nothing, not even the files before the invalid one", async () => {
  const form = new FormData();
  form.append("attachments", new File([await pictureWith("image/webp")], "good.webp"));
  form.append("attachments", new File([new TextEncoder().encode("<html>")], "bad.html"));
  const sent = receiveForm(new Request("http://x/", { method: "POST", body: form }), FILE_FIELDS, {
    id: "ada",
    isHelper: false,
  });
  await expect(sent).rejects.toMatchObject({ problem: { values: { file: "bad.html" } } });
  expect(filesIn()).toEqual({ unfinished: [], blobs: [] });
});

test("a form with invalid text fields is refused before any of its files is stored", async () => {
  const form = new FormData();
  form.append("map", "Quart");
  form.append("image", new File([await pictureWith("image/webp")], "good.webp"));
  form.append("person", "Ada");
  const seen: unknown[] = [];
  const sent = receiveForm(
    new Request("http://x/", { method: "POST", body: form }),
    FILE_FIELDS,
    { id: "ada", isHelper: false },
    async (texts) => {
      seen.push(Object.fromEntries(texts), filesIn());
      throw new BadForm("no-reason");
    },
  );
  await expect(sent).rejects.toMatchObject({ problem: { code: "no-reason" } });
  expect(seen).toEqual([expect.objectContaining({ map: ["Quart"] }), { unfinished: [], blobs: [] }]);
  expect(filesIn()).toEqual({ unfinished: [], blobs: [] });
});

const BOUNDARY = "limit-of-a-part";
const partHead = (filename: string): string =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="attachments"; filename="${filename}"\r\n\r\n`;
const WEBM = webmStart(MEGABYTE);

/** Opens a form request whose body is written by hand. */
function openRequest(headers: Record<string, string> = {}, to = port) {
  const sending = request({
    port: to,
    host: "127.0.0.1",
    method: "POST",
    path: PATH,
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

test("an aborted upload leaves nothing", async () => {
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

test("an upload with a truncated form is refused and leaves nothing", async () => {
  const { sending, answered } = openRequest();
  sending.write(partHead("clip.webm"));
  sending.write(Buffer.concat([WEBM, Buffer.alloc(MEGABYTE, 7)]));
  sending.end();
  expect((await answered).status).toBe(400);
  expect(filesIn()).toEqual({ unfinished: [], blobs: [] });
});

test("an upload that stalls is ended with 408", async () => {
  receiveForm = receiveForms(blobFolder(folder), LIMITS, 100);
  const { sending, answered } = openRequest();
  sending.write(partHead("clip.webm"));
  sending.write(Buffer.concat([WEBM, Buffer.alloc(MEGABYTE, 7)]));
  const { status, body } = await answered;
  expect({ status, body }).toEqual({ status: 408, body: expect.stringContaining("too slowly") });
  expect(filesIn()).toEqual({ unfinished: [], blobs: [] });
  sending.destroy();
});

test("an upload that trickles without ever stalling is ended with 408, too", async () => {
  receiveForm = receiveForms(blobFolder(folder), LIMITS, 300);
  const { sending, answered } = openRequest();
  sending.write(partHead("clip.webm"));
  sending.write(WEBM);
  const trickling = setInterval(() => sending.write("x"), 20);
  const { status } = await answered;
  clearInterval(trickling);
  expect(status).toBe(408);
  expect(filesIn()).toEqual({ unfinished: [], blobs: [] });
  sending.destroy();
});

test("the time that the site takes to write does not count against the sender", async () => {
  const blobs = blobFolder(folder);
  let writes = 0;
  const slow: BlobFolder = {
    ...blobs,
    async begin() {
      const file = await blobs.begin();
      return {
        ...file,
        async append(chunk) {
          writes += 1;
          await new Promise((done) => setTimeout(done, 60));
          await file.append(chunk);
        },
      };
    },
  };
  receiveForm = receiveForms(slow, LIMITS, 200);
  const { sending, answered } = openRequest();
  sending.write(partHead("clip.webm"));
  sending.write(webmOf(MEGABYTE));
  sending.end(`\r\n--${BOUNDARY}--\r\n`);
  expect((await answered).status).toBe(200);
  expect(writes).toBeGreaterThan(10);
});

test("a full disk (a writer that throws ENOSPC) is reported as such, leaves nothing, and reading still works", async () => {
  const kept = await upload(await pictureWith("image/jpeg"));
  const before = filesIn();
  const blobs = blobFolder(folder);
  let room = 3;
  const full: BlobFolder = {
    ...blobs,
    async begin() {
      const file = await blobs.begin();
      return {
        ...file,
        async append(chunk) {
          await file.append(chunk);
          room -= 1;
          if (room < 0) throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
        },
      };
    },
  };
  const form = new FormData();
  form.append("attachments", new File([await pictureWith("image/webp")], "fits.webp"));
  form.append("attachments", new File([webmOf(MEGABYTE)], "clip.webm"));
  const sent = receiveForms(full, LIMITS)(
    new Request("http://x/", { method: "POST", body: form }),
    FILE_FIELDS,
    { id: "ada", isHelper: false },
  );
  await expect(sent).rejects.toMatchObject({ name: "StorageFull", status: 507 });
  expect(filesIn()).toEqual(before);
  expect((await blobOf(kept.hash)).length).toBe(kept.bytes);
});

/** Begins an upload by somebody, which stays in progress until it is ended, after `more` bytes. */
function begin(from: string, more = 0) {
  const opened = openRequest({ from });
  opened.sending.write(partHead("clip.webm"));
  opened.sending.write(webmOf(8 * 1024 + more).subarray(0, 8 * 1024));
  return {
    ...opened,
    end: () => opened.sending.end(`\r\n--${BOUNDARY}--\r\n`),
  };
}

const uploadsUnderWay = (count: number): Promise<void> =>
  expect.poll(() => filesIn().unfinished.length).toBe(count);

test("an account may have four uploads at a time; its other forms and other people's uploads are accepted", async () => {
  const four = Array.from({ length: 4 }, () => begin("ada"));
  await uploadsUnderWay(4);
  const fifth = begin("ada");
  const refused = await fifth.answered;
  expect({ ...refused, error: JSON.parse(refused.body).error }).toMatchObject({
    status: 503,
    error: expect.stringContaining("already sending 4 forms with files"),
  });
  expect(taken.at(-1)).toMatchObject({ name: "Unavailable", seconds: 30 });
  fifth.sending.destroy();

  // A form that claims to be large is refused before a byte of it is read.
  const large = openRequest({ from: "ada", "Content-Length": String(90 * MEGABYTE) });
  large.sending.flushHeaders();
  expect((await large.answered).status).toBe(503);
  large.sending.destroy();

  const texts = openRequest({ from: "ada" });
  texts.sending.end(
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="map"\r\n\r\nQuad\r\n--${BOUNDARY}--\r\n`,
  );
  expect((await texts.answered).status).toBe(200);
  const other = begin("bob");
  other.end();
  expect((await other.answered).status).toBe(200);

  for (const each of four) each.end();
  for (const each of four) expect((await each.answered).status).toBe(200);
  const next = begin("ada");
  next.end();
  expect((await next.answered).status).toBe(200);
});

test("at most ten uploads of members run at a time, and two more of helpers; an aborted one makes room", async () => {
  const ten = Array.from({ length: 10 }, (_, at) => begin(`member-${at}`));
  await uploadsUnderWay(10);
  const helpers = [begin("helper-1"), begin("helper-2")];
  await uploadsUnderWay(12);
  for (const who of ["ada", "helper-3"]) {
    const one = begin(who);
    expect(await one.answered).toMatchObject({ status: 503, body: expect.stringContaining("Many people") });
    one.sending.destroy();
  }
  const over = nextTaking();
  ten[0]?.sending.destroy();
  await expect(ten[0]?.answered).rejects.toThrow();
  await over;
  const another = begin("ada");
  another.end();
  expect((await another.answered).status).toBe(200);
  for (const each of [...ten.slice(1), ...helpers]) each.end();
  for (const each of [...ten.slice(1), ...helpers]) expect((await each.answered).status).toBe(200);
  expect(filesIn().unfinished).toEqual([]);
});

test("when all places are taken, the slowest upload ends with a sentence, and the newcomer is let in", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  try {
    const slow = Array.from({ length: 10 }, (_, at) => begin(`member-${Math.floor(at / 4)}`, 512 * 1024));
    await uploadsUnderWay(10);
    vi.advanceTimersByTime(5_000);
    // All but one have sent more than the first bytes; nobody makes room who has just begun.
    for (const { sending } of slow.slice(1)) sending.write(Buffer.alloc(512 * 1024, 7));
    await expect.poll(() => sizesOfUnfinished().filter((bytes) => bytes > 256 * 1024).length).toBe(9);
    const early = begin("ada");
    expect((await early.answered).status).toBe(503);
    early.sending.destroy();
    vi.advanceTimersByTime(5_000);
    const newcomer = begin("ada");
    expect(await slow[0]?.answered).toMatchObject({
      status: 408,
      body: expect.stringContaining("was the slowest"),
    });
    slow[0]?.sending.destroy();
    for (const each of [...slow.slice(1), newcomer]) each.end();
    for (const each of [...slow.slice(1), newcomer]) expect((await each.answered).status).toBe(200);
    expect(filesIn().unfinished).toEqual([]);
  } finally {
    vi.useRealTimers();
  }
});

test("a file that grows too large is refused while it is still being sent, and the connection is closed", async () => {
  receiveForm = receiveForms(blobFolder(folder), { ...LIMITS, fileBytes: MEGABYTE });
  const socket = connect(port, "127.0.0.1");
  let answer = "";
  socket.on("data", (chunk) => {
    answer += chunk;
  });
  // Errors of writing to a connection that the server has closed.
  socket.on("error", () => {});
  const closed = once(socket, "close");
  const length = 90 * MEGABYTE;
  socket.write(
    `POST ${PATH} HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=${BOUNDARY}\r\nContent-Length: ${length}\r\n\r\n`,
  );
  socket.write(partHead("long.webm"));
  socket.write(Buffer.concat([WEBM, Buffer.alloc(3 * MEGABYTE, 7)]));
  // Not another byte is sent: the server must not wait for the other 87 MB.
  await closed;
  expect(answer).toMatch(/^HTTP\/1.1 413 /);
  expect(answer).toContain('\\"long.webm\\" is too large: the limit for a video is 1 MB');
  expect(filesIn()).toEqual({ unfinished: [], blobs: [] });
});

/** Sends a video of this many bytes to a port and returns the JSON of the answer. */
async function sendVideo(to: number, bytes: number) {
  const { sending, answered } = openRequest({}, to);
  const chunk = Buffer.alloc(MEGABYTE / 4, 7);
  sending.write(partHead("clip.webm"));
  sending.write(webmStart(bytes));
  for (let left = bytes - WEBM.length; left > 0; left -= chunk.length)
    if (!sending.write(chunk.subarray(0, left))) await once(sending, "drain");
  sending.end(`\r\n--${BOUNDARY}--\r\n`);
  const { status, body } = await answered;
  expect(status).toBe(200);
  return JSON.parse(body);
}

// Node lets some 50 MB of used network buffers accumulate before it collects them, whatever is done with them; the
// first upload gets the process there. What a second one of 200 MB adds is what depends on the size: all of it, if it
// were held in memory. A busy machine collects late, so the bound is half.
test("a large video streams to disk: memory does not grow with its size", { tags: ["long"] }, async () => {
  const { child, to, peak } = await uploadServer();
  try {
    await sendVideo(to, 60 * MEGABYTE);
    const before = await peak();
    const { files } = await sendVideo(to, 200 * MEGABYTE);
    expect(files).toMatchObject([{ contentType: "video/webm", bytes: 200 * MEGABYTE, thumbnail: null }]);
    expect(filesIn()).toMatchObject({ unfinished: [], blobs: expect.arrayContaining([files[0].hash]) });
    expect((await peak()) - before).toBeLessThan(100 * MEGABYTE);
  } finally {
    child.kill("SIGKILL");
  }
});

/** Starts a server for uploads only and returns its port and its peak memory so far, in bytes. */
async function uploadServer() {
  const child = spawn(process.execPath, ["test/runtime/node/upload-server.ts", folder], { cwd: ROOT });
  const [line] = await once(child.stdout, "data");
  const to = Number(line);
  return {
    child,
    to,
    peak: async () => Number(await (await fetch(`http://127.0.0.1:${to}/peak`)).text()),
  };
}

test("pictures uploaded at once are held in memory one at a time", async () => {
  const { child, to, peak } = await uploadServer();
  // A PNG with uncompressed pixels: 17 MB.
  const pixels = { width: 3_000, height: 1_900, channels: 3 } as const;
  const picture = await sharp(noise(pixels.width, pixels.height), { raw: pixels })
    .png({ compressionLevel: 0 })
    .toBuffer();
  const send = async (from: string): Promise<number> => {
    const { sending, answered } = openRequest({ from }, to);
    sending.write(partHead("proof.png"));
    sending.write(picture);
    sending.end(`\r\n--${BOUNDARY}--\r\n`);
    return (await answered).status;
  };
  try {
    for (let warm = 0; warm < 3; warm += 1) expect(await send("ada")).toBe(200);
    const before = await peak();
    const statuses = await Promise.all(
      Array.from({ length: 12 }, (_, at) => send(`${at < 10 ? "member" : "helper"}-${at}`)),
    );
    expect(statuses).toEqual(Array(12).fill(200));
    // Twelve at once would take 200 MB, and 400 while their metadata is stripped.
    expect((await peak()) - before).toBeLessThan(9 * picture.length);
  } finally {
    child.kill("SIGKILL");
  }
});

test("a blob's time is when it is settled, however long ago it was written", async () => {
  const blobs = blobFolder(folder);
  const bytes = new TextEncoder().encode("slow");
  const hash = await hashOf(bytes);
  const file = await blobs.begin();
  await file.append(bytes);
  await file.finish();
  utimesSync(file.path, new Date(0), new Date(0));
  const before = Date.now() - 1_000;
  await file.commit(hash);
  for await (const blob of mediaFiles(folder).list())
    expect(blob.modifiedAt.getTime()).toBeGreaterThan(before);
});

test("when an upload and the sweeper race for a blob, the upload wins", async () => {
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

test("a start clears old unfinished files, puts back blobs being swept, and leaves uploads in progress", async () => {
  const blobs = blobFolder(folder);
  const bytes = new TextEncoder().encode("a blob");
  const hash = await hashOf(bytes);
  await blobs.write(hash, bytes);
  const incoming = join(folder, "incoming");
  const old = join(incoming, "old.part");
  writeFileSync(old, "half");
  utimesSync(old, new Date(), new Date(Date.now() - 61 * 60 * 1000));
  writeFileSync(join(incoming, "young.part"), "half");
  const slow = await blobs.begin();
  utimesSync(slow.path, new Date(), new Date(Date.now() - 61 * 60 * 1000));
  writeFileSync(join(incoming, `${"ab".repeat(32)}.swept`), "another blob");
  await blobs.write("ab".repeat(32), new Uint8Array());
  rmSync(blobs.pathOf("ab".repeat(32)));
  await blobs.clearLeftovers(new Date());
  expect(filesIn()).toEqual({
    unfinished: ["young.part", basename(slow.path)].toSorted(),
    blobs: [hash, "ab".repeat(32)].toSorted(),
  });
  await slow.discard();
  expect(new TextDecoder().decode(await blobOf("ab".repeat(32)))).toBe("another blob");
});
