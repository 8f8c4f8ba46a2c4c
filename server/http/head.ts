import { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingMessage } from "node:http";
import { FINGERPRINT } from "../../domain/contract/page-context.ts";
import { MOST_PARAMETERS, MOST_URL } from "../../domain/limits.ts";
import { type Problem, problem, say } from "../../domain/messages/index.ts";

/**
 * The parts of a request that decide what answers it. There is no body and nothing is parsed, so a Node server provides
 * it without creating a Request.
 */
export interface Head {
  readonly method: string;
  /** Path and query, as they are read. */
  readonly url: string;
  readonly path: string;
  /** Returns the value of a header, by its lower-case name. */
  header(name: string): string | undefined;
  /** Returns the network of the client; "" where nobody takes turns. */
  network(): string;
}

/** An answer with all its bytes, ready to be written. */
export interface Reply {
  readonly status: number;
  /** Name, value, name, value …, as node:http takes them: nothing has to be assembled while a client waits. */
  readonly headers: readonly string[];
  readonly body: Uint8Array | null;
}

/** Answers a request, synchronously or as a promise; null leaves the request to the next step. */
export type RequestStep = (head: Head) => Reply | Promise<Reply> | null;

/** A header's name and value. */
export type HeaderPair = readonly [name: string, value: string];

export const pathOf = (url: string): string => {
  const at = url.indexOf("?");
  return at === -1 ? url : url.slice(0, at);
};

/** What a path may have that is read as another path; characters that mean the same encoded (RFC 3986, section 2.3). */
const OTHERWISE_READ = /[%#]|\/\./;
const ENCODED = /%[2-7][0-9a-f]/gi;
const UNRESERVED = /[\w.~-]/;

/**
 * Returns a path and query as the app reads them, however they are written: without dot segments or a fragment, and
 * with nothing encoded that need not be. Otherwise "/%66etch-2tc" would be counted, cached and sent as something else.
 */
export function asRead(target: string): string {
  if (!OTHERWISE_READ.test(pathOf(target))) return target;
  const url = `http://localhost${target}`;
  if (!URL.canParse(url)) return target;
  const { pathname, search } = new URL(url);
  const decoded = (encoded: string): string => String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
  return (
    pathname.replace(ENCODED, (each) => (UNRESERVED.test(decoded(each)) ? decoded(each) : each)) + search
  );
}

export const isRead = ({ method }: Pick<Head, "method">): boolean => method === "GET" || method === "HEAD";

export function headOf(request: Request): Head {
  const { pathname, search } = new URL(request.url);
  const url = asRead(pathname + search);
  return {
    method: request.method,
    url,
    path: pathOf(url),
    header: (name) => request.headers.get(name) ?? undefined,
    network: () => "",
  };
}

/** An answer that is at hand while it is revalidated. */
export interface CachedVersion {
  /** Its ETag, without quotes. */
  readonly tag: string;
  /** A hash of all that the page follows from; null for whatever is no page. */
  readonly fingerprint: string | null;
}

/** Creates a GET of a URL by a client that has an answer; null: it has none. */
export const readOf = (url: string, cachedVersion: CachedVersion | null): Request =>
  new Request(url, {
    headers: {
      ...(cachedVersion && { "If-None-Match": `"${cachedVersion.tag}"` }),
      ...(cachedVersion?.fingerprint && { [FINGERPRINT]: cachedVersion.fingerprint }),
    },
  });

export function responseOf({ status, headers, body }: Reply): Response {
  const list = new Headers();
  for (let at = 0; at < headers.length; at += 2)
    list.append(headers[at] as string, headers[at + 1] as string);
  return new Response(body as Uint8Array<ArrayBuffer> | null, { status, headers: list });
}

/** The id of the current request. It is made when somebody asks for it: most answers are cached and have none. */
const requests = new AsyncLocalStorage<{ id: string | null }>();

/** Answers a request; whatever it logs meanwhile has its id. `id` is given where another thread took the request. */
export const inRequest = <Result>(work: () => Result, id: string | null = null): Result =>
  requests.run({ id }, work);

/** Returns the id of the current request; null: there is none. */
export function requestId(): string | null {
  const request = requests.getStore();
  if (!request) return null;
  request.id ??= crypto.randomUUID().slice(-12);
  return request.id;
}

/** Returns the header that names the current request: for errors, and for whatever nobody may store. */
export function requestIdHeader(): HeaderPair[] {
  const id = requestId();
  return id === null ? [] : [["X-Request-Id", id]];
}

/** Whether an address has more parameters than accepted; counted without parsing it. */
function hasTooManyParameters(url: string): boolean {
  let parameters = 0;
  for (let at = url.indexOf("?"); at !== -1; at = url.indexOf("&", at + 1)) {
    parameters += 1;
    if (parameters > MOST_PARAMETERS) return true;
  }
  return false;
}

/** Refuses an address that is too long or has too many parameters, before anything else reads it. */
export function limits({ url }: Head): Reply | null {
  if (url.length > MOST_URL) return refusal(414, problem("address-too-long", { bytes: MOST_URL }));
  if (hasTooManyParameters(url))
    return refusal(400, problem("too-many-parameters", { most: MOST_PARAMETERS }));
  return null;
}

/** Returns a refusal that closes the connection: such a client is not waited for. */
export function refusal(status: number, found: Problem): Reply {
  const body = new TextEncoder().encode(JSON.stringify({ error: say(found) }));
  const headers = ["Content-Type", "application/json", "Content-Length", String(body.length)];
  headers.push("Access-Control-Allow-Origin", "*", "Cache-Control", "no-store");
  headers.push("X-Content-Type-Options", "nosniff", "Connection", "close", ...requestIdHeader().flat());
  return { status, headers, body };
}

/** Lets a page keep its reference to windows that it opens: signing in at an external provider needs it. */
const OPENER_POLICY: HeaderPair = ["Cross-Origin-Opener-Policy", "same-origin-allow-popups"];

/** Returns the headers of every answer. Browsers are held to HTTPS if the site has it. */
export function securityHeaders(siteOrigin: string): readonly HeaderPair[] {
  return [...signInHeaders(siteOrigin), OPENER_POLICY];
}

/**
 * Returns the same for the pages of a sign-in, without the opener policy: such a page answers to the page that opened
 * its window, which may be on another host.
 */
export function signInHeaders(siteOrigin: string): readonly HeaderPair[] {
  const headers: HeaderPair[] = [
    ["X-Content-Type-Options", "nosniff"],
    ["Referrer-Policy", "strict-origin-when-cross-origin"],
  ];
  if (siteOrigin.startsWith("https:")) headers.push(["Strict-Transport-Security", "max-age=31536000"]);
  return headers;
}

/** Returns the response with these headers set, in place of its own. They are copied: its own may be immutable. */
export function withHeaders(response: Response, set: readonly HeaderPair[]): Response {
  const headers = new Headers(response.headers);
  for (const [name, value] of set) headers.set(name, value);
  const { status, statusText } = response;
  return new Response(response.body, { status, statusText, headers });
}

/** In characters. Longer than any IP address; what a proxy forwards may be anything. */
const LONGEST = 64;

/** Whether the client hung up before the form was complete or the answer was read, which is no error of ours. */
export const hasHungUp = (incoming: IncomingMessage | undefined): boolean =>
  incoming !== undefined && (incoming.socket.destroyed || (incoming.destroyed && !incoming.complete));

/** The client's address. Behind a proxy, what the nearest one saw. */
export function addressOf({ headers, socket }: IncomingMessage, trustProxy: boolean): string {
  const forwarded = trustProxy ? headers["x-forwarded-for"]?.toString().split(",").at(-1)?.trim() : undefined;
  return forwarded || socket.remoteAddress || "unknown";
}

/** The first six groups of an IPv4 address as written in IPv6, on a socket that accepts both. */
const MAPPED = "0:0:0:0:0:ffff";

/** Two bytes as a group of an IPv6 address. */
const groupOf = (high: string, low: string): string => (Number(high) * 256 + Number(low)).toString(16);

/** Removes the port that some proxies add: a client has a new one for each connection. */
const withoutPort = (address: string): string =>
  address.replace(/^\[([^\]]*)\](:\d+)?$/, "$1").replace(/^(\d+(\.\d+){3}):\d+$/, "$1");

