// Makes a clone ready to run: installs the packages (with --tools also those that only checks and tests need), builds
// the pages (not with --no-build), with --worker (which needs --tools) bundles the Worker for Cloudflare, and with
// --browser makes sure there is a Chromium for the browser tests. Each step is skipped when nothing it depends on has
// changed. Plain JavaScript without dependencies: it runs before there are any, on whatever Node the machine has.

import { accessSync, constants } from "node:fs";
import { build } from "./build.mjs";
import { ensureChromium } from "./chromium.mjs";
import { install } from "./install.mjs";
import { ensureNode } from "./node.mjs";
import { causeOf, Problem } from "./problem.mjs";
import { ROOT } from "./run.mjs";
import { bundleWorker } from "./worker.mjs";

/** For the Node that runs npm; the site itself runs on the one that ensureNode finds. */
const OLDEST_NODE = 20;

async function prepare() {
  const [major = ""] = process.versions.node.split(".");
  if (Number(major) < OLDEST_NODE) {
    throw new Problem(`Node ${OLDEST_NODE} or later is needed to start; this is ${process.version}.`);
  }
  try {
    accessSync(ROOT, constants.W_OK);
  } catch {
    throw new Problem(`The folder ${ROOT} may not be written. Check who owns it.`);
  }
  await install({ tools: process.argv.includes("--tools") });
  ensureNode();
  if (!process.argv.includes("--no-build")) await build();
  if (process.argv.includes("--worker")) await bundleWorker();
  if (process.argv.includes("--browser")) await ensureChromium();
}

try {
  await prepare();
} catch (error) {
  const known = error instanceof Problem ? error.message : causeOf(String(error));
  console.error(known === null ? error : `\n${known}`);
  process.exitCode = 1;
}
