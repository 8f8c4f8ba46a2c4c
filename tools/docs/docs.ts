// Writes the parts of the docs that are generated from code: the table of settings, the community's spellings, and what
// is tried against the site. With --check it writes nothing, and the exit code says whether something differs.

import { readFileSync, writeFileSync } from "node:fs";
import { COMMUNITY_NAMES, type Nameable } from "../../domain/game/community-names.ts";
import { SETTINGS } from "../../platform/shared/settings.ts";
import { KINDS } from "../attack/kinds.ts";

const settings = Object.entries(SETTINGS).map(([name, { shown, doc }]) => [`\`${name}\``, shown, doc]);
const spellings = (kind: Nameable) =>
  Object.entries(COMMUNITY_NAMES[kind]).map(([name, spelling]) => [kind, name, spelling]);

write("operating.md", "platform/shared/settings.ts", [["name", "default", "meaning"], ...settings]);
write("api.md", "domain/game/spellings.ts", [
  ["kind", "`names=game`", "`names=community`"],
  ...spellings("tower"),
  ...spellings("map"),
]);
const fileIn = (path: string): string => `[${path}](../${path})`;
write("security.md", "tools/attack/kinds.ts", [
  ["kind", "what is sent", "held by", "test"],
  ...KINDS.map(({ name, sends, heldBy, test }) => [name, sends, fileIn(heldBy), fileIn(test)]),
]);

/** Puts a table into a document, between the markers for it. */
function write(document: string, source: string, rows: readonly (readonly string[])[]): void {
  const file = new URL(`../../docs/${document}`, import.meta.url);
  const table = tableOf(rows);
  const before = readFileSync(file, "utf8");
  const after = before.replace(
    /(?<=<!-- made by npm run docs -->\n)[\s\S]*(?=\n<!-- up to here -->)/,
    () => table,
  );
  if (!process.argv.includes("--check")) writeFileSync(file, after);
  else if (!before.includes(table)) {
    console.error(`docs/${document} does not say what ${source} does (mend with: npm run docs)`);
    process.exitCode = 1;
  }
}

/** Renders a table whose first row is its header, formatted as Biome would. */
function tableOf([head = [], ...rows]: readonly (readonly string[])[]): string {
  const widths = head.map((_, at) => Math.max(...[head, ...rows].map((row) => row[at]?.length ?? 0)));
  const line = (row: readonly string[], filler: string) =>
    `| ${widths.map((width, at) => (row[at] ?? "").padEnd(width, filler)).join(" | ")} |`;
  return [line(head, " "), line([], "-"), ...rows.map((row) => line(row, " "))].join("\n");
}
