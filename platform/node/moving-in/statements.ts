/** A statement of a dump, without its semicolon. */
export interface DumpStatement {
  readonly sql: string;
  /** The line on which it begins, from 1. */
  readonly line: number;
}

/** The longest statement of a dump, in characters. D1 takes 100,000 bytes; other tools write more rows into one. */
const LONGEST = 64 * 1024 * 1024;

/** The longest value, in characters. Notes have 10,000. */
const LONGEST_VALUE = 4 * 1024 * 1024;

/** Returns a value's text. Throws BadDump for one that is too long. */
export function ofRightLength(text: string): string {
  if (text.length > LONGEST_VALUE) throw new BadDump(`a value has more than ${LONGEST_VALUE} characters`);
  return text;
}

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
      else if (isWhole(this.#text, found.index)) yield* this.#statement(found.index, this.#at);
    }
    if (this.#text.length > LONGEST)
      throw new BadDump(
        `the statement that begins on line ${this.#begin()} has no end within ${LONGEST} characters`,
      );
  }

  /** Returns what comes after the statement that was yielded last, which is then no part of any statement. */
  takeRest(): string {
    const rest = this.#text;
    [this.#text, this.#at] = ["", 0];
    return rest;
  }

  /** The line up to which everything was taken. */
  get line(): number {
    return this.#line;
  }

  /** Counts a line that is read elsewhere. */
  passLine(): void {
    this.#line += 1;
  }

  /** Ends the dump: a rest without a semicolon is a statement too. Throws BadDump if a quote is still open. */
  *end(): Generator<DumpStatement> {
    if (this.#open !== null && this.#open !== "\n")
      throw new BadDump(
        `the statement that begins on line ${this.#begin()} ends within a text: the file is cut off`,
      );
    yield* this.#statement(this.#text.length, this.#text.length);
  }

  /** The line on which the rest begins. */
  #begin = (): number => this.#line + linesIn(this.#text.slice(0, beginOf(this.#text)));

  /** Yields what stands before a place, if it is a statement, and goes on from another. */
  *#statement(to: number, from: number): Generator<DumpStatement> {
    const sql = this.#text.slice(0, to);
    const begin = beginOf(sql);
    const line = this.#line + linesIn(sql.slice(0, begin));
    this.#line += linesIn(sql);
    this.#text = this.#text.slice(from);
    this.#at = 0;
    if (begin < sql.length) yield { sql: sql.slice(begin), line };
  }
}

/** What may stand before a statement: blanks, comments, and commands of psql, which have no semicolon. */
const BEFORE = /\s+|--[^\n]*|\/\*[\s\S]*?\*\/|\\[^\n]*/y;

/** Where a statement begins. */
function beginOf(sql: string): number {
  BEFORE.lastIndex = 0;
  let at = 0;
  while (BEFORE.test(sql)) at = BEFORE.lastIndex;
  return at;
}

function linesIn(text: string): number {
  let lines = 0;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) lines += 1;
  return lines;
}

/** How much of a statement is searched for the creation of a trigger, in characters. */
const BEGINNING = 2_000;

/** Whether a statement ends here. A trigger of SQLite has semicolons inside it, and ends with its END. */
function isWhole(text: string, to: number): boolean {
  const begin = beginOf(text);
  const beginning = text.slice(begin, Math.min(to, begin + BEGINNING));
  if (!/^create\s+(?:temp\s+|temporary\s+)?trigger\b/i.test(beginning)) return true;
  return /\bend\s*$|\bexecute\s+(?:function|procedure)\b/i.test(
    text.slice(Math.max(begin, to - BEGINNING), to),
  );
}
