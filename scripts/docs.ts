// Writes the parts of the docs that are made from code: today the table of settings. With --check nothing is written; the
// exit code says whether something differs.

import { readFileSync, writeFileSync } from "node:fs";
import { SETTINGS } from "../platform/settings.ts";

const file = new URL("../docs/operating.md", import.meta.url);

const rows = Object.entries(SETTINGS).map(([name, { shown, doc }]) => [`\`${name}\``, shown, doc] as const);
const table = tableOf([["name", "default", "meaning"], ...rows]);

const before = readFileSync(file, "utf8");
const after = before.replace(
  /(?<=<!-- made by npm run docs -->\n)[\s\S]*(?=\n<!-- up to here -->)/,
  () => table,
);

if (!process.argv.includes("--check")) writeFileSync(file, after);
else if (!before.includes(table)) {
  console.error("docs/operating.md does not say what platform/settings.ts does (mend with: npm run docs)");
  process.exitCode = 1;
}

/** A table whose first row is its head, as Biome formats it. */
function tableOf([head = [], ...rows]: readonly (readonly string[])[]): string {
  const widths = head.map((_, at) => Math.max(...[head, ...rows].map((row) => row[at]?.length ?? 0)));
  const line = (row: readonly string[], filler: string) =>
    `| ${widths.map((width, at) => (row[at] ?? "").padEnd(width, filler)).join(" | ")} |`;
  return [line(head, " "), line([], "-"), ...rows.map((row) => line(row, " "))].join("\n");
}
