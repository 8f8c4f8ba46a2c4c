import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

interface Entry {
  readonly version: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly hasInstallScript?: boolean;
  readonly os?: string | readonly string[];
  readonly cpu?: string | readonly string[];
  readonly bin?: Readonly<Record<string, string>>;
}

const read = (path: string): string =>
  readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), "utf8");

const packages: Record<string, Entry> = JSON.parse(read("package-lock.json")).packages;
const { allowScripts, optionalDependencies } = JSON.parse(read("package.json"));

const SYSTEMS: Readonly<Record<string, string>> = { Linux: "linux", macOS: "darwin", Windows: "win32" };

/** The platforms that the README says Node comes for, as npm calls them: "linux x64". */
function platformsOfReadme(): string[] {
  const sentence = /comes with the packages on ([^.]*)\./.exec(read("README.md"))?.[1] ?? "";
  return [...sentence.matchAll(/(\w+)\s+\(([^)]*)\)/g)].flatMap(([, name = "", processors = ""]) =>
    processors.split(",").map((processor) => `${SYSTEMS[name]} ${processor.trim()}`),
  );
}

/** The packages that bring a program called `node`, by platform. */
const brought = new Map(
  Object.entries(packages)
    .filter(([, { bin }]) => bin?.node !== undefined)
    .map(([place, entry]) => [`${entry.os} ${entry.cpu}`, { place, entry }]),
);

test("every platform that the README names has its Node in the lock file", () => {
  const named = platformsOfReadme();
  expect(named).toHaveLength(5);
  expect([...brought.keys()].sort()).toEqual(named.sort());
});

test("each Node is of the pinned version, has an integrity and runs no script when installed", () => {
  for (const { place, entry } of brought.values()) {
    expect(entry.version).toBe(optionalDependencies[place.replace("node_modules/", "")]);
    expect(entry.integrity).toMatch(/^sha512-.{80,}/);
    expect(entry.hasInstallScript).toBeUndefined();
  }
  expect(new Set([...brought.values()].map(({ entry }) => entry.version)).size).toBe(1);
});

test("no package may run a script when it is installed", () => {
  expect(Object.values(allowScripts)).toEqual([false, false]);
});
