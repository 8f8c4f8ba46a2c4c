import { statfsSync } from "node:fs";
import { Problem } from "./problem.mjs";
import { ROOT, run } from "./run.mjs";
import { hashOf, whenChanged } from "./stamp.mjs";

/** What node_modules takes, in megabytes. */
const SPACE = 1_000;

/** Installs the packages, exactly those of package-lock.json, when that file has changed. */
export function install() {
  // The packages hold programs for one kind of machine: a folder that moved to another needs its own.
  const hash = `${hashOf(["package.json", "package-lock.json"])} ${process.platform}-${process.arch}`;
  return whenChanged("node_modules/.cache/btd6-index/installed", hash, async () => {
    requireSpace();
    console.log("Installing the packages (about half a minute) …");
    await run("Installing the packages", ["npm", "ci", "--no-audit", "--no-fund"]);
  });
}

/** Asks beforehand: where the disk fills up on the way, npm fails with words that name no cause. */
function requireSpace() {
  const { bavail, bsize } = statfsSync(ROOT);
  const free = Math.floor((bavail * bsize) / 1_000_000);
  if (free < SPACE) {
    throw new Problem(
      `The disk is nearly full: the packages take about ${SPACE} MB, and ${free} MB are free at ${ROOT}.`,
    );
  }
}
