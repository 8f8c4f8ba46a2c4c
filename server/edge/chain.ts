import type { Source } from "../../contract/sources.ts";
import { isSignIn } from "../../routes.ts";
import type { Versions } from "../data/versions.ts";
import { describeError, retryHeaders } from "../errors.ts";
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
import { ALONE, type KeepingParts, type KeptStore, keptAnswers, type Wanted } from "./kept-answers.ts";
import { limits } from "./limits.ts";
import { MADE_FROM } from "./made-from.ts";
import { securityHeaders, signInHeaders, withHeaders } from "./security-headers.ts";
import { siteName } from "./site-name.ts";

/** What a platform brings to the edge of the site. */
export interface EdgePorts {
  /** Where whole answers are kept. */
  readonly kept: KeptStore;
  /** The versions of what answers are made from; null while they are not known. */
  versions(): Versions | null | Promise<Versions | null>;
  /** Whether nobody waits for them, nor for what is kept. */
  readonly areVersionsAtHand?: boolean;
  /** Which build makes the answers: another one's pages name other scripts. */
  readonly build: string;
  /**
   * Makes the answer to GET of an address elsewhere, where long work has threads of its own. 304: it is still the one that is
   * at hand.
   */
  make?(url: string, wanted: Wanted): Promise<Response>;
  /** Null where what stands before the site compresses. */
  readonly compression: Compression | null;
  /** Whether what may be kept says how it was come by (`KeepingParts`). */
  readonly tellsHow?: boolean;
  /** The built files of the pages by their paths, where nothing else serves them. */
  readonly files?: ReadonlyMap<string, Content>;
}

export interface EdgeParts extends EdgePorts {
  readonly addresses: Addresses;
  readonly now: () => Date;
  /** Where the site is reached, without a slash at the end. */
  readonly siteOrigin: string;
  /** Where media have a host of their own; null: under /media of the site. */
  readonly mediaOrigin: string | null;
  /** Makes an answer; `env` is what the platform gives with a request. */
  handle(request: Request, env?: object): Response | Promise<Response>;
}

/** The site as it is reached from outside. */
export interface Edge {
  /**
   * What the edge answers by itself: at once where the answer is at hand, else when it is made. Null: the request is to
   * be passed on, whole.
   */
  answer(head: Head): Reply | Promise<Reply> | null;
  /** Has the app answer what the edge does not. */
  pass(request: Request, env?: object): Promise<Response>;
  /** Both. */
  fetch(request: Request, env?: object): Promise<Response>;
}

/** The steps and their order. */
export function createEdge(parts: EdgeParts): Edge {
  const { addresses, siteOrigin, mediaOrigin, handle, files } = parts;
  const siteHost = new URL(siteOrigin).host;
  const mediaHost = mediaOrigin && new URL(mediaOrigin).host;
  const common = securityHeaders(siteOrigin);
  const ofSignIn = signInHeaders(siteOrigin);
  const make = (address: string, wanted: Wanted): Response | Promise<Response> => {
    const url = siteOrigin + address;
    return parts.make && addresses.isLong(pathOf(address))
      ? parts.make(url, wanted)
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
    for (const step of steps) {
      const reply = step(head);
      if (reply)
        return reply instanceof Promise ? reply.catch((error) => unmade(head, error, common)) : reply;
    }
    return null;
  }

  async function madeElsewhere(request: Request, address: string): Promise<Response> {
    try {
      return await make(address, ALONE);
    } catch (error) {
      return responseOf(unmade(headOf(request), error, common));
    }
  }

  async function pass(request: Request, env?: object): Promise<Response> {
    const { pathname, search, host } = new URL(request.url);
    const isLong = parts.make && request.method === "GET" && host === siteHost && addresses.isLong(pathname);
    // Whoever signed in gets the same of it as everybody: it is nobody's affair.
    const response = await (isLong ? madeElsewhere(request, pathname + search) : handle(request, env));
    const secure = isSignIn(pathname) ? ofSignIn : common;
    const answer = withHeaders(response, [
      ...secure,
      ...accessHeaders(pathname, response.headers, addresses),
    ]);
    answer.headers.delete(MADE_FROM);
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

/** Milliseconds. */
const DAY = 24 * 60 * 60 * 1_000;

/** What the version of an answer says: the build, the date where it counts, and what was written last of its sources. */
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
  /** What was said of sources last, and as of when: most requests ask the same, and most writes are about others. */
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

/** An answer that could not be made: why, as far as we know it. */
function unmade({ method, path, header }: Head, error: unknown, common: readonly HeaderPair[]): Reply {
  const { status, message, unexpected } = describeError(error);
  if (unexpected) console.error(`${method} ${path}:`, error);
  const isPage = header("accept")?.includes("text/html") === true;
  const body = new TextEncoder().encode(isPage ? plainPage(message) : JSON.stringify({ error: message }));
  const headers = [
    ...common.flat(),
    ...["Content-Type", isPage ? "text/html; charset=utf-8" : "application/json"],
    ...["Content-Length", String(body.byteLength), "Cache-Control", "no-store"],
    ...Object.entries(retryHeaders(error)).flat(),
  ];
  return { status, headers, body: method === "HEAD" ? null : body };
}

/** A page for when none can be made. */
const plainPage = (sentence: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  `<title>Please try again</title><h1>Please try again</h1><p>${sentence.replace(/[&<]/g, (sign) => `&#${sign.charCodeAt(0)};`)}</p><p><a href="">Try again</a></p></html>`;
