import type { Canvas, Colour, Shape } from "./canvas.ts";
import heading from "./fonts/heading.json" with { type: "json" };
import text from "./fonts/text.json" with { type: "json" };
import { pathShape, placed } from "./shapes.ts";

/** Letters by face: their width and their outline, in thousandths of their size (scripts/preview-fonts.ts). */
const FACES = { heading, text } satisfies Record<string, Readonly<Record<string, string>>>;

export type Face = keyof typeof FACES;

/** Headings are set a little closer, as the site's are; in thousandths of the letters' size. */
const CLOSER: Readonly<Record<Face, number>> = { heading: -18, text: 0 };

/** No text of a preview has more characters. */
const LONGEST = 300;

/** What an unreadable letter is drawn as. */
const LEFT_OUT = "…";

interface Letter {
  readonly width: number;
  readonly shape: Shape;
}

const read: Readonly<Record<Face, Map<string, Letter>>> = { heading: new Map(), text: new Map() };

function letterOf(face: Face, letter: string): Letter | null {
  const known = read[face].get(letter);
  if (known) return known;
  const kept = Object.hasOwn(FACES[face], letter)
    ? (FACES[face] as Readonly<Record<string, string>>)[letter]
    : undefined;
  if (kept === undefined) return null;
  const [width = "0", path = ""] = kept.split(/ (.*)/s);
  const made = { width: Number(width) + CLOSER[face], shape: pathShape(path) };
  read[face].set(letter, made);
  return made;
}

/** What is drawn for one character: itself, the letter under its marks, nothing for a picture, or that it is left out. */
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
 * A text as it can be drawn. Latin, Greek and Cyrillic letters are at hand; of other scripts a run of letters is "…",
 * emoji go without a trace, and a text of which nothing is left is empty: whoever draws it leaves it out.
 */
export function drawable(face: Face, given: string): string {
  const drawn = Array.from(given.slice(0, LONGEST).normalize("NFC"), (letter) => drawnFor(face, letter))
    .join("")
    .replace(/…[\s…]*…/g, LEFT_OUT)
    .replace(/\s+/g, " ")
    .trim();
  return /[\p{L}\p{N}]/u.test(drawn) ? drawn : "";
}

/** How wide a drawable text is, in pixels. */
export function widthOf(face: Face, drawn: string, size: number): number {
  let width = 0;
  for (const letter of drawn) width += letterOf(face, letter)?.width ?? 0;
  return (width * size) / 1000;
}

/** As much of a text as has room, and "…" where that is not all. */
export function shortened(face: Face, drawn: string, size: number, room: number): string {
  if (widthOf(face, drawn, size) <= room) return drawn;
  let kept = "";
  let width = widthOf(face, LEFT_OUT, size);
  for (const letter of drawn) {
    width += widthOf(face, letter, size);
    if (width > room) break;
    kept += letter;
  }
  return kept.trimEnd() + LEFT_OUT;
}

/** The lines of a text that is broken between words; a word without room of its own stays whole. */
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
  // What divides two things says nothing at the end of a line.
  return lines.map((words) => words.join(" ").replace(/ ·$/, ""));
}

/** Lines of a text, all of one size. */
export interface Fitted {
  readonly face: Face;
  readonly lines: readonly string[];
  readonly size: number;
}

/**
 * A text in the largest of some sizes (largest first) in which it has room in so many lines. In the smallest it is
 * shortened.
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
    // What has no room goes with the last line.
    at === most - 1 ? lines.slice(at).join(" ") : line,
  );
  return { face, lines: shown.map((line) => shortened(face, line, size, room)), size };
}

/** Where a text stands. */
interface Standing {
  readonly x: number;
  /** Of its baseline. */
  readonly y: number;
  readonly size: number;
  /** Whether x is its middle. */
  readonly isCentred?: boolean;
}

/** A drawable text on one line. */
export function wordShape(face: Face, drawn: string, { x, y, size, isCentred }: Standing): Shape {
  let at = isCentred ? x - widthOf(face, drawn, size) / 2 : x;
  return Array.from(drawn).flatMap((letter) => {
    const found = letterOf(face, letter);
    if (!found) return [];
    const from = at;
    at += (found.width * size) / 1000;
    return placed(found.shape, from, y, size / 1000);
  });
}

/** Writes a drawable text on one line. */
export function write(
  canvas: Canvas,
  face: Face,
  drawn: string,
  { colour, ...standing }: Standing & { readonly colour: Colour },
): void {
  canvas.fill(wordShape(face, drawn, standing), colour);
}
