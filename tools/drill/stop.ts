// A site that is told to stop (SIGTERM) while twenty people send a video each. Those who were told that theirs was recorded
// find it; of the others there is nothing, and everybody got an answer.

import { type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { newMember } from "../../test/node/visitor.ts";
import { webmOf } from "../../test/videos.ts";
import { brokenIn, type Drill, findings, lostOf, openSite, read } from "./shared.ts";

const PEOPLE = 10;
const EACH = 2;
const BYTES = 400_000;

export const stop: Drill = async ({ newFolder, random }) => {
  const data = newFolder();
  const { wrong, expect } = findings();
  const site = await openSite(data);
  const serving = await site.begin();
  const people = await Promise.all(
    Array.from({ length: PEOPLE }, (_, at) => newMember(site.origin, `person-${at}@example.org`)),
  );
  const clip = Buffer.from(webmOf(BYTES));

  /** Sends a completion whose video takes this long, in milliseconds; returns its status and file key, if it had an answer. */
  async function upload(token: string, money: number, takes: number) {
    const fields = {
      map: "Quad",
      money,
      person: "Drill",
      version: "44.1",
      link: "https://example.org/x",
      date: "2025-01-02",
    };
    const head = Object.entries(fields)
      .map(([name, value]) => `--XX\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
      .join("");
    const file = '--XX\r\nContent-Disposition: form-data; name="attachments"; filename="clip.webm"\r\n\r\n';
    const sent = request(`http://127.0.0.1:${serving.port}/member/add-lcd-submit`, {
      method: "POST",
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "multipart/form-data; boundary=XX" },
    });
    const answered = Promise.withResolvers<{ status: number; filekey: string | null } | null>();
    sent.on("error", () => answered.resolve(null));
    sent.on("response", async (response: IncomingMessage) => {
      const body = await text(response).catch(() => "{}");
      answered.resolve({ status: response.statusCode ?? 0, filekey: JSON.parse(body).filekey ?? null });
    });
    sent.write(head + file);
    for (let at = 0; at < 10 && !sent.destroyed; at++) {
      sent.write(clip.subarray((at * BYTES) / 10, ((at + 1) * BYTES) / 10));
      await sleep(takes / 10);
    }
    sent.end("\r\n--XX--\r\n");
    return answered.promise;
  }

  const uploads = people.flatMap(({ tokens }, person) =>
    Array.from({ length: EACH }, (_, at) =>
      upload(tokens.access_token, 1 + person * EACH + at, random.integer(500, 6_000)),
    ),
  );
  await sleep(2_000);
  const begun = performance.now();
  const code = await serving.end("SIGTERM");
  const seconds = (performance.now() - begun) / 1000;
  const answers = await Promise.all(uploads);
  site.close();
  expect(code === 0, `it ended with ${code}`);
  expect(seconds < 5, `it took ${seconds.toFixed(1)} s to end`);
  const count = (status: number | undefined): number =>
    answers.filter((each) => each?.status === status).length;
  const [recorded, refused] = [count(200), count(503)];
  expect(
    recorded + refused === answers.length,
    `answers besides 200 and 503: ${answers.map((each) => each?.status)}`,
  );
  const there = read<string>(data, "select id from completion");
  expect(there.length === recorded, `${there.length} completions, and ${recorded} people were told so`);
  for (const each of await brokenIn(data)) expect(false, each);
  const keys = answers.flatMap((each) => each?.filekey ?? []);
  return [
    {
      did: `SIGTERM with ${answers.length} uploads: ${recorded} recorded, ${refused} told that the site is busy or stops; it ended after ${seconds.toFixed(1)} s`,
      ...{ acknowledged: recorded, lost: lostOf(keys, data, false), wrong },
    },
  ];
};
