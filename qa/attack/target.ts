import { request } from "node:http";
import { join } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import type { APIRequestContext } from "@playwright/test";
import { importJWK, type JWK, SignJWT } from "jose";
import { CHALLENGES } from "../../domain/challenges/index.ts";
import { contractOf } from "../../domain/contract/index.ts";
import { api, pages } from "../../domain/contract/routes.ts";
import { ADMINISTRATOR } from "../../test/administrator.ts";
import { newTexts, PROOF } from "../../test/browser/completions.ts";
import { newPerson, type Person, signedInAnew } from "../../test/browser/people.ts";
import { startProcess } from "../../test/node/processes.ts";
import { claimsOf, Visitor } from "../../test/node/visitor.ts";
import { seeded } from "../bench/random.ts";
import type { Progress } from "./progress.ts";

export const CONTRACT = contractOf(CHALLENGES.values());

const OF_A_CHALLENGE = new RegExp(`(?<=[/-])(${[...CHALLENGES.keys()].join("|")})(?=[/.-]|$)`);

/** A path with a star for its challenge: those of all challenges are made in the same way. */
export const kindOfPath = (path: string): string => path.replace(OF_A_CHALLENGE, "*");

/** Returns one of those addresses that differ only in their challenge. */
export const oneOfEach = <Address extends { readonly path: string }>(all: readonly Address[]): Address[] =>
  [...Map.groupBy(all, ({ path }) => kindOfPath(path)).values()].flatMap((each) => each.slice(0, 1));

/** An answer and how long it took, in milliseconds; status 0: the connection ended without one. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  readonly took: number;
  /** Asks the same once more. */
  readonly again: () => Promise<Answer>;
}

export interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer | undefined;
  /** A token, or somebody who has one. */
  readonly as?: Person | string | null;
  /** Which of the processes; by default one and then the other. */
  readonly to?: Process;
}

type Process = Awaited<ReturnType<typeof startProcess>>;
export type Fields = Readonly<Record<string, string>>;

/** As a form of the site's pages without files. */
export const form = (fields: Fields): Pick<Sent, "method" | "headers" | "body"> => ({
  method: "POST",
  headers: { "content-type": "application/x-www-form-urlencoded" },
  body: new URLSearchParams(fields).toString(),
});

/** How long an answer may take before it counts as none, in milliseconds. */
const TIMEOUT = 30_000;

const [HELPER, VERIFIER] = ["Index Helper", "Index Verifier"];

/** Plain addresses whose answers are the most work. */
const PLAIN = [
  ...[pages.home(), pages.coverage(), pages.ask("quincy on quad"), api.csv("2tc"), api.records()],
  ...[api.list("2tc", { query: "absolute zero quad", count: 100 }), api.preview({ of: "/2tc?map=Quad" })],
];

/** How many times as long as the slowest plain answer any answer may take. */
const MOST_TIMES = 10;

/**
 * Two processes that keep answers and one that keeps none, on one folder; and people of every level. Each request comes
 * from a network of its own, so that none is slowed down for what another did.
 */
