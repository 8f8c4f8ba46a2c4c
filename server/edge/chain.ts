import { FINGERPRINT } from "../../contract/page-context.ts";
import type { Source } from "../../contract/sources.ts";
import { isSignIn } from "../../routes.ts";
import type { Versions } from "../data/database.ts";
import { describeError, errorHeaders } from "../errors.ts";
import { plainPage } from "../plain-page.ts";
import { accessHeaders } from "./access.ts";
import type { Addresses } from "./addresses.ts";
import { canonicalAddresses } from "./canonical-address.ts";
import { type Compression, type Content, replyWith } from "./content.ts";
import {
  type Head,
  type HeaderPair,
  headOf,
  isRead,
  pathOf,
  type Reply,
  readOf,
  responseOf,
  type Step,
} from "./head.ts";
import { alone, type KeepingParts, type KeptStore, keptAnswers, type Wanted } from "./kept-answers.ts";
import { limits } from "./limits.ts";
import { MADE_FROM } from "./made-from.ts";
import { securityHeaders, signInHeaders, withHeaders } from "./security-headers.ts";
import { siteName } from "./site-name.ts";

/** What a platform provides to the edge of the site. */
export interface EdgePorts {
  /** The cache of whole answers. */
  readonly kept: KeptStore;
  /** Returns the versions of all sources; null while they are unknown. */
  versions(): Versions | null | Promise<Versions | null>;
  /** Whether versions and cached answers are available synchronously. */
  readonly areVersionsAtHand?: boolean;
  /** The build that makes the answers: the pages of another build name other scripts. */
  readonly build: string;
  /**
   * Makes the answer to GET of a URL elsewhere, if long work has threads of its own. 304: the answer at hand is still
   * current.
   */
  make?(url: string, wanted: Wanted, isDownload: boolean): Promise<Response>;
  /** Null if a proxy in front of the site compresses. */
  readonly compression: Compression | null;
  /** Whether cacheable answers have a Cache-Status header (see `KeepingParts`). */
  readonly tellsHow?: boolean;
  /** The built files of the pages by path, if nothing else serves them. */
  readonly files?: ReadonlyMap<string, Content>;
}

export interface EdgeParts extends EdgePorts {
  readonly addresses: Addresses;
  readonly now: () => Date;
  /** The site's origin, without a trailing slash. */
  readonly siteOrigin: string;
  /** The origin of the media if they have a host of their own; null: they are under /media of the site. */
  readonly mediaOrigin: string | null;
  /** Makes an answer; `env` is what the platform passes along with a request, and its network. */
  handle(request: Request, env?: object): Response | Promise<Response>;
}

/** The site as seen from outside. */
export interface Edge {
  /**
   * Returns the edge's own answer: synchronously if it is at hand, otherwise as a promise. Null: the whole request is
   * to be passed on.
   */
  answer(head: Head): Reply | Promise<Reply> | null;
  /** Has the app answer a request of a network that the edge does not answer. */
  pass(request: Request, env?: object, network?: string): Promise<Response>;
  /** Does both. */
  fetch(request: Request, env?: object): Promise<Response>;
}

