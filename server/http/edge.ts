import { FINGERPRINT } from "../../domain/contract/page-context.ts";
import type { RateName } from "../../domain/contract/rates.ts";
import { isSignIn } from "../../domain/contract/routes.ts";
import {
  type AnswerRequest,
  type ResponseStore,
  responseCache,
  uncachedRequest,
  wroteCookie,
} from "../cache/response-cache.ts";
import type { Versions } from "../db/database.ts";
import { TAGS } from "../db/tags.ts";
import { describeError, errorHeaders, TooMany } from "../errors.ts";
import { accessHeaders, canonicalAddresses, type EdgeAddresses } from "./addresses.ts";
import { type Compression, type Content, plainPage, replyWith } from "./content.ts";
import {
  type Head,
  type HeaderPair,
  headOf,
  inRequest,
  isRead,
  limits,
  pathOf,
  type Reply,
  type RequestStep,
  readOf,
  requestId,
  requestIdHeader,
  responseOf,
  securityHeaders,
  signInHeaders,
  withHeaders,
} from "./head.ts";

/** Counts requests of a kind by the network of an address. Each function returns the seconds to wait; 0: it may go on. */
export interface NetworkRates {
  /** Counts in this process alone, at once: every request. Absent where the platform counts all that comes. */
  here?(rate: RateName, address: string): number;
  /** Counts in all processes. */
  everywhere(rate: RateName, address: string): Promise<number>;
}

/** What a platform provides to the edge of the site. */
export interface EdgePorts {
  /** The cache of whole answers. */
  readonly responses: ResponseStore;
  /** When tags last moved; null while that is unknown. */
  versions(): Versions | null | Promise<Versions | null>;
  /** How long after it was last current an overview may be sent while it is revalidated, in milliseconds. */
  readonly staleFor: number;
  /** Goes on with work after an answer was sent. By default nothing has to be done for that. */
  waitUntil?(work: Promise<unknown>): void;
  /**
   * Makes the answer to GET of a URL elsewhere, if long work has threads of its own. 304: the cached answer is still
   * current.
   */
  make?(url: string, request: AnswerRequest, isDownload: boolean): Promise<Response>;
  /** Null if a proxy in front of the site compresses. */
  readonly compression: Compression | null;
  /** Whether cacheable answers have a Cache-Status header (see `KeepingParts`). */
  readonly addsCacheStatus?: boolean;
  /** Told how an answer that may be cached was come by, in the words of Cache-Status. */
  noteCached?(how: string): void;
  /** Absent: nothing is counted. */
  readonly rates?: NetworkRates | undefined;
  /** The built files of the pages by path, if nothing else serves them. */
  readonly files?: ReadonlyMap<string, Content>;
}

export interface EdgeParts extends EdgePorts {
  readonly addresses: EdgeAddresses;
  readonly now: () => Date;
  /** The site's origin, without a trailing slash. */
  readonly siteOrigin: string;
  /** The origin of the media if they have a host of their own; null: they are under /media of the site. */
  readonly mediaOrigin: string | null;
  /** Makes an answer; `env` is what the platform passes along with a request, and its network. */
  handle(request: Request, env?: object): Response | Promise<Response>;
}

/** The site as seen from outside. */
export interface Edge {
  /**
   * Returns the edge's own answer: synchronously if it is cached, otherwise as a promise. Null: the whole request is
   * to be passed on.
   */
  answer(head: Head): Reply | Promise<Reply> | null;
  /** Refuses a request of a network that has used up its share, in all processes; null: it may go on. */
  refuse(head: Head, network: string): Promise<Reply | null>;
  /** Has the app answer a request of a network that the edge does not answer. */
  pass(request: Request, env?: object, network?: string): Promise<Response>;
  /** Does both. */
  fetch(request: Request, env?: object): Promise<Response>;
}

/** What the edge's functions work with. */
interface EdgeContext extends EdgeParts {
  readonly mediaHost: string | null;
  /** The headers of every answer, and of those of the sign-in. */
  readonly common: readonly HeaderPair[];
  readonly ofSignIn: readonly HeaderPair[];
}

