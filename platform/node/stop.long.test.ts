import { type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { json } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { api } from "../../domain/contract/routes.ts";
import { ADMINISTRATOR } from "../../test/administrator.ts";
import { endAll, startProcess } from "../../test/node/processes.ts";
import { newFolder } from "../../test/node/site.ts";
import { Visitor } from "../../test/node/visitor.ts";
import { webmOf } from "../../test/videos.ts";

afterEach(endAll);

const part = (name: string, value: string): string =>
  `--XX\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

/** What came back: the file key of what was recorded, a status, or "cut off". */
type Told = { readonly status: number; readonly filekey?: string } | "cut off";

/**
 * Sends a form of a completion, and its last bytes only when `isDue` resolves.
 *
 * @param money which makes it another completion than all others
 */
async function sendForm(
  origin: string,
  token: string,
  money: number,
  video: Buffer | null,
  isDue: Promise<unknown>,
): Promise<Told> {
  const sent = request(origin + api.addSubmit("lcd"), {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "multipart/form-data; boundary=XX" },
  });
  const { promise, resolve } = Promise.withResolvers<Told>();
  sent.on("error", () => resolve("cut off"));
  sent.on("response", (response: IncomingMessage) =>
    json(response).then(
      (body) => resolve({ status: response.statusCode ?? 0, ...(body as object) }),
      () => resolve("cut off"),
    ),
  );
  const fields = { map: "Quad", person: "Ada", version: "44.1", date: "2025-01-02", verify: "on" };
  for (const [name, value] of Object.entries({ ...fields, money: `${money}`, link: "https://example.org/p" }))
    sent.write(part(name, value));
  if (video) {
    sent.write(`--XX\r\nContent-Disposition: form-data; name="attachments"; filename="clip.webm"\r\n\r\n`);
    sent.write(video);
  }
  await isDue;
  sent.end(`${video ? "\r\n" : ""}--XX--\r\n`);
  return promise;
}

test.each([
  // Until then the site finishes what has begun; from then on it refuses.
  ["when it begins to refuse", 2_960, 2],
  ["a little before that", 2_850, 4],
  ["at once", 0, 20],
])(
  "whoever sends a form that arrives %s after SIGTERM is told that it was recorded, or it is not",
  async (_, after, apart) => {
    const dataDir = newFolder();
    const { email, password } = ADMINISTRATOR;
    const env = { ADMIN_EMAIL: email, ADMIN_PASSWORD: password, RATE_LIMITS: "0" };
    const site = await startProcess({ DATA_DIR: dataDir, ...env });
    const { access_token } = await new Visitor(`http://localhost:${site.port}`).signIn(email, password);
    const { promise: stops, resolve: stop } = Promise.withResolvers<void>();
    const video = Buffer.from(webmOf(200_000));
    const answers = Array.from({ length: 60 }, (_, at) =>
      sendForm(
        site.origin,
        access_token,
        at + 1,
        at % 15 === 0 ? video : null,
        stops.then(() => setTimeout(after + apart * at)),
      ),
    );
    // Until all of them wait for their end.
    await setTimeout(500);
    site.child.kill("SIGTERM");
    stop();
    const told = await Promise.all(answers);
    expect(await site.ended).toBe(0);
    const sqlite = new DatabaseSync(join(dataDir, "index.sqlite"), { readOnly: true });
    const recorded = sqlite
      .prepare("select id from completion")
      .all()
      .map(({ id }) => id);
    sqlite.close();
    const acknowledged = told.flatMap((each) =>
      each !== "cut off" && each.status === 200 ? each.filekey : [],
    );
    expect(recorded.toSorted()).toEqual(acknowledged.toSorted());
  },
);