/**
 * Returns the client to count by: an IPv4 address as it is, and the first 64 bits of an IPv6 one, since a client that has one
 * address has all of that network. A port does not count.
 */
export const networkOf = (address: string): string => networksOf(address)[0];

/**
 * Returns the networks that a client may have all of, smallest first: only itself for an IPv4 address; for an IPv6 one
 * those of 64, 56 and 48 bits, which providers give to a home, an office or a server.
 */
export function networksOf(text: string): readonly [string, ...string[]] {
  const address = withoutPort(text.slice(0, LONGEST).toLowerCase());
  if (!address.includes(":")) return [address];
  const groups = groupsOf(address);
  if (groups.slice(0, 6).join(":") === MAPPED)
    return [
      groups
        .slice(6)
        .map((group) => Number.parseInt(group, 16))
        .flatMap((pair) => [pair >> 8, pair & 255])
        .join("."),
    ];
  const [first, second, third, fourth = ""] = groups;
  const site = `${first}:${second}:${third}`;
  return [
    `${site}:${fourth}::/64`,
    `${site}:${(Number.parseInt(fourth, 16) & 0xff00).toString(16)}::/56`,
    `${site}::/48`,
  ];
}

/** Returns the eight groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): string[] {
  const [head = "", tail] = address
    .replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, a, b, c, d) => `${groupOf(a, b)}:${groupOf(c, d)}`)
    .split("::");
  const [first, last] = [head.split(":"), tail?.split(":") ?? []];
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - first.length - last.length);
  return [...first, ...Array<string>(zeros).fill("0"), ...last].map(
    (group) => group.replace(/^0+(?=.)/, "") || "0",
  );
}
