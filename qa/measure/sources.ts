import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { pathToFileURL } from "node:url";
import { importsOf } from "../../tools/checks/rules.mjs";

/** A row of the table: what is measured, and its figure. */
export type Figure = readonly [what: string, figure: string];

const SOURCE = /\.(ts|tsx|css|sql|mjs)$/;
const CODE = /\.tsx?$/;
const NOT_PRODUCTION = /\.test\.tsx?$|^(test|sample|docs)\//;

/** Words that stand for a thing which has no name. */
const WORDS = ["told", "asked", "wanted", "kept", "again"];
const PRONOUNS = new RegExp(`\\b(${WORDS.join("|")})\\b`, "g");

/** A file of at most this many lines that one other file imports is a paragraph of that one. */
const FEW_LINES = 40;

/** Returns what can be counted in a tree's production sources. */
export async function figuresOfSources(folder: string): Promise<Figure[]> {
  const files = execFileSync("git", ["ls-files"], { cwd: folder, encoding: "utf8" })
    .split("\n")
    .filter((file) => SOURCE.test(file) && !NOT_PRODUCTION.test(file));
  const texts = new Map(files.map((file) => [file, readFileSync(join(folder, file), "utf8")]));
  const imports = new Map([...texts].map(([file, text]) => [file, importedBy(file, text, texts)]));
  const code = files.filter((file) => CODE.test(file));
  const lines = (file: string): number => (texts.get(file)?.split("\n").length ?? 1) - 1;
  const importers = (file: string): number => files.filter((each) => imports.get(each)?.has(file)).length;
  const pronouns = code.reduce((sum, file) => sum + (texts.get(file)?.match(PRONOUNS)?.length ?? 0), 0);
  const short = code.filter((file) => lines(file) <= FEW_LINES && importers(file) === 1);
  const circles = circlesOf(imports);
  return [
    ["production lines in all", counted(files.reduce((sum, file) => sum + lines(file), 0))],
    ["production files", counted(files.length)],
    ["folders with or of production files named after maps (import apart)", counted(mapFolders(files).size)],
    [
      "circles, by their files; arrows back up",
      `${circles.map(({ length }) => length).join(", ") || 0}; ${await arrowsUp(folder, imports)}`,
    ],
    [`files of at most ${FEW_LINES} lines with one importer`, counted(short.length)],
    [`${WORDS.map((word) => `\`${word}\``).join(", ")} in production TypeScript`, counted(pronouns)],
  ];
}

const counted = (number: number): string => number.toLocaleString("en");

function importedBy(file: string, text: string, files: ReadonlyMap<string, unknown>): Set<string> {
  if (!/\.(tsx?|mjs)$/.test(file)) return new Set();
  const targets = importsOf(text)
    .filter(({ specifier }) => specifier.startsWith("."))
    .map(({ specifier }) => posix.join(posix.dirname(file), specifier.replace(/\?.*/, "")));
  return new Set(targets.filter((target) => files.has(target)));
}

/** The words of a file's or a folder's name: `use-map-picture.ts`, `MapMark.tsx`. */
const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/([a-z])([A-Z])/g, "$1-$2")
    .toLowerCase()
    .split(/[-.]/);

const isNamedAfterMaps = (name: string): boolean =>
  wordsOf(name).some((word) => word === "map" || word === "maps");

function mapFolders(files: readonly string[]): Set<string> {
  const named = files.filter(
    (file) =>
      !/moving-in\/|features\/import\/|packages\/import\//.test(file) &&
      file.split("/").some(isNamedAfterMaps),
  );
  return new Set(named.map((file) => posix.dirname(file)));
}

type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** Returns the sets of files that reach each other by imports, types included, the largest first (after Tarjan). */
function circlesOf(graph: Graph): string[][] {
  const circles: string[][] = [];
  const entered = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const low = (file: string): number => lowest.get(file) ?? 0;
  const visit = (file: string): void => {
    entered.set(file, entered.size);
    lowest.set(file, entered.size - 1);
    open.push(file);
    for (const target of graph.get(file) ?? []) {
      if (!entered.has(target)) visit(target);
      if (open.includes(target)) lowest.set(file, Math.min(low(file), low(target)));
    }
    if (low(file) !== entered.get(file)) return;
    const circle = open.splice(open.indexOf(file));
    if (circle.length > 1) circles.push(circle);
  };
  for (const file of graph.keys()) if (!entered.has(file)) visit(file);
  return circles.sort((a, b) => b.length - a.length);
}

/** Counts the pairs of parts of which one imports from the other against the tree's own order: for types alone. */
async function arrowsUp(folder: string, imports: Graph): Promise<number> {
  const isOld = !existsSync(join(folder, "tools/checks/rules.mjs"));
  const rules = pathToFileURL(
    join(folder, isOld ? "scripts/imports/rules.mjs" : "tools/checks/rules.mjs"),
  ).href;
  const { PARTS, placeOf }: typeof import("../../tools/checks/rules.mjs") = await import(rules);
  const partOf = (file: string): string => (isOld ? (file.split("/")[0] ?? "") : placeOf(file).part);
  const arrows = new Set<string>();
  for (const [file, targets] of imports)
    for (const target of targets) {
      const [from, to] = [partOf(file), partOf(target)];
      const rule = PARTS[from];
      if (rule && from !== to && !rule.may.includes(to)) arrows.add(`${from} ${to}`);
    }
  return arrows.size;
}
