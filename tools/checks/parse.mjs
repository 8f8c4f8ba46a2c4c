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
export function withoutComments(source) {
  const blank = (/** @type {string} */ comment) => comment.replace(/[^\n]/g, " ");
  return source.replace(/^[ \t]*\/\*[\s\S]*?\*\//gm, blank).replace(/^[ \t]*\/\/.*$/gm, blank);
}