/** Makes an answer of a canonical address: long ones elsewhere, if the platform has threads for them. */
function make(edge: EdgeContext, address: string, request: AnswerRequest): Response | Promise<Response> {
  const url = edge.siteOrigin + address;
  const path = pathOf(address);
  return edge.make && edge.addresses.isLong(path)
    ? edge.make(url, request, edge.addresses.isDownload(path))
    : edge.handle(readOf(url, request.begin()));
}

/** Returns the steps that answer what is read, in their order. */
const stepsOf = (edge: EdgeContext): readonly RequestStep[] => [
  (head) => {
    const file = edge.files?.get(head.path);
    return file ? replyWith(file, head, edge.common, null) : null;
  },
  siteName(edge.siteOrigin, edge.addresses, edge.common),
  responseCache({
    store: edge.responses,
    versions: edge.versions,
    now: edge.now,
    staleFor: edge.staleFor,
    mayBeStale: edge.addresses.mayBeStale,
    waitUntil: (work) => edge.waitUntil?.(work),
    compression: edge.compression,
    canonical: canonicalAddresses(edge.addresses),
    make: async (address, request) => make(edge, address, request),
    common: edge.common,
    ...(edge.addsCacheStatus && { addsCacheStatus: true }),
    ...(edge.noteCached && { noteCached: edge.noteCached }),
  }),
];

const rateOf = ({ files, mediaHost, addresses }: EdgeContext, head: Head): RateName | null =>
  files?.has(head.path) ? null : head.header("host") === mediaHost ? "media" : addresses.rateOf(head.path);

function tooMany({ common }: EdgeContext, head: Head, wait: number): Reply | null {
  const seconds = Math.ceil(wait);
  return seconds > 0 ? unmade(head, new TooMany(seconds, "too-many-requests", { seconds }), common) : null;
}

function overHere(edge: EdgeContext, head: Head, take: NonNullable<NetworkRates["here"]>): Reply | null {
  const [rate, network] = [rateOf(edge, head), head.network()];
  return rate === null || network === "" ? null : tooMany(edge, head, take(rate, network));
}

async function overEverywhere(edge: EdgeContext, head: Head, network: string): Promise<Reply | null> {
  const rate = rateOf(edge, head);
  return rate && edge.rates ? tooMany(edge, head, await edge.rates.everywhere(rate, network)) : null;
}

function answerHere(
  edge: EdgeContext,
  steps: readonly RequestStep[],
  head: Head,
): Reply | Promise<Reply> | null {
  const refused = limits(head);
  if (refused) return refused;
  const over = edge.rates?.here ? overHere(edge, head, edge.rates.here) : null;
  if (over) return over;
  if (!isRead(head) || !head.url.startsWith("/") || head.header("host") === edge.mediaHost) return null;
  const failed = (error: unknown): Reply => unmade(head, error, edge.common);
  try {
    for (const step of steps) {
      const reply = step(head);
      if (reply) return reply instanceof Promise ? reply.catch(failed) : reply;
    }
  } catch (error) {
    return failed(error);
  }
  return null;
}

async function madeElsewhere(
  edge: EdgeContext,
  request: Request,
  address: string,
  network: string,
): Promise<Response> {
  try {
    const response = await make(edge, address, uncachedRequest(network));
    if (request.method === "GET") return response;
    await response.body?.cancel();
    return new Response(null, response);
  } catch (error) {
    return responseOf(unmade(headOf(request), error, edge.common));
  }
}

