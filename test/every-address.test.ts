import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openEngine } from "#engine";
import { CHALLENGES } from "../domain/challenges/index.ts";
import { accountAddresses } from "../domain/contract/accounts.ts";
import { type Endpoint, nameFor } from "../domain/contract/define.ts";
import { contractOf } from "../domain/contract/index.ts";
import { isApiPath, mediaUrl } from "../domain/contract/routes.ts";
import { loadSample } from "../packages/import/sample.ts";
import { compression } from "../platform/node/compress.ts";
import { createHttpServer } from "../platform/node/http.ts";
import { SAMPLE } from "../platform/node/sample.ts";
import type { NodeDatabase } from "../platform/node/sqlite.ts";
import { ResponsesInMemory } from "../server/cache/response-cache.ts";
import { sqlite } from "../server/db/database.ts";
import { addressesOf } from "../server/http/addresses.ts";
import { createEdge } from "../server/http/edge.ts";
import { type TestApp, testApp } from "./factories.ts";
import { describedApi, validatorFor } from "./openapi.ts";
import { questionsOf as allQuestionsOf } from "./questions.ts";
import { bearer } from "./sign-in.ts";

const CONTRACT = contractOf(CHALLENGES.values());
const reads = CONTRACT.endpoints.filter(({ method, access }) => method === "GET" && access === "public");
const personal = CONTRACT.endpoints.filter(({ access }) => access !== "public");
/** Addresses that the embedded sign-in provider answers; its own tests are in platform/sign-in. */
const OF_ACCOUNTS: ReadonlySet<string> = new Set(accountAddresses.map(({ path }) => path));

/** Values with what divides sources from their parts, or with half of something. */
const ODD = ['2tc [["verified"', "2tc\0,\ud800", `[${"{".repeat(40)}`];

let app: TestApp;
let server: Server;
let origin: string;

