import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { type IncomingHttpHeaders, request } from "node:http";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { HEADER } from "./replayed.mjs";

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface Request {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string;
}

/** A whole site in its own process, behind a clock and ids that its requests determine. */
export interface Site {
  /** `number` is the request's place in a replay. On every site it comes at the same time and draws the same ids. */
  ask(path: string, request?: Request, number?: number): Promise<Answer>;
}

/** @param host the name that the site goes by. It is sent explicitly, because fetch would send the actual port */
export const siteAt = (port: number, host: string): Site => ({
  ask: (path, { method = "GET", headers = {}, body } = {}, number = 1) =>
    new Promise((done, fail) => {
      const sent = { ...headers, host, [HEADER]: String(number) };
      const asking = request(
        { port, host: "127.0.0.1", path, method, headers: sent, agent: false },
        (answer) => {
          const chunks: Buffer[] = [];
          answer.on("data", (chunk) => chunks.push(chunk));
          answer.on("error", fail);
          answer.on("end", () => {
            const { statusCode: status = 0, headers: said } = answer;
            done({ status, headers: said, body: Buffer.concat(chunks) });
          });
        },
      );
      asking.on("error", fail);
      asking.end(body);
    }),
});

/** Loaded before a process on Node, so that its clock and its ids are those of the requests. */
export const REPLAYED = ["--import", join(import.meta.dirname, "replayed-on-node.mjs")];

/**
 * Starts the site that is built in a folder, and waits until it serves.
 * @param env its settings
 */
export async function startNode(
  folder: string,
  port: number,
  env: Readonly<Record<string, string>>,
): Promise<ChildProcess> {
  const child = spawn(process.execPath, [...REPLAYED, "platform/node/main.ts"], {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, ...env, PORT: String(port) },
  });
  for (;;) {
    if (child.exitCode !== null) throw new Error("The site could not be started.");
    const health = fetch(`http://127.0.0.1:${port}/healthz`);
    if (
      await health.then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return child;
    await setTimeout(250);
  }
}

export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, "exit");
  child.kill();
  await ended;
}
