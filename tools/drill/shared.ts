// What drills share: a site that keeps its address while its processes come and go, what it acknowledged, and whether a
// data folder is whole.

import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import sharp from "sharp";
import { api } from "../../domain/contract/routes.ts";
import { startBalancer } from "../../test/node/balancer.ts";
import { run, startProcess } from "../../test/node/processes.ts";
import { type Answered, type Tokens, Visitor } from "../../test/node/visitor.ts";
import type { Random } from "../bench/random.ts";

export const EMAIL = "drill@example.org";
export const PASSWORD = "words of a drill";
const SETTINGS = { SAMPLE_DATA: "off", ADMIN_EMAIL: EMAIL, ADMIN_PASSWORD: PASSWORD, BACKUP_DIR: "" };

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
export type Drill = (given: { newFolder: () => string; random: Random }) => Promise<readonly Row[]>;

export const pause = (milliseconds: number): Promise<void> =>
  new Promise((done) => setTimeout(done, milliseconds));

/** Waits until it holds, and returns whether it came to that. */
export async function until(holds: () => boolean | Promise<boolean>, seconds: number): Promise<boolean> {
  for (let tries = 0; tries < seconds * 10; tries++) {
    if (await holds()) return true;
    await pause(100);
  }
  return holds();
}

/** Collects what is not as it should be. */
export function findings() {
  const wrong: string[] = [];
  return {
    wrong,
    expect(is: boolean, otherwise: string): void {
      if (!is && !wrong.includes(otherwise)) wrong.push(otherwise);
    },
  };
}

/** A site at one address, whose processes, one for each `begin`, serve one data folder. */
export async function openSite(dataDir: string, env: Readonly<Record<string, string>> = {}) {
  const balancer = await startBalancer();
  const settings = {
    ...SETTINGS,
    ...{
      DATA_DIR: dataDir,
      SITE_ORIGIN: balancer.origin,
      TRUST_PROXY: "on",
      MAX_CONNECTIONS_PER_ADDRESS: "0",
    },
    ...env,
  };
  return {
    origin: balancer.origin,
    async begin(more: Readonly<Record<string, string>> = {}) {
      const site = await startProcess({ ...settings, ...more });
      balancer.ports.push(site.port);
      const gone = site.ended.then((code) => {
        balancer.ports.splice(balancer.ports.indexOf(site.port), 1);
        return code;
      });
      return {
        ...site,
        end(signal: "SIGKILL" | "SIGTERM" = "SIGKILL") {
          site.child.kill(signal);
          return gone;
        },
      };
    },
    signIn: (email = EMAIL, password = PASSWORD) => new Visitor(balancer.origin).signIn(email, password),
    close: () => balancer.close(),
  };
}

/** Begins a command of the command line on a data folder. */
export const begin = (args: readonly string[], dataDir: string, env: Readonly<Record<string, string>> = {}) =>
  run("command.ts", args, { ...SETTINGS, DATA_DIR: dataDir, ...env });

/** Runs a command to its end; throws if it fails. */
export async function command(
  args: readonly string[],
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
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

type Fields = Readonly<Record<string, string | File>>;

/** Sends a new completion, which its money names. */
export const submit = (visitor: Visitor, tokens: Tokens, money: number, more: Fields): Promise<Answered> =>
  visitor.call(api.addSubmit("lcd"), tokens, {
    ...{ map: "Quad", money: String(money), person: "Drill", version: "44.1", date: "2025-01-02" },
    ...more,
  });

/** Sends one with a picture; returns its file key, or throws. */
export async function submitOne(
  origin: string,
  tokens: Tokens,
  money: number,
  more: Fields = {},
): Promise<string> {
  const answer = await submit(new Visitor(origin), tokens, money, { image: await pictureOf(money), ...more });
  if (answer.status !== 200) throw new Error(`A write was answered with ${answer.status}: ${answer.text}`);
  return String(answer.json.filekey);
}

/** Reads the database of a folder, whether or not somebody serves it. */
export function read<Value>(dataDir: string, statement: string): Value[] {
  const database = new DatabaseSync(join(dataDir, "index.sqlite"), { readOnly: true, timeout: 5_000 });
  const rows = database.prepare(statement).all() as Record<string, Value>[];
  database.close();
  return rows.map((row) => Object.values(row)[0] as Value);
}

/** Says what is not whole in a data folder: a count, a reference, or a file that a row names. */
export async function brokenIn(dataDir: string): Promise<string[]> {
  const { ended, printed } = begin(["check"], dataDir);
  const wrong = (await ended) === 0 ? [] : [`check: ${printed().trim().split("\n").slice(-3).join(" ")}`];
  const hashes = read<string | null>(dataDir, "select hash from media union select thumbnail from media");
  for (const hash of hashes.flatMap((each) => each ?? [])) {
    const file = join(dataDir, "media", hash.slice(0, 2), hash);
    if (!existsSync(file)) wrong.push(`a row names a file that is missing: ${hash.slice(0, 8)}`);
    else if (createHash("sha256").update(readFileSync(file)).digest("hex") !== hash)
      wrong.push(`a file is not in one piece: ${hash.slice(0, 8)}`);
  }
  return wrong;
}

/** Counts those of these completions that a folder does not have, with a picture if they came with one. */
export function lostOf(filekeys: Iterable<string>, dataDir: string, hasPicture = true): number {
  const there = new Set(
    read<string>(
      dataDir,
      hasPicture
        ? "select c.id from completion c join media m on m.key = c.id where c.deleted_at is null"
        : "select id from completion where deleted_at is null",
    ),
  );
  return [...filekeys].filter((filekey) => !there.has(filekey)).length;
}

/** The pages and answers that a site that can be read answers with 200. */
const READS = ["/", "/lcd", "/fetch-lcd", "/list-maps"];

/** Returns how many milliseconds each of a few reads took; throws if one was not answered. */
export async function readAll(origin: string): Promise<number[]> {
  const times: number[] = [];
  for (const path of READS) {
    const begun = performance.now();
    const { status } = await new Visitor(origin).get(path);
    times.push(performance.now() - begun);
    if (status !== 200) throw new Error(`${path} was answered with ${status}`);
  }
  return times;
}

/** Asks a process whether it could save. */
export const isReady = async (origin: string): Promise<boolean> => (await fetch(origin + api.ready())).ok;
