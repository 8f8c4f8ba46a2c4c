// Adds the optional platform packages to package-lock.json that the registry in use does not carry.
//
// Packages such as biome and workerd declare one optional package per platform. Where the registry lacks the wanted
// version of one (a mirror that lags behind, for platforms that none of its users have), `npm install` silently leaves
// it out of the lock file and exits with 0. `npm ci` then rejects that very file: EUSAGE, "Missing:
// @biomejs/cli-darwin-arm64@ from lock file". Seen with npm 11.19.1 and 12.2.0 on 2026-11-21, with 14 packages of biome
// and workerd. Entries added here have no integrity hash, because the package was never downloaded. Where the registry
// has them all, nothing is added; once that holds for good, this script can go.
//
// Run it after each change of dependencies: `npm run lock`. With --check it writes nothing, and the exit code says
// whether something is missing.

import { readFileSync, writeFileSync } from "node:fs";
import { installedFor } from "./lock-file.mjs";

const file = new URL("../../package-lock.json", import.meta.url);

/**
 * @typedef {object} Entry a package in the lock file, as far as this script cares
 * @property {string} version
 * @property {string} [resolved]
 * @property {boolean} [link] a workspace
 * @property {boolean} [dev]
 * @property {boolean} [optional]
 * @property {string[]} [os]
 * @property {string[]} [cpu]
 * @property {string[]} [libc]
 * @property {Record<string, string>} [optionalDependencies]
 */

/**
 * The operating systems and processors in the names of platform packages, and what npm calls them.
 * @type {Record<string, string>}
 */
const systems = {
  aix: "aix",
  android: "android",
  darwin: "darwin",
  freebsd: "freebsd",
  linux: "linux",
  linuxmusl: "linux",
  netbsd: "netbsd",
  openbsd: "openbsd",
  openharmony: "openharmony",
  sunos: "sunos",
  win32: "win32",
  windows: "win32",
};
/** @type {Record<string, string>} */
const processors = {
  64: "x64",
  arm: "arm",
  arm64: "arm64",
  ia32: "ia32",
  loong64: "loong64",
  ppc64: "ppc64",
  riscv64: "riscv64",
  s390x: "s390x",
  x64: "x64",
};

/**
 * Reads the platform from a name such as `@biomejs/cli-linux-arm64-musl`; null when the name does not tell.
 * @param {string} name
 * @returns {{ cpu: string[], os: string[], libc?: string[] } | null}
 */
function platformOf(name) {
  const words = name.split(/[-/]/);
  const system = words.find((word) => Object.hasOwn(systems, word)) ?? "";
  const [os, cpu] = [
    systems[system],
    processors[words.findLast((word) => Object.hasOwn(processors, word)) ?? ""],
  ];
  if (os === undefined || cpu === undefined) return null;
  const platform = { cpu: [cpu], os: [os] };
  if (words.includes("musl") || system === "linuxmusl") return { ...platform, libc: ["musl"] };
  return words.includes("gnu") ? { ...platform, libc: ["glibc"] } : platform;
}

/** @type {{ packages: Record<string, Entry> }} */
const lock = JSON.parse(readFileSync(file, "utf8"));
/** @type {string[]} */
const added = [];
/** @type {string[]} */
const unclear = [];

for (const [place, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const exact = /^\d+\.\d+\.\d+/.test(version);
    const found = installedFor(lock.packages, place, name);
    // Platform packages are pinned to an exact version: another version found nearby belongs to another parent.
    if (found && (!exact || lock.packages[found]?.version === version)) continue;
    const platform = platformOf(name);
    if (!platform || !exact) {
      unclear.push(`${name} ${version} (wanted by ${place})`);
      continue;
    }
    // Next to its parent when that is nested, so that two versions of one parent each keep their own.
    const cut = place.lastIndexOf("node_modules/");
    const target = `${place.slice(0, cut)}node_modules/${name}`;
    lock.packages[target] = { version, ...platform, ...(entry.dev ? { dev: true } : {}), optional: true };
    added.push(`${target} ${version}`);
  }
}

const hosts = Object.values(lock.packages).filter(
  // A workspace is a link to its folder.
  (entry) => entry.resolved && !entry.link && !entry.resolved.startsWith("https://registry.npmjs.org/"),
);
for (const entry of hosts) console.error(`package-lock.json names another host: ${entry.resolved}`);
for (const line of unclear) console.error(`Cannot tell the platform of ${line}: add it by hand.`);

if (process.argv.includes("--check")) {
  for (const line of added)
    console.error(`Missing from package-lock.json: ${line} (mend with: npm run lock)`);
} else if (added.length > 0) {
  // npm's order: the project itself, whose path is empty, comes first.
  const sorted = Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, "en"));
  lock.packages = Object.fromEntries(sorted);
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
}
console.log(
  `package-lock.json: ${added.length} platform entries ${process.argv.includes("--check") ? "missing" : "added"}.`,
);
const failed =
  hosts.length > 0 || unclear.length > 0 || (process.argv.includes("--check") && added.length > 0);
process.exitCode = failed ? 1 : 0;
