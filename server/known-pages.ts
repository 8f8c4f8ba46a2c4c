import { dequal } from "dequal";
import type { PageContext, SignInForm } from "../ui/context.ts";
import { Recent } from "./recent.ts";

/** What pages read of this site. */
export type PageReads = Pick<PageContext, "ask" | "holdsSample" | "mediumOf" | "notesHtml" | "timesOf">;

/** Renders a page; `form` is what a page of the sign-in provider shows. */
export type RenderPage = (request: Request, form?: SignInForm) => Promise<Response>;

/** The same from what is handed to it to read. */
export type RenderPageFrom = (request: Request, reads: PageReads, form?: SignInForm) => Promise<Response>;

/** Something that a page read: what it was told, and how to ask for it again. */
interface Read {
  told: unknown;
  again(): Promise<unknown>;
}

interface KnownPage {
  readonly reads: readonly Read[];
  readonly body: ArrayBuffer;
  readonly headers: readonly (readonly [string, string])[];
}

/** Pages remembered at a time, and their bytes: a list takes some 100 KB with what it was made of. */
const KNOWN = {
  most: 1_000,
  // An isolate of a Worker has 128 MB for everything.
  bytes: 24 * 1024 * 1024,
  // What was read is shared with those who remember answers, or small.
  weigh: ({ body, reads }: KnownPage) => body.byteLength + reads.length * 500,
};

/**
 * Makes a page again only where something that it read has changed. Most writes are about something else than a page
 * shows, although it could have been about that: asking again what the page asked costs a fraction of rendering it. A page
 * follows from its address, the day, and what it reads of the site by these functions.
 */
export function knownPages(render: RenderPageFrom, reads: PageReads, now: () => Date): RenderPage {
  const pages = new Recent<KnownPage>(KNOWN);

  /** What fails now is for the page to say. */
  const isStillTrue = ({ told, again }: Read): Promise<boolean> =>
    again().then(
      (said) => said === told || dequal(said, told),
      () => false,
    );

  return async (request, form) => {
    if (form) return render(request, reads, form);
    const address = `${now().toISOString().slice(0, 10)} ${request.method} ${request.url}`;
    const known = pages.get(address);
    if (known) {
      const changes = await Promise.all(known.reads.map(isStillTrue));
      if (!changes.includes(false))
        return new Response(known.body, { headers: known.headers as [string, string][] });
    }
    const watched = watch(reads);
    const page = await render(request, watched.reads);
    if (page.status !== 200) return page;
    const body = await page.arrayBuffer();
    const made = watched.all();
    if (made) pages.set(address, { reads: made, body, headers: [...page.headers] });
    return new Response(body, { headers: page.headers });
  };
}

/** Nothing was told yet, or it failed. */
const NOTHING = Symbol("nothing");

/** The same reads, noted; `all` answers null where one of them failed or is under way still. */
function watch(reads: PageReads): { readonly reads: PageReads; all(): readonly Read[] | null } {
  const noted: Read[] = [];
  function note<Given extends unknown[], Told>(read: (...given: Given) => Promise<Told>) {
    return async (...given: Given): Promise<Told> => {
      // A page may go on with what it gave.
      const same = given.map((each) => (each instanceof URLSearchParams ? new URLSearchParams(each) : each));
      const one: Read = { told: NOTHING, again: () => read(...(same as Given)) };
      noted.push(one);
      const told = await read(...given);
      one.told = told;
      return told;
    };
  }
  return {
    reads: {
      // One that is told it in the types of the endpoint, as before.
      ask: note(reads.ask) as PageReads["ask"],
      holdsSample: note(reads.holdsSample),
      mediumOf: note(reads.mediumOf),
      notesHtml: note(reads.notesHtml),
      timesOf: note(reads.timesOf),
    },
    all: () => (noted.some(({ told }) => told === NOTHING) ? null : noted),
  };
}
