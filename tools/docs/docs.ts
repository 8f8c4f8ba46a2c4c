// Writes the parts of the docs that are generated from code: the settings, the rates, the community's spellings, the limits
// that people can run into, and what is tried against the site. With --check it writes nothing, and the exit code says
// whether something differs.

import { readFileSync, writeFileSync } from "node:fs";
import { submittedFields } from "../../domain/challenges/fields.ts";
import { CHALLENGES } from "../../domain/challenges/index.ts";
import { RATES, type Rate } from "../../domain/contract/rates.ts";
import { kindOf } from "../../domain/fields/index.ts";
import { MAX_TEXT } from "../../domain/fields/kind.ts";
import { Catalogue } from "../../domain/game/catalogue.ts";
import { communityNames, type Nameable } from "../../domain/game/community-names.ts";
import { SEEDED_CATALOGUE } from "../../domain/game/seeded-catalogue.ts";
import * as limits from "../../domain/limits.ts";
import { SETTING_DOCS, SETTINGS } from "../../platform/shared/settings.ts";
import { KINDS } from "../../qa/attack/kinds.ts";
import { OTHER_HOSTS } from "../../server/other-hosts.ts";

const docOf = (name: string) => SETTING_DOCS.get(SETTINGS[name as keyof typeof SETTINGS]);
const shownOf = (name: keyof typeof SETTINGS): string => docOf(name)?.shown ?? "";
const settings = Object.keys(SETTINGS).map((name) => [
  `\`${name}\``,
  docOf(name)?.shown ?? "",
  docOf(name)?.doc ?? "",
]);
const spellings = (kind: Nameable) =>
  Object.entries(communityNames(new Catalogue(SEEDED_CATALOGUE))[kind]).map(([name, spelling]) => [
    kind,
    name,
    spelling,
  ]);

write("operating.md", "platform/shared/settings.ts", [["name", "default", "meaning"], ...settings]);
write("api.md", "domain/game/spellings.ts", [
  ["kind", "`names=game`", "`names=community`"],
  ...spellings("tower"),
  ...spellings("map"),
]);
const fileIn = (path: string): string => `[${path}](../${path})`;
write("security.md", "qa/attack/kinds.ts", [
  ["kind", "what is sent", "held by", "test"],
  ...KINDS.map(({ name, sends, heldBy, test }) => [name, sends, fileIn(heldBy), fileIn(test)]),
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

const KB = 1024;

/** What each limit is of, and how many of its units are one of those. */
const LIMITS: Readonly<Record<keyof typeof limits, readonly [what: string, units?: number]>> = {
  MOST_CLAIMS: ["submissions of an account that wait for helpers"],
  MOST_ATTACHMENTS: ["attachments of a completion"],
  MOST_ENTRIES: ["completions that one request verifies, rejects or deletes"],
  MOST_OPEN_PROPOSALS: ["proofs proposed by a player that wait for helpers"],
  MOST_OPEN_WISHES: ["open wishes of a member"],
  MOST_OPEN_REPORTS: ["open reports of a member"],
  MOST_FOLLOWS: ["what one person follows"],
  LONGEST_MESSAGE: ["characters of a message between helper and player"],
  LONGEST_REASON: ["characters of a reason (of a rejection, a report, a ban)"],
  LONGEST_TITLE: ["characters of a canned reason's title"],
  LONGEST_EMAIL: ["characters of an e-mail address"],
  LONGEST_DISPLAY_NAME: ["characters of the name of an account"],
  HOURS_TO_ANSWER: ["hours to answer a question of a helper"],
  SECOND_LOOK_DAYS: ["days within which a second look is asked for"],
  UNDO_DAYS: ["days within which a change can be undone"],
  DUMP_DAYS: ["days that a public dump stays"],
  MOST_ROWS_OF_PAGE: ["rows of a page"],
  LONGEST_SEARCH: ["characters of a search"],
  CODES_PER_HOUR: ["times an hour that an account has the game's server asked about a code"],
  BACKFILLED_CODES_PER_HOUR: ["codes of old completions that it is asked for in an hour"],
  MOST_URL: ["characters of an address"],
  MOST_PARAMETERS: ["parameters of an address"],
  MOST_HEADER_BYTES: ["KB of a request's head", KB],
  REFUSALS_PER_MINUTE: ["bad requests of a network in a minute that are answered at once"],
  MOST_FORM_BYTES: ["KB of a form without files", KB],
  FORM_TIMEOUT_MS: ["seconds that such a form may take to arrive", 1000],
  MOST_GAME_BYTES: ["KB of the game's data in a form of helpers", KB],
  UPLOADS_OF_ACCOUNT: ["uploads of an account at a time"],
  UPLOADS_OF_NETWORK: ["uploads of a network's members at a time"],
  UPLOADS_IN_ALL: ["uploads of everybody at a time"],
  UPLOAD_TIMEOUT_MS: ["seconds that an upload may be silent", 1000],
  UPLOAD_LEAST_BYTES_PER_MS: ["KB a second that an upload has to send (at least)", KB / 1000],
  UPLOADED_MB_PER_DAY: ["MB of files that a member sends in a day"],
  UPLOADED_MB_PER_DAY_OF_HELPER: ["MB of files that a verifier or helper sends in a day"],
};

const values = new Map<string, number>(Object.entries(limits));
const CODES = OTHER_HOSTS.challengeCodes;
write("promises.md", "the code of the limits", [
  ["what", "at most"],
  ["writes of a member in a minute", String(RATES.write.account)],
  ["writes of a verifier or helper in a minute", String(RATES.write.helper)],
  ...Object.entries(LIMITS).map(([name, [what, units = 1]]) => [
    what,
    figure((values.get(name) ?? Number.NaN) / units),
  ]),
  ["seconds between two requests to the game's server (at least)", String(CODES.interval)],
  ["seconds until such a request is given up", String(CODES.timeout / 1000)],
  ["KB of an answer to one", String(CODES.mostBytes / KB)],
  ["connections of an address at a time (a setting)", shownOf("MAX_CONNECTIONS_PER_ADDRESS")],
  ["files of one submission (a setting)", shownOf("MEDIA_MAX_FILES")],
  ["MB of a picture (a setting)", shownOf("MEDIA_MAX_PICTURE_MB")],
  ["MB of a video (a setting)", shownOf("MEDIA_MAX_FILE_MB")],
  ["MB of the files of one submission (a setting)", shownOf("MEDIA_MAX_TOTAL_MB")],
  ["seconds that a list may be behind the last write (a setting)", shownOf("CACHE_STALE_SECONDS")],
  ...limitsOfFields(),
  ["characters of any other field of a submission", String(MAX_TEXT)],
]);

/** The limits that follow from the definitions of challenges, where they are not `MAX_TEXT`. */
function limitsOfFields(): string[][] {
  const rows = new Map<string, Set<string>>();
  for (const definition of CHALLENGES.values())
    for (const [name, field] of submittedFields(definition)) {
      const { longest } = kindOf(field);
      const isNumber = !longest && "max" in field;
      const most = isNumber ? Number(field.max) : (longest?.(field) ?? MAX_TEXT);
      const key = `${isNumber ? "" : "characters of "}\`${name}\`|${most.toLocaleString("en")}`;
      if (most !== MAX_TEXT) rows.set(key, (rows.get(key) ?? new Set()).add(definition.label));
    }
  return [...rows].map(([key, labels]) => {
    const [what = "", most = ""] = key.split("|");
    return [labels.size === CHALLENGES.size ? what : `${what} (${[...labels].join(", ")})`, most];
  });
}

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
