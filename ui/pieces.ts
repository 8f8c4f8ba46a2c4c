/** A cache of the HTML of page pieces, by a key that says everything in them. Its owner sets its limits. */
export interface KnownPieces {
  get(key: string): string | undefined;
  set(key: string, html: string): void;
}

/**
 * The element that marks a piece during rendering. Our pages have no other such element, and angle brackets in texts
 * are escaped.
 */
export const MARK = "page-piece";

const MARKS = /<page-piece n="(\d+)">|<\/page-piece>/g;

/**
 * Whether a piece may be cached: a script would be missing from the policy of the next page, and an empty piece has
 * nothing to cache.
 */
const isWorthKnowing = (html: string): boolean => html !== "" && !html.includes("<script");

/** Copies a text. A slice of a page would keep the whole page in memory, because V8 makes it a view of the page. */
const copied = (text: string): string => new TextDecoder().decode(new TextEncoder().encode(text));

/**
 * A page some of whose pieces may be cached. The others are rendered in place, between marks, and cached afterwards; of
 * cached ones, only the marks are rendered.
 */
export class PageInPieces {
  readonly #known: KnownPieces;
  /** The pieces of this page, by number. */
  readonly #pieces: { readonly key: string; readonly html: string | undefined }[] = [];

  constructor(known: KnownPieces) {
    this.#known = known;
  }

  /** Registers the next piece: returns its number in the page, and whether it is cached. */
  note(key: string): { readonly n: number; readonly isKnown: boolean } {
    const html = this.#known.get(key);
    this.#pieces.push({ key, html });
    return { n: this.#pieces.length - 1, isKnown: html !== undefined };
  }

  /** Returns the page without marks, from what was rendered. Caches no piece of a page that failed somewhere. */
  whole(rendered: string, hasFailed = false): string {
    /** The open parts: the page, and nested pieces. */
    const open: { readonly n: number; html: string }[] = [{ n: -1, html: "" }];
    let from = 0;
    for (const mark of rendered.matchAll(MARKS)) {
      const innermost = open.at(-1);
      if (!innermost) break;
      innermost.html += rendered.slice(from, mark.index);
      from = mark.index + mark[0].length;
      if (mark[1] !== undefined) {
        open.push({ n: Number(mark[1]), html: "" });
        continue;
      }
      open.pop();
      const around = open.at(-1);
      if (around) around.html += this.#htmlOf(innermost, hasFailed);
    }
    return (open[0]?.html ?? "") + rendered.slice(from);
  }

  #htmlOf({ n, html }: { readonly n: number; readonly html: string }, hasFailed: boolean): string {
    const piece = this.#pieces[n];
    if (piece?.html !== undefined) return piece.html;
    if (piece && !hasFailed && isWorthKnowing(html)) this.#known.set(piece.key, copied(html));
    return html;
  }
}
