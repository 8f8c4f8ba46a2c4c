import { AwsClient } from "aws4fetch";
import { type ByteRange, hashOf } from "../../../server/media/store.ts";
import { partsOf } from "../parts.ts";
import { LONGEST_PAUSE, type Pause, pauseAfter, sleep } from "./back-off.ts";
import { isAddressable, type S3Access } from "./place.ts";

/** An object as the bucket describes it. */
export interface S3Object {
  readonly key: string;
  readonly bytes: number;
  /** To the second for a single object, to the millisecond in a list. */
  readonly modifiedAt: Date;
}

/** The service refused or did not answer, however often the request was sent. */
export class S3Error extends Error {
  override readonly name = "S3Error";
  /** The service's status; null: it could not be reached. */
  readonly status: number | null;

  constructor(message: string, status: number | null, cause?: unknown) {
    super(message, { cause });
    this.status = status;
  }

  /** Whether a retry may succeed. */
  get isPassing(): boolean {
    return this.status === null || isPassing(this.status);
  }
}

export interface S3Options {
  readonly fetch?: typeof fetch;
  /** Attempts per request before it counts as failed. */
  readonly tries?: number;
  /** Objects per page of a list. */
  readonly page?: number;
  readonly pause?: Pause;
}

/**
 * How long to wait for the head of a response, in milliseconds, and the slowest rate of sending, in bytes per
 * millisecond.
 */
const TIMEOUT_MS = 30_000;
const SLOWEST = 32;

/**
 * How long to wait for the next bytes of a body, and then for the service to go on from there, in milliseconds.
 */
const STALL = 10_000;

/** The first pause after a failure, in milliseconds. */
const FIRST_PAUSE = 200;

const TRIES = 4;
const PAGE = 1_000;

/** Whether a retry may succeed after this status. */
const isPassing = (status: number): boolean => status === 429 || status === 408 || status >= 500;

interface S3Request {
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer>;
  /** How long all attempts may take, in milliseconds; by default as long as they do. */
  readonly within?: number | undefined;
}

type Method = "GET" | "HEAD" | "PUT" | "POST" | "DELETE";

/**
 * A bucket of an S3-compatible service. Transient failures (a connection that drops, 408, 429, 5xx) are retried with
 * growing pauses, and a body that breaks off is resumed where it did.
 */
export class S3Bucket {
  readonly #base: string;
  readonly #aws: AwsClient;
  readonly #fetch: typeof fetch;
  readonly #tries: number;
  readonly #page: number;
  readonly #pause: Pause;

  constructor(bucket: string, access: S3Access, options: S3Options = {}) {
    const { endpoint, ...keys } = access;
    this.#base = `${endpoint.replace(/\/$/, "")}/${bucket}`;
    this.#aws = new AwsClient({ ...keys, service: "s3" });
    this.#fetch = options.fetch ?? fetch;
    this.#tries = options.tries ?? TRIES;
    this.#page = options.page ?? PAGE;
    this.#pause = options.pause ?? sleep;
  }

  /** Returns what the bucket says of an object; null if it does not exist. */
  async head(key: string, within?: number): Promise<S3Object | null> {
    const answer = await this.#ask("HEAD", key, { within }, [404]);
    if (answer.status === 404) return null;
    const modified = Date.parse(answer.headers.get("Last-Modified") ?? "");
    return {
      key,
      bytes: Number(answer.headers.get("Content-Length")),
      modifiedAt: new Date(Number.isNaN(modified) ? 0 : modified),
    };
  }