async function passOn(
  edge: EdgeContext,
  request: Request,
  env: object | undefined,
  network: string,
): Promise<Response> {
  const { addresses, siteOrigin } = edge;
  const { host } = new URL(request.url);
  const { url: address, path: pathname } = headOf(request);
  const search = address.slice(pathname.length);
  // What is only read is not worth a count that all processes share.
  if (network !== "" && (!isRead(request) || isSignIn(pathname))) {
    const refused = await inRequest(() => overEverywhere(edge, headOf(request), network));
    if (refused) return responseOf(refused);
  }
  // Whatever host a client names: only the media's own has other answers.
  const isLong =
    edge.make &&
    isRead(request) &&
    host !== edge.mediaHost &&
    addresses.isLong(pathname) &&
    !(request.headers.has("authorization") && addresses.isMeantByReader(pathname, search));
  // A long answer is never personal, so it is made without the visitor's credentials.
  const response = await (isLong
    ? madeElsewhere(edge, request, address, network)
    : edge.handle(request, { ...env, network }));
  const secure = isSignIn(pathname) ? edge.ofSignIn : edge.common;
  const answer = withHeaders(response, [
    ...secure,
    ...accessHeaders(pathname, { request: request.headers, response: response.headers }, addresses),
  ]);
  if (answer.status >= 400 || answer.headers.get("Cache-Control")?.includes("no-store"))
    for (const [name, value] of requestIdHeader()) answer.headers.set(name, value);
  answer.headers.delete(TAGS);
  answer.headers.delete(FINGERPRINT);
  if (request.method === "POST" && edge.staleFor > 0)
    answer.headers.append("Set-Cookie", wroteCookie(edge.staleFor, siteOrigin.startsWith("https:")));
  return answer;
}

/** Creates the edge of a site. */
export function createEdge(parts: EdgeParts): Edge {
  const { siteOrigin, mediaOrigin } = parts;
  const edge: EdgeContext = {
    ...parts,
    mediaHost: mediaOrigin && new URL(mediaOrigin).host,
    common: securityHeaders(siteOrigin),
    ofSignIn: signInHeaders(siteOrigin),
  };
  const steps = stepsOf(edge);
  const answer: Edge["answer"] = (head) => inRequest(() => answerHere(edge, steps, head));
  const pass: Edge["pass"] = (request, env, network = "") =>
    inRequest(() => passOn(edge, request, env, network));
  return {
    answer,
    refuse: (head, network) => inRequest(() => overEverywhere(edge, head, network)),
    pass,
    async fetch(request, env) {
      const reply = await answer(headOf(request));
      return reply ? responseOf(reply) : pass(request, env);
    },
  };
}

/** Returns the reply for an answer that could not be made: the reason, as far as it is known. */
function unmade({ method, path, header }: Head, error: unknown, common: readonly HeaderPair[]): Reply {
  const { status, message, unexpected } = describeError(error);
  if (unexpected) console.error(`${method} ${path}:`, error);
  const isPage = header("accept")?.includes("text/html") === true;
  const body = new TextEncoder().encode(
    isPage ? plainPage(message, requestId()) : JSON.stringify({ error: message }),
  );
  const headers = [
    ...common.flat(),
    ...["Content-Type", isPage ? "text/html; charset=utf-8" : "application/json"],
    ...["Content-Length", String(body.byteLength), "Cache-Control", "no-store"],
    ...requestIdHeader().flat(),
    ...(isPage ? [] : ["Access-Control-Allow-Origin", "*", "Access-Control-Expose-Headers", "Retry-After"]),
    ...Object.entries(errorHeaders(error)).flat(),
  ];
  return { status, headers, body: method === "HEAD" ? null : body };
}

const LOCAL_NAMES = ["localhost", "127.0.0.1", "[::1]"];

/** Whether a host name means this machine. */
const isLocalName = (hostname: string): boolean => LOCAL_NAMES.includes(hostname);

/** Returns the other names under which the same local site answers: "127.0.0.1:3000" beside "localhost:3000". */
function otherLocalNames(siteOrigin: string): ReadonlySet<string> {
  const { hostname, port } = new URL(siteOrigin);
  if (!isLocalName(hostname)) return new Set();
  return new Set(
    LOCAL_NAMES.filter((name) => name !== hostname).map((name) => (port ? `${name}:${port}` : name)),
  );
}

/** Redirects pages requested under another local name to the site's own: a sign-in has one origin. */
export function siteName(
  siteOrigin: string,
  { isApi }: Pick<EdgeAddresses, "isApi">,
  common: readonly HeaderPair[],
): RequestStep {
  const strangers = otherLocalNames(siteOrigin);
  return (head) => {
    if (!strangers.has(head.header("host") ?? "") || isApi(head.path)) return null;
    const headers = [...common.flat(), "Location", siteOrigin + head.url, "Cache-Control", "no-store"];
    return { status: 307, headers, body: null };
  };
}
