/**
 * Whole answers, kept by canonical URL and data version. A public answer depends on nothing else, so a write makes all
 * of them out of date by moving the version on. Bounded in bytes; the one used longest ago goes first.
 */

export type Encoding = "br" | "gzip";

export interface Answer {
  readonly version: number;
  readonly contentType: string;
  /** Without quotes. */
  readonly tag: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Uint8Array;
  /** Filled by the platform when it has compressed the body. */
  readonly encoded: Map<Encoding, Uint8Array>;
}

/** What does not change with the answer: browsers ask each time whether it is still good, a CDN may hold it briefly. */
export const CACHE_HEADERS = [
  ["Cache-Control", "public, max-age=0, must-revalidate"],
  ["CDN-Cache-Control", "max-age=10, stale-while-revalidate=60"],
  ["Vary", "Accept-Encoding"],
] as const;

/** Headers of the handler's answer that are the cache's own business or the connection's. */
const NOT_KEPT = new Set([
  "cache-control",
  "content-type",
  "content-length",
  "content-encoding",
  "date",
  "vary",
  "etag",
]);

/** An answer's weight beyond its bytes: the key, the headers, the map's own entries. */
const OVERHEAD = 1_000;

function weight(key: string, answer: Answer): number {
  let bytes = answer.body.byteLength + key.length + OVERHEAD;
  for (const encoded of answer.encoded.values()) bytes += encoded.byteLength;
  return bytes;
}

export class AnswerCache {
  readonly #limit: number;
  readonly #answers = new Map<string, Answer>();
  #bytes = 0;

  constructor(limitBytes: number) {
    this.#limit = limitBytes;
  }

  /** The answer of this URL if it is of this data version. */
  get(url: string, version: number): Answer | null {
    const answer = this.#answers.get(url);
    if (!answer) return null;
    if (answer.version !== version) {
      this.#drop(url, answer);
      return null;
    }
    // Last in the map is used last.
    this.#answers.delete(url);
    this.#answers.set(url, answer);
    return answer;
  }

  /** Keeps an answer whose body and encodings are complete. */
  set(url: string, answer: Answer): void {
    const old = this.#answers.get(url);
    if (old) this.#drop(url, old);
    const bytes = weight(url, answer);
    // One answer never pushes out most of the others.
    if (bytes > this.#limit / 8) return;
    this.#answers.set(url, answer);
    this.#bytes += bytes;
    for (const [oldest, stale] of this.#answers) {
      if (this.#bytes <= this.#limit) break;
      this.#drop(oldest, stale);
    }
  }

  #drop(url: string, answer: Answer): void {
    this.#answers.delete(url);
    this.#bytes -= weight(url, answer);
  }
}

/** Whether a handler's answer may be kept: a whole, public one. */
export function isKeepable(response: Response): boolean {
  return (
    response.status === 200 &&
    !response.headers.has("Set-Cookie") &&
    !/no-store|private/.test(response.headers.get("Cache-Control") ?? "")
  );
}

/** Reads a handler's answer into one that can be kept. */
export async function toAnswer(response: Response, version: number): Promise<Answer> {
  const body = new Uint8Array(await response.arrayBuffer());
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
  const tag = Array.from(digest.subarray(0, 12), (byte) => byte.toString(16).padStart(2, "0")).join("");
  const headers = Array.from(response.headers).filter(([name]) => !NOT_KEPT.has(name));
  return {
    version,
    contentType: response.headers.get("Content-Type") ?? "application/octet-stream",
    tag,
    headers,
    body,
    encoded: new Map(),
  };
}

/** The encoding to answer in, of those the answer has and the request accepts. */
export function chooseEncoding(accepted: string | undefined, answer: Answer): Encoding | null {
  if (!accepted) return null;
  for (const encoding of ["br", "gzip"] as const) {
    if (!answer.encoded.has(encoding)) continue;
    const offer = new RegExp(`(?:^|[\\s,])${encoding}\\s*(?:;\\s*q=([\\d.]+))?\\s*(?:,|$)`).exec(accepted);
    if (offer && Number(offer[1] ?? 1) > 0) return encoding;
  }
  return null;
}

/** The strong tag of an answer in an encoding: other bytes, another tag. */
export function etagOf(answer: Answer, encoding: Encoding | null): string {
  return encoding === null ? `"${answer.tag}"` : `"${answer.tag}-${encoding}"`;
}

/** Whether If-None-Match names this answer in any encoding: the browser has it already. */
export function isKnown(ifNoneMatch: string | undefined, answer: Answer): boolean {
  if (!ifNoneMatch) return false;
  return (
    ifNoneMatch.trim() === "*" ||
    ifNoneMatch.includes(`"${answer.tag}"`) ||
    ifNoneMatch.includes(`"${answer.tag}-`)
  );
}
