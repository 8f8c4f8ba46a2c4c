/** A statement of a dump, without its semicolon. */
export interface DumpStatement {
  readonly sql: string;
  /** The line on which it begins, from 1. */
  readonly line: number;
}

/** The longest statement of a dump, in characters. D1 takes 100,000 bytes; other tools write more rows into one. */
const LONGEST = 64 * 1024 * 1024;

/** Why a dump cannot be read any further. */
export class BadDump extends Error {
  override readonly name = "BadDump";
}

/** What ends each kind of quoted text and comment. */
const ENDS: Readonly<Record<string, string>> = {
  "'": "'",
  '"': '"',
  "`": "`",
  "[": "]",
  "--": "\n",
  "/*": "*/",
};

/**
 * Splits a dump into its statements: at semicolons outside quotes and comments, and for a trigger at the one after its
 * END. Each character is looked at once, however the text is divided into pieces.
 */
export class StatementSplitter {
  #text = "";
  /** Where in the text to look next, and what is open there: a quote or a comment. */
  #at = 0;
  #open: string | null = null;
  #line = 1;

  /** Takes the next piece and yields the statements it completes. Throws BadDump for a statement that is too long. */
  *push(piece: string): Generator<DumpStatement> {
    this.#text += piece;
    let from = 0;
    // PostgreSQL writes the body of a function between $$ and $$, or $name$ and $name$.
    const marks = /['"`[;]|--|\/\*|\$\w*\$/g;
    for (;;) {
      if (this.#open !== null) {
        const end = this.#text.indexOf(this.#open, this.#at);
        if (end === -1) {
          // The last character may be half of a comment's end.
          this.#at = Math.max(this.#at, this.#text.length - 1);
          break;
        }
        this.#at = end + this.#open.length;
        this.#open = null;
        continue;
      }
      marks.lastIndex = this.#at;
      const found = marks.exec(this.#text);
      if (!found) {
        // … or of its beginning.
        this.#at = Math.max(this.#at, this.#text.length - 1);
        break;
      }
      this.#at = found.index + found[0].length;
      if (found[0] !== ";") this.#open = ENDS[found[0]] ?? found[0];
      else if (isWhole(this.#text, from, found.index)) {
        yield* this.#statement(from, found.index);
        from = this.#at;
      }
    }
    this.#text = this.#text.slice(from);
    this.#at -= from;
    if (this.#text.length > LONGEST)
      throw new BadDump(
        `the statement that begins on line ${this.#begin()} has no end within ${LONGEST} characters`,
      );
  }

  /** Whether nothing of a statement has come yet. */
  get isEmpty(): boolean {
    return this.#open === null && this.#text.length < BEGINNING && beginOf(this.#text) === this.#text.length;
  }

  /** How much of a statement that has no end yet is here, in characters. */
  get length(): number {
    return this.#text.length;
  }

  /** Ends the dump: a rest without a semicolon is a statement too. Throws BadDump if a quote is still open. */
  *end(): Generator<DumpStatement> {
    if (this.#open !== null && this.#open !== "\n")
      throw new BadDump(
        `the statement that begins on line ${this.#begin()} ends within a text: the file is cut off`,
      );
    yield* this.#statement(0, this.#text.length);
    this.#text = "";
  }

  /** The line on which the rest begins. */
  #begin = (): number => this.#line + linesIn(this.#text.slice(0, beginOf(this.#text)));

  *#statement(from: number, to: number): Generator<DumpStatement> {
    const sql = this.#text.slice(from, to);
    const begin = beginOf(sql);
    const line = this.#line + linesIn(sql.slice(0, begin));
    if (begin < sql.length) yield { sql: sql.slice(begin), line };
    this.#line += linesIn(sql);
  }
}

/** Where a statement begins, after blanks and comments. */
const beginOf = (sql: string): number =>
  /^(?:\s|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)*/.exec(sql)?.[0].length ?? 0;

function linesIn(text: string): number {
  let lines = 0;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) lines += 1;
  return lines;
}

/** How much of a statement's beginning is searched for the creation of a trigger, in characters. */
const BEGINNING = 2_000;

/** Whether a statement ends here. A trigger has semicolons inside it, and ends with its END. */
function isWhole(text: string, from: number, to: number): boolean {
  const beginning = text.slice(from, Math.min(to, from + BEGINNING));
  if (
    !/^\s*(?:(?:--[^\n]*\n|\/\*[\s\S]*?\*\/)\s*)*create\s+(?:temp\s+|temporary\s+)?trigger\b/i.test(beginning)
  )
    return true;
  return /\bend\s*$/i.test(text.slice(Math.max(from, to - 20), to));
}
