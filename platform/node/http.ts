import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { getRequestListener, type Http2Bindings, type HttpBindings } from "@hono/node-server";
import { isApiPath, isPersonal, MEDIA_PATH } from "../../routes.ts";
import {
  type Answer,
  AnswerCache,
  CACHE_HEADERS,
  chooseEncoding,
  type Encoding,
  etagOf,
  isEncodable,
  isKeepable,
  isKnown,
  toAnswer,
} from "../../server/answers.ts";
import { canonicalUrl, type KnownParameters } from "../../server/canonical-url.ts";
import type { Asset } from "./assets.ts";
import { compress } from "./compress.ts";

/** Room for a query that the app itself refuses with a sentence, instead of the HTTP parser with none. */
const MAX_HEADER_BYTES = 256 * 1024;

/** Addresses whose canonical form is remembered at a time, and the length from which one is not worth it. */
const MOST_CANONICALS = 10_000;
const LONG_URL = 500;

export interface HttpParts {
  /** `env` holds the connection, where there is one. */
  readonly fetch: (request: Request, env?: HttpBindings | Http2Bindings) => Response | Promise<Response>;
  readonly assets: ReadonlyMap<string, Asset>;
  readonly known: KnownParameters;
  readonly currentVersion: () => number;
  readonly cacheBytes: number;
  /** The host that serves media alone, if there is one: all its requests go to the app. */
  readonly mediaHost?: string | null;
  /** Where the site is reached. Pages asked for under another local name are sent there: a sign-in has one origin. */
  readonly siteOrigin: string;
}

/** An answer that may not be kept, read whole. */
interface Unkept {
  readonly response: Response;
  readonly body: Uint8Array;
}

type Made = { readonly answer: Answer } | Unkept;

/** Headers of every answer, name after value. */
type HeaderList = readonly string[];

/**
 * A popup of the site keeps its opener, which the sign-in needs: "same-origin-allow-popups". Browsers are held to https
 * where the site has it.
 */
function commonHeaders(siteOrigin: string): HeaderList {
  return [
    ...["X-Content-Type-Options", "nosniff"],
    ...["Referrer-Policy", "strict-origin-when-cross-origin"],
    ...["Cross-Origin-Opener-Policy", "same-origin-allow-popups"],
    ...(siteOrigin.startsWith("https:") ? ["Strict-Transport-Security", "max-age=31536000"] : []),
  ];
}

const COMMON_NAMES = new Set([
  "x-content-type-options",
  "referrer-policy",
  "cross-origin-opener-policy",
  "strict-transport-security",
]);

/** A request, the response to it, and what every answer's headers begin with. */
interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly common: HeaderList;
}

/** A kept answer in one encoding, ready to be written: nothing is put together while somebody waits. */
interface Ready {
  /** For 304. */
  readonly head: readonly string[];
  /** For 200: with type, length and encoding. */
  readonly headers: readonly string[];
  readonly body: Uint8Array;
}

const ready = new WeakMap<Answer, Map<Encoding | null, Ready>>();

function makeReady(answer: Answer, encoding: Encoding | null, common: HeaderList): Ready {
  const body = (encoding && answer.encoded.get(encoding)) ?? answer.body;
  const head = [...common, "ETag", etagOf(answer, encoding)];
  for (const [name, value] of CACHE_HEADERS) head.push(name, value);
  for (const [name, value] of answer.headers) if (!COMMON_NAMES.has(name)) head.push(name, value);
  const headers = [...head, "Content-Type", answer.contentType, "Content-Length", String(body.byteLength)];
  if (encoding) headers.push("Content-Encoding", encoding);
  return { head, headers, body };
}

function readyFor(answer: Answer, encoding: Encoding | null, common: HeaderList): Ready {
  let encodings = ready.get(answer);
  if (!encodings) {
    encodings = new Map();
    ready.set(answer, encodings);
  }
  let made = encodings.get(encoding);
  if (!made) {
    made = makeReady(answer, encoding, common);
    encodings.set(encoding, made);
  }
  return made;
}

/**
 * A kept answer, or 304 where the browser has it already. Runs without waiting, but for the first who asks for an
 * encoding: this is what most requests are.
 */
function send(exchange: Exchange, answer: Answer): void | Promise<void> {
  const accepted = isEncodable(answer)
    ? chooseEncoding(exchange.request.headers["accept-encoding"]?.toString())
    : null;
  if (accepted !== null && !answer.encoded.has(accepted)) {
    return compress(answer, accepted).then(() => write(exchange, answer, accepted));
  }
  write(exchange, answer, accepted);
}

function write({ request, response, common }: Exchange, answer: Answer, encoding: Encoding | null): void {
  const { head, headers, body } = readyFor(answer, encoding, common);
  if (isKnown(request.headers["if-none-match"], answer)) {
    response.writeHead(304, head as string[]).end();
    return;
  }
  response.writeHead(200, headers as string[]);
  response.end(request.method === "HEAD" ? undefined : body);
}

