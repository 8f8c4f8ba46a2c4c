import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { installedFor } from "../checks/lock-file.mjs";
import { importsOf } from "../checks/rules.mjs";

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
export function importedPackages(root, files) {
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
export function placesOf(root, names) {
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
const RUNS = ["domain", "server", "app", "site", "platform", "migrations", "sample"];

/** Tests, sources of the built pages, and code for another engine or for development. */
const NOT_ON_A_SERVER =
  /\.test\.ts$|-for-tests\.ts$|\.(tsx|css)$|^app\/.*(?<!\.server\.ts|\.json)$|^platform\/(cloudflare\/|node\/dev\.ts$)/;

/**
 * Returns the project's own files in a release, from the root.
 * @param {string} root
 * @returns {string[]}
 */
export function filesOf(root) {
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
