// Fails when a style sheet, or a script that asks for a window's width, has a width of its own instead of one of
// domain/fields/widths.ts, or when a sheet places something to the left or right instead of at a line's start or end:
// languages that run from right to left are laid out by the same sheets.

import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const SIDES =
  /^(?:inset-|margin-|padding-|border-|scroll-margin-|scroll-padding-)?(?:top|right|bottom|left)\b/;
const WIDTH = /\bwidth\b|\binline-size\b/;

/** Returns the parts of a value that blanks outside of parentheses divide. */
const partsOf = (/** @type {string} */ value) => value.match(/(?:[^\s()]|\((?:[^()]|\([^()]*\))*\))+/g) ?? [];

/** Whether a shorthand of four sides has different values at the left and the right. */
function isLopsided(/** @type {string} */ property, /** @type {string} */ value) {
  const [, right, , left] = partsOf(value);
  return (
    /^(margin|padding|inset|scroll-(margin|padding))$/.test(property) && left !== undefined && left !== right
  );
}

/**
 * Returns what is wrong with a sheet, each with its line.
 * @param {string} css as Biome formats it: a declaration a line
 * @returns {{ line: number, reason: string }[]}
 */
export function problemsOf(css) {
  return css.split("\n").flatMap((text, index) => {
    const line = index + 1;
    const [, rule] = /^\s*@(?:media|container)\s(.*)\{$/.exec(text) ?? [];
    if (rule !== undefined && WIDTH.test(rule))
      return [{ line, reason: "name a width of domain/fields/widths.ts" }];
    const [, property = "", value = ""] = /^\s*([a-z-]+):\s*(.*?);?$/.exec(text) ?? [];
    if (SIDES.test(property) || isLopsided(property, value))
      return [{ line, reason: `${property}: use its block and inline properties` }];
    if (/^(text-align|float|clear)$/.test(property) && /^(inline-)?(left|right)$/.test(value))
      return [{ line, reason: `${property}: use start or end` }];
    return [];
  });
}

/** Returns the lines of a script that ask for a window's width in units of their own. */
const widthsAskedFor = (/** @type {string} */ script) =>
  script
    .split("\n")
    .flatMap((text, index) =>
      /matchMedia\([^)]*\d(px|em|rem)/.test(text)
        ? [{ line: index + 1, reason: "name a width of domain/fields/widths.ts" }]
        : [],
    );

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const files = globSync("{app,domain,packages,platform,site}/**/*.{css,ts,tsx}", { cwd: root });
  let wrong = 0;
  for (const file of files) {
    const text = readFileSync(`${root}/${file}`, "utf8");
    for (const { line, reason } of file.endsWith(".css") ? problemsOf(text) : widthsAskedFor(text)) {
      console.error(`${file}:${line}: ${reason}`);
      wrong += 1;
    }
  }
  const sheets = files.filter((file) => file.endsWith(".css")).length;
  console.log(`${sheets} style sheets: ${wrong === 0 ? "named widths, logical sides" : `${wrong} wrong`}.`);
  process.exitCode = wrong === 0 ? 0 : 1;
}
