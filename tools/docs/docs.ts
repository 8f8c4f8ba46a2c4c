import { Catalogue } from "../../domain/game/catalogue.ts";
import { SEEDED_CATALOGUE } from "../../domain/game/seeded-catalogue.ts";
// Writes the parts of the docs that are generated from code: the settings, the rates, the community's spellings, the limits
// that people can run into, and what is tried against the site. With --check it writes nothing, and the exit code says
// whether something differs.

import { readFileSync, writeFileSync } from "node:fs";
import { ASKS } from "../../app/features/challenge-codes/reader.server.ts";
import { AN_HOUR } from "../../app/features/code-backfill/job.server.ts";
import { MOST_ATTACHMENTS } from "../../app/features/completions/commands.server.ts";
import { MOST_CLAIMS } from "../../app/features/completions/repository/claims.server.ts";
import { submittedFields } from "../../domain/challenges/fields.ts";
import { CHALLENGES } from "../../domain/challenges/index.ts";
import { RATES, type Rate } from "../../domain/contract/rates.ts";
import { kindOf } from "../../domain/fields/index.ts";
import { MAX_TEXT } from "../../domain/fields/kind.ts";
import { MOST_ENTRIES } from "../../domain/fields/text-list.ts";
import { communityNames, type Nameable } from "../../domain/game/community-names.ts";
import { MOST_GAME_BYTES } from "../../domain/game-export/limits.ts";
import { LONGEST_SEARCH, MAX_PAGE } from "../../domain/lists/url-state.ts";
import { LONGEST_MESSAGE, LONGEST_REASON, UNDO_DAYS } from "../../domain/submissions/limits.ts";
import { MOST_HEADER_BYTES, REFUSED_AT_ONCE, SMALL_BODY_TIME } from "../../platform/node/connections.ts";
import { IN_ALL, PATIENCE, PER_NETWORK, PER_SENDER, SLOWEST } from "../../platform/shared/forms/receive.ts";
import { SETTING_DOCS, SETTINGS } from "../../platform/shared/settings.ts";
import { KINDS } from "../../qa/attack/kinds.ts";
import { FILES_A_DAY } from "../../server/auth/sign-in.ts";
import { SMALL_BODY } from "../../server/forms.ts";
import { MOST_PARAMETERS, MOST_URL } from "../../server/http/head.ts";
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

const KB = 1024;
const CODES = OTHER_HOSTS.challengeCodes;
write("promises.md", "the code of the limits", [
  ["what", "at most"],
  ["writes of a member in a minute", String(RATES.write.account)],
  ["writes of a verifier or helper in a minute", String(RATES.write.helper)],
  ["submissions of an account that wait for helpers", String(MOST_CLAIMS)],
  ["completions that one request verifies, rejects or deletes", String(MOST_ENTRIES)],
  ["days within which a change can be undone", String(UNDO_DAYS)],
  ["rows of a page", String(MAX_PAGE)],
  ["characters of a search", String(LONGEST_SEARCH)],
  ["characters of an address", MOST_URL.toLocaleString("en")],
  ["parameters of an address", String(MOST_PARAMETERS)],
  ["KB of a request's head", String(MOST_HEADER_BYTES / KB)],
  ["bad requests of a network in a minute that are answered at once", String(REFUSED_AT_ONCE)],
  ["connections of an address at a time (a setting)", shownOf("MAX_CONNECTIONS_PER_ADDRESS")],
  ["KB of a form without files", String(SMALL_BODY / KB)],
  ["KB of the game's data in a form of helpers", String(MOST_GAME_BYTES / KB)],
  ["seconds that such a form may take to arrive", String(SMALL_BODY_TIME / 1000)],
  ["files of one submission (a setting)", shownOf("MEDIA_MAX_FILES")],
  ["MB of a picture (a setting)", shownOf("MEDIA_MAX_PICTURE_MB")],
  ["MB of a video (a setting)", shownOf("MEDIA_MAX_FILE_MB")],
  ["MB of the files of one submission (a setting)", shownOf("MEDIA_MAX_TOTAL_MB")],
  ["MB of files that a member sends in a day", FILES_A_DAY.account.toLocaleString("en")],
  ["MB of files that a verifier or helper sends in a day", FILES_A_DAY.helper.toLocaleString("en")],
  ["times an hour that an account has the game's server asked about a code", String(ASKS.most)],
  ["codes of old completions that it is asked for in an hour", String(AN_HOUR)],
  ["seconds between two such requests of all accounts together (at least)", String(CODES.interval)],
  ["seconds until such a request is given up", String(CODES.timeout / 1000)],
  ["KB of an answer to one", String(CODES.mostBytes / KB)],
  ["attachments of a completion", String(MOST_ATTACHMENTS)],
  ["uploads of an account at a time", String(PER_SENDER)],
  ["uploads of a network's members at a time", String(PER_NETWORK)],
  ["uploads of everybody at a time", String(IN_ALL)],
  ["seconds that an upload may be silent", String(PATIENCE / 1000)],
  ["KB a second that an upload has to send (at least)", String((SLOWEST * 1000) / KB)],
  ["seconds that a list may be behind the last write (a setting)", shownOf("CACHE_STALE_SECONDS")],
  ["characters of a reason (of a rejection, a report, a ban)", LONGEST_REASON.toLocaleString("en")],
  ["characters of a message between helper and player", LONGEST_MESSAGE.toLocaleString("en")],
  ...limitsOfFields(),
  ["characters of any other field of a submission", String(MAX_TEXT)],
]);

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
