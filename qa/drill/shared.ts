// What drills share: a site that keeps its address while its processes come and go, what it acknowledged, and whether a
// data folder is whole.

import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import sharp from "sharp";
import { api, mediaUrl } from "../../domain/contract/routes.ts";
import { startBalancer } from "../../test/node/balancer.ts";
import { run, startProcess } from "../../test/node/processes.ts";
import { type Answered, type Tokens, Visitor } from "../../test/node/visitor.ts";
import type { Random } from "../bench/random.ts";

export const EMAIL = "drill@example.org";
export const PASSWORD = "words of a drill";
const SETTINGS = { SAMPLE_DATA: "off", ADMIN_EMAIL: EMAIL, ADMIN_PASSWORD: PASSWORD, BACKUP_DIR: "" };

type Settings = Readonly<Record<string, string>>;
type Fields = Readonly<Record<string, string | File>>;

/** A line of the table: what was done, what the site acknowledged of it, how much of that was lost, and what went wrong. */
export interface Row {
  readonly did: string;
  readonly acknowledged?: number;
  readonly lost?: number;
  /** In words; empty: it went well. */
  readonly wrong?: readonly string[];
  /** Why it could not be tried here. */
  readonly notTried?: string;
}

/** A drill; it works in folders that `newFolder` makes, and draws from `random` whatever it leaves to chance. */
export type Drill = (given: { newFolder: () => string; random: Random }) => Promise<Row | readonly Row[]>;

/** Waits until it holds, and returns whether it came to that. */
export async function until(holds: () => boolean | Promise<boolean>, seconds: number): Promise<boolean> {
  for (let tries = 0; tries < seconds * 10; tries++) {
    if (await holds()) return true;
    await new Promise((done) => setTimeout(done, 100));
  }
  return holds();
}

/** A site at one address, whose processes, one for each `begin`, serve one data folder; and what it acknowledged. */
export async function openSite(dataDir: string, env: Settings = {}) {
  const { origin, ports, close } = await startBalancer();
  const settings = {
    ...SETTINGS,
    DATA_DIR: dataDir,
    SITE_ORIGIN: origin,
    TRUST_PROXY: "on",
    ANSWER_THREADS: "1",
    MAX_CONNECTIONS_PER_ADDRESS: "0",
    ...env,
  };
  const running: { end(): Promise<unknown> }[] = [];
  let money = 0;
  const site = {
    origin,
    /** File keys of the completions that were acknowledged. */
    written: [] as string[],
    /** What is not as it should be. */
    wrong: [] as string[],
    expect(is: boolean, otherwise: string): void {
      if (!is && !site.wrong.includes(otherwise)) site.wrong.push(otherwise);
    },
    async begin(more: Settings = {}) {
      const started = await startProcess({ ...settings, ...more });
      ports.push(started.port);
      const gone = started.ended.then((code) => {
        ports.splice(ports.indexOf(started.port), 1);
        return code;
      });
      const end = (signal: "SIGKILL" | "SIGTERM" = "SIGKILL") => {
        started.child.kill(signal);
        return gone;
      };
      running.push({ end });
      return { ...started, end };
    },
    /** The administrator's, who writes. */
    tokens: null as Tokens | null,
    signIn: async () => (site.tokens = await new Visitor(origin).signIn(EMAIL, PASSWORD)),
    /** Sends a new completion, with a picture; returns how that was answered and how many milliseconds it took. */
    async submit(more: Fields = {}): Promise<{ status: number; text: string; took: number }> {
      const tokens = site.tokens ?? (await site.signIn());
      money += 1;
      const image = await pictureOf(money);
      const begun = performance.now();
      const answer = await submit(new Visitor(origin), tokens, money, { image, ...more });
      if (answer.status === 200) site.written.push(String(answer.json.filekey));
      return { status: answer.status, text: answer.text, took: Math.round(performance.now() - begun) };
    },
    /** Sends as many, and throws if one is not acknowledged. */
    async write(times = 1, more: Fields = {}): Promise<void> {
      for (let at = 0; at < times; at++) {
        const { status, text } = await site.submit(more);
        if (status !== 200) throw new Error(`A write was answered with ${status}: ${text}`);
      }
    },
    /** Reads pages and answers, and returns how many milliseconds the slowest took; throws if one was refused. */
    async readAll(): Promise<number> {
      let slowest = 0;
      for (const path of ["/", "/lcd", "/fetch-lcd", "/list-maps"]) {
        const begun = performance.now();
        const { status } = await new Visitor(origin).get(path);
        slowest = Math.max(slowest, Math.round(performance.now() - begun));
        if (status !== 200) throw new Error(`${path} was answered with ${status}`);
      }
      return slowest;
    },
    statusOfPicture: async (key = ""): Promise<number> =>
      (await new Visitor(origin).get(mediaUrl(key, null))).status,
    /** Asks a process whether it could save. */
    isReady: async (): Promise<boolean> => (await fetch(origin + api.ready())).ok,
    async end(): Promise<void> {
      await Promise.all(running.map((each) => each.end()));
      close();
    },
    /** Ends the site, and says how what it acknowledged is. */
    async row(did: string): Promise<Row> {
      await site.end();
      const { written, wrong } = site;
      wrong.push(...(await brokenIn(dataDir)));
      return { did, acknowledged: written.length, lost: lostOf(written, dataDir), wrong };
    },
  };
  return site;
}

