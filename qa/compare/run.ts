// Compares what two revisions answer: `npm run compare -- REVISION [OTHER]`; by default, with what is committed here. Both
// serve copies of the data that the first one made, or, where the second has other migrations, what each made of the same
// writes. With --pages content, pages are compared by what they say and let people do, for a revision that changes their
// markup on purpose; --addresses NUMBER compares fewer than 2,000.

import { cpSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { api } from "../../domain/contract/routes.ts";
import { ADMINISTRATOR } from "../../test/administrator.ts";
import { freePort, newFolder } from "../../test/node/site.ts";
import { newMember, Visitor } from "../../test/node/visitor.ts";
import { buildRevision, hasUncommittedChanges, type Revision } from "../revision.ts";
import { addressesOf } from "./addresses.ts";
import { betweenRevisions, NOT_COMPARED } from "./content.ts";
import { type Comparison, type Difference, differences, differencesOf, type Pair } from "./differences.ts";
import { type Answer, type Request, type Site, siteAt, startNode, stop } from "./site.ts";
import {
  formRequest,
  importOddRows,
  type Tokens,
  type Write,
  type Writer,
  writeEverything,
  writeOddRows,
} from "./writes.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { addresses: { type: "string", default: "2000" }, pages: { type: "string", default: "bytes" } },
});
const [olderName, newerName = "HEAD"] = positionals;
const { pages } = values;
if (olderName === undefined || (pages !== "bytes" && pages !== "content")) {
  console.error("npm run compare -- REVISION [OTHER] [--pages bytes|content] [--addresses NUMBER]");
  process.exit(1);
}

/** How many requests are under way at once. */
const AT_ONCE = 4;

/** Two revisions that serve copies of the same data. */
interface Served {
  readonly pair: Pair;
  readonly comparison: Comparison;
  readonly addresses: readonly string[];
  readonly found: Difference[];
  writes: number;
  requests: number;
}

/** Who signs a request that is sent to both: each site has tokens of its own for them. */
const WRITERS: Tokens = { administrator: "administrator", member: "member" };

const withTokens = ({ ask }: Site, tokens: Tokens): Site => ({
  ask(path, request = {}, number) {
    const { authorization, ...headers } = request.headers ?? {};
    const token = tokens[authorization?.replace("Bearer ", "") as Writer];
    const signed = token === undefined ? headers : { ...headers, authorization: `Bearer ${token}` };
    return ask(path, { ...request, headers: signed }, number);
  },
});

const migrationsOf = ({ folder }: Revision): string[] => readdirSync(join(folder, "migrations")).sort();

const IDENTITY = { "accept-encoding": "identity" };

/** Every way to ask for an address, besides the 304 that its ETag gives. */
const WAYS_TO_ASK: readonly Request[] = [
  { headers: IDENTITY },
  { headers: { "accept-encoding": "gzip" } },
  { headers: { "accept-encoding": "br" } },
  { method: "HEAD", headers: IDENTITY },
];

async function compareAddress(served: Served, address: string): Promise<Difference[]> {
  const { pair, comparison } = served;
  const isPersonal = /^\/(member|admin)\//.test(address);
  const signedIn = Object.values(WRITERS).map((who) => ({
    headers: { ...IDENTITY, authorization: `Bearer ${who}` },
  }));
  const found: Difference[] = [];
  for (const request of [...WAYS_TO_ASK, ...(isPersonal ? signedIn : [])]) {
    found.push(...(await differences(pair, comparison, address, request)));
    served.requests += 1;
  }
  const known = await Promise.all(pair.map((site) => askWithOwnTag(site, address)));
  served.requests += 1;
  const [one, other] = known;
  if (one && other) found.push(...differencesOf(address, [one, other], comparison));
  else if (one !== other) found.push({ address, of: "etag", answers: [one !== null, other !== null] });
  for (const [at, answer] of known.entries())
    if (answer && answer.status !== 304)
      found.push({ address, of: `304 to its own ETag, site ${at + 1}`, answers: [304, answer.status] });
  // These follow from the body.
  const isOtherBody = found.some(({ of }) => of === "body");
  return isOtherBody ? found.filter(({ of }) => of !== "etag" && of !== "content-length") : found;
}

/** Asks for an address by the ETag that it has; null if it has none. */
async function askWithOwnTag(site: Pair[number], address: string): Promise<Answer | null> {
  const { status, headers } = await site.ask(address, { headers: IDENTITY });
  if (status !== 200 || headers.etag === undefined) return null;
  const answer = await site.ask(address, { headers: { ...IDENTITY, "if-none-match": headers.etag } });
  // It has no type of its own, and is still about a page or not.
  return { ...answer, headers: { "content-type": headers["content-type"], ...answer.headers } };
}

async function compareAll(served: Served, when: string): Promise<void> {
  const waiting = [...served.addresses];
  const before = served.found.length;
  const compareNext = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      served.found.push(...(await compareAddress(served, next)));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, compareNext));
  console.log(
    `${when}: ${served.addresses.length} addresses, ${served.found.length - before} differences (after ${seconds()} s)`,
  );
}

const begun = performance.now();
const seconds = (): number => Math.round((performance.now() - begun) / 1000);

/** The number in the log of the first change that a write made. */
const changeIn = ({ body }: Answer): string => {
  const { changes } = JSON.parse(String(body)) as { changes?: readonly number[] };
  return String(changes?.[0]);
};

