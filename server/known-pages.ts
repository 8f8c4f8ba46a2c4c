import { dequal } from "dequal";
import type { PageContext, SignInForm } from "../contract/page-context.ts";
import { completionOf, type Source } from "../contract/sources.ts";
import { isKnown, tagIn } from "./edge/content.ts";
import { MADE_FROM, writeSources } from "./edge/made-from.ts";
import { bytesOf, Recent } from "./recent.ts";

/** The functions by which pages read this site. */
export type PageReads = Pick<PageContext, "ask" | "detailsOf" | "holdsSample" | "mediumOf">;

/** Renders a page; `form` is what a page of the sign-in provider shows. */
export type RenderPage = (request: Request, form?: SignInForm) => Promise<Response>;

/** The same, with the functions by which the page reads. */
export type RenderPageFrom = (request: Request, reads: PageReads, form?: SignInForm) => Promise<Response>;

/** A read of a page: its result, and how to repeat it. */
interface Read {
  told: unknown;
  /** The sources of the result; null: everything. */
  sources: readonly Source[] | null;
  /** Whether it was asked without parameters. */
  readonly isShared: boolean;
  again(): Promise<unknown>;
}

interface KnownPage {
  readonly reads: readonly Read[];
  readonly tag: string;
  /** The header that names its sources; empty: they are not named. */
  readonly madeFrom: Readonly<Record<string, string>>;
}

/** Limits of the cache of pages. A Worker's isolate has 128 MB for everything. */
const KNOWN = {
  most: 2_000,
  bytes: 24 * 1024 * 1024,
  weigh: ({ reads }: KnownPage) => reads.reduce((bytes, read) => bytes + bytesOfRead(read), 4_000),
};

/** A result that every page gets is in memory once: what is asked without parameters, such as all maps. */
const bytesOfRead = ({ told, isShared }: Read): number => 500 + (isShared ? 0 : bytesOf(told));

/**
 * Returns a function that renders pages, but answers 304 if the client's If-None-Match names the earlier page and
 * nothing that this page read has changed. Most writes do not concern what a page shows, although they could have:
 * repeating the page's reads costs a fraction of rendering it. A page depends on its address, the day, and what it
 * reads through these functions, and is rendered with its tag. So each page also names its own sources: a cache need
 * not ask again until one of them moves.
 */
export function knownPages(render: RenderPageFrom, reads: PageReads, now: () => Date): RenderPage {
  const pages = new Recent<KnownPage>(KNOWN);

  /** Whether a read still has the same result. One that fails now has not: the page itself reports that. */
  const isStillTrue = (read: Read): Promise<boolean> =>
    read.again().then(
      (said) => {
        if (said !== read.told && !dequal(said, read.told)) return false;
        // Equal, but the object that the caches of answers hold: it is in memory once, and quick to compare.
        read.told = said;
        return true;
      },
      () => false,
    );

  return async (request, form) => {
    if (form) return render(request, reads, form);
    const address = `${now().toISOString().slice(0, 10)} ${request.method} ${request.url}`;
    const known = pages.get(address);
    if (known && isKnown(request.headers.get("If-None-Match") ?? undefined, known)) {
      const changes = await Promise.all(known.reads.map(isStillTrue));
      if (!changes.includes(false)) return new Response(null, { status: 304, headers: known.madeFrom });
    }
    const watched = watch(reads);
    const page = await render(request, watched.reads);
    const tag = tagIn(page.headers);
    if (page.status !== 200 || tag === null) return page;
    const made = watched.all();
    const sources = made && writeSources(made.map((read) => read.sources));
    const madeFrom = sources === null ? {} : { [MADE_FROM]: sources };
    if (made) pages.set(address, { reads: made, tag, madeFrom });
    for (const [name, value] of Object.entries(madeFrom)) page.headers.set(name, value);
    return page;
  };
}

/** The read has no result yet, or it failed. */
const NOTHING = Symbol("nothing");

/** Returns the same functions, recording their reads; `all` returns null if one of them failed or is still running. */
function watch(reads: PageReads): { readonly reads: PageReads; all(): readonly Read[] | null } {
  const noted: Read[] = [];
  function note<Given extends unknown[], Told>(
    read: (...given: Given) => Promise<Told>,
    sourcesOf: (told: Told, ...given: Given) => readonly Source[] | null,
    isShared: (...given: Given) => boolean = () => false,
  ) {
    return async (...given: Given): Promise<Told> => {
      // Copies: the page may change its own afterwards.
      const same = given.map((each) => (each instanceof URLSearchParams ? new URLSearchParams(each) : each));
      const one: Read = {
        told: NOTHING,
        sources: null,
        isShared: isShared(...given),
        again: () => read(...(same as Given)),
      };
      noted.push(one);
      const told = await read(...given);
      one.told = told;
      one.sources = sourcesOf(told, ...given);
      return told;
    };
  }
  return {
    reads: {
      // The cast restores the endpoints' types.
      ask: note(
        reads.ask,
        ({ sources }) => sources,
        (_, given) => given === undefined,
      ) as PageReads["ask"],
      holdsSample: note(reads.holdsSample, () => ["sample"]),
      // A media key begins with the filekey of its completion, or belongs to a map.
      mediumOf: note(reads.mediumOf, (_, key) => [completionOf(key.split("/", 1)[0] ?? ""), "maps"]),
      detailsOf: note(reads.detailsOf, (_, filekey) => [completionOf(filekey)]),
    },
    all: () => (noted.some(({ told }) => told === NOTHING) ? null : noted),
  };
}
