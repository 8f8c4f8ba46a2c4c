// `npm run attack [-- KIND …] [--seed NUMBER]`: serves a site of its own on this machine and attacks it, in 20 minutes at
// most. What it tries is in kinds.ts; a new address of the contract is attacked by itself. Says on stderr how far it is, prints
// a table, and exits with 1 if anything was found.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { endAll } from "../../test/node/processes.ts";
import { cache, redirects, tokens } from "./confusion.ts";
import { fuzz } from "./fuzz.ts";
import { growth } from "./growth.ts";
import { inside } from "./inside.ts";
import { kept } from "./kept.ts";
import { KINDS, type Kind, type KindName } from "./kinds.ts";
import { Progress } from "./progress.ts";
import { races } from "./races.ts";
import { roles } from "./roles.ts";
import { scripts } from "./scripts.ts";
import { slow } from "./slow.ts";
import { type Attack, judgeLate, openTarget, type Target } from "./target.ts";

const ATTACKS: Readonly<Record<KindName, Attack>> = {
  growth,
  fuzz,
  tokens,
  cache,
  redirects,
  slow,
  kept,
  races,
  scripts,
  roles,
  inside,
};

/** The most that all of them take, in seconds. */
const MOST_SECONDS = 20 * 60;

/** The most that one takes, in seconds: its people sign in first, and access tokens last ten minutes. */
const MOST_OF_ONE = 8 * 60;

/** How many findings of one kind are printed. */
const MOST_PRINTED = 40;

/** An error that nobody expected, in what a process prints. */
const LOGGED = /^\s*(?:\w*Error\b|.*could not be answered)/;

interface Outcome {
  readonly name: string;
  readonly found: ReadonlySet<string>;
  readonly seconds: number;
  readonly requests: number;
  readonly did: string;
}

/** Attacks the site in one way, for so many seconds at most. */
async function attack(name: KindName, site: Target, seconds: number): Promise<Outcome> {
  const progress = new Progress(name, seconds);
  const found = new Set<string>();
  const note = (where: string, what: string): void => void found.add(`${where}: ${what}`);
  const processes = [site.one, site.other, site.uncached];
  const printed = processes.map((each) => each.printed().length);
  const sent = site.sent();
  let did: string;
  try {
    await site.begin(name);
    did = await ATTACKS[name](site, note, progress);
    did = `${progress.end()}: ${did}`;
    await judgeLate(site, note);
  } catch (error) {
    did = "broke off";
    found.add(`the attack itself: ${error instanceof Error ? error.stack : error}`);
  } finally {
    progress.end();
  }
  for (const [at, each] of processes.entries())
    for (const line of each.printed().slice(printed[at]).split("\n"))
      if (LOGGED.test(line)) found.add(`logged: ${line.slice(0, 200)}`);
  return { name, found, seconds: Math.round(progress.seconds), requests: site.sent() - sent, did };
}

const help = `npm run attack [-- KIND …] [--seed NUMBER]

Attacks sites of its own on this machine, by all kinds or those that are named:

${KINDS.map(({ name, sends }) => `  ${name.padEnd(11)}${sends}`).join("\n")}

--seed NUMBER repeats what a run did that printed it.`;

const { values: options, positionals } = parseArgs({
  options: {
    seed: { type: "string", default: String(Date.now() % 100_000) },
    help: { type: "boolean", short: "h" },
  },
  allowPositionals: true,
});
const unknown = positionals.filter((each) => !KINDS.some(({ name }) => name === each));
if (options.help || unknown.length > 0) {
  for (const each of unknown) console.error(`There is no kind "${each}".\n`);
  console.log(help);
  process.exit(unknown.length > 0 ? 2 : 0);
}
const chosen = KINDS.filter(({ name }) => positionals.length === 0 || positionals.includes(name));

const root = mkdtempSync(join(tmpdir(), "btd6-index-attack-"));
const tidy = (): void => {
  endAll();
  rmSync(root, { recursive: true, force: true });
};
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => {
    tidy();
    process.exit(1);
  });
console.log(`seed ${options.seed}`);
const begun = performance.now();
const outcomes: Outcome[] = [];
try {
  for (const [at, { name, usual }] of chosen.entries()) {
    const left = MOST_SECONDS - (performance.now() - begun) / 1_000;
    // What one does not need is for those after it.
    const usualLeft = chosen.slice(at).reduce((sum: number, each: Kind) => sum + each.usual, 0);
    console.error(
      `${name}, ${at + 1} of ${chosen.length}: starting a site of three processes and seven people`,
    );
    // Its own, so that it finds alone what it finds among others: `fuzz` deletes towers, and jobs follow up on writes.
    const site = await openTarget(join(root, name), options.seed);
    const outcome = await attack(name, site, Math.min(MOST_OF_ONE, (left * usual) / usualLeft));
    endAll();
    outcomes.push(outcome);
    const { found, did } = outcome;
    for (const finding of [...found].slice(0, MOST_PRINTED)) console.log(`FOUND ${name}: ${finding}`);
    if (found.size > MOST_PRINTED) console.log(`FOUND ${name}: and ${found.size - MOST_PRINTED} more`);
    console.error(`${name}: ${found.size} found, ${did}`);
    if (found.size > 0) process.exitCode = 1;
  }
} finally {
  tidy();
}
console.log("\n| kind | found | requests | seconds | what was done |\n| - | - | - | - | - |");
for (const { name, found, requests, seconds, did } of outcomes)
  console.log(`| ${name} | ${found.size} | ${requests.toLocaleString("en-US")} | ${seconds} | ${did} |`);
console.log(`${Math.round((performance.now() - begun) / 1_000)} s, seed ${options.seed}`);
