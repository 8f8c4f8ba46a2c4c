/** What of a request decides who answers it. No body, nothing parsed: a Node server has it without making a Request. */
export interface Head {
  readonly method: string;
  /** Path and query as they were sent. */
  readonly url: string;
  readonly path: string;
  /** The value of a header, by its name in lower case. */
  header(name: string): string | undefined;
}

/** An answer whose bytes are at hand, ready to be written. */
export interface Reply {
  readonly status: number;
  /** Name, value, name, value …, as node:http takes them: nothing is put together while somebody waits. */
  readonly headers: readonly string[];
  readonly body: Uint8Array | null;
}

/** Answers a request, at once or when the answer is made; null leaves it to whoever comes after. */
export type Step = (head: Head) => Reply | Promise<Reply> | null;

/** A header's name and value. */
export type HeaderPair = readonly [name: string, value: string];

export const pathOf = (url: string): string => {
  const at = url.indexOf("?");
  return at === -1 ? url : url.slice(0, at);
};

export const isRead = ({ method }: Head): boolean => method === "GET" || method === "HEAD";

export function headOf(request: Request): Head {
  const { pathname, search } = new URL(request.url);
  return {
    method: request.method,
    url: pathname + search,
    path: pathname,
    header: (name) => request.headers.get(name) ?? undefined,
  };
}

/** GET of an address by whoever has the answer with the tag `known` at hand. */
export const readOf = (url: string, known: string | null): Request =>
  new Request(url, known === null ? {} : { headers: { "If-None-Match": `"${known}"` } });

export function responseOf({ status, headers, body }: Reply): Response {
  const list = new Headers();
  for (let at = 0; at < headers.length; at += 2)
    list.append(headers[at] as string, headers[at + 1] as string);
  return new Response(body as Uint8Array<ArrayBuffer> | null, { status, headers: list });
}
