import { once } from "node:events";
import { mkdtempSync, truncateSync } from "node:fs";
import { get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Hono } from "hono";
import { expect, test } from "vitest";
import { hashOf } from "../../server/media/store.ts";
import { takeConsoleErrors } from "../../test/no-console-errors.ts";
import { blobFolder } from "./blob-folder.ts";
import { createHttpServer } from "./http.ts";
import { mediaFiles } from "./media.ts";

const BYTES = new Uint8Array(8 * 1024 * 1024).map((_, at) => at % 251);

async function stored() {
  const folder = mkdtempSync(join(tmpdir(), "btd6-index-media-files-"));
  const media = mediaFiles(folder);
  const hash = await hashOf(BYTES);
  await media.write(hash, BYTES);
  return { media, hash, path: blobFolder(folder).pathOf(hash) };
}

test("a blob is read in full and in part, and its size is known; a missing one is null", async () => {
  const { media, hash } = await stored();
  const read = async (range: Parameters<typeof media.read>[1]) =>
    new Uint8Array(await new Response(await media.read(hash, range)).arrayBuffer());
  expect(Buffer.compare(await read(null), BYTES)).toBe(0);
  const part = await read({ start: 65_530, end: 200_000 });
  expect(Buffer.compare(part, BYTES.subarray(65_530, 200_001))).toBe(0);
  expect(await media.sizeOf(hash)).toBe(BYTES.length);
  expect([await media.sizeOf("0".repeat(64)), await media.read("0".repeat(64), null)]).toEqual([null, null]);
});

test("a blob truncated while it is being sent ends the connection, so that the client does not wait", async () => {
  const { media, hash, path } = await stored();
  const app = new Hono();
  app.get("/media/*", async () => {
    const blob = await media.read(hash, null);
    return new Response(blob, { headers: { "Content-Length": String(BYTES.length) } });
  });
  const server = createHttpServer({ answer: () => null, pass: async (request) => app.fetch(request) });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const [response] = (await once(get({ port, host: "127.0.0.1", path: "/media/x" }), "response")) as [
    IncomingMessage,
  ];
  // Not read any further, so most of it has not been sent yet.
  await once(response, "readable");
  truncateSync(path, 100);
  let received = 0;
  response.on("data", (chunk: Buffer) => {
    received += chunk.length;
  });
  const [error] = await once(response, "error");
  expect(error).toMatchObject({ code: "ECONNRESET" });
  expect(received).toBeLessThan(BYTES.length);
  await expect.poll(() => String(takeConsoleErrors())).toContain("became shorter");
  server.close();
});