  /**
   * Reads an object, or a range of it; null if it does not exist. The stream fails with S3Error if the body breaks off
   * or stalls and the service cannot go on from there.
   *
   * @param within how long the service may take to begin, in milliseconds
   */
  async get(
    key: string,
    range: ByteRange | null,
    within?: number,
  ): Promise<ReadableStream<Uint8Array> | null> {
    const first = await this.#open(key, range, { within });
    if (first === null) return null;
    let { body, etag } = first;
    let at = range?.start ?? 0;
    const end = first.bytes === null ? (range?.end ?? Number.POSITIVE_INFINITY) + 1 : at + first.bytes;
    let failures = 0;
    return new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        for (;;) {
          try {
            const { value, done } = await this.#next(body);
            if (done) return controller.close();
            at += value.length;
            failures = 0;
            return controller.enqueue(value);
          } catch (error) {
            // Nothing is missing, and no service has a range that begins there.
            if (at >= end) return controller.close();
            failures += 1;
            if (failures >= this.#tries) throw error;
            await this.#pause(pauseAfter(failures, FIRST_PAUSE));
            // The rest must be of the same object, not of another one under that name.
            const left = { start: at, end: range?.end ?? null };
            const rest = await this.#open(key, left, { ifMatch: etag, within: STALL });
            if (rest === null) throw error;
            ({ body, etag } = rest);
          }
        }
      },
      cancel: (reason) => body.cancel(reason),
    });
  }

  /** Returns the next bytes of a body. Throws S3Error, and gives the body up, if they do not come. */
  async #next(body: ReadableStreamDefaultReader<Uint8Array>) {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stalled = new Promise<never>((_, fail) => {
      timer = setTimeout(() => {
        fail(this.#outOfReach(new Error("It stopped sending.")));
        body.cancel().catch(() => undefined);
      }, STALL);
    });
    return Promise.race([body.read(), stalled]).finally(() => clearTimeout(timer));
  }

  /** Reads a short body. Throws S3Error if it breaks off or stalls. */
  async #textOf({ body }: Response): Promise<string> {
    if (body === null) return "";
    const reader = body.getReader();
    const decoder = new TextDecoder();
    try {
      for (let text = ""; ; ) {
        const { value, done } = await this.#next(reader);
        if (done) return text + decoder.decode();
        text += decoder.decode(value, { stream: true });
      }
    } catch (error) {
      throw this.#outOfReach(error);
    }
  }

  /** Opens an object, or a range of it; null if it does not exist. `bytes` is null if the service does not say. */
  async #open(
    key: string,
    range: { start: number; end: number | null } | null,
    { ifMatch = null, within }: { ifMatch?: string | null; within?: number | undefined },
  ) {
    const headers = {
      ...(range && { Range: `bytes=${range.start}-${range.end ?? ""}` }),
      ...(ifMatch !== null && { "If-Match": ifMatch }),
    };
    const answer = await this.#ask("GET", key, { headers, within }, [404]);
    if (answer.status === 404 || answer.body === null) return null;
    if (range !== null && answer.status !== 206) {
      await answer.body.cancel();
      throw new S3Error(`The bucket sent all of "${key}" when it was asked for a part.`, answer.status);
    }
    const length = answer.headers.get("Content-Length");
    // An encoded body's length is not that of the bytes that are read from it.
    const bytes = length === null || answer.headers.has("Content-Encoding") ? null : Number(length);
    return { body: answer.body.getReader(), etag: answer.headers.get("ETag"), bytes };
  }

  /** Writes an object, in parts if it is large. The object changes only when all of it is there. */
  async put(key: string, chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<void> {
    const parts = partsOf(chunks);
    const { value: first = new Uint8Array(), done } = await parts.next();
    const second = done ? null : await parts.next();
    if (second === null || second.done) return void (await this.#put(key, first));
    const begun = await this.#ask("POST", key, { query: { uploads: "" } });
    const upload = textOf(await begun.text(), "UploadId");
    if (upload === null) throw new S3Error("The bucket began an upload and did not say which.", begun.status);
    try {
      const tags: string[] = [];
      const send = async (part: Uint8Array<ArrayBuffer>): Promise<void> => {
        tags.push(await this.#put(key, part, { partNumber: String(tags.length + 1), uploadId: upload }));
      };
      await send(first);
      await send(second.value);
      for await (const part of parts) await send(part);
      await this.#complete(key, upload, tags);
    } catch (error) {
      // What was uploaded would be billed.
      await this.#ask("DELETE", key, { query: { uploadId: upload } }, [404]).catch(() => {});
      throw error;
    }
  }

  /** Writes an object, or a part of one, and returns its tag. The service checks it against the hash. */
  async #put(
    key: string,
    body: Uint8Array<ArrayBuffer>,
    query: Readonly<Record<string, string>> = {},
  ): Promise<string> {
    const headers = { "X-Amz-Content-Sha256": await hashOf(body) };
    const answer = await this.#ask("PUT", key, { query, body, headers });
    return answer.headers.get("ETag") ?? "";
  }

  async #complete(key: string, upload: string, tags: readonly string[]): Promise<void> {
    const parts = tags.map(
      (tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${escaped(tag)}</ETag></Part>`,
    );
    const body = new TextEncoder().encode(
      `<CompleteMultipartUpload>${parts.join("")}</CompleteMultipartUpload>`,
    );
    await this.#askForOutcome("POST", key, { query: { uploadId: upload }, body });
  }

  /**
   * Makes an object new by copying it onto itself, without transferring its bytes. Returns whether it exists. Throws
   * S3Error if it exists and was not made new.
   */
  async renew(key: string): Promise<boolean> {
    const source = `/${new URL(this.#base).pathname.split("/").at(-1)}/${pathOf(key)}`;
    const headers = { "X-Amz-Copy-Source": source, "X-Amz-Metadata-Directive": "REPLACE" };
    return (await this.#askForOutcome("PUT", key, { headers }, [404])) !== 404;
  }

  /** Removes an object; a missing one is not an error. */
  async remove(key: string): Promise<void> {
    await this.#ask("DELETE", key, {}, [404]);
  }

  /** Lists the objects whose keys begin with `prefix` and come after `after`, ordered by key. */
  async *list(prefix: string, after = ""): AsyncGenerator<S3Object> {
    for (let token: string | null = null, isFirst = true; isFirst || token !== null; isFirst = false) {
      const query = {
        "list-type": "2",
        "encoding-type": "url",
        "max-keys": String(this.#page),
        prefix,
        ...(token === null ? after !== "" && { "start-after": after } : { "continuation-token": token }),
      };
      const xml: string = await this.#textOf(await this.#ask("GET", null, { query }));
      const isEncoded = textOf(xml, "EncodingType") === "url";
      for (const object of elements(xml, "Contents")) {
        const key = textOf(object, "Key") ?? "";
        yield {
          key: isEncoded ? decodeURIComponent(key.replaceAll("+", " ")) : key,
          bytes: Number(textOf(object, "Size")),
          modifiedAt: new Date(textOf(object, "LastModified") ?? 0),
        };
      }
      token = textOf(xml, "IsTruncated") === "true" ? textOf(xml, "NextContinuationToken") : null;
    }
  }

  /**
   * Sends a request that the service may answer with 200 before it knows the outcome, and returns the status. Throws
   * S3Error as `#ask` does, and if the body of a 200 reports an error.
   */
  async #askForOutcome(
    method: Method,
    key: string,
    request: S3Request,
    expected?: readonly number[],
  ): Promise<number> {
    const answer = await this.#ask(method, key, request, expected);
    const said = await this.#textOf(answer);
    if (answer.ok && elements(said, "Error").length > 0)
      throw new S3Error(whatIsWrong(said, method, key), answer.status);
    return answer.status;
  }

  /** Sends a request until it is answered. Throws S3Error if it is refused, except with an expected status. */
  async #ask(
    method: Method,
    key: string | null,
    { query = {}, within = Number.POSITIVE_INFINITY, ...request }: S3Request,
    expected: readonly number[] = [],
  ): Promise<Response> {
    const end = performance.now() + within;
    const url = new URL(key === null ? this.#base : `${this.#base}/${pathOf(key)}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    for (let tries = 1; ; tries += 1) {
      const left = end - performance.now();
      const answer = await this.#send(method, url, request, left).catch((error: unknown) => {
        if (tries >= this.#tries || performance.now() >= end) throw this.#outOfReach(error);
        return null;
      });
      if (answer?.ok || (answer && expected.includes(answer.status))) return answer;
      if (answer && (!isPassing(answer.status) || tries >= this.#tries))
        throw new S3Error(whatIsWrong(await this.#textOf(answer), method, key, answer.status), answer.status);
      await answer?.body?.cancel();
      const retryAfter = Number(answer?.headers.get("Retry-After") ?? 0) * 1_000;
      const pause = retryAfter > 0 ? Math.min(retryAfter, LONGEST_PAUSE) : pauseAfter(tries, FIRST_PAUSE);
      await this.#pause(Math.min(pause, end - performance.now()));
    }
  }

  #outOfReach(cause: unknown): S3Error {
    return new S3Error(`The bucket at ${this.#base} cannot be reached.`, null, cause);
  }

  /** @param left how long it may take at most, in milliseconds */
  async #send(
    method: Method,
    url: URL,
    { headers = {}, body }: Pick<S3Request, "headers" | "body">,
    left: number,
  ): Promise<Response> {
    // Signed anew for each attempt: a signature is valid for some minutes.
    const request = await this.#aws.sign(url, { method, headers, ...(body && { body }) });
    const waiting = new AbortController();
    const timeoutMs = Math.min(TIMEOUT_MS + (body?.length ?? 0) / SLOWEST, left);
    const timer = setTimeout(() => waiting.abort(), timeoutMs);
    try {
      return await this.#fetch(request, { signal: waiting.signal });
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Encodes a key for an address. Signers and services agree on which characters are not encoded. */
function pathOf(key: string): string {
  if (!isAddressable(key)) throw new S3Error(`No address leads to the object "${key}".`, 404);
  return key.split("/").map(encoded).join("/");
}

const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`);

/** Returns, for example: The bucket refused to GET "abc": NoSuchBucket (there is no such bucket). */
function whatIsWrong(xml: string, method: Method, key: string | null, status?: number): string {
  const code = textOf(xml, "Code") ?? (status === undefined ? "" : String(status));
  const more = textOf(xml, "Message");
  const what = key === null ? "its list" : `"${key}"`;
  return `The bucket refused to ${method} ${what}: ${code}${more === null ? "" : ` (${more})`}.`;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

const unescaped = (text: string): string =>
  text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{2,4}));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return ENTITIES[name] ?? whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });

/** Returns the raw content of each element with this name. In S3's answers, elements of one name do not nest. */
function elements(xml: string, name: string): string[] {
  const [begin, end] = [`<${name}>`, `</${name}>`];
  const found: string[] = [];
  for (let from = xml.indexOf(begin); from !== -1; from = xml.indexOf(begin, from)) {
    const to = xml.indexOf(end, from);
    if (to === -1) break;
    found.push(xml.slice(from + begin.length, to));
    from = to + end.length;
  }
  return found;
}

/** Returns the text of the first element with this name; null if there is none. */
function textOf(xml: string, name: string): string | null {
  const [first] = elements(xml, name);
  return first === undefined ? null : unescaped(first);
}

/** Escapes a text for the content of an element. */
const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
