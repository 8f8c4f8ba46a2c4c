// A drill, on this machine only, in a folder of its own that it removes afterwards: a site serves, somebody writes, a
// backup is taken meanwhile, the site is killed, and the backup is restored elsewhere and served. Prints what was lost,
// and exits with 1 if the backup did not bring back everything that was written before it began.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { endAll, run, startProcess } from "../test/node/processes.ts";
import { type Tokens, Visitor } from "../test/node/visitor.ts";

const EMAIL = "drill@example.org";
const PASSWORD = "words of a drill";

/** Completions written before the backup, during it (at most) and after it. An account may have 50 pending. */
const WRITES = { before: 10, during: 30, after: 5 };

const root = mkdtempSync(join(tmpdir(), "btd6-index-drill-"));
const say = (line: string): void => console.log(line);

const SETTINGS = { SAMPLE_DATA: "off", ADMIN_EMAIL: EMAIL, ADMIN_PASSWORD: PASSWORD, BACKUP_DIR: "" };

/** Serves a data folder until it is killed. */
async function serve(dataDir: string): Promise<{ origin: string; kill(): Promise<void> }> {
  const { child, ended, port } = await startProcess({ ...SETTINGS, DATA_DIR: dataDir });
  return {
    origin: `http://localhost:${port}`,
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

/** Runs a command of the command line; throws if it fails. */
async function command(args: readonly string[], dataDir: string): Promise<string> {
  const { ended, printed } = run("command.ts", args, { ...SETTINGS, DATA_DIR: dataDir });
  const code = await ended;
  if (code !== 0) throw new Error(`${args.join(" ")} ended with ${code}. ${printed()}`);
  return printed().trim();
}

/** A completion that was written; a picture came with it. */
interface Written {
  readonly filekey: string;
  readonly at: number;
}

/** Makes a different picture for each number. */
async function pictureOf(number: number): Promise<File> {
  const background = { r: number, g: 100, b: 200 };
  const bytes = await sharp({ create: { width: 64, height: 64, channels: 3, background } })
    .png()
    .toBuffer();
  return new File([new Uint8Array(bytes)], "a.png");
}

async function write(visitor: Visitor, tokens: Tokens, money: number): Promise<Written> {
  const { status, json, text } = await visitor.call("/member/add-lcd-submit", tokens, {
    ...{ map: "Quad", money: String(money), person: "Drill", version: "44.1", date: "2025-01-02" },
    image: await pictureOf(money),
  });
  if (status >= 300) throw new Error(`A write was answered with ${status}: ${text.slice(0, 300)}`);
  return { filekey: String(json.filekey), at: Date.now() };
}

async function drill(): Promise<boolean> {
  const folder = (name: string): string => join(root, name);
  const [data, backups, restored] = [folder("data"), folder("backups"), folder("restored")];
  const site = await serve(data);
  say(`serving ${data}`);
  const visitor = new Visitor(site.origin);
  const tokens = await visitor.signIn(EMAIL, PASSWORD);
  const written: Written[] = [];
  const writeOne = async (): Promise<void> => {
    written.push(await write(visitor, tokens, written.length + 1));
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
    await new Promise((next) => setTimeout(next, 50));
  }
  await taking;
  for (let done = 0; done < WRITES.after; done++) await writeOne();
  await site.kill();
  const killed = Date.now();
  say(`wrote ${written.length} completions with a picture each, and killed the site (SIGKILL)`);

  say((await command(["restore", backups], restored)).split("\n")[0] ?? "");
  const again = await serve(restored);
  const lost = await lostAt(again.origin, written);
  const [lostBefore, first] = [lost.filter(({ at }) => at < begun), lost[0]];
  await again.kill();

  // A kill without a loss of the disk must not lose anything acknowledged: check the data folder itself.
  const survivor = await serve(data);
  const missing = (await lostAt(survivor.origin, written)).length;
  await survivor.kill();

  const seconds = (from: number, to: number): string => ((to - from) / 1000).toFixed(1);
  say(`the data folder itself, after the kill: ${missing} of ${written.length} lost`);
  say(`the backup, which took ${seconds(begun, whole)} s: ${lost.length} of ${written.length} lost`);
  say(
    first === undefined
      ? "nothing was written after it began"
      : `what is lost was written after it began: at most ${seconds(begun, killed)} s of writes, and at least those since it was whole`,
  );
  if (lostBefore.length > 0) say(`WRONG: ${lostBefore.length} that were written before it began are lost`);
  if (missing > 0) say("WRONG: the data folder lost what had been acknowledged");
  return lostBefore.length === 0 && missing === 0;
}

/** Rows in a page of a list. */
const PAGE = 100;

/** Returns those that a site does not list, or whose picture it does not have. */
async function lostAt(origin: string, written: readonly Written[]): Promise<Written[]> {
  const listed = new Set<string>();
  for (let offset = 0; ; offset += PAGE) {
    const answer = await fetch(`${origin}/fetch-lcd?count=${PAGE}&offset=${offset}`);
    const { results, more } = (await answer.json()) as { results: { filekey: string }[]; more: boolean };
    for (const { filekey } of results) listed.add(filekey);
    if (!more) break;
  }
  const lost: Written[] = [];
  for (const each of written) {
    const picture = await fetch(`${origin}/media/${each.filekey}`);
    const bytes = new Uint8Array(await picture.arrayBuffer());
    if (!listed.has(each.filekey) || !picture.ok || bytes.length === 0) lost.push(each);
  }
  return lost;
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