function sendAsset({ request, response, common }: Exchange, asset: Asset): void {
  const accepted = request.headers["accept-encoding"]?.toString() ?? "";
  const encoding = (["br", "gzip"] as const).find(
    (each) => accepted.includes(each) && asset.encoded.has(each),
  );
  const body = (encoding && asset.encoded.get(encoding)) ?? asset.body;
  const life = asset.immutable ? "public, max-age=31536000, immutable" : "public, max-age=3600";
  const headers = [
    ...common,
    "Content-Type",
    asset.contentType,
    "Cache-Control",
    life,
    "Vary",
    "Accept-Encoding",
  ];
  headers.push("Content-Length", String(body.byteLength));
  if (encoding) headers.push("Content-Encoding", encoding);
  response.writeHead(200, headers).end(request.method === "HEAD" ? undefined : body);
}

/** Names under which the same local site answers, other than its own: "127.0.0.1:3000" beside "localhost:3000". */
function otherLocalNames(siteOrigin: string): ReadonlySet<string> {
  const { hostname, port } = new URL(siteOrigin);
  const names = ["localhost", "127.0.0.1", "[::1]"];
  if (!names.includes(hostname)) return new Set();
  return new Set(names.filter((name) => name !== hostname).map((name) => (port ? `${name}:${port}` : name)));
}

/** Whether answers to the path may be kept. Media are streamed, health is asked for the moment. */
function isCacheable(path: string): boolean {
  return !path.startsWith(`${MEDIA_PATH}/`) && path !== "/healthz" && !isPersonal(path);
}

/**
 * The HTTP server: built files, kept answers and the redirect to the site's own name are handled at once; the rest goes
 * through the app, and what may be kept of that is.
 */
export function createHttpServer(parts: HttpParts): Server {
  const { fetch, assets, known, currentVersion, siteOrigin, mediaHost = null } = parts;
  const answers = new AnswerCache(parts.cacheBytes);
  const strangers = otherLocalNames(siteOrigin);
  const common = commonHeaders(siteOrigin);
  const passOn = getRequestListener(fetch, { overrideGlobalObjects: false });

  /** Leaves the answer to the app. Its headers are set first: the sign-in provider writes the rest by itself. */
  function handOn({ request, response }: Exchange): void {
    for (let at = 0; at < common.length; at += 2)
      response.setHeader(common[at] as string, common[at + 1] as string);
    void passOn(request, response);
  }

  const canonicals = new Map<string, string>();
  /** The canonical form of an address; those that were asked for lately are remembered. */
  function canonicalOf(url: string): string {
    if (!url.includes("?")) return url;
    let canonical = canonicals.get(url);
    if (canonical === undefined) {
      canonical = canonicalUrl(url, known);
      if (canonicals.size >= MOST_CANONICALS) canonicals.clear();
      if (url.length < LONG_URL) canonicals.set(url, canonical);
    }
    return canonical;
  }

  /** Answers being made, so that many who ask for one thing at once have it made once. */
  const making = new Map<string, Promise<Made>>();

  async function make(url: string, accept: string | undefined): Promise<Made> {
    // Read before the answer is made: a write in between makes it out of date, never the other way round.
    const version = currentVersion();
    const response = await fetch(new Request(siteOrigin + url, accept ? { headers: { accept } } : {}));
    if (!isKeepable(response)) return { response, body: new Uint8Array(await response.arrayBuffer()) };
    const answer = await toAnswer(response, version);
    answers.set(url, answer);
    return { answer };
  }

  async function answerAnew(exchange: Exchange, url: string): Promise<void> {
    const key = `${currentVersion()} ${url}`;
    let made = making.get(key);
    if (!made) {
      made = make(url, exchange.request.headers.accept).finally(() => making.delete(key));
      making.set(key, made);
    }
    const result = await made;
    if ("answer" in result) await send(exchange, result.answer);
    else sendOnce(exchange, result);
  }

  return createServer(
    { maxHeaderSize: MAX_HEADER_BYTES, requestTimeout: 0, headersTimeout: 30_000 },
    (request, response) => {
      const exchange = { request, response, common };
      const url = request.url ?? "/";
      const isRead = request.method === "GET" || request.method === "HEAD";
      if (!isRead || !url.startsWith("/") || request.headers.host === mediaHost) return void handOn(exchange);
      const at = url.indexOf("?");
      const path = at === -1 ? url : url.slice(0, at);
      const asset = assets.get(path);
      if (asset) return sendAsset(exchange, asset);
      if (
        strangers.has(request.headers.host ?? "") &&
        !isApiPath(path) &&
        !path.startsWith(`${MEDIA_PATH}/`)
      ) {
        response.writeHead(307, [...common, "Location", siteOrigin + url, "Cache-Control", "no-store"]).end();
        return;
      }
      if (!isCacheable(path) || request.headers.authorization) return void handOn(exchange);
      const canonical = canonicalOf(url);
      const answer = answers.get(canonical, currentVersion());
      if (answer) return send(exchange, answer);
      answerAnew(exchange, canonical).catch((error) => {
        console.error(`${request.method} ${path}:`, error);
        if (response.headersSent) response.destroy();
        else response.writeHead(500, ["Content-Type", "text/plain"]).end("Something went wrong on our side.");
      });
    },
  );
}

/** An answer that is not kept, an error for instance, sent as it is. */
function sendOnce({ request, response, common }: Exchange, { response: made, body }: Unkept): void {
  const headers = [...common];
  for (const [name, value] of made.headers) if (!COMMON_NAMES.has(name)) headers.push(name, value);
  headers.push("Content-Length", String(body.byteLength));
  response.writeHead(made.status, headers).end(request.method === "HEAD" ? undefined : body);
}
