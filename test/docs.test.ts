import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { openEngine } from "#engine";
import { CHALLENGES } from "../domain/challenges/index.ts";
import { loadSample } from "../packages/import/sample.ts";
import { SAMPLE } from "../platform/node/sample.ts";
import { describeApi } from "../site/openapi.ts";
import { FACTS } from "./catalogue.ts";
import { type TestApp, testApp } from "./factories.ts";

const root = resolve(import.meta.dirname, "..");
const read = (file: string): string => readFileSync(join(root, file), "utf8");
const documents = [
  "README.md",
  "CONTRIBUTING.md",
  ...readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => join("docs", name)),
];

const examples = [...read("docs/api.md").matchAll(/```http\nGET (\S.*)\n```\n```json\n([\s\S]*?)```/g)].map(
  ([, path = "", json = ""]) => ({ path, json }),
);

let app: TestApp;
beforeAll(async () => {
  const engine = await openEngine();
  // The app loads the maps first: the sample is loaded only into an index without completions.
  app = await testApp(engine, undefined, { apiNames: "community" });
  await loadSample(engine.database, engine.media, SAMPLE, new Date());
});

/** Expects what an example shows of an answer: an object's given names, and a list's given entries. */
function expectPart(part: unknown, whole: unknown, where: string): void {
  if (Array.isArray(part)) {
    expect(Array.isArray(whole), where).toBe(true);
    for (const [at, each] of part.entries()) expectPart(each, (whole as unknown[])[at], `${where}[${at}]`);
    if (part.length === 0) expect(whole, where).toEqual([]);
  } else if (typeof part === "object" && part !== null) {
    for (const [name, each] of Object.entries(part))
      expectPart(each, (whole as Record<string, unknown> | undefined)?.[name], `${where}.${name}`);
  } else expect(whole, where).toBe(part);
}

test("docs/api.md has examples", () => {
  expect(examples.length).toBeGreaterThan(10);
});

test.each(examples)("the example of $path matches the answer from the sample", async ({ path, json }) => {
  const { body } = await app.get(path);
  expectPart(JSON.parse(json), body, "answer");
});

test("every path that /openapi.json describes is in docs/api.md", () => {
  const { paths } = describeApi(CHALLENGES.values(), "", FACTS) as { paths: Record<string, unknown> };
  const text = read("docs/api.md");
  const keys = [...CHALLENGES.keys()].join("|");
  const ofChallenge = new RegExp(`^/((?:fetch-|download-)?)(${keys})(?=[-.]|$)`);
  const missing = Object.keys(paths).filter((path) => {
    const asWritten = [path.replace("{key}", "KEY"), path.replace(ofChallenge, "/$1{challenge}")];
    return !asWritten.some((each) => text.includes(each));
  });
  expect(missing).toEqual([]);
});

test("docs/architecture.md lists every folder", () => {
  const ignored = read(".gitignore").split("\n");
  const folders = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))
    .map(({ name }) => name)
    .filter((name) => ![`${name}/`, `/${name}/`].some((pattern) => ignored.includes(pattern)));
  const tree = read("docs/architecture.md");
  const told = folders.filter((name) => new RegExp(`^${name}/`, "m").test(tree));
  expect(told).toEqual(folders);
});

/** What docs/promises.md promises, each line with the tests (a file and a title) and the drills that hold it. */
const promises = read("docs/promises.md")
  .replace(/^## Limits[\s\S]*/m, "")
  .split(/^- /m)
  .slice(1)
  .map((lines) => lines.replaceAll(/\s+/g, " "))
  .map((line) => ({
    line,
    tests: [...line.matchAll(/`(\S+\.test\.ts)`: (“[^”]+”(?:, “[^”]+”)*)/g)].flatMap(
      ([, file = "", titles = ""]) =>
        [...titles.matchAll(/“([^”]+)”/g)].map(([, title = ""]) => ({ file, title })),
    ),
    drills: [...line.matchAll(/Drills? ((?:`[a-z-]+`(?: and )?)+)/g)].flatMap(([, names = ""]) =>
      [...names.matchAll(/`([a-z-]+)`/g)].map(([, name = ""]) => name),
    ),
  }));

test.each(promises)("the promise is held: $line", ({ tests, drills }) => {
  expect(tests.length + drills.length).toBeGreaterThan(0);
  for (const { file, title } of tests) {
    expect(existsSync(join(root, file)), file).toBe(true);
    expect(read(file), file).toContain(`"${title}"`);
  }
  // Its drills are one object, in which each stands by its name.
  const [, all = ""] = /DRILLS[^=]*= \{([\s\S]*?)\n\};/.exec(read("qa/drill/drill.ts")) ?? [];
  for (const name of drills) expect(all, name).toMatch(new RegExp(`\\b${name}\\b`));
});

test.each(documents)("%s has no broken links, and no paths of a particular machine", (file) => {
  const text = read(file);
  const links = [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)|src="([^"]+)"/g)].map(
    ([, link, src]) => link ?? src ?? "",
  );
  const broken = links.filter(
    (link) => !/^https?:/.test(link) && !existsSync(join(root, dirname(file), link)),
  );
  expect(broken).toEqual([]);
  expect(text).not.toMatch(/(^|[\s`("])\/(work|tmp|root|home)\//);
  expect(text).not.toMatch(/registry\.(?!npmjs)/);
});
