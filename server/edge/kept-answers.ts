import { FINGERPRINT } from "../../contract/page-context.ts";
import type { Source } from "../../contract/sources.ts";
import type { Canonical } from "./canonical-address.ts";
import { type Compression, type Content, packed, replyWith, tagIn, tagOf } from "./content.ts";
import type { AtHand, Head, HeaderPair, Reply, Step } from "./head.ts";
import { MADE_FROM, readSources } from "./made-from.ts";

/** A whole public answer. It depends only on its address and the version of its sources. */
export interface Kept extends Content {
  readonly version: string;
  readonly fingerprint: string | null;
  /** The sources that its maker named; if it named none, the answer has those that its address declares. */
  readonly sources?: readonly Source[] | null;
}

/** A store of answers by canonical address: synchronous if it is in memory, otherwise asynchronous. */
export interface KeptStore {
  /** Returns the answer of this address if it has this version. */
  get(address: string, version: string): Kept | null | Promise<Kept | null>;
  /** Returns the answer of this address, whatever its version, if it is at hand. */
  last(address: string): Kept | null;
  set(address: string, kept: Kept): void | Promise<void>;
}

/** An answer that a client waits for. Its maker may have to make others first. */
export interface Wanted {
  /**
   * The encoding in which it may come, together with its tag, since its maker may have more time for that; null: none.
   */
  readonly encoding: "br" | null;
  /** The networks of the clients that wait for it, who take turns. More may be added until it begins. */
  readonly askers: readonly string[];
  /** Called when the making begins: returns the answer that is at hand then; null: there is none. */
  begin(): AtHand | null;
}

/** For a single request of a network whose answer is not cached: no encoding, and no answer at hand. */
export const alone = (network: string): Wanted => ({ encoding: null, askers: [network], begin: () => null });

export interface KeepingParts {
  readonly store: KeptStore;
  /**
   * Returns the version that an answer with these sources must have to be current; null: unknown, and nothing is
   * cached.
   */
  version(sources: Canonical["sources"]): string | null | Promise<string | null>;
  /**
   * Notes this moment; present where versions and the last answers are available synchronously, and then cached answers
   * may name their own sources. The function that it returns gives the version of an answer that turns out to have
   * these sources; null: one of them may have moved since.
   */
  noteMoment?(): (sources: readonly Source[]) => string | null;
  readonly compression: Compression | null;
  /** Returns the canonical form of an address; null: its answer is not cached. */
  canonical(url: string): Canonical | null;
  /** Makes the answer to GET of a canonical address. 304: the answer at hand is still current. */
  make(address: string, wanted: Wanted): Promise<Response>;
  /** The headers of every answer of the site. */
  readonly common: readonly HeaderPair[];
  /** Whether each answer says in Cache-Status (RFC 9211) how it was obtained (hit, stale or miss): for measurements. */
  readonly tellsHow?: boolean;
}

/** The same for every answer: browsers revalidate it each time, a CDN may hold it briefly. */
const CACHE_HEADERS: readonly HeaderPair[] = [
  ["Cache-Control", "public, max-age=0, must-revalidate"],
  ["CDN-Cache-Control", "max-age=10, stale-while-revalidate=60"],
  ["Vary", "Accept-Encoding"],
];

/** Headers of the handler's answer that are up to the edge or the connection. */
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
  readonly askers: string[];
  readonly state: State;
}

interface State {
  /** The version of its sources when it began; null: unknown; absent: it is still queued. */
  version?: string | null;
  /** How it was made, once it has been, in the words of RFC 9211. */
  how?: string;
}

/** A version that never matches. */
const OUTDATED = "";

/** Whether a handler's answer may be cached: a whole, public one. */
export function isKeepable(response: Response): boolean {
  return (
    response.status === 200 &&
    !response.headers.has("Set-Cookie") &&
    !/no-store|private/.test(response.headers.get("Cache-Control") ?? "")
  );
}

/** Calls `next` at once if the value is there, otherwise when it resolves. */
function then<Value, Result>(
  value: Value | Promise<Value>,
  next: (value: Value) => Result | Promise<Result>,
): Result | Promise<Result> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** Creates the step that answers public reads from the store, and stores the answers that it has made. */
export function keptAnswers(parts: KeepingParts): Step {
  const { store, version, noteMoment, compression, canonical, make, common, tellsHow } = parts;
  const commonNames = new Set(common.map(([name]) => name.toLowerCase()));
  /** Answers being made: concurrent requests for the same one share it. */
  const making = new Map<string, Making>();

  /** @param asked the version at the time of the request: the answer may be queued beyond the next write */
  async function makeAnew(
    { address, sources }: Canonical,
    asked: string | null,
    askers: readonly string[],
    state: State,
  ): Promise<Kept | Reply> {
    let [current, last] = [asked, null as Kept | null];
    let versionSince: ReturnType<NonNullable<typeof noteMoment>> | undefined;
    const begin = (): AtHand | null => {
      last = asked === null ? null : store.last(address);
      if (noteMoment && asked !== null) {
        versionSince = noteMoment();
        const now = version(last?.sources ?? sources);
        if (!(now instanceof Promise)) current = now;
      }
      state.version = current;
      return last;
    };
    const response = await make(address, {
      begin,
      askers,
      encoding: compression && asked !== null ? "br" : null,
    });
    state.how = `fwd=${last ? "stale" : "miss"}; fwd-status=${response.status}`;
    const told = versionSince ? readSources(response.headers) : null;
    const dated = {
      // The version is that of before it was made: a write in between makes the answer stale; a stale one never looks
      // current.
      version: (told ? versionSince?.(told) : last?.sources ? OUTDATED : current) ?? OUTDATED,
      sources: told,
    };
    if (last && response.status === 304) return keep(address, { ...last, ...dated });
    const body = new Uint8Array(await response.arrayBuffer());
    const own = Array.from(response.headers).filter(
      ([name]) => !commonNames.has(name) && name !== MADE_FROM && name !== FINGERPRINT,
    );
    if (!isKeepable(response)) {
      // An error, for instance. Sent as it is, and not to be stored by anybody unless the handler allowed it.
      const headers = [...common.flat(), ...own.flat(), "Content-Length", String(body.byteLength)];
      if (!response.headers.has("Cache-Control")) headers.push("Cache-Control", "no-store");
      return { status: response.status, headers, body };
    }
    const tag = tagIn(response.headers) ?? (await tagOf(body));
    const made: Kept = {
      ...dated,
      fingerprint: response.headers.get(FINGERPRINT),
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

  /** @param last the answer of whatever version, if it is at hand */
  function keptOf(address: string, current: string | null, last: Kept | null) {
    if (current === null) return null;
    return last ? (last.version === current ? last : null) : store.get(address, current);
  }

  async function keep(address: string, kept: Kept): Promise<Kept> {
    await store.set(address, kept);
    return kept;
  }

  function begin(asked: Canonical, current: string | null, network: string): Making {
    const { address } = asked;
    const state: State = {};
    const askers = [network];
    const answer = makeAnew(asked, current, askers, state).finally(() => {
      if (making.get(address)?.state === state) making.delete(address);
    });
    const made = { answer, askers, state };
    making.set(address, made);
    return made;
  }

  async function answerAnew(head: Head, asked: Canonical, current: string | null): Promise<Reply> {
    const known = making.get(asked.address);
    // An answer that has not begun will have a version at least as new as this one.
    const isTrue = known && (known.state.version === undefined || known.state.version === current);
    const network = head.network();
    const made = isTrue ? known : begin(asked, current, network);
    if (!made.askers.includes(network)) made.askers.push(network);
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
