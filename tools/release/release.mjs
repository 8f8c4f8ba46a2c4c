// Makes an archive that runs on a server without npm and without a network: the built pages, the sources, which Node
// runs as they are, and the packages that these import, at the versions in package-lock.json; nothing that only builds
// or tests need. It runs only on machines like this one, because two packages contain binaries. Node itself is not
// included: whoever runs a server keeps that up to date. With --folder FOLDER the files go into that folder, which must
// not exist yet, instead of an archive.
//
// The pages must be built and the packages installed; `npm run release` sees to both.

import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { Problem } from "../prepare/problem.mjs";
import { ROOT } from "../prepare/run.mjs";
import { filesOf, importedPackages, placesOf } from "./packages.mjs";

const PROJECT = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
const { name: NAME, version: VERSION } = PROJECT;

/** What packages contain but never runs: types, sources of built files, docs. Licences stay. */
const NEVER_RUNS =
  /\.([cm]?ts|map|flow)$|\/(readme|changelog|history)[^/]*\.md$|\/(tests?|__tests__|\.github)$/i;

/** @param {string} to an existing folder */
function fill(to) {
  const files = filesOf(ROOT);
  for (const file of files) {
    mkdirSync(dirname(join(to, file)), { recursive: true });
    cpSync(join(ROOT, file), join(to, file));
  }
  cpSync(join(ROOT, "tools/release/start.mjs"), join(to, "start.mjs"));
  const names = importedPackages(ROOT, files);
  for (const place of placesOf(ROOT, names))
    cpSync(join(ROOT, place), join(to, place), {
      recursive: true,
      dereference: true,
      // Nested packages are places of their own.
      filter: (path) => {
        const within = path.slice(join(ROOT, place).length);
        return !/[\\/]node_modules$/.test(within) && !NEVER_RUNS.test(within);
      },
    });
  const { dependencies, description, license, type } = PROJECT;
  const own = {
    ...{ name: NAME, version: VERSION, private: true, description, license, type, engines: { node: ">=24" } },
    scripts: { start: "node start.mjs", index: "node --max-semi-space-size=8 platform/node/command.ts" },
    dependencies: Object.fromEntries(names.map((each) => [each, dependencies[each]])),
  };
  writeFileSync(join(to, "package.json"), `${JSON.stringify(own, null, 2)}\n`);
}

/** Packs the release and returns the archive's path. */
function pack() {
  const out = join(ROOT, "release");
  mkdirSync(out, { recursive: true });
  const scratch = mkdtempSync(join(out, ".packing-"));
  try {
    const whole = `${NAME}-${VERSION}-${process.platform}-${process.arch}`;
    mkdirSync(join(scratch, whole));
    fill(join(scratch, whole));
    const archive = join(out, `${whole}.tar.gz`);
    const { status, error } = spawnSync("tar", ["-czf", archive, "-C", scratch, whole], { stdio: "inherit" });
    if (error || status !== 0)
      throw new Problem(`Packing did not work: ${error ? error.message : `tar ended with ${status}`}.`);
    return archive;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

try {
  if (!existsSync(join(ROOT, "build/server/index.js")))
    throw new Problem("The pages are not built. Run: npm run release");
  const { folder } = parseArgs({ options: { folder: { type: "string" } } }).values;
  if (folder === undefined) {
    const archive = pack();
    console.log(`${archive} (${(statSync(archive).size / 1_000_000).toFixed(1)} MB)`);
  } else {
    if (existsSync(folder)) throw new Problem(`${resolve(folder)} is there already.`);
    mkdirSync(folder, { recursive: true });
    fill(resolve(folder));
  }
} catch (error) {
  console.error(error instanceof Problem ? error.message : error);
  process.exitCode = 1;
}
