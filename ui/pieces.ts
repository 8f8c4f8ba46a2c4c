/** The HTML of pieces of pages by what says all that is in them; whoever keeps it says how much. */
export interface KnownPieces {
  get(key: string): string | undefined;
  set(key: string, html: string): void;
}

/** What marks a piece while a page is rendered: no element of ours, and text of others has no angle brackets. */
export const MARK = "page-piece";

const MARKS = /<page-piece n="(\d+)">|<\/page-piece>/g;

/** A script would be missing in the policy of the next page; and a piece is there to be told apart from its neighbours. */
const isWorthKnowing = (html: string): boolean => html !== "" && !html.includes("<script");

/**
 * A text of its own. What is cut from a page would keep the whole page in memory: V8 makes such a text a view of the other.
 */
const copied = (text: string): string => new TextDecoder().decode(new TextEncoder().encode(text));

/**
 * A page of which pieces may be known. Those that are not are rendered where they stand between marks, and known from then on; of
 * those that are the marks alone are rendered.
 */
export class PageInPieces {
  readonly #known: KnownPieces;
  /** Those of this page, by their numbers in it. */
  readonly #pieces: { readonly key: string; readonly html: string | undefined }[] = [];

  constructor(known: KnownPieces) {
    this.#known = known;
  }

  /** Takes note of the next piece: its number in the page, and whether it has to be rendered. */
  note(key: string): { readonly n: number; readonly isKnown: boolean } {
    const html = this.#known.get(key);
    this.#pieces.push({ key, html });
    return { n: this.#pieces.length - 1, isKnown: html !== undefined };
  }

  /** The page without marks, from what was rendered of it. Of one that failed somewhere nothing is known afterwards. */
  whole(rendered: string, hasFailed = false): string {
    /** What is open: the page, and pieces in each other. */
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
