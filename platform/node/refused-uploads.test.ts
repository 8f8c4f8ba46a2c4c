import { mkdtempSync } from "node:fs";
import { Agent, type IncomingMessage, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Hono } from "hono";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BadForm, describeError, Unauthorized } from "../../server/errors.ts";
import { LIMITS } from "../../test/factories.ts";
import { PNG } from "../../test/one-pixel.ts";
import { blobFolder } from "./blob-folder.ts";
import { createHttpServer } from "./http.ts";
import { receiveForms } from "./uploads.ts";

const MEGABYTE = 1024 * 1024;

let server: Server;
let port: number;
beforeAll(async () => {
  const receiveForm = receiveForms(blobFolder(mkdtempSync(join(tmpdir(), "btd6-index-refused-"))), {
    ...LIMITS,
    fileBytes: 2 * MEGABYTE,
    pictureBytes: MEGABYTE,
  });
  const app = new Hono();
  const receive = (raw: Request, check?: () => Promise<void>) =>
    receiveForm(raw, new Set(["image"]), { id: "ada", isHelper: false }, check);
  app.onError((error) => {
    const { status, message } = describeError(error);
    return Response.json({ error: message }, { status });
  });
  app.post("/unread", () => {
    throw new Unauthorized();
  });
  app.post("/before-files", async (c) =>
    c.json(await receive(c.req.raw, () => Promise.reject(new BadForm("no-reason")))),
  );
  app.post("/read", async (c) => c.json(await receive(c.req.raw)));
  app.post("/refused-at-last", async (c) => {
    await receive(c.req.raw);
    throw new BadForm("no-reason");
  });
  app.get("/next", (c) => c.text("the next one"));
  server = createHttpServer({ answer: () => null, pass: async (raw) => app.fetch(raw) });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

interface Answer {
  readonly status: number | undefined;
  readonly connection: string | undefined;
  readonly body: string;
}

/** Sends a request as a program does that keeps its connections. */
function send(
  agent: Agent,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: Uint8Array,
) {
  return new Promise<Answer>((done, fail) => {
    let isAnswered = false;
    const sent = request(
      { agent, port, host: "127.0.0.1", method, path, headers },
      (answer: IncomingMessage) => {
        isAnswered = true;
        let text = "";
        answer.on("data", (chunk) => {
          text += chunk;
        });
        answer.on("end", () =>
          done({ status: answer.statusCode, connection: answer.headers.connection, body: text }),
        );
      },
    );
    // Once it is answered, what is left of the form need not arrive.
    sent.on("error", (error) => (isAnswered ? undefined : fail(error)));
    sent.end(body);
  });
}

const BOUNDARY = "----boundary";
function formWith(type: string, bytes: Uint8Array): Uint8Array {
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="image"; filename="a"\r\nContent-Type: ${type}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
}
const noise = (size: number): Uint8Array => Buffer.alloc(size, 7);
const picture = (size: number): Uint8Array => Buffer.concat([PNG, noise(size)]);

/** Uploads that are refused: unread, before their files, at a file's first bytes, in its middle, and once all is here. */
const REFUSED: readonly (readonly [string, string, Uint8Array])[] = [
  ...[0, 30_000, 300_000, 3 * MEGABYTE].flatMap((size) => [
    ["/unread", "image/png", picture(size)] as const,
    ["/before-files", "image/png", picture(size)] as const,
    ["/read", "text/plain", noise(size + 100)] as const,
  ]),
  ["/read", "image/png", picture(3 * MEGABYTE)],
  ["/refused-at-last", "image/png", PNG],
];

test.each(REFUSED.map(([path, type, bytes]) => [path, type, bytes.length, formWith(type, bytes)] as const))(
  "a connection on which %s refused %s of %d bytes says close, or takes the next request",
  async (path, _, __, body) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const headers = {
      "Content-Type": `multipart/form-data; boundary=${BOUNDARY}`,
      "Content-Length": String(body.byteLength),
    };
    for (let round = 0; round < 5; round += 1) {
      const refused = await send(agent, "POST", path, headers, body);
      expect(refused.status).toBeGreaterThanOrEqual(400);
      expect(refused.status).toBeLessThan(500);
      const next = await send(agent, "GET", "/next", {});
      expect([refused.connection, next.status, next.body]).toEqual([
        expect.stringMatching(/^(close|keep-alive)$/),
        ...[200, "the next one"],
      ]);
    }
    agent.destroy();
  },
);
