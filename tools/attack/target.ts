import { request } from "node:http";
import type { APIRequestContext } from "@playwright/test";
import { CHALLENGES } from "../../domain/challenges/index.ts";
import { contractOf } from "../../domain/contract/index.ts";
import { api } from "../../domain/contract/routes.ts";
import type { Texts } from "../../domain/submissions/form.ts";
import { ADMINISTRATOR } from "../../test/administrator.ts";
import { newTexts, PROOF } from "../../test/browser/completions.ts";
import { block, newPerson, type Person } from "../../test/browser/people.ts";
import { startProcess } from "../../test/node/processes.ts";
import { claimsOf, Visitor } from "../../test/node/visitor.ts";

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

/** A number below another, by the seed. */
export type Chance = (below: number) => number;

/** The same seed gives the same numbers (mulberry32). */
function chanceOf(seed: number): Chance {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

export const anyOf = <Each>(chance: Chance, list: readonly Each[]): Each => list[chance(list.length)] as Each;

/** As a form of the site's pages without files. */
export const form = (
  fields: Readonly<Record<string, string>>,
): Pick<Sent, "method" | "headers" | "body"> => ({
  method: "POST",
  headers: { "content-type": "application/x-www-form-urlencoded" },
  body: new URLSearchParams(fields).toString(),
});

/** How long an answer may take before it counts as none, in milliseconds. */
const PATIENCE = 30_000;

/**
 * Two processes that keep answers and one that keeps none, on one folder; and people of every level. Each request comes
 * from a network of its own, so that none is slowed down for what another did.
 */
export async function openTarget(dataDir: string, seed: number) {
  const settings = {
    DATA_DIR: dataDir,
    SAMPLE_DATA: "on",
    RATE_LIMITS: "0",
    TRUST_PROXY: "on",
    ADMIN_EMAIL: ADMINISTRATOR.email,
    ADMIN_PASSWORD: ADMINISTRATOR.password,
    BACKUP_DIR: "",
  };
  const one = await startProcess(settings);
  const origin = `http://localhost:${one.port}`;
  const uncached = await startProcess({ ...settings, SITE_ORIGIN: origin, ANSWER_CACHE_MB: "0" });
  /** One more process of the same site, whose cache is empty. */
  const another = (): Promise<Process> => startProcess({ ...settings, SITE_ORIGIN: origin });
  const other = await another();
  const end = async ({ child, ended }: Process): Promise<void> => {
    child.kill("SIGTERM");
    await ended;
  };
  const chance = chanceOf(seed);
  let sent = 0;

  function ask(
    path: string,
    { method = "GET", headers = {}, body, as = null, to }: Sent = {},
  ): Promise<Answer> {
    sent += 1;
    const { port } = to ?? (sent % 2 === 0 ? one : other);
    const token = as === null || typeof as === "string" ? as : as.tokens.access_token;
    const begun = performance.now();
    return new Promise((done) => {
      let text = "";
      const end = (status: number, answered: Answer["headers"] = {}) =>
        done({ status, headers: answered, text, took: performance.now() - begun });
      const outgoing = request(
        {
          ...{ host: "127.0.0.1", port, path, method, agent: false, timeout: PATIENCE },
          headers: {
            host: new URL(origin).host,
            "x-forwarded-for": `10.${chance(250)}.${chance(250)}.${chance(250)}`,
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
      outgoing.once("timeout", () => outgoing.destroy());
      outgoing.once("error", () => end(0));
      outgoing.end(body);
    });
  }

  /** Retries when too much was written in this minute. */
  async function insist(path: string, how: Sent = {}): Promise<Answer> {
    for (let tries = 0; ; tries++) {
      const answer = await ask(path, how);
      const wait = Number(answer.headers["retry-after"] ?? 1);
      if (answer.status !== 429 || wait > 60 || tries > 2) return answer;
      await new Promise((go) => setTimeout(go, wait * 1_000));
    }
  }

  const visitor = new Visitor(origin);
  const tokens = await visitor.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
  const id = String(claimsOf(tokens.id_token).sub);
  const administrator: Person = { ...ADMINISTRATOR, id, origin, visitor, tokens };

  const [ada, bob, verifier, helper, demoted, blocked] = [
    await newPerson(origin),
    await newPerson(origin),
    await newPerson(origin, ["Index Verifier"]),
    await newPerson(origin, ["Index Helper"]),
    await newPerson(origin, ["Index Helper"]),
    await newPerson(origin, ["Index Helper"]),
  ];
  await visitor.call(api.setRoles(), tokens, { account: demoted.id, roles: "[]" });
  await block(blocked);

  /** Values that nobody has submitted yet, with a link as their proof. */
  async function textsFor(challenge: string): Promise<Texts> {
    const reader = {
      get: async (path: string) => ({ json: async () => JSON.parse((await ask(path)).text) }),
    };
    return { ...(await newTexts(reader as unknown as APIRequestContext, challenge)), link: PROOF };
  }

  /** Submits as somebody and returns the filekey and what was sent. */
  async function submit(as: Person, challenge: string, more: Readonly<Record<string, string>> = {}) {
    for (let tries = 0; ; tries++) {
      const texts: Record<string, string> = { ...(await textsFor(challenge)), ...more };
      const { status, text } = await insist(api.addSubmit(challenge), { as, ...form(texts) });
      const answer = status === 200 ? JSON.parse(text) : {};
      if (answer.inserted === true) return { filekey: String(answer.filekey), texts };
      if (tries > 5 || status === 400) throw new Error(`${challenge}: ${status} ${text.slice(0, 300)}`);
    }
  }

  return {
    ...{ dataDir, origin, one, other, uncached, another, end, chance, ask, insist, submit },
    people: { ada, bob, verifier, helper, demoted, blocked, administrator },
    sent: () => sent,
    async stop(): Promise<void> {
      for (const each of [one, other, uncached]) await end(each);
    },
  };
}

export type Target = Awaited<ReturnType<typeof openTarget>>;

/** Tells of something that must not be. */
export type Found = (where: string, what: string) => void;

/** Attacks the site, tells what it finds, and says in a few words what it did. */
export type Attack = (site: Target, found: Found) => Promise<string>;

/** Works on all with several at once. */
export async function each<Work>(all: readonly Work[], work: (one: Work) => Promise<void>, atOnce = 6) {
  const left = [...all].reverse();
  const next = async (): Promise<void> => {
    for (let one = left.pop(); one !== undefined; one = left.pop()) await work(one);
  };
  await Promise.all(Array.from({ length: atOnce }, next));
}

/** Paths of files and of modules, statements, and the words of errors that nobody wrote for people. */
const LEAKS =
  /node_modules|\bat [\w.<>]+ \(?(?:file:|\/)|\.(?:server)?\.tsx?:\d|SQLITE_|no such (?:table|column)|(?:select|insert|update|delete) .{1,80}\b(?:from|into|set)\b.{1,80}\bwhere\b|TypeError|ReferenceError|RangeError|ZodError|UNIQUE constraint/i;

/** Tells of an answer that no request may cause: an error nobody declared, one that is late, one that leaks. */
export function judge(site: Target, found: Found, where: string, answer: Answer): void {
  const { status, text, took, headers } = answer;
  if (status === 0) found(where, `no answer, after ${Math.round(took)} ms`);
  if (status >= 500 && !(status === 503 && headers["retry-after"] !== undefined) && status !== 507)
    found(where, `${status}: ${text.slice(0, 120)}`);
  if (took > 5_000) found(where, `answered after ${Math.round(took)} ms`);
  const leak = status >= 400 ? LEAKS.exec(text)?.[0] : undefined;
  if (leak !== undefined) found(where, `leaks "${leak}"`);
  if (text.includes(site.dataDir)) found(where, "leaks the path of the data folder");
}
