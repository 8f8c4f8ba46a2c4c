import { AwsClient } from "aws4fetch";
import { type ByteRange, hashOf } from "../../server/media/store.ts";
import { partsOf } from "../parts.ts";
import { isAddressable, type S3Access } from "./place.ts";
import { elements, escaped, textOf } from "./xml.ts";

/** An object as the bucket tells of it. */
export interface S3Object {
  readonly key: string;
  readonly bytes: number;
  /** Of the second where a single one is looked at, of the millisecond in a list. */
  readonly modifiedAt: Date;
}

/** The service said no, or nothing, however often it was asked. */
export class S3Error extends Error {
  override readonly name = "S3Error";
  /** The service's status; null: it could not be reached. */
  readonly status: number | null;

  constructor(message: string, status: number | null, cause?: unknown) {
    super(message, { cause });
    this.status = status;
  }

  /** Whether it may be otherwise when it is asked again. */
  get isPassing(): boolean {
    return this.status === null || isPassing(this.status);
  }
}

export interface S3Options {
  readonly fetch?: typeof fetch;
  /** How often a request is made in all before it counts as failed. */
  readonly tries?: number;
  /** How many objects a list tells of at once. */
  readonly page?: number;
  /** Waits, in milliseconds. */
  readonly pause?: (milliseconds: number) => Promise<void>;
}

/** How long the head of an answer is waited for, in milliseconds, and the slowest that a part is sent at, in bytes of each. */
const PATIENCE = 30_000;
const SLOWEST = 32;

/** The first pause after a failure, and the longest, in milliseconds. They double, and up to half of each is left to chance. */
const FIRST_PAUSE = 200;
const LONGEST_PAUSE = 20_000;

const TRIES = 4;
const PAGE = 1_000;

/** What may be otherwise when it is asked again. */
const isPassing = (status: number): boolean => status === 429 || status === 408 || status >= 500;

const sleep = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds));

interface Asked {
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer>;
}

type Method = "GET" | "HEAD" | "PUT" | "POST" | "DELETE";

/**
 * A bucket of an S3-compatible service. What fails in passing (a connection that drops, 408, 429, 5xx) is tried again with
 * growing pauses, and a body that breaks off is gone on with where it did.
 */
export class S3Bucket {
  readonly #base: string;
  readonly #aws: AwsClient;
  readonly #fetch: typeof fetch;
  readonly #tries: number;
  readonly #page: number;
  readonly #pause: (milliseconds: number) => Promise<void>;

  constructor(bucket: string, access: S3Access, options: S3Options = {}) {
    const { endpoint, ...keys } = access;
    this.#base = `${endpoint.replace(/\/$/, "")}/${bucket}`;
    this.#aws = new AwsClient({ ...keys, service: "s3" });
    this.#fetch = options.fetch ?? fetch;
    this.#tries = options.tries ?? TRIES;
    this.#page = options.page ?? PAGE;
    this.#pause = options.pause ?? sleep;
  }

  /** What the bucket says of an object; null: it is not there. */
  async head(key: string): Promise<S3Object | null> {
    const answer = await this.#ask("HEAD", key, {}, [404]);
    if (answer.status === 404) return null;
    const modified = Date.parse(answer.headers.get("Last-Modified") ?? "");
    return {
      key,
      bytes: Number(answer.headers.get("Content-Length")),
      modifiedAt: new Date(Number.isNaN(modified) ? 0 : modified),
    };
  }

