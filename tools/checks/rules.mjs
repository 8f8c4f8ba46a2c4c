import { builtinModules } from "node:module";
import { posix } from "node:path";

/**
 * @typedef {object} Import
 * @property {string} specifier as it is written: "../routes.ts"
 * @property {number} line from 1
 * @property {boolean} typeOnly whether it vanishes when types are stripped
 */

/**
 * `import … from "x"` and `export … from "x"`, also over several lines; and `import "x"`. A statement begins its line.
 */
const STATEMENT =
  /^[ \t]*(import|export)\b(?:([ \t]+type\b)?(?![ \t]*\()([^;"'`]*?)\bfrom[ \t\n]*|[ \t]*)["']([^"'\n]+)["']/gm;
/** `import("x")`, also as a type: `typeof import("x")`. */
const DYNAMIC = /(\btypeof[ \t]+)?\bimport\([ \t\n]*["'`]([^"'`\n]+)["'`]/g;

/**
 * Returns the imports of a module. For formatted sources only: it reads lines, not grammar.
 * @param {string} source
 * @returns {Import[]} in their order
 */
export function importsOf(source) {
  const text = withoutComments(source);
  const lineAt = (/** @type {number} */ index) => text.slice(0, index).split("\n").length;
  /** @type {Import[]} */
  const found = [];
  for (const match of text.matchAll(STATEMENT)) {
    const [whole, , type, names = "", specifier = ""] = match;
    const typeOnly = type !== undefined || onlyTypes(names);
    const line = lineAt((match.index ?? 0) + whole.length);
    found.push({ specifier, line, typeOnly });
  }
  for (const match of text.matchAll(DYNAMIC)) {
    found.push({
      specifier: match[2] ?? "",
      line: lineAt(match.index ?? 0),
      typeOnly: match[1] !== undefined,
    });
  }
  return found.sort((a, b) => a.line - b.line);
}

/**
 * Whether each of the names in braces is marked as a type: `{ type A, type B }`.
 * @param {string} names
 */
function onlyTypes(names) {
  const inner = /^\s*\{([\s\S]*)\}\s*$/.exec(names)?.[1];
  const parts =
    inner
      ?.split(",")
      .map((part) => part.trim())
      .filter((part) => part !== "") ?? [];
  return parts.length > 0 && parts.every((part) => part.startsWith("type "));
}

/**
 * Blanks out comments that take whole lines, keeping the line numbers. A comment after code cannot look like an import.
 * @param {string} source
 */
function withoutComments(source) {
  const blank = (/** @type {string} */ comment) => comment.replace(/[^\n]/g, " ");
  return source.replace(/^[ \t]*\/\*[\s\S]*?\*\//gm, blank).replace(/^[ \t]*\/\/.*$/gm, blank);
}

/** The folders of domain/, floor by floor: each may import from its own floor and those below. All are pure. */
const FLOORS = [
  ["domain/limits.ts", "domain/game"],
  ["domain/messages", "domain/game-export"],
  ["domain/fields"],
  ["domain/challenges", "domain/nouns"],
  [
    "domain/checks",
    "domain/lists",
    "domain/search",
    "domain/submissions",
    "domain/media",
    "domain/challenge-codes",
  ],
  ["domain/contract"],
];
const DOMAIN = FLOORS.flat();

/**
 * The parts of the tree, and what each may import from the others. A feature has three: its `repository`, which alone
 * has SQL; its server side, whose files end in `.server.ts`; its `pages`. Tests, tools/ and qa/ may import everything. Biome
 * holds that no imports go in a circle, not even those of types.
 * @public qa/measure reads them of any revision
 * @type {Record<string, { may: string[] }>}
 */
export const PARTS = {
  ...Object.fromEntries(
    FLOORS.flatMap((floor, at) => floor.map((part) => [part, { may: FLOORS.slice(0, at + 1).flat() }])),
  ),
  server: { may: DOMAIN },
  ui: { may: DOMAIN },
  repository: { may: [...DOMAIN, "server"] },
  api: { may: [...DOMAIN, "server", "repository"] },
  feature: { may: [...DOMAIN, "server", "repository", "api"] },
  pages: { may: [...DOMAIN, "ui"] },
  site: { may: [...DOMAIN, "server", "repository", "api", "feature"] },
  "packages/import": { may: [...DOMAIN, "server", "repository", "api"] },
  platform: {
    may: [...DOMAIN, "server", "ui", "repository", "api", "feature", "pages", "site", "packages/import"],
  },
};

/**
 * Which features use what another one's server side exports, repositories apart: for each, why.
 * @type {Record<string, Record<string, string>>}
 */
export const USES = {
  "packages/import": { dump: "the lines of a public archive" },
  completions: {
    "challenge-codes": "what is known of a completion's code",
    media: "a completion's files",
    search: "what a list's search text means",
  },
  coverage: { completions: "the table of towers and maps" },
  catalogue: {
    completions: "rows that a rename reaches",
    maps: "what an export of the game's data has of them",
    unresolved: "names that a helper has listed",
  },
  "code-backfill": {
    "challenge-codes": "what a code says of a completion",
    completions: "what it says is taken over by an edit",
  },
  dump: { catalogue: "towers and heroes on the wire", history: "the public log" },
  feeds: { search: "what a feed's search text means" },
  follows: {
    accounts: "the secret of a feed's address",
    completions: "what of the log is newly verified",
    feeds: "what is new in a list, and how a feed says it",
    search: "what a followed list's search text means",
  },
  history: {
    "balance-changes": "its entries of the log",
    catalogue: "its entries of the log",
    "code-backfill": "its entries of the log",
    "game-versions": "its entries of the log",
    "chimps-starts": "its entries of the log",
    completions: "its entries of the log",
    import: "its entries of the log",
    maps: "its entries of the log",
    players: "its entries of the log",
    "proof-links": "its entries of the log",
    spellings: "its entries of the log",
    review: "its entries of the log",
  },
  "kept-copies": { completions: "how a completion is called, and which of its links have copies" },
  privacy: { completions: "withdrawing a submission" },
  "proof-links": { completions: "how a completion is called" },
  players: { completions: "a reason is read as that of a rejection; all runs of a player are removed" },
  "link-previews": {
    completions: "a list, or one of its rows, as its page has it",
    maps: "a map as its page has it",
    players: "a player as their page has it",
    search: "the answer to a question",
  },
  notices: {
    accounts: "mail, and the addresses that it goes to",
    completions: "what came of what was sent, besides a verdict",
  },
  "proof-proposals": { completions: "a proof that is taken over is a change of a completion" },
  review: {
    completions: "a verdict is a change of a completion",
    notices: "whether a question is mailed",
  },
  wishes: {
    completions: "a reason is read as that of a rejection",
    coverage: "what is open, and how it is shown",
  },
  unresolved: {
    completions: "accepting a name edits completions",
    spellings: "the old name becomes a spelling",
  },
  webhooks: {
    "challenge-codes": "what a code says of a completion",
    completions: "what is announced",
    history: "the public log",
  },
};

/** These run in the browser and in workerd as well as on Node. */
const EVERYWHERE = new Set([...DOMAIN, "server", "ui", "repository", "api", "feature", "pages", "site"]);
const PURE = new Set(DOMAIN);
const ON_A_SERVER = new Set(["server", "repository", "api", "feature", "site"]);
const PAGES = /^(react|react-dom|react-router|@react-router\/.*)(\/|$)/;
/** The files that show fields: each kind's Input.tsx and Cell.tsx, the files that collect them, and what makes JSX elements. */
const FIELD_VIEW = /^domain\/fields\/(.+\.tsx|jsx\/.+\.ts)$/;
const FIELD_VIEW_PACKAGES = /^(react|react-router|zod)(\/|$)/;
const SQL_PLACES = "a feature's repository or server/db/";
const SQL =
  /\b(SELECT\s[\s\S]{1,400}?\sFROM\s|INSERT\s+(OR\s+\w+\s+)?INTO\s|DELETE\s+FROM\s|UPDATE\s+\w+\s+SET\s)|["'`]\s*(select\s[^"'`]{1,400}?\sfrom\s|insert\s+into\s|delete\s+from\s|update\s+\w+\s+set\s)/;

/**
 * The files that write completions, and why: what people are told follows from each batch that `write` runs
 * (app/features/completions/repository/effects.server.ts). All of them hand their statements to it, but the import, which
 * has what follows in its batch.
 * @type {Record<string, string>}
 */
const COMPLETIONS_WRITTEN = {
  "app/features/catalogue/repository.server.ts": "a rename of towers, which nothing follows from",
  "app/features/completions/repository/stored-completion.server.ts": "writes with the events that they are",
  "app/features/import/repository.server.ts": "many rows in one statement",
  "app/features/players/repository/normal-keys.server.ts": "keys of names, which nothing follows from",
  "app/features/privacy/repository.server.ts": "an erasure, of which nobody is told",
  "app/features/sample/repository.server.ts": "the sample, of which nobody is told",
};
const WRITES_COMPLETION =
  /\b(insert\s+(or\s+\w+\s+)?into|replace\s+into|update|delete\s+from)\s+"?completion\b(?!"?\s*\.)|(insertInto|replaceInto|updateTable|deleteFrom)\(["'`]completion["'`]\)/gi;

/**
 * Returns the lines on which statements begin that write completions.
 * @param {string} source
 * @returns {number[]}
 */
export const completionWrites = (source) =>
  [...withoutComments(source).matchAll(WRITES_COMPLETION)].map(
    ({ index }) => source.slice(0, index).split("\n").length,
  );

/** Features that are pages alone. Their loaders are no server side that others could use. */
const PAGES_ALONE = /^app\/features\/(home|guides|not-found)\//;

/**
 * Returns the part that a file belongs to, and its feature if it has one.
 * @public qa/measure reads them of any revision
 * @param {string} file its path from the project's root, with slashes
 * @returns {{ part: string, feature: string | null }}
 */
export function placeOf(file) {
  const [top = "", second = "", third = ""] = file.split("/");
  if (top === "domain" || top === "packages") return { part: `${top}/${second}`, feature: null };
  if (top !== "app") return { part: top, feature: null };
  if (second === "api" || second === "audit") return { part: "api", feature: null };
  if (second !== "features") return { part: "ui", feature: null };
  const rest = file.slice(`app/features/${third}/`.length);
  if (/^repository[/.]/.test(rest)) return { part: "repository", feature: third };
  const isPage = rest.startsWith("pages/") || PAGES_ALONE.test(file) || !/\.(server\.ts|json)$/.test(file);
  return { part: isPage ? "pages" : "feature", feature: third };
}

/**
 * Whether the built pages may hold a module of ours: pages, what they stand on, and what is pure. A second copy of
 * `server/db/tags.ts` there would collect no tags, so that nothing would ever make a page anew.
 * @param {string} file its path from the project's root, with slashes
 */
export function mayBeInPages(file) {
  const { part } = placeOf(file);
  return part === "pages" || (PARTS.pages?.may.includes(part) ?? false);
}

/**
 * Returns everything in a file that breaks a rule of imports.
 * @param {string} file its path from the project's root, with slashes
 * @param {string} source
 * @returns {{ line: number, reason: string }[]}
 */
export function violations(file, source) {
  if (/\.test\.tsx?$|(^|\/)test\//.test(file)) return [];
  const { part } = placeOf(file);
  if (PARTS[part] === undefined) return [];
  const found = importsOf(source).flatMap(({ specifier, line, typeOnly }) => {
    const reason = specifier.startsWith(".")
      ? relativeReason(file, posix.join(posix.dirname(file), specifier), typeOnly)
      : packageReason(file, specifier, typeOnly);
    return reason === null ? [] : [{ line, reason }];
  });
  const sql = SQL.exec(withoutComments(source));
  // What is imported may be a database, and the adapters in platform/ talk to their engines about transactions and migrations.
  if (sql && !mayHaveSql(file) && part !== "platform" && part !== "packages/import") {
    found.push({
      line: source.slice(0, sql.index).split("\n").length,
      reason: `SQL belongs into ${SQL_PLACES}`,
    });
  }
  for (const line of COMPLETIONS_WRITTEN[file] === undefined ? completionWrites(source) : [])
    found.push({ line, reason: "who writes completions is listed, so that nothing forgets what follows" });
  return found;
}

/** @param {string} file */
const mayHaveSql = (file) => file.startsWith("server/db/") || placeOf(file).part === "repository";

/** Where pages have the types of what they read by, and the module whose types these are. */
const PAGE_CONTEXT = ["app/ui/context.ts", "site/page-context.ts"];

/**
 * @param {string} file
 * @param {string} target
 * @param {boolean} typeOnly
 */
function relativeReason(file, target, typeOnly) {
  if (typeOnly && file === PAGE_CONTEXT[0] && target === PAGE_CONTEXT[1]) return null;
  // React Router writes a route's types beside it; a document that a page shows is no code.
  if (target.includes("/+types/") || target.endsWith(".md?raw")) return null;
  const [from, to] = [placeOf(file), placeOf(target)];
  if (to.part === "feature" && to.feature && USES[from.part]?.[to.feature]) return null;
  if (from.part !== to.part)
    return PARTS[from.part]?.may.includes(to.part) ? null : `${from.part} may not import from ${to.part}`;
  if (from.feature === to.feature || from.part === "repository") return null;
  if (from.part === "feature" && to.feature && USES[from.feature ?? ""]?.[to.feature]) return null;
  return `${from.feature} may not import from ${to.part === "pages" ? "the pages of " : ""}${to.feature}`;
}

/**
 * @param {string} file
 * @param {string} name
 * @param {boolean} typeOnly
 */
function packageReason(file, name, typeOnly) {
  const { part } = placeOf(file);
  if (name === "kysely" || name.startsWith("kysely/")) {
    // The engines run the queries that kysely compiled, so they need its types.
    const engine = part === "platform" && typeOnly;
    return engine || mayHaveSql(file) ? null : `only ${SQL_PLACES} may import kysely`;
  }
  // Both engines have it.
  if (ON_A_SERVER.has(part) && name === "node:async_hooks") return null;
  if (EVERYWHERE.has(part) && !typeOnly && isNodes(name)) {
    return `${part} runs outside Node as well and may not import ${name}`;
  }
  if (FIELD_VIEW.test(file)) {
    return FIELD_VIEW_PACKAGES.test(name)
      ? null
      : `a field's view may not import ${name}: React and its router only`;
  }
  if (PURE.has(part) && PAGES.test(name)) return `${part} is pure and may not import ${name}`;
  return null;
}

/** @param {string} name */
const isNodes = (name) => name.startsWith("node:") || builtinModules.includes(name);

/**
 * Returns the names of exported types that several files declare, as sentences: a name means one thing in the tree.
 * @param {Iterable<readonly [file: string, source: string]>} sources
 * @returns {string[]}
 */
export function typesOfSeveralFiles(sources) {
  /** @type {Map<string, Set<string>>} */
  const files = new Map();
  for (const [file, source] of sources)
    for (const [, name = ""] of source.matchAll(
      /^export (?:abstract )?(?:class|enum|interface|type) (\w+)/gm,
    ))
      files.set(name, (files.get(name) ?? new Set()).add(file));
  return [...files]
    .filter(([, declaring]) => declaring.size > 1)
    .map(([name, declaring]) => `The type ${name} is declared in ${[...declaring].join(" and ")}.`);
}