export async function openTarget(dataDir: string, seed: string) {
  const settings = {
    DATA_DIR: dataDir,
    SAMPLE_DATA: "on",
    RATE_LIMITS: "0",
    TRUST_PROXY: "on",
    BACKUP_DIR: "",
    ADMIN_EMAIL: ADMINISTRATOR.email,
    ADMIN_PASSWORD: ADMINISTRATOR.password,
    ANSWER_THREADS: "1",
  };
  const one = await startProcess(settings);
  const origin = `http://localhost:${one.port}`;
  const { host } = new URL(origin);
  const uncached = await startProcess({ ...settings, SITE_ORIGIN: origin, ANSWER_CACHE_MB: "0" });
  /** One more process of the same site, which has kept nothing yet. */
  const another = (): Promise<Process> => startProcess({ ...settings, SITE_ORIGIN: origin });
  const other = await another();
  const random = seeded(seed);
  const byte = (): number => random.integer(0, 249);
  let sent = 0;

  function ask(path: string, how: Sent = {}): Promise<Answer> {
    const { method = "GET", headers = {}, body, as = null, to } = how;
    sent += 1;
    const { port } = to ?? (sent % 2 === 0 ? one : other);
    const token = as === null || typeof as === "string" ? as : as.tokens.access_token;
    const begun = performance.now();
    return new Promise((done) => {
      let text = "";
      const end = (status: number, answered: Answer["headers"] = {}) =>
        done({
          status,
          headers: answered,
          text,
          took: performance.now() - begun,
          again: () => ask(path, how),
        });
      const sending = request(
        {
          host: "127.0.0.1",
          port,
          path,
          method,
          agent: false,
          timeout: TIMEOUT,
          headers: {
            host,
            "x-forwarded-for": `10.${byte()}.${byte()}.${byte()}`,
            ...(token === null ? {} : { authorization: `Bearer ${token}` }),
            ...(body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) }),
            ...headers,
          },
        },
        (answer) => {
          answer.setEncoding("utf8");
          answer.on("data", (piece) => (text += piece));
          answer.once("close", () => end(answer.statusCode ?? 0, answer.headers));
        },
      );
      sending.once("timeout", () => sending.destroy());
      sending.once("error", () => end(0));
      sending.end(body);
    });
  }

  /** Asks once more when too much was written in this minute. */
  async function insist(path: string, how: Sent = {}): Promise<Answer> {
    for (let tries = 0; ; tries++) {
      const answer = await ask(path, how);
      const wait = Number(answer.headers["retry-after"] ?? 1);
      if (answer.status !== 429 || wait > 60 || tries > 2) return answer;
      await new Promise((go) => setTimeout(go, wait * 1_000));
    }
  }

  const send = (path: string, fields: Fields, as: Sent["as"] = null, how: Sent = {}): Promise<Answer> =>
    insist(path, { as, ...form(fields), ...how });

  const json = async (path: string, how: Sent = {}) => JSON.parse((await ask(path, how)).text);

  /** Returns the first row that a list answers with. */
  const findRow = async (path: string) => (await json(path)).results[0] ?? {};

  /** Reads the database, which an attack may. */
  function rows(statement: string, ...values: SQLInputValue[]) {
    const sqlite = new DatabaseSync(join(dataDir, "index.sqlite"), { readOnly: true });
    try {
      const prepared = sqlite.prepare(statement);
      prepared.setReadBigInts(true);
      return prepared.all(...values);
    } finally {
      sqlite.close();
    }
  }

  /** Returns what signs somebody's claims, and others in their place, with the site's own key. */
  async function forger(claims: Record<string, unknown>) {
    const [row] = rows("select secret from sign_in_key where use = 'token'");
    const jwk = JSON.parse(String(row?.secret)) as JWK;
    const key = await importJWK(jwk, "RS256");
    const header = { alg: "RS256", kid: String(jwk.kid), typ: "at+jwt" };
    return (changed: Record<string, unknown>, more: Record<string, unknown> = {}): Promise<string> =>
      new SignJWT({ ...claims, ...changed }).setProtectedHeader({ ...header, ...more }).sign(key);
  }

  const visitor = new Visitor(origin);
  const tokens = await visitor.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
  const id = String(claimsOf(tokens.id_token).sub);
  const administrator: Person = { ...ADMINISTRATOR, id, origin, visitor, tokens };
  const accounts = {
    administrator,
    ada: await newPerson(origin),
    bob: await newPerson(origin),
    verifier: await newPerson(origin, [VERIFIER]),
    helper: await newPerson(origin, [HELPER]),
    demoted: await newPerson(origin),
    blocked: await newPerson(origin, [HELPER]),
  };

  /** Signs all in anew, since tokens expire: one as a helper, who is demoted then, and one who is blocked then. */
  async function signIn(): Promise<typeof accounts> {
    const { demoted, blocked } = accounts;
    const people = { ...accounts, administrator: await signedInAnew(administrator) };
    const call = (path: string, fields: Fields) => visitor.call(path, people.administrator.tokens, fields);
    await call(api.setRoles(), { account: demoted.id, roles: JSON.stringify([HELPER]) });
    await call(api.unblockAccount(), { account: blocked.id });
    for (const name of ["verifier", "helper", "demoted", "blocked"] as const)
      people[name] = await signedInAnew(accounts[name]);
    // What a member may write within an hour, or own, is not used up by another kind.
    for (const name of ["ada", "bob"] as const) people[name] = await newPerson(origin);
    await call(api.setRoles(), { account: demoted.id, roles: "[]" });
    await call(api.blockAccount(), { account: blocked.id });
    return people;
  }

  const reader = { get: async (path: string) => ({ json: () => json(path) }) };

  /** Submits what nobody has submitted yet, with a link as its proof, and returns the filekey and what was sent. */
  async function submit(as: Person, challenge: string, more: Fields = {}) {
    for (let tries = 0; ; tries++) {
      const values = await newTexts(reader as unknown as APIRequestContext, challenge);
      const texts: Record<string, string> = { ...values, link: PROOF, ...more };
      const { status, text } = await send(api.addSubmit(challenge), texts, as);
      const answer = status === 200 ? JSON.parse(text) : {};
      if (answer.inserted === true) return { filekey: String(answer.filekey), texts };
      // `fuzz` may have deleted or renamed the towers and maps that were chosen.
      if (tries > 20) throw new Error(`${challenge}: ${status} ${text.slice(0, 300)}`);
    }
  }

  /** Returns how long any answer may take now, in milliseconds, by what plain ones take on a machine as busy as this one. */
  async function slowestAllowed(): Promise<number> {
    const took = [];
    for (const path of PLAIN) took.push((await ask(path, { to: uncached })).took);
    return MOST_TIMES * Math.max(...took);
  }

  const target = {
    dataDir,
    origin,
    host,
    one,
    other,
    uncached,
    another,
    random,
    ask,
    insist,
    send,
    json,
    findRow,
    rows,
    forger,
    submit,
    people: accounts,
    sent: () => sent,
    slowestAllowed,
    allowed: 0,
    late: new Map<string, Answer>(),
  };

  /** Begins one kind of attack: its choices are the same alone as among others. */
  async function begin(kind: string): Promise<void> {
    target.random = seeded(`${seed} ${kind}`);
    target.people = await signIn();
    target.late.clear();
    target.allowed = await slowestAllowed();
  }
  return Object.assign(target, { begin });
}

