import type { Source } from "../../contract/sources.ts";
import type { Canonical } from "./canonical-address.ts";
import { type Compression, type Content, packed, replyWith, tagOf } from "./content.ts";
import type { Head, HeaderPair, Reply, Step } from "./head.ts";
import { MADE_FROM, readSources } from "./made-from.ts";

/** A whole public answer. It depends on its address and the version of what it is made from, and on nothing else. */
export interface Kept extends Content {
  readonly version: string;
  /** What it is made from, where its maker said so; else what its address declares. */
  readonly sources?: readonly Source[] | null;
}

/** Where answers are kept by canonical address: in memory, where nothing is waited for, or further away. */
export interface KeptStore {
  /** The answer of this address if it is of this version. */
  get(address: string, version: string): Kept | null | Promise<Kept | null>;
  /** The answer of this address of whatever version, where it is at hand. */
  last(address: string): Kept | null;
  set(address: string, kept: Kept): void | Promise<void>;
}

export interface KeepingParts {
  readonly store: KeptStore;
  /** The version that an answer made from these must have to be true now; null: it is not known, and nothing is kept. */
  version(sources: Canonical["sources"]): string | null | Promise<string | null>;
  /**
   * Where versions and the last answers are at hand: takes note of this moment. The function that it answers tells the version of
   * what turns out to be made from these; null: something of it was written since. Then kept answers may say what they are made from.
   */
  noteMoment?(): (sources: readonly Source[]) => string | null;
  readonly compression: Compression | null;
  /** The one address of all that answer the same; null: its answer is not kept. */
  canonical(url: string): Canonical | null;
  /** Makes the answer to GET of a canonical address. 304: it is still the one with the tag `known`, without quotes. */
  make(address: string, known: string | null): Promise<Response>;
  /** What every answer of the site says. */
  readonly common: readonly HeaderPair[];
}

/** What does not change with the answer: browsers ask each time whether it is still good, a CDN may hold it briefly. */
const CACHE_HEADERS: readonly HeaderPair[] = [
  ["Cache-Control", "public, max-age=0, must-revalidate"],
  ["CDN-Cache-Control", "max-age=10, stale-while-revalidate=60"],
  ["Vary", "Accept-Encoding"],
];

/** Headers of the handler's answer that are the edge's own business or the connection's. */
const NOT_KEPT = new Set([
  "cache-control",
  "content-type",
  "content-length",
  "content-encoding",
  "date",
  "vary",
  "etag",
]);

/** No answer is of this version. */
const OUTDATED = "";

/** Whether a handler's answer may be kept: a whole, public one. */
export function isKeepable(response: Response): boolean {
  return (
    response.status === 200 &&
    !response.headers.has("Set-Cookie") &&
    !/no-store|private/.test(response.headers.get("Cache-Control") ?? "")
  );
}

/** The tag that whoever made an answer gave it, without quotes. */
const tagIn = (headers: Headers): string | null => /^"(.+)"$/.exec(headers.get("ETag") ?? "")?.[1] ?? null;

/** Does the next thing at once where a value is there, else when it comes. */
function then<Value, Result>(
  value: Value | Promise<Value>,
  next: (value: Value) => Result | Promise<Result>,
): Result | Promise<Result> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** Answers public reads from what is kept, and keeps what it has made. */
export function keptAnswers(parts: KeepingParts): Step {
  const { store, version, noteMoment, compression, canonical, make, common } = parts;
  const commonNames = new Set(common.map(([name]) => name.toLowerCase()));
  /** Answers being made, so that many who ask for one thing at once have it made once. */
  const making = new Map<string, Promise<Kept | Reply>>();

  async function makeAnew(address: string, current: string | null): Promise<Kept | Reply> {
    const last = current === null ? null : store.last(address);
    const versionSince = current === null ? undefined : noteMoment?.();
    const response = await make(address, last?.tag ?? null);
    const told = versionSince ? readSources(response.headers) : null;
    const dated = {
      // Of before it was made: a write in between makes it out of date, never the other way round.
      version: (told ? versionSince?.(told) : last?.sources ? OUTDATED : current) ?? OUTDATED,
      sources: told,
    };
    if (last && response.status === 304) return keep(address, { ...last, ...dated });
    const body = new Uint8Array(await response.arrayBuffer());
    const own = Array.from(response.headers).filter(([name]) => !commonNames.has(name) && name !== MADE_FROM);
    if (!isKeepable(response)) {
      // An error, for instance: sent as it is, and kept by nobody who was not told that he may.
      const headers = [...common.flat(), ...own.flat(), "Content-Length", String(body.byteLength)];
      if (!response.headers.has("Cache-Control")) headers.push("Cache-Control", "no-store");
      return { status: response.status, headers, body };
    }
    const tag = tagIn(response.headers) ?? (await tagOf(body));
    const made: Kept = {
      ...dated,
      contentType: response.headers.get("Content-Type") ?? "application/octet-stream",
      tag,
      headers: [...CACHE_HEADERS, ...own.filter(([name]) => !NOT_KEPT.has(name))],
      body,
      encoded: new Map(),
    };
    if (current === null) return made;
    // The same bytes again: they are compressed already.
    if (last?.tag === tag) return keep(address, { ...made, body: last.body, encoded: last.encoded });
    return keep(address, compression ? await packed(made, compression) : made);
  }

  /** @param last the answer of whatever version, where it is at hand */
  function keptOf(address: string, current: string | null, last: Kept | null) {
    if (current === null) return null;
    return last ? (last.version === current ? last : null) : store.get(address, current);
  }

  async function keep(address: string, kept: Kept): Promise<Kept> {
    await store.set(address, kept);
    return kept;
  }

  async function answerAnew(head: Head, address: string, current: string | null): Promise<Reply> {
    const key = `${current} ${address}`;
    let made = making.get(key);
    if (!made) {
      made = makeAnew(address, current).finally(() => making.delete(key));
      making.set(key, made);
    }
    const answer = await made;
    if ("version" in answer) return replyWith(answer, head, common, compression);
    return head.method === "HEAD" ? { ...answer, body: null } : answer;
  }

  return (head) => {
    if (head.header("authorization") !== undefined) return null;
    const asked = canonical(head.url);
    if (asked === null) return null;
    const { address, sources } = asked;
    const last = noteMoment ? store.last(address) : null;
    return then(version(last?.sources ?? sources), (current) =>
      then(keptOf(address, current, last), (kept) =>
        kept ? replyWith(kept, head, common, compression) : answerAnew(head, address, current),
      ),
    );
  };
}
