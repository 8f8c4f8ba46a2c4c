import type { Canvas, Colour, Shape } from "./canvas.server.ts";
import heading from "./fonts/heading.json" with { type: "json" };
import text from "./fonts/text.json" with { type: "json" };
import { pathShape, placed } from "./shapes.server.ts";

/** The letters of each face: width and outline, in thousandths of the font size (tools/drawings/preview-fonts.ts). */
const FACES = { heading, text } satisfies Record<string, Readonly<Record<string, string>>>;

export type Face = keyof typeof FACES;

/** Letter spacing in thousandths of the font size: headings are set slightly tighter, like those of the site. */
const CLOSER: Readonly<Record<Face, number>> = { heading: -18, text: 0 };

/** The most characters of a text in a preview. */
const LONGEST = 300;

/** Drawn for a letter that the face does not have. */
const LEFT_OUT = "…";

interface Letter {
  readonly width: number;
  readonly shape: Shape;
}

const read: Readonly<Record<Face, Map<string, Letter>>> = { heading: new Map(), text: new Map() };

function letterOf(face: Face, letter: string): Letter | null {
  const known = read[face].get(letter);
  if (known) return known;
  const packed = Object.hasOwn(FACES[face], letter)
    ? (FACES[face] as Readonly<Record<string, string>>)[letter]
    : undefined;
  if (packed === undefined) return null;
  const [width = "0", path = ""] = packed.split(/ (.*)/s);
  const made = { width: Number(width) + CLOSER[face], shape: pathShape(path) };
  read[face].set(letter, made);
  return made;
}

/** Returns what is drawn for a character: itself, its base letter without marks, nothing for an emoji, or "…". */
function drawnFor(face: Face, letter: string): string {
  if (letterOf(face, letter)) return letter;
  if (/\s/u.test(letter)) return " ";
  const [base = ""] = letter.normalize("NFKD");
  if (letterOf(face, base)) return base;
  return /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\p{M}\p{C}]/u.test(letter)
    ? ""
    : LEFT_OUT;
}

/**
 * Returns a text as it can be drawn. The faces have Latin, Greek and Cyrillic letters; a run of letters of other
 * scripts becomes "…", emoji are dropped, and a text of which nothing remains is empty, so that it is not drawn at all.
 */
export function drawable(face: Face, given: string): string {
  const drawn = Array.from(given.slice(0, LONGEST).normalize("NFC"), (letter) => drawnFor(face, letter))
    .join("")
    .replace(/…[\s…]*…/g, LEFT_OUT)
    .replace(/\s+/g, " ")
    .trim();
  return /[\p{L}\p{N}]/u.test(drawn) ? drawn : "";
}

/** Returns the width of a drawable text, in pixels. */
export function widthOf(face: Face, drawn: string, size: number): number {
  let width = 0;
  for (const letter of drawn) width += letterOf(face, letter)?.width ?? 0;
  return (width * size) / 1000;
}

/** Returns as much of a text as fits, with "…" if that is not all. */
export function shortened(face: Face, drawn: string, size: number, room: number): string {
  if (widthOf(face, drawn, size) <= room) return drawn;
  let fitting = "";
  let width = widthOf(face, LEFT_OUT, size);
  for (const letter of drawn) {
    width += widthOf(face, letter, size);
    if (width > room) break;
    fitting += letter;
  }
  return fitting.trimEnd() + LEFT_OUT;
}

/** Breaks a text into lines between words; a word wider than a line stays whole. */
function broken(face: Face, drawn: string, size: number, room: number): string[] {
  const lines: string[][] = [];
  const blank = widthOf(face, " ", size);
  let width = Infinity;
  for (const word of drawn.split(" ")) {
    const wide = widthOf(face, word, size);
    width += blank + wide;
    if (width <= room) lines.at(-1)?.push(word);
    else {
      lines.push([word]);
      width = wide;
    }
  }
  // A separator means nothing at the end of a line.
  return lines.map((words) => words.join(" ").replace(/ ·$/, ""));
}

export interface Fitted {
  readonly face: Face;
  readonly lines: readonly string[];
  readonly size: number;
}

/**
 * Fits a text into at most this many lines, in the largest of some sizes (largest first) that has room. In the smallest
 * size it is shortened.
 */
export function fitted(
  face: Face,
  given: string,
  { sizes, room, most }: { readonly sizes: readonly number[]; readonly room: number; readonly most: number },
): Fitted {
  const drawn = drawable(face, given);
  for (const size of sizes) {
    const lines = broken(face, drawn, size, room);
    if (lines.length <= most && lines.every((line) => widthOf(face, line, size) <= room))
      return { face, lines, size };
  }
  const size = sizes.at(-1) ?? 16;
  const lines = broken(face, drawn, size, room);
  const shown = lines.slice(0, most).map((line, at) =>
    // Whatever does not fit is added to the last line, which is then shortened.
    at === most - 1 ? lines.slice(at).join(" ") : line,
  );
  return { face, lines: shown.map((line) => shortened(face, line, size, room)), size };
}

interface Position {
  readonly x: number;
  /** Of the baseline. */
  readonly y: number;
  readonly size: number;
  /** Whether x is the middle of the text. */
  readonly isCentred?: boolean;
}

/** Returns the shape of a drawable text on one line. */
export function wordShape(face: Face, drawn: string, { x, y, size, isCentred }: Position): Shape {
  let at = isCentred ? x - widthOf(face, drawn, size) / 2 : x;
  return Array.from(drawn).flatMap((letter) => {
    const found = letterOf(face, letter);
    if (!found) return [];
    const from = at;
    at += (found.width * size) / 1000;
    return placed(found.shape, from, y, size / 1000);
  });
}

/** Draws a drawable text on one line. */
export function write(
  canvas: Canvas,
  face: Face,
  drawn: string,
  { colour, ...position }: Position & { readonly colour: Colour },
): void {
  canvas.fill(wordShape(face, drawn, position), colour);
}
