import { statfsSync } from "node:fs";
import { Problem } from "./problem.mjs";
import { ROOT, run } from "./run.mjs";
import { hashOf, isDone, whenChanged } from "./stamp.mjs";

/** The stamps of the two sets. `npm ci` removes node_modules first, and with it the stamp of the other set. */
const PRODUCTION = "node_modules/.cache/btd6-index/production";
const ALL = "node_modules/.cache/btd6-index/all";

/** The size of node_modules in megabytes: what building and serving needs, and with the tools for checks and tests. */
const SPACE = { production: 450, all: 850 };

/**
 * Installs exactly the packages of package-lock.json, if that file has changed or if only the production packages are
 * there and the tools are wanted too. Tools that are installed stay: a start between two test runs does not remove
 * them.
 * @param {{ tools: boolean }} options whether the packages that only checks and tests need are wanted too
 */
export async function install({ tools }) {
  // Some packages contain binaries for one kind of machine: a folder that moved to another one needs them anew.
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
 * Checks the space beforehand: if the disk fills up midway, npm fails with a message that names no cause.
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
