// Drills, on this machine only, in folders of their own that are removed afterwards. Prints what was lost, and exits
// with 1 if that is more than a drill allows. `--only NAME` runs one of them.
//
// - backup: a site serves, somebody writes, a backup is taken meanwhile, the site is killed, and the backup is restored
//   elsewhere and served. It must hold everything that was written before it began.
// - processes: two processes serve one folder, many people read and write through both, and one process is killed with
//   -9 in the middle of it. The other must carry on, and no acknowledged write may be missing.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import sharp from "sharp";
import { api, mediaUrl } from "../../domain/contract/routes.ts";
import { endAll, run, startProcess } from "../../test/node/processes.ts";
import { type Tokens, Visitor } from "../../test/node/visitor.ts";

const EMAIL = "drill@example.org";
const PASSWORD = "words of a drill";
const SETTINGS = {
  SAMPLE_DATA: "off",
  RATE_LIMITS: "0",
  ADMIN_EMAIL: EMAIL,
  ADMIN_PASSWORD: PASSWORD,
  BACKUP_DIR: "",
};

const root = mkdtempSync(join(tmpdir(), "btd6-index-drill-"));
const say = (line: string): void => console.log(line);
const pause = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));

/** Serves a data folder until it is killed (SIGKILL). Each process has an origin of its own, where people sign in. */
async function serve(dataDir: string) {
  const { child, ended, port } = await startProcess({ ...SETTINGS, DATA_DIR: dataDir });
  return {
    origin: `http://localhost:${port}`,
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

const submit = (visitor: Visitor, tokens: Tokens, number: number, proof: Record<string, string | File>) =>
  visitor.call(api.addSubmit("lcd"), tokens, {
    ...{ map: "Quad", money: String(number), person: "Drill", version: "44.1", date: "2025-01-02" },
    ...proof,
  });

/** Returns the file keys of all completions that a site lists. */
async function listedAt(origin: string): Promise<ReadonlySet<string>> {
  const listed = new Set<string>();
  for (let offset = 0; ; offset += 100) {
    const answer = await fetch(origin + api.list("lcd", { count: 100, offset }));
    const { results, more } = (await answer.json()) as { results: { filekey: string }[]; more: boolean };
    for (const { filekey } of results) listed.add(filekey);
    if (!more) return listed;
  }
}

/** Completions written before the backup, during it (at most) and after it. An account may have 50 pending. */
const WRITES = { before: 10, during: 30, after: 5 };

/** A completion that was written; a picture came with it. */
interface Written {
  readonly filekey: string;
  readonly at: number;
}

/** Makes a different picture for each number. */
async function pictureOf(number: number): Promise<File> {
  const background = { r: number, g: 100, b: 200 };
  const picture = sharp({ create: { width: 64, height: 64, channels: 3, background } });
  return new File([new Uint8Array(await picture.png().toBuffer())], "a.png");
}

/** Runs a command of the command line; throws if it fails. */
async function command(args: readonly string[], dataDir: string): Promise<string> {
  const { ended, printed } = run("command.ts", args, { ...SETTINGS, DATA_DIR: dataDir });
  const code = await ended;
  if (code !== 0) throw new Error(`${args.join(" ")} ended with ${code}. ${printed()}`);
  return printed().trim();
}

/** Serves a folder, and returns those that the site does not list, or whose picture it does not have. */
async function lostIn(dataDir: string, written: readonly Written[]): Promise<Written[]> {
  const { origin, kill } = await serve(dataDir);
  const listed = await listedAt(origin);
  const lost: Written[] = [];
  for (const each of written) {
    const picture = await fetch(origin + mediaUrl(each.filekey, null));
    const { byteLength } = await picture.arrayBuffer();
    if (!listed.has(each.filekey) || !picture.ok || byteLength === 0) lost.push(each);
  }
  await kill();
  return lost;
}

async function backup(): Promise<boolean> {
  const folder = (name: string): string => join(root, name);
  const [data, backups, restored] = [folder("data"), folder("backups"), folder("restored")];
  const site = await serve(data);
  say(`serving ${data}`);
  const visitor = new Visitor(site.origin);
  const tokens = await visitor.signIn(EMAIL, PASSWORD);
  const written: Written[] = [];
  const writeOne = async (): Promise<void> => {
    const number = written.length + 1;
    const answer = await submit(visitor, tokens, number, { image: await pictureOf(number) });
    if (answer.status >= 300)
      throw new Error(`A write was answered with ${answer.status}: ${answer.text.slice(0, 300)}`);
    written.push({ filekey: String(answer.json.filekey), at: Date.now() });
  };
  for (let done = 0; done < WRITES.before; done++) await writeOne();
  const begun = Date.now();
  let whole = 0;
  const taking = command(["backup", backups], data).then((said) => {
    whole = Date.now();
    say(said);
  });
  for (let done = 0; done < WRITES.during && whole === 0; done++) {
    await writeOne();
    await pause(50);
  }
  await taking;
  for (let done = 0; done < WRITES.after; done++) await writeOne();
  await site.kill();
  const killed = Date.now();
  say(`wrote ${written.length} completions with a picture each, and killed the site (SIGKILL)`);

  say((await command(["restore", backups], restored)).split("\n")[0] ?? "");
  const lost = await lostIn(restored, written);
  const lostBefore = lost.filter(({ at }) => at < begun).length;
  // A kill without a loss of the disk must not lose anything acknowledged: check the data folder itself.
  const missing = (await lostIn(data, written)).length;

  const seconds = (from: number, to: number): string => ((to - from) / 1000).toFixed(1);
  say(`the data folder itself, after the kill: ${missing} of ${written.length} lost`);
  say(`the backup, which took ${seconds(begun, whole)} s: ${lost.length} of ${written.length} lost`);
  say(
    lost.length === 0
      ? "nothing was written after it began"
      : `what is lost was written after it began: at most ${seconds(begun, killed)} s of writes, and at least those since it was whole`,
  );
  if (lostBefore > 0) say(`WRONG: ${lostBefore} that were written before it began are lost`);
  if (missing > 0) say("WRONG: the data folder lost what had been acknowledged");
  return lostBefore === 0 && missing === 0;
}

/** Concurrent readers and writers per process, and how long they run before and after the kill, in milliseconds. */
const AT_ONCE = { readers: 6, writers: 2 };
const STRETCH = 5_000;

/** The outcome of the requests to one process. */
interface Tally {
  reads: number;
  writes: number;
  /** 5xx responses and broken connections. */
  failures: number;
  readonly milliseconds: number[];
}

const tallies = (): [Tally, Tally] => [
  { reads: 0, writes: 0, failures: 0, milliseconds: [] },
  { reads: 0, writes: 0, failures: 0, milliseconds: [] },
];

function sayTallies(title: string, both: readonly Tally[]): void {
  say(title);
  for (const [at, { reads, writes, failures, milliseconds }] of both.entries()) {
    const sorted = milliseconds.toSorted((a, b) => a - b);
    const within = (share: number): number =>
      Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0);
    say(
      `  ${at === 0 ? "one" : "the other"}: ${reads} reads, ${writes} writes acknowledged, ${failures} failures; ${within(0.5)} ms in the middle, ${within(0.99)} ms at 99 %`,
    );
  }
}

async function processes(): Promise<boolean> {
  const folder = join(root, "shared");
  const sites = await Promise.all([serve(folder), serve(folder)] as const);
  say(`two processes serve ${folder}`);
  const written: string[] = [];
  let isOver = false;
  let now = tallies();
  let [readsBegun, writesBegun] = [0, 0];

  async function work(place: 0 | 1, tokens: Tokens, doesWrite: boolean): Promise<void> {
    const visitor = new Visitor(sites[place].origin);
    while (!isOver) {
      const begun = performance.now();
      const number = doesWrite ? ++writesBegun : ++readsBegun;
      const paths = [api.list("2tc", { count: 20 }), "/2tc", `/?at=${number}`];
      try {
        const answer = await (doesWrite
          ? submit(visitor, tokens, number, { link: `https://example.org/${number}`, verify: "on" })
          : visitor.get(paths[number % paths.length] ?? "/"));
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

  const tokens = await Promise.all(sites.map(({ origin }) => new Visitor(origin).signIn(EMAIL, PASSWORD)));
  const working = Promise.all(
    ([0, 1] as const).flatMap((place) =>
      Array.from({ length: AT_ONCE.readers + AT_ONCE.writers }, (_, at) =>
        work(place, tokens[place] as Tokens, at < AT_ONCE.writers),
      ),
    ),
  );
  // A request that goes wrong ends the drill at once.
  await Promise.race([working, pause(STRETCH)]);
  sayTallies("five seconds of both:", now);
  now = tallies();
  await sites[0].kill();
  await Promise.race([working, pause(STRETCH)]);
  isOver = true;
  await working;
  sayTallies("five seconds from the kill of one (SIGKILL) on:", now);

  const listed = await listedAt(sites[1].origin);
  await sites[1].kill();
  const lost = written.filter((filekey) => !listed.has(filekey)).length;
  say(`lost of ${written.length} acknowledged writes: ${lost}`);
  return lost === 0 && now[1].failures === 0 && now[1].reads > 0 && now[1].writes > 0;
}

const DRILLS = { backup, processes };

const { only } = parseArgs({ options: { only: { type: "string" } } }).values;
try {
  const chosen = Object.entries(DRILLS).filter(([name]) => only === undefined || name === only);
  if (chosen.length === 0) throw new Error(`No drill is called ${only}: ${Object.keys(DRILLS).join(", ")}.`);
  for (const [name, drill] of chosen) {
    say(`== ${name}`);
    const isWell = await drill();
    say(isWell ? "the drill went well" : "the drill FAILED");
    if (!isWell) process.exitCode = 1;
  }
} catch (error) {
  console.error("The drill did not come to its end:", error);
  process.exitCode = 1;
} finally {
  endAll();
  rmSync(root, { recursive: true, force: true });
}
