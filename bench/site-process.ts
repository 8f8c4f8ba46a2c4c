import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { cpus } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { ADMINISTRATOR } from "../test/administrator.ts";

const ROOT = resolve(import.meta.dirname, "..");

/** What `npm start` runs once all is built: the shell becomes the site. */
const AS_NPM_START = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"))
  .scripts.start.split(" && ")
  .at(-1);

/** Servers on one core, the load on another, where the machine can do that: else they measure each other's noise. */
export const canPin = process.platform === "linux" && existsSync("/usr/bin/taskset") && cpus().length > 1;

export function pin({ pid }: ChildProcess): void {
  if (canPin) spawn("/usr/bin/taskset", ["-acp", "0", String(pid)], { stdio: "ignore" });
}

/** The site as a process of its own, as `npm start` has it, without the build. */
export interface SiteProcess {
  readonly port: number;
  readonly child: ChildProcess;
  /** How long it took until it served, in milliseconds. */
  readonly startedIn: number;
  /** Its memory, now and at most so far, in megabytes; Linux alone says it. */
  memory(): { readonly now: number; readonly most: number };
  /** What all its threads have had of the processors so far, in milliseconds, in steps of ten; Linux alone says it. */
  cpu(): number;
  stop(): Promise<void>;
}

/** In which the kernel counts processor time, in milliseconds. */
const TICK = 10;

/** Starts it on a data folder, which may be empty, with further settings, and waits until it serves. */
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
      ...{ PORT: String(port), DATA_DIR: data, SITE_ORIGIN: `http://localhost:${port}` },
      ...{ ADMIN_EMAIL: ADMINISTRATOR.email, ADMIN_PASSWORD: ADMINISTRATOR.password },
      // The load comes from one address, and its writers from several.
      ...{ TRUST_PROXY: "on" },
      ...settings,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  // Read to its end: what the site says later finds somebody who reads.
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
      // Behind the name, which may hold spaces: the state is the third field, user and system time the 14th and 15th.
      const fields = existsSync(file) ? readFileSync(file, "utf8").split(") ")[1]?.split(" ") : undefined;
      return (Number(fields?.[11] ?? 0) + Number(fields?.[12] ?? 0)) * TICK;
    },
    async stop() {
      child.kill();
      await once(child, "exit");
    },
  };
}
