import { statfsSync } from "node:fs";
import { Problem } from "./problem.mjs";
import { ROOT, run } from "./run.mjs";
import { hashOf, isDone, whenChanged } from "./stamp.mjs";

/** The stamps of the two sets. `npm ci` removes node_modules first, and with it the stamp of the other. */
const PRODUCTION = "node_modules/.cache/btd6-index/production";
const ALL = "node_modules/.cache/btd6-index/all";

/** What node_modules takes, in megabytes: to build and serve, and with the tools that check and test. */
const SPACE = { production: 450, all: 850 };

/**
 * Installs the packages, exactly those of package-lock.json, when that file has changed, or when only those of a start
 * are there and more is wanted. Tools that are there stay: a start between two tests does not remove them.
 * @param {{ tools: boolean }} options whether what only checks and tests need is wanted too
 */
export async function install({ tools }) {
  // The packages hold programs for one kind of machine: a folder that moved to another needs its own.
  const hash = `${hashOf(["package.json", "package-lock.json"])} ${process.platform}-${process.arch}`;
  if (!tools && isDone(ALL, hash)) return;
  await whenChanged(tools ? ALL : PRODUCTION, hash, async () => {
    requireSpace(tools ? SPACE.all : SPACE.production);
    console.log("Installing the packages (about half a minute) …");
    const omit = tools ? [] : ["--omit=dev"];
    await run("Installing the packages", ["npm", "ci", "--no-audit", "--no-fund", ...omit]);
  });
}

/**
 * Asks beforehand: where the disk fills up on the way, npm fails with words that name no cause.
 * @param {number} space in megabytes
 */
function requireSpace(space) {
  const { bavail, bsize } = statfsSync(ROOT);
  const free = Math.floor((bavail * bsize) / 1_000_000);
  if (free < space) {
    throw new Problem(
      `The disk is nearly full: the packages take about ${space} MB, and ${free} MB are free at ${ROOT}.`,
    );
  }
}
