// Makes an archive that runs on a server without npm and without a network: the built pages, the sources, which Node
// runs as they are, and the packages that these import, at the versions in package-lock.json; nothing that only builds
// or tests need. It runs only on machines like this one, because two packages contain binaries. Node itself is not
// included: an operator keeps the server's up to date. With --folder FOLDER the files go into that folder, which must
// not exist yet, instead of an archive.
//
// The pages must be built and the packages installed; `npm run release` sees to both.

import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { installedFor } from "../checks/lock-file.mjs";
import { importsOf } from "../checks/rules.mjs";
import { OLDEST_SERVING_NODE } from "../prepare/node.mjs";
import { Problem } from "../prepare/problem.mjs";
import { ROOT } from "../prepare/run.mjs";

/**
 * A package in package-lock.json, as far as a release cares.
 * @typedef {object} Entry
 * @property {string} version
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [optionalDependencies]
 * @property {Record<string, string>} [peerDependencies]
 * @property {Record<string, { optional?: boolean }>} [peerDependenciesMeta]
 */

/** Returns "@scope/name" for "@scope/name/part"; null for a specifier that names no package. */
const packageOf = (/** @type {string} */ specifier) =>
  /^[.#]|^(node|virtual):/.test(specifier)
    ? null
    : specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");

/**
 * Returns the packages that files import at run time.
 * @param {string} root
 * @param {string[]} files from the root
 */
function importedPackages(root, files) {
  const found = new Set();
  for (const file of files) {
    if (!file.endsWith(".ts")) continue;
    for (const { specifier, typeOnly } of importsOf(readFileSync(join(root, file), "utf8")))
      if (!typeOnly) found.add(packageOf(specifier));
  }
  found.delete(null);
  return [...found].sort();
}

/**
 * Returns where these packages and everything they need are installed, from the root: "node_modules/hono". Packages for
 * other machines are not installed, and are left out.
 * @param {string} root
 * @param {string[]} names
 * @returns {string[]}
 */
function placesOf(root, names) {
  /** @type {Record<string, Entry>} */
  const packages = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")).packages;
  const places = new Set();
  /** @type {[name: string, from: string, isNeeded: boolean][]} */
  const open = names.map((name) => [name, "", true]);
  for (let next = open.pop(); next; next = open.pop()) {
    const [name, from, isNeeded] = next;
    const place = installedFor(packages, from, name);
    if (place === null || !existsSync(join(root, place))) {
      if (isNeeded) throw new Error(`${name}, which ${from || "the site"} needs, is not installed.`);
      continue;
    }
    if (places.has(place)) continue;
    places.add(place);
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } =
      packages[place] ?? {};
    for (const each of Object.keys(optionalDependencies ?? {})) open.push([each, place, false]);
    for (const each of Object.keys(dependencies ?? {})) open.push([each, place, true]);
    for (const each of Object.keys(peerDependencies ?? {}))
      if (!peerDependenciesMeta?.[each]?.optional) open.push([each, place, true]);
  }
  return [...places].sort();
}

/** What runs on a server: the sources, which Node runs as they are, and the files that they read. */
const RUNS = ["domain", "server", "app", "site", "platform", "packages", "migrations", "sample"];

/** Tests, sources of the built pages, and code for another engine or for development. */
const NOT_ON_A_SERVER =
  /\.test\.ts$|-for-tests\.ts$|\.(tsx|css)$|^app\/.*(?<!\.server\.ts|\.json)$|^packages\/(.*\/test\/|.*(?<!\.ts)$)|^platform\/(cloudflare\/|node\/dev\.ts$)/;

/**
 * Returns the project's own files in a release, from the root.
 * @param {string} root
 * @returns {string[]}
 */
function filesOf(root) {
  const sources = globSync(`{${RUNS.join()}}/**/*.*`, { cwd: root }).filter(
    (file) => !NOT_ON_A_SERVER.test(file),
  );
  const built = globSync("build/{client,server}/**/*.*", { cwd: root }).filter(
    (file) => !file.includes("/.vite/"),
  );
  return [...sources, ...built, "LICENSE", "docs/operating.md"]
    .map((file) => file.replaceAll("\\", "/"))
    .sort();
}

const projectIn = (/** @type {string} */ folder) =>
  JSON.parse(readFileSync(join(ROOT, folder, "package.json"), "utf8"));
const PROJECT = projectIn("");
const { name: NAME, version: VERSION } = PROJECT;

/** The versions of the packages that the site and its own packages import. */
const DEPENDENCIES = Object.assign(
  {},
  ...["", ...globSync("packages/*", { cwd: ROOT })].map((folder) => projectIn(folder).dependencies),
);

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
  const { description, license, type } = PROJECT;
  const own = {
    name: NAME,
    version: VERSION,
    private: true,
    description,
    license,
    type,
    engines: { node: `>=${OLDEST_SERVING_NODE}` },
    scripts: { start: "node start.mjs", index: "node --max-semi-space-size=8 platform/node/command.ts" },
    dependencies: Object.fromEntries(names.map((each) => [each, DEPENDENCIES[each]])),
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
