import { FINGERPRINT } from "../../domain/contract/page-context.ts";

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
export type Step = (head: Head) => Reply | Promise<Reply> | null;

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
export interface AtHand {
  /** Its ETag, without quotes. */
  readonly tag: string;
  /** A hash of all that the page follows from; null for whatever is no page. */
  readonly fingerprint: string | null;
}

/** Creates a GET of a URL by a client that has an answer; null: it has none. */
export const readOf = (url: string, atHand: AtHand | null): Request =>
  new Request(url, {
    headers: {
      ...(atHand && { "If-None-Match": `"${atHand.tag}"` }),
      ...(atHand?.fingerprint && { [FINGERPRINT]: atHand.fingerprint }),
    },
  });

export function responseOf({ status, headers, body }: Reply): Response {
  const list = new Headers();
  for (let at = 0; at < headers.length; at += 2)
    list.append(headers[at] as string, headers[at + 1] as string);
  return new Response(body as Uint8Array<ArrayBuffer> | null, { status, headers: list });
}
