import { builtinModules } from "node:module";
import { posix } from "node:path";
import { importsOf, withoutComments } from "./parse.mjs";

/** The lowest parts, floor by floor: each may import from the floors below it. All are pure: they contain no page. */
const FLOORS = [
  ["game"],
  ["messages"],
  ["fields"],
  ["challenges", "nouns"],
  ["derive"],
  ["domain/contract/routes.ts"],
  ["contract"],
];
const BELOW = FLOORS.flat();

/**
 * What each part of the project may import from the others. Folders not named here (tests, scripts, benchmarks) may
 * import everything. Biome holds that no imports go in a circle, not even those of types.
 * @type {Record<string, { may: string[] }>}
 */
export const PARTS = {
  ...Object.fromEntries(
    FLOORS.flatMap((floor, at) => floor.map((part) => [part, { may: FLOORS.slice(0, at).flat() }])),
  ),
  server: { may: BELOW },
  ui: { may: BELOW },
  platform: { may: [...BELOW, "server", "ui"] },
};

/** These run in the browser and in workerd as well as on Node. */
const EVERYWHERE = new Set([...BELOW, "server", "ui"]);
const PURE = new Set(BELOW);
const PAGES = /^(react|react-dom|react-router|@react-router\/.*)(\/|$)/;
/** The files that show fields: each kind's Input.tsx and Cell.tsx, and the files that collect them. */
const FIELD_VIEW = /^fields\/.+\.tsx$/;
const FIELD_VIEW_PACKAGES = /^(react|react-router|zod)(\/|$)/;
const SQL_PLACE = "server/data/";
const SQL =
  /\b(SELECT\s[\s\S]{1,400}?\sFROM\s|INSERT\s+(OR\s+\w+\s+)?INTO\s|DELETE\s+FROM\s|UPDATE\s+\w+\s+SET\s)|["'`]\s*(select\s[^"'`]{1,400}?\sfrom\s|insert\s+into\s|delete\s+from\s|update\s+\w+\s+set\s)/;

/**
 * Returns everything in a file that breaks a rule of imports.
 * @param {string} file its path from the project's root, with slashes
 * @param {string} source
 * @returns {{ line: number, reason: string }[]}
 */
export function violations(file, source) {
  if (/\.test\.tsx?$/.test(file)) return [];
  const part = partOf(file);
  if (PARTS[part] === undefined) return [];
  const found = importsOf(source).flatMap(({ specifier, line, typeOnly }) => {
    const reason = specifier.startsWith(".")
      ? relativeReason(file, posix.join(posix.dirname(file), specifier))
      : packageReason(file, specifier, typeOnly);
    return reason === null ? [] : [{ line, reason }];
  });
  const sql = SQL.exec(withoutComments(source));
  // The adapters in platform/ talk to their engines about transactions and migrations.
  if (sql && !file.startsWith(SQL_PLACE) && part !== "platform") {
    found.push({
      line: source.slice(0, sql.index).split("\n").length,
      reason: `SQL belongs into ${SQL_PLACE}`,
    });
  }
  return found;
}

/** @param {string} path */
const partOf = (path) => path.split("/")[0] ?? "";

/**
 * @param {string} file
 * @param {string} target
 */
function relativeReason(file, target) {
  const [from, to] = [partOf(file), partOf(target)];
  // React Router writes a route's types beside it.
  if (from === to || target.includes("/+types/")) return null;
  const { may } = PARTS[from] ?? { may: [] };
  if (may.includes(to)) return null;
  return `${from} may not import from ${to}`;
}

/**
 * @param {string} file
 * @param {string} name
 * @param {boolean} typeOnly
 */
function packageReason(file, name, typeOnly) {
  const part = partOf(file);
  if (name === "kysely" || name.startsWith("kysely/")) {
    // The engines run the queries that kysely compiled, so they need its types.
    const engine = part === "platform" && typeOnly;
    return engine || file.startsWith(SQL_PLACE) ? null : `only ${SQL_PLACE} may import kysely`;
  }
  // Both engines have it.
  if (part === "server" && name === "node:async_hooks") return null;
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
