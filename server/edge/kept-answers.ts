import type { Source } from "../../contract/sources.ts";
import type { Canonical } from "./canonical-address.ts";
import { type Compression, type Content, packed, replyWith, tagIn, tagOf } from "./content.ts";
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

/** An answer that somebody waits for. Whoever makes it may have to make others first. */
export interface Wanted {
  /** The encoding that it may come in, with its tag: whoever makes it may have more time for that; null: none. */
  readonly encoding: "br" | null;
  /** Called when it begins to be made: the tag of the answer that is at hand then, without quotes; null: there is none. */
  begin(): string | null;
}

/** What one person asks for and nobody has. */
export const ALONE: Wanted = { encoding: null, begin: () => null };

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
  /** Makes the answer to GET of a canonical address. 304: it is still the one that is at hand. */
  make(address: string, wanted: Wanted): Promise<Response>;
  /** What every answer of the site says. */
  readonly common: readonly HeaderPair[];
  /** Whether each says in Cache-Status (RFC 9211) how it was come by: for measurements. */
  readonly tellsHow?: boolean;
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

/** An answer that is being made. */
interface Making {
  readonly answer: Promise<Kept | Reply>;
  readonly state: State;
}

interface State {
  /** When it began, as the version of its sources, null: not known; none: it has to wait for others still. */
  version?: string | null;
  /** How it was made, when it has been, in the words of RFC 9211. */
  how?: string;
}

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

/** Does the next thing at once where a value is there, else when it comes. */
function then<Value, Result>(
  value: Value | Promise<Value>,
  next: (value: Value) => Result | Promise<Result>,
): Result | Promise<Result> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** Answers public reads from what is kept, and keeps what it has made. */
export function keptAnswers(parts: KeepingParts): Step {
  const { store, version, noteMoment, compression, canonical, make, common, tellsHow } = parts;
  const commonNames = new Set(common.map(([name]) => name.toLowerCase()));
  /** Answers being made, so that many who ask for one thing at once have it made once. */
  const making = new Map<string, Making>();

  /** @param asked the version when it was asked for: behind others it may wait for longer than until the next write */
  async function makeAnew(
    { address, sources }: Canonical,
    asked: string | null,
    state: State,
  ): Promise<Kept | Reply> {
    let [current, last] = [asked, null as Kept | null];
    let versionSince: ReturnType<NonNullable<typeof noteMoment>> | undefined;
    const begin = (): string | null => {
      last = asked === null ? null : store.last(address);
      if (noteMoment && asked !== null) {
        versionSince = noteMoment();
        const now = version(last?.sources ?? sources);
        if (!(now instanceof Promise)) current = now;
      }
      state.version = current;
      return last?.tag ?? null;
    };
    const response = await make(address, {
      begin,
      encoding: compression && asked !== null ? "br" : null,
    });
    state.how = `fwd=${last ? "stale" : "miss"}; fwd-status=${response.status}`;
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
      ...(response.headers.get("Content-Encoding") === "br"
        ? { body: null, encoded: new Map([["br", body]]) }
        : { body, encoded: new Map() }),
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

  function begin(asked: Canonical, current: string | null): Making {
    const { address } = asked;
    const state: State = {};
    const answer = makeAnew(asked, current, state).finally(() => {
      if (making.get(address)?.state === state) making.delete(address);
    });
    const made = { answer, state };
    making.set(address, made);
    return made;
  }

  async function answerAnew(head: Head, asked: Canonical, current: string | null): Promise<Reply> {
    const known = making.get(asked.address);
    // What has not begun will be of a version that is at least as new as this one.
    const isTrue = known && (known.state.version === undefined || known.state.version === current);
    const made = isTrue ? known : begin(asked, current);
    const answer = await made.answer;
    const reply =
      "version" in answer
        ? replyWith(answer, head, common, compression)
        : head.method === "HEAD"
          ? { ...answer, body: null }
          : answer;
    return telling(`${made.state.how}${isTrue ? "; collapsed" : ""}`, reply);
  }

  function telling(how: string, reply: Reply | Promise<Reply>): Reply | Promise<Reply> {
    if (!tellsHow) return reply;
    return then(reply, (told) => ({ ...told, headers: [...told.headers, "Cache-Status", `Index; ${how}`] }));
  }

  return (head) => {
    if (head.header("authorization") !== undefined) return null;
    const asked = canonical(head.url);
    if (asked === null) return null;
    const { address, sources } = asked;
    const last = noteMoment ? store.last(address) : null;
    return then(version(last?.sources ?? sources), (current) =>
      then(keptOf(address, current, last), (kept) =>
        kept ? telling("hit", replyWith(kept, head, common, compression)) : answerAnew(head, asked, current),
      ),
    );
  };
}
