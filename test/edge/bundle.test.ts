import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";

const WORKER = resolve(import.meta.dirname, "../../build/worker");

/** Cloudflare takes 10 MB with gzip by its older documentation. Ours was 1.34 MB on 2026-11-22: what adds much to it is seen. */
const MOST = 1_600_000;

test("the Worker has not grown much, and the built pages in it are those of Node", () => {
  const modules = readdirSync(WORKER).filter((name) => name !== "stamp");
  expect(modules.toSorted()).toEqual(["argon2.wasm", "pages.js", "worker.js"]);
  const bytes = modules.map((name) => gzipSync(readFileSync(join(WORKER, name))).length);
  expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThan(MOST);
  const pages = readFileSync(join(WORKER, "pages.js"));
  expect(pages.equals(readFileSync(resolve(WORKER, "../server/index.js")))).toBe(true);
});
