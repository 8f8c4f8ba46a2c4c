// A drill, on this machine only, in a folder of its own that it removes afterwards: two processes serve one folder,
// many people read and write through both, and one process is killed with -9 in the middle of it. Prints what was
// answered, and exits with 1 if the surviving process did not carry on or if an acknowledged write is missing.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { api } from "../routes.ts";
import { endAll, startProcess } from "../test/node/processes.ts";
import { type Tokens, Visitor } from "../test/node/visitor.ts";

const EMAIL = "drill@example.org";
const PASSWORD = "words of a drill";

/** Concurrent readers and writers per process, and how long they run before and after the kill, in milliseconds. */
const AT_ONCE = { readers: 6, writers: 2 };
const STRETCH = 5_000;

const root = mkdtempSync(join(tmpdir(), "btd6-index-drill-"));
const say = (line: string): void => console.log(line);
const pause = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));

/** The outcome of the requests to one process. */
interface Tally {
  reads: number;
  writes: number;
  /** 5xx responses and broken connections. */
  failures: number;
  readonly milliseconds: number[];
}

const tally = (): Tally => ({ reads: 0, writes: 0, failures: 0, milliseconds: [] });

function told(name: string, { reads, writes, failures, milliseconds }: Tally): string {
  const sorted = milliseconds.toSorted((one, other) => one - other);
  const at = (share: number): number => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0);
  return `${name}: ${reads} reads, ${writes} writes acknowledged, ${failures} failures; ${at(0.5)} ms in the middle, ${at(0.99)} ms at 99 %`;
}

async function drill(): Promise<boolean> {
  const env = { DATA_DIR: root, ADMIN_EMAIL: EMAIL, ADMIN_PASSWORD: PASSWORD };
  const sites = await Promise.all([startProcess(env), startProcess(env)] as const);
  const [one] = sites;
  // Without a proxy each process has an origin of its own, and people sign in at each.
  const origins = sites.map(({ port }) => `http://localhost:${port}`);
  const [first = "", second = ""] = origins;
  say(`two processes serve ${root}`);
  const written: string[] = [];
  let isOver = false;
  let now: readonly [Tally, Tally] = [tally(), tally()];
  let number = 0;

  async function work(place: 0 | 1, tokens: Tokens | undefined, doesWrite: boolean): Promise<void> {
    const visitor = new Visitor(origins[place] ?? "");
    while (!isOver) {
      const begun = performance.now();
      const link = `https://example.org/${++number}`;
      const paths = [api.list("2tc", { count: 20 }), "/2tc", `/?at=${number}`];
      try {
        const answer =
          doesWrite && tokens
            ? await visitor.call(api.addSubmit("lcd"), tokens, {
                ...{
                  map: "Quad",
                  money: String(number),
                  person: "Drill",
                  version: "44.1",
                  date: "2025-01-02",
                },
                ...{ link, verify: "on" },
              })
            : await visitor.get(paths[number % paths.length] ?? "/");
        now[place].milliseconds.push(performance.now() - begun);
        if (answer.status >= 500) now[place].failures += 1;
        else if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.text.slice(0, 300)}`);
        else if (doesWrite) {
          written.push(String(answer.json.filekey));
          now[place].writes += 1;
        } else now[place].reads += 1;
      } catch (error) {
        if (!(error instanceof TypeError)) throw error;
        now[place].failures += 1;
        if (place === 0) return;
      }
      // One helper may write 600 times a minute.
      if (doesWrite) await pause(500);
    }
  }

  const tokens = await Promise.all(
    [first, second].map((origin) => new Visitor(origin).signIn(EMAIL, PASSWORD)),
  );
  const working = ([0, 1] as const).flatMap((place) => [
    ...Array.from({ length: AT_ONCE.readers }, () => work(place, tokens[place], false)),
    ...Array.from({ length: AT_ONCE.writers }, () => work(place, tokens[place], true)),
  ]);
  await pause(STRETCH);
  say("five seconds of both:");
  say(`  ${told("one", now[0])}`);
  say(`  ${told("the other", now[1])}`);
  now = [tally(), tally()];
  one.child.kill("SIGKILL");
  await one.ended;
  await pause(STRETCH);
  isOver = true;
  await Promise.all(working);
  say("five seconds from the kill of one (SIGKILL) on:");
  say(`  ${told("one", now[0])}`);
  say(`  ${told("the other", now[1])}`);

  const kept = new Set<string>();
  const visitor = new Visitor(second);
  for (let offset = 0; ; offset += 100) {
    const { json } = await visitor.get(api.list("lcd", { count: 100, offset }));
    for (const { filekey } of json.results as { filekey: string }[]) kept.add(filekey);
    if (!json.more) break;
  }
  const lost = written.filter((filekey) => !kept.has(filekey)).length;
  say(`lost of ${written.length} acknowledged writes: ${lost}`);
  return lost === 0 && now[1].failures === 0 && now[1].reads > 0 && now[1].writes > 0;
}

try {
  const isWell = await drill();
  say(isWell ? "the drill went well" : "the drill FAILED");
  process.exitCode = isWell ? 0 : 1;
} catch (error) {
  console.error("The drill did not come to its end:", error);
  process.exitCode = 1;
} finally {
  endAll();
  rmSync(root, { recursive: true, force: true });
}
