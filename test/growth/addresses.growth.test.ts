import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { openEngine } from "#engine";
import { CHALLENGES } from "../../domain/challenges/index.ts";
import type { Endpoint } from "../../domain/contract/define.ts";
import { contractOf } from "../../domain/contract/index.ts";
import type { Page } from "../../domain/contract/pages.ts";
import { type TestApp, testApp } from "../factories.ts";
import { type RunningSite, startSite } from "../node/site.ts";
import { questionsOf } from "../questions.ts";
import { bearer } from "../sign-in.ts";
import { isLinear } from "../work.ts";
import { SHAPES } from "./shapes.ts";

/** `npm test` builds the pages first. */
const BUILD = join(resolve(import.meta.dirname, "../.."), "build/server/index.js");

/**
 * With GROWTH=all (`npm run attack`), all shapes are tried at every address. Otherwise three of those that have made a
 * reader slow are tried at one address of each kind, the next three at the next one.
 */
const isWhole = process.env.GROWTH === "all";

const TRIED: readonly string[] = isWhole
  ? Object.keys(SHAPES)
  : [
      ...["combining marks", "commas", "slashes", "quotes", "minus signs", "brackets", "digits"],
      ...["links in links", "a wide table"],
    ];
const shapes = TRIED.map((name) => [name, SHAPES[name] ?? (() => "")] as const);
let turn = 0;
const nextShapes = () => (isWhole ? shapes : [...shapes, ...shapes].slice(turn % shapes.length).slice(0, 3));

/** In characters. Headers of more than 16 KB are refused whatever they are. */
const SIZES = { fields: [4_096, 16_384, 61_440], headers: [4_096, 16_384] };

/** Returns one of several fields or parameters that differ only in their challenge. */
function oneOfEach<Entry extends readonly [path: string, name: string, ...unknown[]]>(
  all: readonly Entry[],
): Entry[] {
  const key = new RegExp(`(?<=[/-])(${[...CHALLENGES.keys()].join("|")})(?=[/.-]|$)`);
  const kinds = Map.groupBy(all, ([path, name]) => `${path.replace(key, "*")} ${name}`);
  return isWhole ? [...all] : [...kinds.values()].flatMap((each) => each.slice(0, 1));
}

const { endpoints, pages } = contractOf(CHALLENGES.values());
const ROLES = ["Index Helper", "Admin"];

let site: RunningSite;
let app: TestApp;
beforeAll(async () => {
  const settings = { SAMPLE_DATA: "on", ANSWER_THREADS: "0", ANSWER_CACHE_MB: "0" };
  site = await startSite(settings, await import(pathToFileURL(BUILD).href));
  app = await testApp(await openEngine());
});
afterAll(() => site.stop());
afterEach(() => vi.restoreAllMocks());

const findRow = async (path: string) => (await (await site.app.request(path)).json()).results[0] ?? {};

/** Sends a text somewhere and returns the status of the answer. */
type Send = (text: string) => Promise<number>;

/** Returns the length of the longest text that an address takes; 0 if it takes none of letters. */
async function boundOf(send: Send): Promise<number> {
  let [taken, refused] = [0, 8_192];
  while (refused - taken > taken / 10 + 1) {
    const middle = (taken + refused) >> 1;
    if ((await send("a".repeat(middle))) < 400) taken = middle;
    else refused = middle;
  }
  return taken;
}

/** Returns a size that is mostly refused, and the largest that is not. */
async function sizesFor(send: Send): Promise<number[]> {
  const most = await boundOf(send);
  return [4_096, ...(most > 256 ? [most] : [])];
}

/** Expects that the work of what a text is sent to grows no faster than the text: each size is compared with a quarter. */
async function expectLinear(send: Send, sizes: readonly number[]): Promise<void> {
  const tried = nextShapes();
  turn += tried.length;
  for (const [name, textOf] of tried)
    for (const size of sizes)
      expect(await isLinear(send, textOf, size), `${size} characters of ${name}`).toBe(true);
}

let members = 0;

/** Returns how a text is sent as one parameter, beside those that the address needs. */
async function inParameter(address: Endpoint | Page, name: string): Promise<Send> {
  const [question = address.path] = await questionsOf(address, findRow, () => false);
  const url = new URL(question, site.origin);
  const isPersonal = "access" in address && address.access !== "public";
  return async (text) => {
    url.searchParams.set(name, text);
    const headers = isPersonal ? { Authorization: await bearer(`member ${members++}`, ROLES) } : {};
    const answer = isPersonal
      ? await app.app.request(url.pathname + url.search, { headers })
      : await site.fetch(new Request(url, { headers }));
    await answer.arrayBuffer();
    return answer.status;
  };
}

const reads: readonly (Endpoint | Page)[] = [...endpoints.filter(({ method }) => method === "GET"), ...pages];
const parameters = reads.flatMap((address) =>
  (Array.isArray(address.parameters) ? address.parameters : Object.keys(address.parameters)).map(
    (name: string) => [address.path, name, address] as const,
  ),
);

describe("the work of an address grows no faster than its parameter", () => {
  test.each(oneOfEach(parameters))("%s?%s=", async (_, name, address) => {
    const send = await inParameter(address, name);
    await expectLinear(send, await sizesFor(send));
  });
});

const forms = endpoints
  .filter(({ method, path }) => method === "POST" && !/account|invit|\/change-|set-roles/.test(path))
  .flatMap((endpoint) => endpoint.fields.map((name) => [endpoint.path, name] as const));

describe("the work of a form grows no faster than its field", () => {
  test.each(oneOfEach(forms))("%s, %s", async (path, name) => {
    await expectLinear(async (text) => {
      // Each is somebody else's: a member may write only so often.
      const Authorization = await bearer(`member ${members++}`, ROLES);
      const body = new URLSearchParams({ [name]: text });
      return (await app.app.request(path, { method: "POST", headers: { Authorization }, body })).status;
    }, SIZES.fields);
  });
});

/** Returns the names of the headers that the site looks at, whatever is asked for. */
async function headersRead(): Promise<string[]> {
  const names = new Set<string>();
  const { get } = Headers.prototype;
  vi.spyOn(Headers.prototype, "get").mockImplementation(function (this: Headers, name) {
    names.add(name.toLowerCase());
    return get.call(this, name);
  });
  for (const path of [
    "/",
    "/2tc",
    "/fetch-2tc",
    "/healthz",
    "/nothing",
    "/authorize",
    "/member/account",
    "/media/x",
  ])
    for (const method of ["GET", "POST", "OPTIONS"])
      for (const headers of [{}, { Authorization: "Bearer x" }])
        await site.fetch(new Request(site.origin + path, { method, headers }));
  vi.restoreAllMocks();
  return [...names];
}

test("the work of a request grows no faster than one of its headers", async () => {
  const names = await headersRead();
  expect(names).toEqual(expect.arrayContaining(["accept-encoding", "authorization", "if-none-match"]));
  for (const name of names)
    for (const path of ["/login", "/fetch-2tc", "/member/account", "/media/x"])
      await expectLinear(async (text) => {
        const headers = new Headers();
        // Headers are bytes.
        headers.set(name, text.replace(/[^ -~]/g, "?"));
        const answer = await site.fetch(new Request(site.origin + path, { headers }));
        await answer.arrayBuffer();
        return answer.status;
      }, SIZES.headers);
});
