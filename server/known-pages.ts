import type { PageContext, SignInForm } from "../contract/page-context.ts";
import { completionOf, type Source } from "../contract/sources.ts";
import { MADE_FROM, writeSources } from "./edge/made-from.ts";

/** The functions by which pages read this site. */
export type PageReads = Pick<PageContext, "ask" | "detailsOf" | "holdsSample" | "mediumOf">;

/** Renders a page; `form` is what a page of the sign-in provider shows. */
export type RenderPage = (request: Request, form?: SignInForm) => Promise<Response>;

/** The same, with the functions by which the page reads. */
export type RenderPageFrom = (request: Request, reads: PageReads, form?: SignInForm) => Promise<Response>;

/** Returns a function that renders pages, each with its own sources: it is good until one of them moves. */
export function pagesWithSources(render: RenderPageFrom, reads: PageReads): RenderPage {
  return async (request, form) => {
    if (form) return render(request, reads, form);
    const watched = watch(reads);
    const page = await render(request, watched.reads);
    const sources = page.status === 200 || page.status === 304 ? writeSources(watched.sources()) : null;
    if (sources !== null) page.headers.set(MADE_FROM, sources);
    return page;
  };
}

/** Returns the same functions, recording what they read; null among the sources: everything, or a read that failed. */
function watch(reads: PageReads): {
  readonly reads: PageReads;
  sources(): readonly (readonly Source[] | null)[];
} {
  const read: (readonly Source[] | null)[] = [];
  function note<Given extends unknown[], Result>(
    make: (...given: Given) => Promise<Result>,
    sourcesOf: (result: Result, ...given: Given) => readonly Source[] | null,
  ) {
    return async (...given: Given): Promise<Result> => {
      const at = read.push(null) - 1;
      const result = await make(...given);
      read[at] = sourcesOf(result, ...given);
      return result;
    };
  }
  return {
    reads: {
      // The cast restores the endpoints' types.
      ask: note(reads.ask, ({ sources }) => sources) as PageReads["ask"],
      holdsSample: note(reads.holdsSample, () => ["sample"]),
      // A media key begins with the filekey of its completion, or belongs to a map.
      mediumOf: note(reads.mediumOf, (_, key) => [completionOf(key.split("/", 1)[0] ?? ""), "maps"]),
      detailsOf: note(reads.detailsOf, (_, filekey) => [completionOf(filekey)]),
    },
    sources: () => read,
  };
}