/** The whole HTTP server on the sample, as in production, including canonical addresses and cached answers. */
beforeAll(async () => {
  const engine = await openEngine();
  app = await testApp(engine, undefined, { apiNames: "community" });
  await loadSample(engine.database, engine.media, SAMPLE, new Date());
  server = createHttpServer(
    createEdge({
      handle: (request, bindings) => app.app.fetch(request, bindings),
      addresses: addressesOf(CONTRACT),
      responses: new ResponsesInMemory(10_000_000),
      versions: (app.database as NodeDatabase).currentVersions,
      staleFor: 0,
      now: () => new Date(),
      compression,
      mediaOrigin: null,
      siteOrigin: "http://localhost:4000",
    }),
    { refusedAtOnce: Number.POSITIVE_INFINITY },
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => server.close());

/** Returns the address with the parameters that it needs, and with each of the others in turn. */
const questionsOf = (endpoint: Endpoint): Promise<string[]> =>
  allQuestionsOf(endpoint, async (path) => (await app.get(path)).body.results[0] ?? {});

/** Expects that an answer is as the API's description says: also that it has nothing that the description does not name. */
function expectDescribed(
  { path, isInternal }: Pick<Endpoint, "path" | "isInternal">,
  answer: Response,
  text: string,
  asked: string,
): void {
  if (isInternal) return;
  const contentType = answer.headers.get("content-type");
  expect(validatorFor(CHALLENGES)("GET", path, { status: answer.status, contentType, text }), asked).toEqual(
    [],
  );
}

describe.each(reads.map((endpoint) => [endpoint.path, endpoint] as const))("%s", (_, endpoint) => {
  test("receives every parameter through the server, and answers as the contract declares", async () => {
    for (const question of await questionsOf(endpoint)) {
      const [whole, direct] = [await fetch(origin + question), await app.app.request(question)];
      const text = await whole.text();
      expect({ status: whole.status, text }, question).toEqual({
        status: direct.status,
        text: await direct.text(),
      });
      expect(whole.status, question).toBeLessThan(500);
      expectDescribed(endpoint, whole, text, question);
    }
  });

  test("answers whatever a parameter says, or without any, and does not fail", async () => {
    const odd = Object.keys(endpoint.parameters).flatMap((name) =>
      ODD.map((value) => `${endpoint.path}?${new URLSearchParams({ [name]: value })}`),
    );
    for (const asked of [endpoint.path, ...odd]) {
      const answer = await fetch(origin + asked);
      expect(answer.status, asked).toBeLessThan(500);
      expectDescribed(endpoint, answer, await answer.text(), asked);
    }
  });

  test("is cached as the contract declares, and refuses POST", async () => {
    const [question = endpoint.path] = await questionsOf(endpoint);
    const answer = await fetch(origin + question);
    await answer.arrayBuffer();
    expect(answer.headers.get("cache-control")?.includes("no-store")).toBe(!endpoint.isCached);
    const etag = answer.headers.get("etag");
    if (etag !== null) {
      const same = await fetch(origin + question, { headers: { "If-None-Match": etag } });
      expectDescribed(endpoint, same, await same.text(), `${question}, asked again`);
    }
    const refused = await fetch(origin + question, { method: "POST" });
    expect(refused.status).toBe(405);
    expectDescribed(endpoint, refused, await refused.text(), `${question}, posted`);
  });

  test("is recognized as an address of the API", () => {
    expect(isApiPath(endpoint.path)).toBe(true);
  });
});

describe.each(
  personal.filter(({ path }) => !OF_ACCOUNTS.has(path)).map((each) => [each.path, each] as const),
)("%s, which requires sign-in", (_, { path, method, access }) => {
  const ask = async (headers: Record<string, string>) =>
    fetch(origin + path, {
      method,
      headers,
      ...(method === "POST" ? { body: new URLSearchParams({ x: "1" }) } : {}),
    });

  test("refuses visitors who are not signed in, and members below the required role", async () => {
    const stranger = await ask({});
    expect([stranger.status, stranger.headers.get("cache-control")]).toEqual([401, "no-store"]);
    if (access === "member") return;
    expect((await ask({ Authorization: await bearer("ada") })).status).toBe(403);
  });
});

test("a file, a part of it, and what is not there are answered as the API's description says", async () => {
  const [file] = await app.database.query(
    [],
    sql<{ key: string }>`select key from media limit 1`.compile(sqlite),
  );
  const path = mediaUrl(String(file?.key), null);
  const whole = await fetch(origin + path);
  const etag = String(whole.headers.get("etag"));
  const answers: readonly (readonly [number, Response])[] = [
    [200, whole],
    [206, await fetch(origin + path, { headers: { Range: "bytes=0-1" } })],
    [304, await fetch(origin + path, { headers: { "If-None-Match": etag } })],
    [404, await fetch(origin + mediaUrl("nothing", null))],
    [416, await fetch(origin + path, { headers: { Range: "bytes=99999999-" } })],
  ];
  for (const [status, answer] of answers) {
    expect(answer.status).toBe(status);
    expectDescribed(
      { path: "/media/{key}", isInternal: false },
      answer,
      await answer.text(),
      `${path}, ${status}`,
    );
  }
});

test("the API's description is valid OpenAPI 3.1", async () => {
  const { Validator } = await import("@seriousme/openapi-schema-validator");
  const validator = new Validator();
  const { valid, errors } = await validator.validate({ ...describedApi(CHALLENGES.values()) });
  expect({ valid, errors, version: validator.version }).toEqual({ valid: true, version: "3.1" });
});

/** What programs were made from: in each of these, `*` is a challenge's key. */
const PROMISED = {
  ids: `answer appeared atom* atomOfAll attachments balanceChanges balanceChangeVersions catalogue challengeCode challengeCoverage* chimpsStarts
    coverage csv* dated* dumps dumpSchema gameVersions grid* health history jsonFeed* jsonFeedOfAll list* mapInfo maps
    allMaps media months nameCounts names newest notes* ogInfo* personCounts* player playerNames players preview
    publicChanges ready recordHistory* records shares since* spellings standings* table* takenClaims totals understood*
    undone users waiting wishes`,
  schemas: `AnyCompletion Completion* Correction Exclusion Failure FeedAuthor FieldChange Filter FoundCompletion Grid Health Hero JsonFeed
    Licence ListedCompletion* Map MapOfTable NearMiss Notes Pairs PersonCounts PricedTower ProofLink Since Standings Tower TowerPrice
    Understood`,
};

test("operations and schemas keep the names that programs are made with, each its own", () => {
  const { paths, components } = describedApi(CHALLENGES.values());
  const keys = [...CHALLENGES.keys()].map((key) => nameFor("", key)).toSorted((a, b) => b.length - a.length);
  const ofChallenge = new RegExp(`(${keys.join("|")})$`);
  const starred = (names: readonly string[]): ReadonlySet<string> =>
    new Set(names.map((name) => name.replace(ofChallenge, "*")));
  const ids = Object.values(paths).map(({ get }) => String(get?.operationId));
  expect(new Set(ids).size).toBe(ids.length);
  expect(starred(ids)).toEqual(new Set(PROMISED.ids.split(/\s+/)));
  expect(starred(Object.keys(components.schemas))).toEqual(new Set(PROMISED.schemas.split(/\s+/)));
  expect(paths["/fetch-2tcc-dated"]?.get?.operationId).toBe("dated2tcc");
});

test("the API's description says a shape once and refers to it", () => {
  const { paths, components } = describedApi(CHALLENGES.values());
  const shapes = new Map<string, string[]>();
  const look = (part: unknown, at: string): void => {
    if (typeof part !== "object" || part === null) return;
    if ("properties" in part) {
      const shape = JSON.stringify(part.properties);
      shapes.set(shape, [...(shapes.get(shape) ?? []), at]);
    }
    for (const [name, each] of Object.entries(part)) look(each, `${at} ${name}`);
  };
  look(paths, "");
  for (const shape of Object.values(components.schemas)) look(Object.values(shape), "");
  expect([...shapes.values()].filter((places) => places.length > 1)).toEqual([]);
  expect(shapes.size).toBeGreaterThan(40);
});

test("every route of the app is declared in the contract", () => {
  const declared = new Set(CONTRACT.endpoints.map(({ path }) => path));
  const routes = app.app.routes.filter(({ path, method }) => method !== "ALL" && !path.includes("*"));
  expect(routes.map(({ path }) => path).filter((path) => !declared.has(path))).toEqual([]);
  expect(routes.length).toBeGreaterThan(50);
});

test("what has to be one's own, or may be anybody's, is among what an address takes", () => {
  for (const { path, own, mayNameOthers, fields, parameters } of CONTRACT.endpoints)
    expect([...fields, ...Object.keys(parameters)], path).toEqual(
      expect.arrayContaining([...own, ...mayNameOthers]),
    );
});

test("every address of the contract has a route", () => {
  const answered = new Set(app.app.routes.map(({ path, method }) => `${method} ${path}`));
  const missing = CONTRACT.endpoints.filter(
    ({ path, method }) => !answered.has(`${method} ${path}`) && !OF_ACCOUNTS.has(path),
  );
  expect(missing.map(({ path }) => path)).toEqual([]);
});
