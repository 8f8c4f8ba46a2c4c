import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";

const WORKER = resolve(import.meta.dirname, "../../build/worker");

/**
 * Cloudflare's older documentation allows 10 MB with gzip. Ours was 1.34 MB on 2026-11-22, and 1.64 MB on 2026-11-26 with
 * the desk, players, records and what is left, 1.77 MB on 2026-11-28, and 1.82 MB on 2026-11-29 with
 * the game's data as rows, its take-over, and challenge codes that are compared and fill in forms, 1.88 MB later that day with
 * proof that stays, and functions with arguments; this limit shows whatever adds much to it.
 */
const MOST = 1_890_000;

test("the Worker's size stays below its limit, and its built pages are those of Node", () => {
  const modules = readdirSync(WORKER).filter((name) => name !== "stamp");
  expect(modules.toSorted()).toEqual(["argon2.wasm", "pages.js", "worker.js"]);
  const bytes = modules.map((name) => gzipSync(readFileSync(join(WORKER, name))).length);
  expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThan(MOST);
  const pages = readFileSync(join(WORKER, "pages.js"));
  expect(pages.equals(readFileSync(resolve(WORKER, "../server/index.js")))).toBe(true);
});

/**
 * Bounds what an isolate does before its first request. Cloudflare allows a second of CPU time, which no test can
 * measure on a shared machine, so this counts function calls, the same in each run: 109,836 on 2026-11-23, 136,090 on
 * 2026-11-26 with the addresses of the desk, of threads, reports and unknown names, 157,845 later that day with those of
 * players, records, wishes and what is left, 178,460 on 2026-11-28 with the words of questions and the facts of 56.3, 194,299 on 2026-11-29
 * with challenge codes, proof that stays, and the settings as a zod table.
 */
const MOST_CALLS = 196_000;

/** V8's coverage report: how often each function was called. */
interface Covered {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly { readonly ranges: readonly { readonly count: number }[] }[];
  }[];
}

test("the Worker's work at startup stays below its limit", () => {
  const folder = mkdtempSync(join(tmpdir(), "btd6-index-coverage-"));
  execFileSync(process.execPath, [join(import.meta.dirname, "evaluated.mjs"), WORKER], {
    env: { ...process.env, NODE_V8_COVERAGE: folder },
  });
  const [name = ""] = readdirSync(folder);
  const { result } = JSON.parse(readFileSync(join(folder, name), "utf8")) as Covered;
  const callsIn = (module: string): number =>
    result
      .filter(({ url }) => url.endsWith(`/build/worker/${module}`))
      .flatMap(({ functions }) => functions.map(({ ranges }) => ranges[0]?.count ?? 0))
      .reduce((sum, each) => sum + each, 0);
  const calls = [callsIn("worker.js"), callsIn("pages.js")];
  for (const each of calls) expect(each).toBeGreaterThan(1_000);
  expect(calls.reduce((sum, each) => sum + each)).toBeLessThan(MOST_CALLS);
});