/** Makes each write on both, one after the other, and compares the answers. */
function writeOn(served: Served): Write {
  // What is loaded at the start is in the log, so that the same change has another number in each.
  const numbers = new Map<string, string>();
  return async (who, path, fields) => {
    served.writes += 1;
    const [one, other] = served.pair;
    const number = served.writes;
    const seq = numbers.get(String(fields.seq));
    const requests = [fields, seq === undefined ? fields : { ...fields, seq }].map((each) =>
      formRequest(WRITERS, who, each),
    );
    const [request, otherRequest] = await Promise.all(requests);
    const answers = [
      await one.ask(path, request, number),
      await other.ask(path, otherRequest, number),
    ] as const;
    numbers.set(changeIn(answers[0]), changeIn(answers[1]));
    served.found.push(...differencesOf(`${path} (write ${number})`, answers, served.comparison));
    return JSON.parse(String(answers[0].body));
  };
}

/**
 * Has the older revision make a data folder, serves copies of it by both, and compares what they answer: each address,
 * then writes of all kinds, then each address once more.
 */
async function compareOn(
  rows: "the sample" | "odd rows",
  [older, newer]: readonly [Revision, Revision],
  pages: "bytes" | "content",
): Promise<Difference[]> {
  const isOdd = rows === "odd rows";
  const port = await freePort();
  const host = `localhost:${port}`;
  const folders = [newFolder(), newFolder()] as const;
  const settings = (data: string): Readonly<Record<string, string>> => ({
    SITE_ORIGIN: `http://${host}`,
    DATA_DIR: data,
    TRUST_PROXY: "on",
    ADMIN_EMAIL: ADMINISTRATOR.email,
    ADMIN_PASSWORD: ADMINISTRATOR.password,
    ...(isOdd ? { SAMPLE_DATA: "off" } : {}),
    // Threads would each have their own clock; and what was true a moment ago depends on the moment.
    ANSWER_THREADS: "0",
    CACHE_STALE_SECONDS: "0",
    RATE_LIMITS: "0",
  });
  const makeData = async (
    revision: Revision,
    folder: string,
  ): Promise<{ tokens: Tokens; writes: number }> => {
    const site = await startNode(revision.folder, port, settings(folder));
    const { email, password } = ADMINISTRATOR;
    const administrator = await new Visitor(`http://${host}`).signIn(email, password);
    const member = (await newMember(`http://${host}`, "member@example.org")).tokens;
    const tokens = { administrator: administrator.access_token, member: member.access_token };
    const { ask } = withTokens(siteAt(port, host), tokens);
    let writes = 0;
    if (isOdd)
      await writeOddRows(async (who, path, fields) => {
        writes += 1;
        const answer = await ask(path, await formRequest(WRITERS, who, fields), writes);
        return JSON.parse(String(answer.body));
      });
    await stop(site);
    if (isOdd) importOddRows(revision.folder, folder);
    return { tokens, writes };
  };
  const first = await makeData(older, folders[0]);
  let second = first;
  if (migrationsOf(older).every((name, at) => name === migrationsOf(newer)[at]))
    cpSync(folders[0], folders[1], { recursive: true });
  else second = await makeData(newer, folders[1]);
  const { writes } = first;

  const ports = [await freePort(), await freePort()] as const;
  const servers = [
    await startNode(older.folder, ports[0], settings(folders[0])),
    await startNode(newer.folder, ports[1], settings(folders[1])),
  ];
  try {
    const pair: Pair = [
      withTokens(siteAt(ports[0], host), first.tokens),
      withTokens(siteAt(ports[1], host), second.tokens),
    ];
    const addresses = await addressesOf(pair[0], Number(values.addresses));
    const comparison = betweenRevisions(older, newer, pages);
    const served: Served = { pair, comparison, addresses, found: [], writes, requests: 0 };
    await compareAll(served, `${rows}, before the writes`);
    await writeEverything(writeOn(served));
    await compareAll(served, `${rows}, after ${served.writes - writes} writes`);
    if (!isOdd) await writeOn(served)("administrator", api.removeSample(), {});
    console.log(`${rows}: ${served.requests} requests to each`);
    return served.found;
  } finally {
    await Promise.all(servers.map(stop));
    for (const folder of folders) rmSync(folder, { recursive: true });
  }
}

/** How much of an address is printed. */
const SHOWN = 150;

/** Prints one address of each kind of difference, so that a thing that every page has takes one paragraph. */
function print(found: readonly Difference[]): void {
  for (const alike of Map.groupBy(found, ({ of, answers }) => JSON.stringify([of, answers])).values()) {
    const [first] = alike;
    if (first === undefined) continue;
    const addresses = new Set(alike.map(({ address }) => address));
    const others = addresses.size === 1 ? "" : ` and ${addresses.size - 1} more`;
    console.log(`\n${first.address.slice(0, SHOWN)}${others}: ${first.of}`);
    for (const answer of first.answers) console.log(`  ${JSON.stringify(answer)}`);
  }
}

if (hasUncommittedChanges()) console.log("Changes that are not committed are left out.");
const revisions = [await buildRevision(olderName), await buildRevision(newerName)] as const;
for (const { commit, title } of revisions) console.log(`${commit.slice(0, 7)}: ${title}`);
const { any, page, encoded } = NOT_COMPARED;
console.log(
  `Headers not compared: ${any.join(", ")}; of pages ${page.join(", ")}; of compressed answers ${encoded.join(", ")}.`,
);
const found = [
  ...(await compareOn("the sample", revisions, pages)),
  ...(await compareOn("odd rows", revisions, pages)),
];
print(found);
console.log(`\n${found.length} differences, in ${seconds()} s.`);
process.exitCode = found.length === 0 ? 0 : 1;
