import { once } from "node:events";
import { get, request } from "node:http";
import { api } from "../../domain/contract/routes.ts";
import { ADMINISTRATOR } from "../../test/administrator.ts";
import { FORMS } from "../../test/forms.ts";
import { Visitor } from "../../test/node/visitor.ts";
import { webmStart } from "../../test/videos.ts";
import type { SiteProcess } from "./site-process.ts";

const BYTES = 100_000_000;
const PIECE = Buffer.alloc(1_000_000, "a video's bytes ");
const START = webmStart(BYTES);

/**
 * Uploads a video of 100 MB with a form, and downloads it. Returns the seconds of both, and the site's memory before
 * and at most.
 */
export async function uploadAndDownload({ port, memory }: SiteProcess): Promise<Record<string, number>> {
  const visitor = new Visitor(`http://localhost:${port}`);
  const { access_token } = await visitor.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
  const before = memory().now;
  const begun = performance.now();
  const filekey = await send(port, access_token);
  const sent = performance.now();
  const received = await receive(port, `/media/${filekey}`);
  const done = performance.now();
  if (received !== BYTES) throw new Error(`${received} bytes of ${BYTES} came back`);
  return {
    "up, s": (sent - begun) / 1_000,
    "down, s": (done - sent) / 1_000,
    "memory before, MB": before,
    "memory at most, MB": memory().most,
  };
}

async function send(port: number, token: string): Promise<string> {
  const boundary = "----bench";
  const fields = Object.entries({ ...FORMS.lcc })
    .map(
      ([name, value]) =>
        `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    )
    .join("");
  const head = `${fields}--${boundary}\r\nContent-Disposition: form-data; name="image"; filename="a.webm"\r\nContent-Type: video/webm\r\n\r\n`;
  const tail = `\r\n--${boundary}--\r\n`;
  const sending = request({
    port,
    host: "127.0.0.1",
    method: "POST",
    path: api.addSubmit("lcc"),
    headers: {
      Host: `localhost:${port}`,
      Authorization: `Bearer ${token}`,
      "Content-Type": `multipart/form-data; boundary=${boundary}`,
      "Content-Length": Buffer.byteLength(head) + BYTES + Buffer.byteLength(tail),
    },
  });
  const answered = once(sending, "response");
  sending.write(head);
  sending.write(START);
  for (let left = BYTES - START.length; left > 0; left -= PIECE.length)
    if (!sending.write(PIECE.subarray(0, Math.min(left, PIECE.length)))) await once(sending, "drain");
  sending.end(tail);
  const [response] = await answered;
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  if (response.statusCode !== 200) throw new Error(`The video was refused: ${text}`);
  return String(JSON.parse(text).filekey);
}

function receive(port: number, path: string): Promise<number> {
  return new Promise((done, fail) => {
    get({ port, host: "127.0.0.1", path }, async (response) => {
      let bytes = 0;
      for await (const chunk of response) bytes += (chunk as Buffer).length;
      done(bytes);
    }).on("error", fail);
  });
}
