import { FINGERPRINT } from "../../domain/contract/page-context.ts";
import type { Versions } from "../db/database.ts";
import { readTags, TAGS, type Tag } from "../db/tags.ts";
import { type Compression, type Content, packed, replyWith, tagIn, tagOf } from "../http/content.ts";
import {
  type CachedVersion,
  type Head,
  type HeaderPair,
  pathOf,
  type Reply,
  type RequestStep,
  requestIdHeader,
} from "../http/head.ts";
import { boundedCache } from "./bounded-cache.ts";

/** What says whether something that was made is still current. */
interface Dated {
  /** The tags of all that it was made from; null: nobody knows, so it was made from everything. */
  readonly tags: readonly Tag[] | null;
  /** The highest number of any tag when its making began. */
  readonly since: number;
  /** The day it was made on, in days since 1970, UTC. */
  readonly day: number;
}

/** A whole public answer. It depends only on its address and its tags. */
export interface CachedResponse extends Content, Dated {
  readonly fingerprint: string | null;
  /** When it was last found current, in milliseconds since 1970, and what was known of the tags then. */
  foundCurrent: number;
  foundWith?: Versions;
}

/** A store of answers by canonical address: synchronous if it is in memory, otherwise asynchronous. */
export interface ResponseStore {
  /** Returns the last answer of this address; of several that it has, one that is current. */
  get(
    address: string,
    isCurrent: (response: CachedResponse) => boolean,
  ): CachedResponse | null | Promise<CachedResponse | null>;
  set(address: string, response: CachedResponse): void | Promise<void>;
}

/** An answer that a client waits for. Its maker may have to make others first. */
export interface AnswerRequest {
  /**
   * The encoding in which it may come, together with its tag, since its maker may have more time for that; null: none.
   */
  readonly encoding: "br" | null;
  /** The networks of the clients that wait for it, who take turns. More may be added until it begins. */
  readonly clients: readonly string[];
  /** Called when the making begins: returns the answer that is at hand then; null: there is none. */
  begin(): CachedVersion | null;
}

/** For a single request of a network whose answer is not cached: no encoding, and no answer at hand. */
export const uncachedRequest = (network: string): AnswerRequest => ({
  encoding: null,
  clients: [network],
  begin: () => null,
});

export interface ResponseCacheParts {
  readonly store: ResponseStore;
  /** When tags last moved; null: unknown, and nothing is cached. */
  versions(): Versions | null | Promise<Versions | null>;
  readonly now: () => Date;
  readonly compression: Compression | null;
  /** Returns the canonical form of an address; null: its answer is not cached. */
  canonical(url: string): string | null;
  /** How long after it was last current an answer may be sent while it is revalidated, in milliseconds. */
  readonly staleFor: number;
  /** Whether the answers of a path may be sent so. */
  mayBeStale(path: string): boolean;
  /** Goes on with work after the answer that it follows was sent. */
  waitUntil(work: Promise<unknown>): void;
  /** Makes the answer to GET of a canonical address. 304: the answer at hand is still current. */
  make(address: string, request: AnswerRequest): Promise<Response>;
  /** The headers of every answer of the site. */
  readonly common: readonly HeaderPair[];
  /** Whether each answer says in Cache-Status (RFC 9211) how it was obtained (hit, stale or miss): for measurements. */
  readonly addsCacheStatus?: boolean;
  noteCached?(how: string): void;
}

/** The same for every answer: browsers revalidate it each time, a CDN may hold it briefly. */
const CACHE_HEADERS: readonly HeaderPair[] = [
  ["Cache-Control", "public, max-age=0, must-revalidate"],
  ["CDN-Cache-Control", "max-age=10, stale-while-revalidate=60"],
  // What is sent with a token is not answered here.
  ["Vary", "Accept-Encoding, Authorization"],
];

/** Headers of the handler's answer that are up to the edge or the connection. */
const NOT_KEPT = new Set([
  "cache-control",
  "content-type",
  "content-length",
  "content-encoding",
  "date",
  "vary",
  "etag",
]);

/** An answer that is being made. */
interface Making {
  readonly answer: Promise<Made>;
  readonly clients: string[];
}

/** An answer as it was made, and how, in the words of RFC 9211. */
interface Made extends Dated {
  readonly how: string;
  /** What was cached; or what could not be, as it is. */
  readonly sent: CachedResponse | Reply;
}

/** A day in milliseconds. */
const DAY = 24 * 60 * 60 * 1_000;

/** Answers that are revalidated in the background at a time. */
const MAX_REVALIDATIONS = 8;

/** Tells that its sender wrote something a moment ago, and is to see it. */
const WROTE = "wrote";

/** How much longer than a stale answer may be sent the cookie lasts, in seconds: clocks, and the time of the write. */
const CLOCK_SKEW_S = 10;

