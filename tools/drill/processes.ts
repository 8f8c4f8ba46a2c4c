// Two processes serve one folder, many people read and write through both, and one process is killed with -9 in the middle
// of it. The other must carry on, and no acknowledged write may be missing.

import { setTimeout as pause } from "node:timers/promises";
import { api } from "../../domain/contract/routes.ts";
import { Visitor } from "../../test/node/visitor.ts";
import { brokenIn, type Drill, lostOf, openSite, submit } from "./shared.ts";

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
    ...{ acknowledged: site.written.length, lost: lostOf(site.written, data, false) },
    wrong: [...site.wrong, ...(await brokenIn(data))],
  };
};
