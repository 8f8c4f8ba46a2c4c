// Writes the parts of the docs that are generated from code: the settings, the rates and the community's spellings. With
// --check it writes nothing, and the exit code says whether something differs.

import { readFileSync, writeFileSync } from "node:fs";
import { RATES, type Rate } from "../../domain/contract/rates.ts";
import { COMMUNITY_NAMES, type Nameable } from "../../domain/game/community-names.ts";
import { SETTINGS } from "../../platform/shared/settings.ts";

const settings = Object.entries(SETTINGS).map(([name, { shown, doc }]) => [`\`${name}\``, shown, doc]);
const spellings = (kind: Nameable) =>
  Object.entries(COMMUNITY_NAMES[kind]).map(([name, spelling]) => [kind, name, spelling]);

write("operating.md", "platform/shared/settings.ts", [["name", "default", "meaning"], ...settings]);
write("api.md", "domain/game/spellings.ts", [
  ["kind", "`names=game`", "`names=community`"],
  ...spellings("tower"),
  ...spellings("map"),
]);

const figure = (count?: number): string => count?.toLocaleString("en-US") ?? "";
write(
  "api.md",
  "domain/contract/rates.ts",
  [
    ["requests a minute", "of a network", "of an account", "of a helper"],
    ...Object.values<Rate>(RATES).map(({ of, network, account, helper }) => [
      ...[of, figure(network), figure(account), figure(helper)],
    ]),
  ],
  "rates, made by npm run docs",
);

/** Puts a table into a document, behind the marker for it. */
function write(
  document: string,
  source: string,
  rows: readonly (readonly string[])[],
  marker = "made by npm run docs",
): void {
  const file = new URL(`../../docs/${document}`, import.meta.url);
  const table = tableOf(rows);
  const before = readFileSync(file, "utf8");
  const after = before.replace(
    new RegExp(`(?<=<!-- ${marker} -->\n)[\\s\\S]*?(?=\n<!-- up to here -->)`),
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