export type Target = Awaited<ReturnType<typeof openTarget>>;

/** Takes note of something that must not be. */
export type Found = (where: string, what: string) => void;

/** Attacks the site, passes on what it finds, says how far it is, and returns in a few words what it did. */
export type Attack = (site: Target, found: Found, progress: Progress) => Promise<string>;

/** As JSON, in which integers of any size have a place. */
export const asText = (value: unknown): string =>
  JSON.stringify(value, (_, each) => (typeof each === "bigint" ? String(each) : each));

/** Paths of files and of modules, statements, and the words of errors that nobody wrote for people. */
const LEAKS =
  /node_modules|\bat [\w.<>]+ \(?(?:file:|\/)|\.(?:server)?\.tsx?:\d|SQLITE_|no such (?:table|column)|(?:select|insert|update|delete) .{1,80}\b(?:from|into|set)\b.{1,80}\bwhere\b|TypeError|ReferenceError|RangeError|ZodError|UNIQUE constraint/i;

/** Finds fault with an answer that no request may cause: an error nobody declared, one that leaks; and notes late ones. */
export function judge(site: Target, found: Found, where: string, answer: Answer): void {
  const { status, text, took, headers } = answer;
  if (status === 0 && took < TIMEOUT) found(where, `no answer, after ${Math.round(took)} ms`);
  if (status >= 500 && !(status === 503 && headers["retry-after"] !== undefined) && status !== 507)
    found(where, `${status}: ${text.slice(0, 120)}`);
  if (took > site.allowed || took >= TIMEOUT) site.late.set(where, answer);
  const leak = status >= 400 ? LEAKS.exec(text)?.[0] : undefined;
  if (leak !== undefined) found(where, `leaks "${leak}"`);
  if (text.includes(site.dataDir)) found(where, "leaks the path of the data folder");
}

/** How many late answers are asked for once more. */
const MOST_LATE = 20;

/** Asks alone what was answered late among others, the latest first: it is found if it is late once more. */
export async function judgeLate(site: Target, found: Found): Promise<void> {
  const latest = [...site.late].toSorted(([, one], [, other]) => other.took - one.took);
  for (const [where, { again, took }] of latest.slice(0, MOST_LATE)) {
    const allowed = await site.slowestAllowed();
    const alone = await again();
    if (alone.status === 0 || alone.took > allowed)
      found(
        where,
        `answered after ${Math.round(took)} ms, alone after ${Math.round(alone.took)}: more than ${MOST_TIMES} times as slow as any plain answer`,
      );
  }
}
