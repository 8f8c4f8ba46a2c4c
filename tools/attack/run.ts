// `npm run attack [-- --only NAME] [--seed NUMBER]`: serves a site of its own on this machine and attacks it. What it
// tries is in kinds.ts; a new address of the contract is attacked by itself. Prints a table, and exits with 1 if
// anything was found.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { api } from "../../domain/contract/routes.ts";
import { MAPS } from "../../domain/game/maps.ts";
import { newPerson } from "../../test/browser/people.ts";
import { endAll } from "../../test/node/processes.ts";
import { questionsOf } from "../../test/questions.ts";
import { cache, redirects, tokens } from "./confusion.ts";
import { fuzz } from "./fuzz.ts";
import { KINDS, type KindName } from "./kinds.ts";
import { races } from "./races.ts";
import { roles } from "./roles.ts";
import { scripts } from "./scripts.ts";
import { slow } from "./slow.ts";
import { type Answer, type Attack, CONTRACT, each, type Fields, openTarget } from "./target.ts";

const [WRITES, ADDRESSES] = [50, 50];

/** After each write, through either process, every address must answer what a process that keeps nothing answers. */
export const kept: Attack = async (site, found) => {
  const { random, findRow } = site;
  const { helper, ada } = site.people;
  const candidates = [
    ...CONTRACT.pages,
    ...CONTRACT.endpoints.filter(({ method, access }) => method === "GET" && access === "public"),
    // Health is of a process, and a description of the API does not change.
  ].filter(({ path }) => !/healthz|openapi|config\.json/.test(path));
  const all = (await Promise.all(candidates.map((address) => questionsOf(address, findRow)))).flat();
  const always = ["/", "/2tc", "/fetch-2tc", "/fetch-totals", "/players", "/records", "/wanted"];
  const addresses = [...new Set([...Array.from({ length: ADDRESSES }, () => random.pick(all)), ...always])];
  const writers = [ada, await newPerson(site.origin), helper];
  const mine: { challenge: string; filekey: string; texts: Record<string, string> }[] = [];
  const row = () => random.pick(mine);
  const map = () => random.pick(MAPS).name;
  const number = (below: number) => random.integer(0, below - 1);
  const send = (path: string, fields: Fields, as = helper): Promise<Answer> =>
    site.send(path, fields, as, { to: random.pick([site.one, site.other]) });
  async function submit(): Promise<null> {
    const challenge = random.pick(["2tc", "ltc", "lcc", "lcd", "2mp", "fttc", "2tcc"]);
    const verify = random.chance(0.5) ? { verify: "on" } : {};
    mine.push({ challenge, ...(await site.submit(random.pick(writers), challenge, verify)) });
    return null;
  }
  function addStart(): Promise<Answer> {
    const title = `A start ${number(1_000)}`;
    return send(api.addChimpsStart(), { map: map(), title, link: "https://example.org/s" });
  }
  const writes: Readonly<Record<string, () => Promise<Answer | null>>> = {
    submit,
    edit: () => {
      const { challenge, filekey, texts } = row();
      const edit = { edit: "true", "edited-filekey": filekey, notes: `Note ${number(1_000)}` };
      return send(api.addSubmit(challenge), { ...texts, ...edit });
    },
    verify: () => send(api.verifyCompletions(), { entries: JSON.stringify([row().filekey]) }),
    reject: () =>
      send(api.rejectCompletion(), { filekey: row().filekey, reason: "The proof does not show it." }),
    delete: () => {
      const { challenge, filekey } = row();
      return send(api.deleteSubmit(challenge), { entries: JSON.stringify([filekey]) });
    },
    undo: async () => {
      const { results } = await site.json(api.changes(), { as: helper });
      return send(api.undoChange(), { seq: String(random.pick<{ seq: number }>(results).seq) });
    },
    "add a start": addStart,
    "delete a start": async () => {
      const { results } = await site.json(api.chimpsStarts(), { to: site.uncached });
      // What was tried before may have left none.
      if (results.length === 0) return addStart();
      return send(api.deleteChimpsStart(), { uuid: random.pick<{ uuid: string }>(results).uuid });
    },
    "add a change": () => {
      const [version, change] = [`4${number(9)}.0`, `costs ${number(900)} less`];
      return send(api.addBalanceChange(), { tower: "Ice Monkey", version, change, nature: "buff" });
    },
    "add a spelling": () => send(api.addSpelling(), { spelling: `zz${number(900)}`, name: map() }),
    "ban a player": () => {
      const { person, person1 } = row().texts;
      const banned = String(number(2));
      return send(api.banPlayer(), { name: person ?? person1 ?? "", banned, reason: "A reason" });
    },
    confirm: () => send(api.confirm(), { filekey: row().filekey, revision: "1" }),
    "add a version": () => {
      const [version, source] = [`6${number(9)}.0`, "https://example.org/v"];
      return send(api.addGameVersion(), { version, releasedOn: "2026-01-02", source });
    },
    wish: async () => {
      const { results } = await site.json(api.undone({ challenge: "2mp", seed: number(1_000) }));
      const towers = String(results[0]?.submit?.[0]?.value);
      return send(api.wish(), { challenge: "2mp", towers, map: "" }, ada);
    },
  };
  for (let at = 0; at < 6; at++) await submit();
  let compared = 0;
  const done = new Map<string, number>();
  for (let at = 0; at < WRITES; at++) {
    const [name, write] = random.pick(Object.entries(writes));
    const answer = await write();
    if (answer === null || answer.status < 300) done.set(name, (done.get(name) ?? 0) + 1);
    await each(addresses, async (path) => {
      const [fresh, ...both] = await Promise.all(
        [site.uncached, site.one, site.other].map((to) => site.ask(path, { to })),
      );
      for (const [process, { status, text }] of both.entries())
        if (fresh && (status !== fresh.status || text !== fresh.text))
          found(
            path,
            `process ${process + 1} is not up to date after "${name}" (${status}, ${fresh.status}): ${difference(text, fresh.text)}`,
          );
      compared += both.length;
    });
  }
  return `${compared} answers compared, beside ${Array.from(done, ([name, count]) => `${count} ${name}`).join(", ")}`;
};

