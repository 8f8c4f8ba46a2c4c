import { spawnSync } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { Problem } from "./problem.mjs";
import { BINARIES } from "./run.mjs";

/** The oldest major version of Node that serves the site. */
export const OLDEST_SERVING_NODE = 24;

/**
 * Makes sure that a Node serves the site: the one that the packages brought for this platform, or else the machine's.
 * @throws {Problem} when neither fits
 */
export function ensureNode() {
  const brought = join(BINARIES, process.platform === "win32" ? "node.cmd" : "node");
  if (runs(brought)) return;
  // One that does not run here (it was linked with another C library) would be found before the machine's own.
  rmSync(brought, { force: true });
  if (Number.parseInt(process.versions.node, 10) >= OLDEST_SERVING_NODE) return;
  throw new Problem(
    `The site needs Node ${OLDEST_SERVING_NODE} or newer. No package brings one that runs on this machine ` +
      `(${process.platform}-${process.arch}), and its own is ${process.version}. Install a newer one and try again.`,
  );
}

/** @param {string} binary */
const runs = (binary) =>
  existsSync(binary) &&
  spawnSync(binary, ["--version"], { shell: process.platform === "win32" }).status === 0;
