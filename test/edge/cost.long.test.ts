import { afterAll, beforeAll, expect, test } from "vitest";
import { CHALLENGES } from "../../domain/challenges/index.ts";
import { contractOf } from "../../domain/contract/index.ts";
import { RATES } from "../../domain/contract/rates.ts";
import { api } from "../../domain/contract/routes.ts";
import { questionsOf } from "../questions.ts";
import { startWorker } from "./worker.ts";

/** The cost of an answer: calls to D1, the statements in them, and the rows that D1 read. */
interface Cost {
  readonly calls: number;
  readonly statements: number;
  readonly rows: number;
}

let origin: string;
let stop: () => Promise<void>;
beforeAll(async () => {
  ({ origin, stop } = await startWorker({ SAMPLE_DATA: "on", TELL_COST: "on" }));
}, 600_000);
afterAll(() => stop());

async function costOf(address: string, headers: Record<string, string> = {}): Promise<Cost> {
  const answer = await fetch(origin + address, { headers });
  await answer.arrayBuffer();
  expect(answer.status, address).toBeLessThan(500);
  const told = /(\d+) calls, (\d+) statements, (\d+) rows/.exec(answer.headers.get("Server-Timing") ?? "");
  if (!told) throw new Error(`${address} does not say what it cost.`);
  const [, calls, statements, rows] = told.map(Number);
  return { calls: calls ?? 0, statements: statements ?? 0, rows: rows ?? 0 };
}

/**
 * With this header no cached response is used. "anew" means that the answer is made again by an isolate that has made it
 * before and still holds the names, totals and answers to questions, which last until one of their tags moves. A cached
 * response, as nearly all are, costs less and is measured as well.
 */
const ANEW = { authorization: "Bearer nobody" };

/**
 * Answers of the API that read more than FEW_ROWS when made anew, each for a reason: a download is a whole challenge; a
 * page of changes is 500 entries of the log, and the last entry of each thing among them, to say whether it still
 * exists; a table is all counts of its challenge, and a triangle all of its pairs; shares and coverage are counted over
 * all maps, and the latter finds the record of seven columns on each; all spellings are all spellings.
 */
const MANY_ROWS = [
  // A board is read up to its page, of a player all that they have done, and of names all counts.
  /^\/fetch-(players?|name-counts)(\?|$)/,
  // Names are counted, and the schema is compared with what the migrations make.
  ...[/^\/fetch-users(\?|$)/, /^\/healthz\/ready$/],
  ...[/^\/(download-|sitemap)/, /^\/fetch-changes(\?|$)/],
  ...[/^\/fetch-2mp-(table|grid)$/, /^\/fetch-(\w+-)?coverage$/, /^\/fetch-shares$/, /^\/fetch-spellings$/],
  // Wishes are in no cache: they are read once it is known that the catalogue is still the same.
  /^\/fetch-wishes$/,
  // Without a seed it leads to another draw each time.
  /^\/undone$/,
];
const MOST_ROWS = 5_000;
/** 507 for the original of a pair with a busy tower (2026-11-28). */
const FEW_ROWS = 600;
/** A page about one completion shows what its players did elsewhere: it reads what they have in every challenge. */
const MOST_ROWS_OF_PAGES = 6_100;

/** Who holds most records is counted over all maps, challenges and types: some hundreds of records, whatever else there is. */
const RECORDS = /^\/(fetch-)?records(\?|$)/;
const MOST_ROWS_OF_RECORDS = 10_000;

/** The pages that read most, measured in addition to each page without filters. */
const BUSY_PAGES = [
  ...["/maps?map=%23ouch", "/ask?q=absolute+zero+hedge", "/ask?q=quincy+on+quad", "/2tc?query=absolute"],
  ...[
    "/2tc?map=Quad&tower=Quincy",
    "/lcc?map=Quad&pending=0&sortby=money",
    "/ltc?offset=200",
    "/2mp?view=table",
  ],
  ...["/2tc?view=person-stats", "/2tcc?person1=sample"],
];

test("an answer takes few D1 calls and reads few rows, whether made for the first time, made again or cached", async () => {
  const { endpoints, pages } = contractOf(CHALLENGES.values());
  const reads = endpoints.filter(({ method, access }) => method === "GET" && access === "public");
  const findRow = async (path: string) => (await (await fetch(origin + path)).json()).results[0] ?? {};
  const table: (Cost & { address: string; is: string })[] = [];
  const asked = await Promise.all(
    [...pages, ...reads].map(async (each) => (await questionsOf(each, findRow))[0] ?? each.path),
  );
  for (const address of [...asked, ...BUSY_PAGES]) {
    const cold = await costOf(address);
    await costOf(address, ANEW);
    const [anew, kept] = [await costOf(address, ANEW), await costOf(address)];
    table.push(
      { address, is: "cold", ...cold },
      { address, is: "anew", ...anew },
      { address, is: "kept", ...kept },
    );
  }
  if (process.env.TELL_COST === "on") console.table(table);
  const over = (is: string, most: Partial<Cost>) =>
    table.filter(
      (row) => row.is === is && Object.entries(most).some(([name, bound]) => row[name as keyof Cost] > bound),
    );
  expect(over("cold", { calls: 12 })).toEqual([]);
  const isPage = ({ address }: { address: string }) =>
    pages.some(({ path }) => path === address.split("?")[0]);
  const isOfRecords = ({ address }: { address: string }) => RECORDS.test(address);
  expect(over("cold", { rows: MOST_ROWS_OF_RECORDS }).filter(isOfRecords)).toEqual([]);
  const ofPages = (is: string, most: Partial<Cost>) =>
    over(is, most).filter((row) => isPage(row) && !isOfRecords(row));
  expect(ofPages("anew", { calls: 7, statements: 14, rows: MOST_ROWS_OF_PAGES })).toEqual([]);
  // A question asks every challenge, for the least cost and for names that nobody has resolved, too.
  expect(ofPages("cold", { calls: 8, statements: 19, rows: MOST_ROWS_OF_PAGES })).toEqual([]);
  const ofApi = (is: string, most: Partial<Cost>) =>
    over(is, most).filter((row) => !isPage(row) && !isOfRecords(row));
  const readsMany = ({ address }: { address: string }) => MANY_ROWS.some((each) => each.test(address));
  expect(ofApi("anew", { rows: FEW_ROWS }).filter((row) => !readsMany(row))).toEqual([]);
  expect(ofApi("anew", { rows: MOST_ROWS })).toEqual([]);
  expect(over("kept", { calls: 1, rows: 100 }).filter((row) => !readsMany(row))).toEqual([]);
  expect(over("anew", { calls: 8 })).toEqual([]);
}, 600_000);

test("whoever asks too often is refused by the platform's own rate limit, without a call to D1, and may ask for other things", async () => {
  const statuses: number[] = [];
  let refused: Response | null = null;
  while (refused === null && statuses.length <= 2 * RATES.download.network) {
    const answers = await Promise.all(Array.from({ length: 25 }, () => fetch(`${origin}/dump/1999-01-01`)));
    for (const answer of answers) {
      statuses.push(answer.status);
      if (answer.status === 429) refused ??= answer;
      else await answer.body?.cancel();
    }
  }
  expect(statuses.slice(0, 25)).toEqual(Array(25).fill(404));
  expect(refused?.headers.get("Retry-After")).toBe("60");
  expect(refused?.headers.get("Server-Timing")).toContain("0 calls");
  expect(await refused?.text()).toContain("That was a lot at once from your network");
  expect((await fetch(origin + api.totals())).status).toBe(200);
});
