// Two processes serve one folder, many people read and write through both, and one process is killed with -9 in the middle
// of it. The other must carry on, and no acknowledged write may be missing.

import { setTimeout as pause } from "node:timers/promises";
import { api } from "../../domain/contract/routes.ts";
import { newMember, Visitor } from "../../test/node/visitor.ts";
import { brokenIn, COMPLETION, type Drill, lostOf, openSite, read, submit } from "./shared.ts";

/** Who works at a time, by process, and how long before and after the kill, in milliseconds. */
const [READERS, WRITERS, STRETCH] = [6, 2, 3_000];

export const processes: Drill = async ({ newFolder }) => {
  const data = newFolder();
  const site = await openSite(data);
  const [killed, other] = await Promise.all([site.begin(), site.begin()]);
  const tokens = await site.signIn();
  const after = { reads: 0, writes: 0 };
  let [isOver, isKilled, begun] = [false, false, 0];

  async function work({ origin }: typeof other, isWriter: boolean): Promise<void> {
    const visitor = new Visitor(origin);
    while (!isOver) {
      const number = ++begun;
      const paths = [api.list("2tc", { count: 20 }), "/2tc", `/?at=${number}`];
      const answer = await (isWriter
        ? submit(visitor, tokens, number, { link: `https://example.org/${number}`, verify: "on" })
        : visitor.get(String(paths[number % paths.length]))
      ).catch(() => null);
      if (answer?.status === 200) {
        if (isWriter) site.written.push(String(answer.json.filekey));
        if (isKilled && origin === other.origin) after[isWriter ? "writes" : "reads"] += 1;
      } else if (isKilled && origin === killed.origin) return;
      else site.expect(false, `it goes on, and answered ${answer?.status}: ${answer?.text.slice(0, 120)}`);
      // One helper may write 600 times a minute.
      if (isWriter) await pause(500);
    }
  }

  const working = [killed, other].flatMap((each) =>
    Array.from({ length: READERS + WRITERS }, (_, at) => work(each, at < WRITERS)),
  );
  await pause(STRETCH);
  isKilled = true;
  void killed.end();
  await pause(STRETCH);
  isOver = true;
  await Promise.all(working);
  await site.end();
  site.expect(after.reads > 0 && after.writes > 0, "the other process did not go on");
  return {
    did: `two processes, 16 requests at a time, one killed with -9; the other answered ${after.reads} reads and ${after.writes} writes in the next three seconds`,
    acknowledged: site.written.length,
    lost: lostOf(site.written, data, false),
    wrong: [...site.wrong, ...(await brokenIn(data))],
  };
};

// A site that is told to stop (SIGTERM) while twenty people send a video each. Those who were told that theirs was recorded
// find it; of the others there is nothing, and everybody got an answer.

import { type IncomingMessage, request } from "node:http";
import { json } from "node:stream/consumers";
import { webmOf } from "../../test/videos.ts";

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
    acknowledged: recorded,
    lost: lostOf(filekeys, data, false),
    wrong: [...site.wrong, ...(await brokenIn(data))],
  };
};