  /** The bytes of an object, or a range of them; null: it is not there. */
  async get(key: string, range: ByteRange | null): Promise<ReadableStream<Uint8Array> | null> {
    const first = await this.#open(key, range);
    if (first === null) return null;
    let { body, etag } = first;
    let at = range?.start ?? 0;
    let failures = 0;
    return new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        for (;;) {
          try {
            const { value, done } = await body.read();
            if (done) return controller.close();
            at += value.length;
            failures = 0;
            return controller.enqueue(value);
          } catch (error) {
            failures += 1;
            if (failures >= this.#tries) throw error;
            await this.#pause(pauseAfter(failures));
            // Of the same object: another one under that name is not its rest.
            const rest = await this.#open(key, { start: at, end: range?.end ?? null }, etag);
            if (rest === null) throw error;
            ({ body, etag } = rest);
          }
        }
      },
      cancel: (reason) => body.cancel(reason),
    });
  }

  async #open(
    key: string,
    range: { start: number; end: number | null } | null,
    ifMatch: string | null = null,
  ) {
    const headers = {
      ...(range && { Range: `bytes=${range.start}-${range.end ?? ""}` }),
      ...(ifMatch !== null && { "If-Match": ifMatch }),
    };
    const answer = await this.#ask("GET", key, { headers }, [404]);
    if (answer.status === 404 || answer.body === null) return null;
    return { body: answer.body.getReader(), etag: answer.headers.get("ETag") };
  }

  /** Writes an object, in parts where it is large: it is there whole or as it was before. */
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
      // What is left of it would be paid for.
      await this.#ask("DELETE", key, { query: { uploadId: upload } }, [404]).catch(() => {});
      throw error;
    }
  }

  /** Writes an object, or a part of one, and answers its tag. The service holds it against the hash. */
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
    const answer = await this.#ask("POST", key, { query: { uploadId: upload }, body });
    // It may say 200 before it knows.
    const said = await answer.text();
    if (elements(said, "Error").length > 0) throw new S3Error(whatIsWrong(said, "POST", key), answer.status);
  }

  /** Makes an object new, by copying it onto itself: answers whether it is there. Its bytes do not travel. */
  async renew(key: string): Promise<boolean> {
    const source = `/${new URL(this.#base).pathname.split("/").at(-1)}/${pathOf(key)}`;
    const headers = { "X-Amz-Copy-Source": source, "X-Amz-Metadata-Directive": "REPLACE" };
    return (await this.#ask("PUT", key, { headers }, [404])).status !== 404;
  }

  /** Removes an object; one that is not there is as good. */
  async remove(key: string): Promise<void> {
    await this.#ask("DELETE", key, {}, [404]);
  }

  /** The objects whose keys begin so and come after that one, in the order of their keys. */
  async *list(prefix: string, after = ""): AsyncGenerator<S3Object> {
    for (let token: string | null = null, isFirst = true; isFirst || token !== null; isFirst = false) {
      const query = {
        ...{ "list-type": "2", "encoding-type": "url", "max-keys": String(this.#page), prefix },
        ...(token === null ? after !== "" && { "start-after": after } : { "continuation-token": token }),
      };
      const xml: string = await (await this.#ask("GET", null, { query })).text();
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

  /** Asks until it is answered. Throws S3Error for what is refused, but for the statuses that are expected. */
  async #ask(
    method: Method,
    key: string | null,
    { query = {}, ...asked }: Asked,
    expected: readonly number[] = [],
  ): Promise<Response> {
    const url = new URL(key === null ? this.#base : `${this.#base}/${pathOf(key)}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    for (let tries = 1; ; tries += 1) {
      const answer = await this.#send(method, url, asked).catch((error: unknown) => {
        if (tries >= this.#tries)
          throw new S3Error(`The bucket at ${this.#base} cannot be reached.`, null, error);
        return null;
      });
      if (answer?.ok || (answer && expected.includes(answer.status))) return answer;
      if (answer && (!isPassing(answer.status) || tries >= this.#tries))
        throw new S3Error(whatIsWrong(await answer.text(), method, key, answer.status), answer.status);
      await answer?.body?.cancel();
      const told = Number(answer?.headers.get("Retry-After") ?? 0) * 1_000;
      await this.#pause(told > 0 ? Math.min(told, LONGEST_PAUSE) : pauseAfter(tries));
    }
  }

  async #send(method: Method, url: URL, { headers = {}, body }: Omit<Asked, "query">): Promise<Response> {
    // Signed anew each time: a signature holds for some minutes.
    const request = await this.#aws.sign(url, { method, headers, ...(body && { body }) });
    const waiting = new AbortController();
    const timer = setTimeout(() => waiting.abort(), PATIENCE + (body?.length ?? 0) / SLOWEST);
    try {
      return await this.#fetch(request, { signal: waiting.signal });
    } finally {
      clearTimeout(timer);
    }
  }
}

function pauseAfter(failures: number): number {
  const longest = Math.min(FIRST_PAUSE * 2 ** (failures - 1), LONGEST_PAUSE);
  return longest * (0.5 + Math.random() / 2);
}

/** A key as it stands in an address: signers and services agree on what is not encoded. */
function pathOf(key: string): string {
  if (!isAddressable(key)) throw new S3Error(`No address leads to the object "${key}".`, 404);
  return key.split("/").map(encoded).join("/");
}

const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`);

/** "The bucket refused to GET "abc": NoSuchBucket, there is no such bucket" */
function whatIsWrong(xml: string, method: Method, key: string | null, status?: number): string {
  const code = textOf(xml, "Code") ?? (status === undefined ? "" : String(status));
  const more = textOf(xml, "Message");
  const what = key === null ? "its list" : `"${key}"`;
  return `The bucket refused to ${method} ${what}: ${code}${more === null ? "" : ` (${more})`}.`;
}