/** Returns the cookie for the sender of a write, whatever became of it. @param staleFor in milliseconds */
export const wroteCookie = (staleFor: number, isSecure: boolean): string =>
  `${WROTE}=1; Max-Age=${staleFor / 1_000 + CLOCK_SKEW_S}; Path=/; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;

/** Whether a request is to get nothing older than current. */
const wantsCurrent = ({ header }: Head): boolean =>
  /(?:^|;\s*)wrote=/.test(header("cookie") ?? "") || /no-cache/.test(header("cache-control") ?? "");

/** Whether a handler's answer may be cached: a whole, public one. */
export function isCacheable(response: Response): boolean {
  return (
    response.status === 200 &&
    !response.headers.has("Set-Cookie") &&
    !/no-store|private/.test(response.headers.get("Cache-Control") ?? "")
  );
}

/** Calls `next` at once if the value is there, otherwise when it resolves. */
function then<Value, Result>(
  value: Value | Promise<Value>,
  next: (value: Value) => Result | Promise<Result>,
): Result | Promise<Result> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** A cache, and what is being made for it. */
interface ResponseCache extends ResponseCacheParts {
  /** The names of the headers of every answer, in small letters. */
  readonly commonNames: ReadonlySet<string>;
  /** Answers being made: concurrent requests for the same one share it. */
  readonly making: Map<string, Making>;
  /** How many answers are revalidated in the background. */
  behind: number;
}

const today = ({ now }: ResponseCache): number => Math.floor(now().getTime() / DAY);

const isGood = (cache: ResponseCache, { tags, since, day }: Dated, current: Versions): boolean =>
  current.of(tags) <= since && (day === today(cache) || tags?.includes("day") === false);

/** Whether an answer is current, which is noted. */
function isCurrent(cache: ResponseCache, response: CachedResponse, current: Versions): boolean {
  if (response.foundWith !== current || response.day !== today(cache)) {
    if (!isGood(cache, response, current)) return false;
    response.foundWith = current;
  }
  response.foundCurrent = cache.now().getTime();
  return true;
}

/** Returns the headers of a handler's answer that are its own. */
const ownHeaders = ({ headers }: Response, { commonNames }: ResponseCache): [string, string][] =>
  Array.from(headers).filter(([name]) => !commonNames.has(name) && name !== TAGS && name !== FINGERPRINT);

/** Returns what cannot be cached, an error for instance, as it is: nobody stores it unless the handler allowed it. */
function uncached(made: Response, body: Uint8Array<ArrayBuffer>, cache: ResponseCache): Reply {
  const own = ownHeaders(made, cache).flat();
  const headers = [...cache.common.flat(), ...own, "Content-Length", String(body.byteLength)];
  headers.push(...requestIdHeader().flat());
  if (!made.headers.has("Cache-Control")) headers.push("Cache-Control", "no-store");
  return { status: made.status, headers, body };
}

/** @param last the answer of that address that is at hand */
async function revalidate(
  cache: ResponseCache,
  address: string,
  atRequest: Versions | null,
  last: CachedResponse | null,
  clients: readonly string[],
): Promise<Made> {
  const { store, versions, now, compression } = cache;
  const isKnown = atRequest !== null;
  let [known, at] = [atRequest, now().getTime()];
  const made = await cache.make(address, {
    clients,
    encoding: compression && isKnown ? "br" : null,
    begin() {
      // It may have been queued beyond the next write.
      const current = versions();
      if (!(current instanceof Promise)) known = current;
      at = now().getTime();
      return last;
    },
  });
  const how = `fwd=${last ? "stale" : "miss"}; fwd-status=${made.status}`;
  // The number is that of before it was made: after a write in between, the answer is not taken for current.
  const dated: Dated = {
    tags: readTags(made.headers),
    since: known?.of(null) ?? 0,
    day: Math.floor(at / DAY),
  };
  const keep = async (content: Omit<CachedResponse, keyof Dated | "foundCurrent">): Promise<Made> => {
    const { foundWith: _, ...response }: CachedResponse = { ...content, ...dated, foundCurrent: at };
    if (known) await store.set(address, response);
    return { ...dated, how, sent: response };
  };
  if (last && made.status === 304) return keep(last);
  const body = new Uint8Array(await made.arrayBuffer());
  if (!isCacheable(made)) return { ...dated, how, sent: uncached(made, body, cache) };
  const own = ownHeaders(made, cache);
  const content = {
    fingerprint: made.headers.get(FINGERPRINT),
    contentType: made.headers.get("Content-Type") ?? "application/octet-stream",
    tag: tagIn(made.headers) ?? (await tagOf(body)),
    headers: [...CACHE_HEADERS, ...own.filter(([name]) => !NOT_KEPT.has(name))],
    ...(made.headers.get("Content-Encoding") === "br"
      ? { body: null, encoded: new Map([["br", body]] as const) }
      : { body, encoded: new Map() }),
  };
  // The same bytes as before: they are compressed already.
  if (last?.tag === content.tag) return keep({ ...content, body: last.body, encoded: last.encoded });
  return keep(isKnown && compression ? await packed(content, compression) : content);
}

function begin(
  cache: ResponseCache,
  address: string,
  current: Versions | null,
  last: CachedResponse | null,
  clients: string[],
): Making {
  const { making } = cache;
  const made: Making = {
    clients,
    answer: revalidate(cache, address, current, last, clients).finally(() => {
      if (making.get(address) === made) making.delete(address);
    }),
  };
  making.set(address, made);
  return made;
}

async function answerFresh(
  cache: ResponseCache,
  head: Head,
  address: string,
  current: Versions | null,
  last: CachedResponse | null,
): Promise<Reply> {
  const { making } = cache;
  const network = head.network();
  for (let shared = making.get(address); shared; shared = making.get(address)) {
    if (!shared.clients.includes(network)) shared.clients.push(network);
    const made = await shared.answer;
    // It may have begun before a write that this client is to see.
    if (!current || isGood(cache, made, current)) return replyOf(cache, made, head, "; collapsed");
  }
  return replyOf(cache, await begin(cache, address, current, last, [network]).answer, head, "");
}

async function replyOf(cache: ResponseCache, { sent, how }: Made, head: Head, more: string): Promise<Reply> {
  if ("tag" in sent)
    return telling(cache, how + more, await replyWith(sent, head, cache.common, cache.compression));
  return telling(cache, how + more, head.method === "HEAD" ? { ...sent, body: null } : sent);
}

function telling(
  { noteCached, addsCacheStatus }: ResponseCache,
  how: string,
  reply: Reply | Promise<Reply>,
): Reply | Promise<Reply> {
  noteCached?.(how);
  if (!addsCacheStatus) return reply;
  return then(reply, (sent) => ({ ...sent, headers: [...sent.headers, "Cache-Status", `Index; ${how}`] }));
}

/** Revalidates an answer that has just been sent, after those that somebody waits for. */
function revalidateInBackground(
  cache: ResponseCache,
  address: string,
  current: Versions,
  last: CachedResponse,
): void {
  if (cache.making.has(address) || cache.behind >= MAX_REVALIDATIONS) return;
  cache.behind += 1;
  const { answer } = begin(cache, address, current, last, []);
  cache.waitUntil(
    answer.then(
      () => {
        cache.behind -= 1;
      },
      (error) => {
        cache.behind -= 1;
        console.error(`${pathOf(address)}, to be revalidated:`, error);
      },
    ),
  );
}

const maySend = (cache: ResponseCache, head: Head, { foundCurrent }: CachedResponse): boolean =>
  cache.now().getTime() - foundCurrent < cache.staleFor && cache.mayBeStale(head.path) && !wantsCurrent(head);

/**
 * Creates the step that answers public reads. An answer is cached under its canonical address with the tags of what it
 * was made from, and is good until one of them moves.
 */
export function responseCache(parts: ResponseCacheParts): RequestStep {
  const { store, versions, compression, canonical, common } = parts;
  const commonNames = new Set(common.map(([name]) => name.toLowerCase()));
  const cache: ResponseCache = { ...parts, commonNames, making: new Map(), behind: 0 };
  return (head) => {
    if (head.header("authorization") !== undefined) return null;
    const address = canonical(head.url);
    if (address === null) return null;
    return then(versions(), (current) => {
      if (!current) return answerFresh(cache, head, address, null, null);
      const found = store.get(address, (response) => isGood(cache, response, current));
      return then(found, (last) => {
        if (last && isCurrent(cache, last, current))
          return telling(cache, "hit", replyWith(last, head, common, compression));
        if (!last || !maySend(cache, head, last)) return answerFresh(cache, head, address, current, last);
        revalidateInBackground(cache, address, current, last);
        return telling(cache, "hit; detail=stale", replyWith(last, head, common, compression));
      });
    });
  };
}

/** The bytes of an entry besides its body and its key: headers, and the map's bookkeeping; and of each of its tags. */
const OVERHEAD = 1_000;
const OF_A_TAG = 100;

/** An answer cached in one encoding gets a second one if a client asks for that: which doubles its size. */
const WITH_ANOTHER = 2;

function weigh({ body, encoded, tags }: CachedResponse): number {
  const bytes = body ? body.byteLength : (encoded.get("br")?.byteLength ?? 0) * WITH_ANOTHER;
  return bytes + OVERHEAD + (tags?.length ?? 0) * OF_A_TAG;
}

/** A cache of answers, bounded in bytes. It evicts answers that were not requested lately first. */
export class ResponsesInMemory implements ResponseStore {
  readonly #answers: ReturnType<typeof boundedCache<CachedResponse>>;

  constructor(limitBytes: number) {
    this.#answers = boundedCache({ most: Number.POSITIVE_INFINITY, bytes: limitBytes, weigh });
  }

  get(address: string): CachedResponse | null {
    return this.#answers.get(address) ?? null;
  }

  set(address: string, answer: CachedResponse): void {
    this.#answers.set(address, answer);
  }
}
