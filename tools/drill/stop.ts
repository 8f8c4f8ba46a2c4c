// A site that is told to stop (SIGTERM) while twenty people send a video each. Those who were told that theirs was recorded
// find it; of the others there is nothing, and everybody got an answer.

import { type IncomingMessage, request } from "node:http";
import { json } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { api } from "../../domain/contract/routes.ts";
import { newMember } from "../../test/node/visitor.ts";
import { webmOf } from "../../test/videos.ts";
import { brokenIn, COMPLETION, type Drill, lostOf, openSite, read } from "./shared.ts";

const [PEOPLE, UPLOADS_EACH, BYTES] = [10, 2, 400_000];

const part = (name: string): string => `--XX\r\nContent-Disposition: form-data; name="${name}"`;

export const stop: Drill = async ({ newFolder, random }) => {
  const data = newFolder();
  const site = await openSite(data);
  const serving = await site.begin();
  const people = await Promise.all(
    Array.from({ length: PEOPLE }, (_, at) => newMember(site.origin, `person-${at}@example.org`)),
  );
  const clip = Buffer.from(webmOf(BYTES));

  /** Sends a completion whose video takes this long, in milliseconds; returns its status and file key, if it had an answer. */
  async function upload(token: string, money: number, takes: number) {
    const sent = request(serving.origin + api.addSubmit("lcd"), {
      method: "POST",
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "multipart/form-data; boundary=XX" },
    });
    const answered = Promise.withResolvers<{ status?: number | undefined; filekey?: string } | null>();
    sent.on("error", () => answered.resolve(null));
    sent.on("response", async (response: IncomingMessage) => {
      const body = (await json(response).catch(() => ({}))) as { filekey?: string };
      answered.resolve({ ...body, status: response.statusCode });
    });
    const fields = { ...COMPLETION, money, link: "https://example.org/x" };
    for (const [name, value] of Object.entries(fields)) sent.write(`${part(name)}\r\n\r\n${value}\r\n`);
    sent.write(`${part("attachments")}; filename="clip.webm"\r\n\r\n`);
    for (let at = 0; at < 10 && !sent.destroyed; at++) {
      sent.write(clip.subarray((at * BYTES) / 10, ((at + 1) * BYTES) / 10));
      await pause(takes / 10);
    }
    sent.end("\r\n--XX--\r\n");
    return answered.promise;
  }

  const uploads = Array.from({ length: PEOPLE * UPLOADS_EACH }, (_, at) =>
    upload(people[at % PEOPLE]?.tokens.access_token ?? "", 1 + at, random.integer(500, 6_000)),
  );
  await pause(2_000);
  const begun = performance.now();
  const code = await serving.end("SIGTERM");
  const seconds = (performance.now() - begun) / 1000;
  const answers = await Promise.all(uploads);
  await site.end();
  site.expect(code === 0, `it ended with ${code}`);
  site.expect(seconds < 5, `it took ${seconds.toFixed(1)} s to end`);
  const statuses = answers.map((answer) => answer?.status);
  const count = (of: number): number => statuses.filter((status) => status === of).length;
  const [recorded, refused] = [count(200), count(503)];
  site.expect(recorded + refused === answers.length, `answers besides 200 and 503: ${statuses}`);
  const there = read<string>(data, "select id from completion").length;
  site.expect(there === recorded, `${there} completions, and ${recorded} people were told so`);
  const filekeys = answers.flatMap((answer) => answer?.filekey ?? []);
  return {
    did: `SIGTERM with ${answers.length} uploads: ${recorded} recorded, ${refused} told that the site is busy or stops; it ended after ${seconds.toFixed(1)} s`,
    ...{ acknowledged: recorded, lost: lostOf(filekeys, data, false) },
    wrong: [...site.wrong, ...(await brokenIn(data))],
  };
};
