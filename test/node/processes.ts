import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { freePort, newDataFolder } from "./site.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const running: ChildProcess[] = [];

/** Kills every process that was started here and is still running. */
export function endAll(): void {
  for (const process of running.splice(0)) if (process.exitCode === null) process.kill("SIGKILL");
}

/** Runs a file of the platform with this Node and collects its output. */
export function run(file: string, args: readonly string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [`platform/node/${file}`, ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env },
  });
  running.push(child);
  let printed = "";
  const printing: (() => void)[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      printed += chunk;
      for (const each of printing) each();
    });
  }
  const ended = once(child, "exit").then(([code]) => code as number | null);
  return {
    child,
    ended,
    printed: () => printed,
    /** Waits until it prints the text. */
    says: (text: string) =>
      new Promise<void>((done, fail) => {
        const look = (): void => {
          if (printed.includes(text)) done();
        };
        printing.push(look);
        look();
        ended.then(() => fail(new Error(`it ended without saying "${text}": ${printed}`)));
      }),
  };
}

/**
 * Starts a site with its built pages in its own process and waits until it listens. Its main thread makes the answers: a
 * thread for them takes as long to start as all else.
 */
export async function startProcess(env: Record<string, string> = {}) {
  const port = await freePort();
  const site = run("main.ts", [], {
    PORT: String(port),
    DATA_DIR: env.DATA_DIR ?? (await newDataFolder()),
    SAMPLE_DATA: "off",
    ANSWER_THREADS: "0",
    CACHE_STALE_SECONDS: "0",
    // No test and no drill asks another machine.
    WATCH_LINKS: "off",
    KEEP_COPIES: "off",
    ...env,
  });
  await site.says("serving on");
  return { ...site, origin: `http://127.0.0.1:${port}`, port };
}