export type Site = Awaited<ReturnType<typeof openSite>>;

/** Begins a command of the command line on a data folder. */
export const begin = (args: readonly string[], dataDir: string, env: Settings = {}) =>
  run("command.ts", args, { ...SETTINGS, DATA_DIR: dataDir, ...env });

/** Runs a command to its end; throws if it fails. */
export async function command(args: readonly string[], dataDir: string, env: Settings = {}): Promise<string> {
  const { ended, printed } = begin(args, dataDir, env);
  const code = await ended;
  if (code !== 0) throw new Error(`${args.join(" ")} ended with ${code}. ${printed()}`);
  return printed().trim();
}

/** Makes a different picture for each number. */
export async function pictureOf(number: number): Promise<File> {
  const background = { r: number % 256, g: Math.floor(number / 256), b: 200 };
  const picture = sharp({ create: { width: 64, height: 64, channels: 3, background } });
  return new File([new Uint8Array(await picture.png().toBuffer())], "a.png");
}

export const COMPLETION = { map: "Quad", person: "Drill", version: "44.1", date: "2025-01-02" };

/** Sends a completion, which its money names. */
export const submit = (visitor: Visitor, tokens: Tokens, money: number, more: Fields): Promise<Answered> =>
  visitor.call(api.addSubmit("lcd"), tokens, { ...COMPLETION, money: String(money), ...more });

/** Returns the first value of each row in a folder's database, whether or not somebody serves it. */
export function read<Value>(dataDir: string, statement: string): Value[] {
  const database = new DatabaseSync(join(dataDir, "index.sqlite"), { readOnly: true, timeout: 5_000 });
  const rows = database.prepare(statement).all() as Record<string, Value>[];
  database.close();
  return rows.map((row) => Object.values(row)[0] as Value);
}

export const fileOf = (dataDir: string, hash = ""): string => join(dataDir, "media", hash.slice(0, 2), hash);

/** Says what is not whole in a data folder: a count, a reference, or a file that a row names. */
export async function brokenIn(dataDir: string): Promise<string[]> {
  const { ended, printed } = begin(["check"], dataDir);
  const wrong = (await ended) === 0 ? [] : [`check: ${printed().trim().split("\n").slice(-3).join(" ")}`];
  const hashes = read<string | null>(dataDir, "select hash from media union select thumbnail from media");
  for (const hash of hashes.flatMap((each) => each ?? [])) {
    const file = fileOf(dataDir, hash);
    if (!existsSync(file)) wrong.push(`a row names a file that is missing: ${hash.slice(0, 8)}`);
    else if (createHash("sha256").update(readFileSync(file)).digest("hex") !== hash)
      wrong.push(`a file is not in one piece: ${hash.slice(0, 8)}`);
  }
  return wrong;
}

/** Counts those of these completions that a folder does not have, with a picture if they came with one. */
export function lostOf(filekeys: readonly string[], dataDir: string, hasPicture = true): number {
  const picture = hasPicture ? "and exists (select 1 from media where key = completion.id)" : "";
  const there = new Set(
    read<string>(dataDir, `select id from completion where deleted_at is null ${picture}`),
  );
  return filekeys.filter((filekey) => !there.has(filekey)).length;
}