function difference(one: string, other: string): string {
  const at = [...one].findIndex((letter, place) => letter !== other[place]);
  return JSON.stringify([one, other].map((text) => text.slice(Math.max(0, at - 30), at + 60)));
}

const { values: options } = parseArgs({
  options: { only: { type: "string" }, seed: { type: "string", default: String(Date.now() % 100_000) } },
});

const TESTS = "node_modules/vitest/vitest.mjs run --project=measuring test/growth --reporter=json".split(" ");

/** What is read of vitest's report. */
interface Report {
  readonly numPassedTests: number;
  readonly testResults: readonly {
    readonly assertionResults: readonly { fullName: string; status: string; failureMessages?: string[] }[];
  }[];
}

/** Runs the tests of how work grows, while nothing else asks the machine for anything. */
const growth: Attack = async (_site, found) => {
  const cwd = resolve(import.meta.dirname, "../..");
  const { stdout } = spawn(process.execPath, TESTS, { cwd, stdio: ["ignore", "pipe", "ignore"] });
  const printed = await text(stdout);
  const { numPassedTests, testResults } = JSON.parse(printed.slice(printed.indexOf("{"))) as Report;
  for (const { fullName, status, failureMessages } of testResults.flatMap((file) => file.assertionResults))
    if (status === "failed") found(fullName, String(failureMessages?.[0]).slice(0, 160));
  if (numPassedTests === 0) found("test/growth", "no test ran");
  return `${numPassedTests} tests`;
};

const ATTACKS: Readonly<Record<KindName, Attack>> = {
  ...{ growth, fuzz, tokens, cache, redirects, slow, kept, races, scripts, roles },
};

const secondsSince = (begun: number): number => Math.round((performance.now() - begun) / 1_000);

/** How many findings of one kind are printed. */
const MOST_PRINTED = 40;

const chosen = KINDS.filter(
  ({ name }) => options.only === undefined || options.only.split(",").includes(name),
);
if (chosen.length === 0) throw new Error(`--only takes one of ${KINDS.map(({ name }) => name).join(", ")}`);
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
const lines: string[] = [];
try {
  const begunAt = performance.now();
  const site = await openTarget(join(root, "data"), options.seed);
  console.log(`a site of three processes and seven people, after ${secondsSince(begunAt)} s`);
  for (const { name } of chosen) {
    const [begun, sent] = [performance.now(), site.sent()];
    const findings = new Set<string>();
    const processes = [site.one, site.other, site.uncached];
    const printed = processes.map((each) => each.printed().length);
    let did: string;
    try {
      did = await ATTACKS[name](site, (where, what) => void findings.add(`${where}: ${what}`));
    } catch (error) {
      did = "broke off";
      findings.add(`the attack itself: ${error instanceof Error ? error.stack : error}`);
    }
    for (const [at, each] of processes.entries())
      for (const line of each.printed().slice(printed[at]).split("\n"))
        if (/^\s*(?:\w*Error\b|.*could not be answered)/.test(line))
          findings.add(`logged: ${line.slice(0, 200)}`);
    for (const finding of [...findings].slice(0, MOST_PRINTED)) console.log(`FOUND ${name}: ${finding}`);
    lines.push(
      `${name.padEnd(12)}${String(findings.size).padStart(6)} found  ${String(secondsSince(begun)).padStart(4)} s  ${did}; ${site.sent() - sent} requests`,
    );
    if (findings.size > 0) process.exitCode = 1;
  }
} finally {
  tidy();
}
console.log(`\n${lines.join("\n")}`);
