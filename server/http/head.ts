import { FINGERPRINT } from "../../domain/contract/page-context.ts";

/**
 * The parts of a request that decide what answers it. There is no body and nothing is parsed, so a Node server provides
 * it without creating a Request.
 */
export interface Head {
  readonly method: string;
  /** Path and query, as sent. */
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

export const isRead = ({ method }: Pick<Head, "method">): boolean => method === "GET" || method === "HEAD";

export function headOf(request: Request): Head {
  const { pathname, search } = new URL(request.url);
  return {
    method: request.method,
    url: pathname + search,
    path: pathname,
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