/** Creates the edge: its steps, in their order. */
export function createEdge(parts: EdgeParts): Edge {
  const { addresses, siteOrigin, mediaOrigin, handle, files } = parts;
  const mediaHost = mediaOrigin && new URL(mediaOrigin).host;
  const common = securityHeaders(siteOrigin);
  const ofSignIn = signInHeaders(siteOrigin);
  const make = (address: string, wanted: Wanted): Response | Promise<Response> => {
    const url = siteOrigin + address;
    const path = pathOf(address);
    return parts.make && addresses.isLong(path)
      ? parts.make(url, wanted, addresses.isDownload(path))
      : handle(readOf(url, wanted.begin()));
  };
  const steps: readonly Step[] = [
    (head) => {
      const file = files?.get(head.path);
      return file ? replyWith(file, head, common, null) : null;
    },
    siteName(siteOrigin, addresses, common),
    keptAnswers({
      store: parts.kept,
      ...versionsOfAnswers(parts),
      compression: parts.compression,
      canonical: canonicalAddresses(addresses),
      make: async (address, wanted) => make(address, wanted),
      common,
      ...(parts.tellsHow && { tellsHow: true }),
    }),
  ];

  function answer(head: Head): Reply | Promise<Reply> | null {
    const refused = limits(head);
    if (refused) return refused;
    if (!isRead(head) || !head.url.startsWith("/") || head.header("host") === mediaHost) return null;
    const failed = (error: unknown): Reply => unmade(head, error, common);
    try {
      for (const step of steps) {
        const reply = step(head);
        if (reply) return reply instanceof Promise ? reply.catch(failed) : reply;
      }
    } catch (error) {
      return failed(error);
    }
    return null;
  }

  async function madeElsewhere(request: Request, address: string, network: string): Promise<Response> {
    try {
      const response = await make(address, alone(network));
      if (request.method === "GET") return response;
      await response.body?.cancel();
      return new Response(null, response);
    } catch (error) {
      return responseOf(unmade(headOf(request), error, common));
    }
  }

  async function pass(request: Request, env?: object, network = ""): Promise<Response> {
    const { pathname, search, host } = new URL(request.url);
    // Whatever host a client names: only the media's own has other answers.
    const isLong = parts.make && isRead(request) && host !== mediaHost && addresses.isLong(pathname);
    // A long answer is never personal, so it is made without the visitor's credentials.
    const response = await (isLong
      ? madeElsewhere(request, pathname + search, network)
      : handle(request, { ...env, network }));
    const secure = isSignIn(pathname) ? ofSignIn : common;
    const answer = withHeaders(response, [
      ...secure,
      ...accessHeaders(pathname, response.headers, addresses),
    ]);
    answer.headers.delete(MADE_FROM);
    answer.headers.delete(FINGERPRINT);
    return answer;
  }

  return {
    answer,
    pass,
    async fetch(request, env) {
      const reply = await answer(headOf(request));
      return reply ? responseOf(reply) : pass(request, env);
    },
  };
}

/** A day in milliseconds. */
const DAY = 24 * 60 * 60 * 1_000;

/**
 * Returns the functions that compute an answer's version: the build, the date if the answer depends on it, and the
 * version of its sources.
 */
function versionsOfAnswers({
  versions,
  areVersionsAtHand,
  build,
  now,
}: Pick<EdgeParts, "versions" | "areVersionsAtHand" | "build" | "now">): Pick<
  KeepingParts,
  "version" | "noteMoment"
> {
  const dated: Source = "day";
  const today = (): string => now().toISOString().slice(0, 10);
  const textOf = (sources: readonly Source[] | null, version: number): string => {
    const isDated = sources?.includes(dated) ?? true;
    return `${build} ${isDated ? today() : ""} ${version}`;
  };
  /**
   * The last version of each list of sources, and what it follows from: most requests have the same lists, and most
   * writes move other sources.
   */
  const said = new WeakMap<readonly Source[], { of: Versions; day: number; version: number; text: string }>();
  const versionOf = (sources: readonly Source[] | null, current: Versions | null): string | null => {
    if (!current || sources === null) return current && textOf(sources, current.of(sources));
    const day = Math.floor(now().getTime() / DAY);
    const known = said.get(sources);
    if (known?.of === current && known.day === day) return known.text;
    const version = current.of(sources);
    if (known && known.day === day && known.version === version) {
      known.of = current;
      return known.text;
    }
    const text = textOf(sources, version);
    said.set(sources, { of: current, day, version, text });
    return text;
  };
  return {
    version: (sources) => {
      const known = versions();
      return known instanceof Promise
        ? known.then((current) => versionOf(sources, current))
        : versionOf(sources, known);
    },
    ...(areVersionsAtHand && {
      noteMoment: () => {
        const known = versions() as Versions | null;
        const [highest, day] = [known?.of(null) ?? null, today()];
        return (sources) => {
          const current = versions() as Versions | null;
          const isSame = current && highest !== null && current.of(sources) <= highest && today() === day;
          return isSame ? versionOf(sources, current) : null;
        };
      },
    }),
  };
}

/** Returns the reply for an answer that could not be made: the reason, as far as it is known. */
function unmade({ method, path, header }: Head, error: unknown, common: readonly HeaderPair[]): Reply {
  const { status, message, unexpected } = describeError(error);
  if (unexpected) console.error(`${method} ${path}:`, error);
  const isPage = header("accept")?.includes("text/html") === true;
  const body = new TextEncoder().encode(isPage ? plainPage(message) : JSON.stringify({ error: message }));
  const headers = [
    ...common.flat(),
    ...["Content-Type", isPage ? "text/html; charset=utf-8" : "application/json"],
    ...["Content-Length", String(body.byteLength), "Cache-Control", "no-store"],
    ...Object.entries(errorHeaders(error)).flat(),
  ];
  return { status, headers, body: method === "HEAD" ? null : body };
}
