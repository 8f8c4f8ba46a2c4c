// Two processes serve one folder, many people read and write through both, and one process is killed with -9 in the middle
// of it. The other must carry on, and no acknowledged write may be missing.

import { api } from "../../domain/contract/routes.ts";
import { startProcess } from "../../test/node/processes.ts";
import { type Tokens, Visitor } from "../../test/node/visitor.ts";
import { brokenIn, type Drill, EMAIL, findings, lostOf, PASSWORD, pause, submit } from "./shared.ts";

/** Concurrent readers and writers per process, and how long they run before and after the kill, in milliseconds. */
const AT_ONCE = { readers: 6, writers: 2 };
const STRETCH = 5_000;

export const processes: Drill = async ({ newFolder }) => {
  const data = newFolder();
  const { wrong, expect } = findings();
  const env = { DATA_DIR: data, ADMIN_EMAIL: EMAIL, ADMIN_PASSWORD: PASSWORD };
  const sites = await Promise.all([startProcess(env), startProcess(env)] as const);
  const origins = sites.map(({ port }) => `http://localhost:${port}`);
  const written: string[] = [];
  const after = { reads: 0, writes: 0 };
  let [isOver, isKilled, begun] = [false, false, 0];

  async function work(place: number, visitor: Visitor, tokens: Tokens, doesWrite: boolean): Promise<void> {
    while (!isOver) {
      const number = ++begun;
      const paths = [api.list("2tc", { count: 20 }), "/2tc", `/?at=${number}`];
      const answer = await (doesWrite
        ? submit(visitor, tokens, number, { link: `https://example.org/${number}`, verify: "on" })
        : visitor.get(String(paths[number % paths.length]))
      ).catch(() => null);
      if (answer?.status === 200) {
        if (doesWrite) written.push(String(answer.json.filekey));
        if (isKilled && place === 1) after[doesWrite ? "writes" : "reads"] += 1;
      } else if (place === 0 && isKilled) return;
      else
        expect(
          false,
          `a process that was not killed answered ${answer?.status}: ${answer?.text.slice(0, 120)}`,
        );
      // One helper may write 600 times a minute.
      if (doesWrite) await pause(500);
    }
  }

  // One after the other: many logins to one account at once are refused.
  const people: [number, Visitor, Tokens, boolean][] = [];
  for (const place of [0, 1])
    for (let at = 0; at < AT_ONCE.readers + AT_ONCE.writers; at += 1) {
      const visitor = new Visitor(String(origins[place]));
      people.push([place, visitor, await visitor.signIn(EMAIL, PASSWORD), at < AT_ONCE.writers]);
    }
  const working = people.map((each) => work(...each));
  await pause(STRETCH);
  isKilled = true;
  sites[0].child.kill("SIGKILL");
  await pause(STRETCH);
  isOver = true;
  await Promise.all(working);
  sites[1].child.kill("SIGKILL");
  await sites[1].ended;
  expect(after.reads > 0 && after.writes > 0, "the other process did not go on");
  for (const each of await brokenIn(data)) expect(false, each);
  return [
    {
      did: `two processes, 16 requests at a time, one killed with -9; the other answered ${after.reads} reads and ${after.writes} writes in the next five seconds`,
      ...{ acknowledged: written.length, lost: lostOf(written, data, false), wrong },
    },
  ];
};
