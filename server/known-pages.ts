import { dequal } from "dequal";
import { completionOf, type Source } from "../contract/sources.ts";
import type { PageContext, SignInForm } from "../ui/context.ts";
import { isKnown, tagIn } from "./edge/content.ts";
import { MADE_FROM, writeSources } from "./edge/made-from.ts";
import { Recent } from "./recent.ts";

/** What pages read of this site. */
export type PageReads = Pick<PageContext, "ask" | "detailsOf" | "holdsSample" | "mediumOf">;

/** Renders a page; `form` is what a page of the sign-in provider shows. */
export type RenderPage = (request: Request, form?: SignInForm) => Promise<Response>;

/** The same from what is handed to it to read. */
export type RenderPageFrom = (request: Request, reads: PageReads, form?: SignInForm) => Promise<Response>;

/** Something that a page read: what it was told, and how to ask for it again. */
interface Read {
  told: unknown;
  /** What that is made from; null: everything there is. */
  sources: readonly Source[] | null;
  again(): Promise<unknown>;
}

interface KnownPage {
  readonly reads: readonly Read[];
  readonly tag: string;
  /** What it is made from, as a header says it. */
  readonly madeFrom: Readonly<Record<string, string>>;
}

/** Pages remembered at a time, and their bytes. An isolate of a Worker has 128 MB for everything. */
const KNOWN = {
  most: 2_000,
  bytes: 24 * 1024 * 1024,
  // Most of what was read is shared with those who remember answers; the rest is the rows of one list.
  weigh: ({ reads }: KnownPage) => 4_000 + reads.length * 500,
};

/**
 * Makes a page again only where something that it read has changed, for whoever has the page as it was: told by
 * If-None-Match, and answered with 304. Most writes are about something else than a page shows, although it could have been
 * about that: asking again what the page asked costs a fraction of rendering it. A page follows from its address, the day,
 * and what it reads of the site by these functions, and is rendered with its tag. So it says, too, what this very page is made from: who keeps it need not
 * ask until something of that is written.
 */
export function knownPages(render: RenderPageFrom, reads: PageReads, now: () => Date): RenderPage {
  const pages = new Recent<KnownPage>(KNOWN);

  /** What fails now is for the page to say. */
  const isStillTrue = (read: Read): Promise<boolean> =>
    read.again().then(
      (said) => {
        if (said !== read.told && !dequal(said, read.told)) return false;
        // The same in the words of those who remember answers: it is there once, and quick to compare.
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

/** Nothing was told yet, or it failed. */
const NOTHING = Symbol("nothing");

/** The same reads, noted; `all` answers null where one of them failed or is under way still. */
function watch(reads: PageReads): { readonly reads: PageReads; all(): readonly Read[] | null } {
  const noted: Read[] = [];
  function note<Given extends unknown[], Told>(
    read: (...given: Given) => Promise<Told>,
    sourcesOf: (told: Told, ...given: Given) => readonly Source[] | null,
  ) {
    return async (...given: Given): Promise<Told> => {
      // A page may go on with what it gave.
      const same = given.map((each) => (each instanceof URLSearchParams ? new URLSearchParams(each) : each));
      const one: Read = {
        told: NOTHING,
        sources: null,
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
      // One that is told it in the types of the endpoint, as before.
      ask: note(reads.ask, ({ sources }) => sources) as PageReads["ask"],
      holdsSample: note(reads.holdsSample, () => ["sample"]),
      // Media stand under the filekey of their completion, or under their map.
      mediumOf: note(reads.mediumOf, (_, key) => [completionOf(key.split("/", 1)[0] ?? ""), "maps"]),
      detailsOf: note(reads.detailsOf, (_, filekey) => [completionOf(filekey)]),
    },
    all: () => (noted.some(({ told }) => told === NOTHING) ? null : noted),
  };
}
