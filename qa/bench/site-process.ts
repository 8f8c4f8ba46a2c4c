import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { cpus } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { ADMINISTRATOR } from "../../test/administrator.ts";

const ROOT = resolve(import.meta.dirname, "../..");

/** What `npm start` runs once everything is built: the shell becomes the site. */
const AS_NPM_START = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"))
  .scripts.start.split(" && ")
  .at(-1);

/**
 * Whether servers can be pinned to one core, so that the load has the others: otherwise they measure each other's
 * noise.
 */
export const canPin = process.platform === "linux" && existsSync("/usr/bin/taskset") && cpus().length > 1;

export function pin({ pid }: ChildProcess): void {
  if (canPin) spawn("/usr/bin/taskset", ["-acp", "0", String(pid)], { stdio: "ignore" });
}

/** The site in a process of its own, as `npm start` runs it, without the build. */
export interface SiteProcess {
  readonly port: number;
  readonly child: ChildProcess;
  /** How long it took until it served, in milliseconds. */
  readonly startedIn: number;
  /** Returns its memory, now and at most so far, in megabytes; 0 except on Linux. */
  memory(): { readonly now: number; readonly most: number };
  /** Returns the CPU time of all its threads so far, in milliseconds, in steps of ten; 0 except on Linux. */
  cpu(): number;
  stop(): Promise<void>;
}

/** The unit in which the kernel counts CPU time, in milliseconds. */
const TICK = 10;

/** Starts the site on a data folder, which may be empty, with further settings, and waits until it serves. */
export async function startSite(
  port: number,
  data: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<SiteProcess> {
  const begun = performance.now();
  const child = spawn("/bin/sh", ["-c", AS_NPM_START], {
    cwd: ROOT,
    env: {
      ...process.env,
      PATH: `${join(ROOT, "node_modules/.bin")}${delimiter}${process.env.PATH}`,
      PORT: String(port),
      DATA_DIR: data,
      SITE_ORIGIN: `http://localhost:${port}`,
      ADMIN_EMAIL: ADMINISTRATOR.email,
      ADMIN_PASSWORD: ADMINISTRATOR.password,
      // The load comes from one address, its writers from several.
      TRUST_PROXY: "on",
      RATE_LIMITS: "0",
      ...settings,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  // The listener stays, so that later output is read, too.
  await new Promise<void>((done, fail) => {
    child.stdout.on("data", (chunk) => String(chunk).includes("serving on") && done());
    child.once("exit", (code) => fail(new Error(`The site did not start: ${code}`)));
  });
  return {
    port,
    child,
    startedIn: performance.now() - begun,
    memory() {
      const file = `/proc/${child.pid}/status`;
      const status = existsSync(file) ? readFileSync(file, "utf8") : "";
      const of = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0) / 1_024;
      return { now: of("VmRSS"), most: of("VmHWM") };
    },
    cpu() {
      const file = `/proc/${child.pid}/stat`;
      // After the name, which may contain spaces: the state is the third field, user and system time the 14th and 15th.
      const fields = existsSync(file) ? readFileSync(file, "utf8").split(") ")[1]?.split(" ") : undefined;
      return (Number(fields?.[11] ?? 0) + Number(fields?.[12] ?? 0)) * TICK;
    },
    async stop() {
      child.kill();
      await once(child, "exit");
    },
  };
}
