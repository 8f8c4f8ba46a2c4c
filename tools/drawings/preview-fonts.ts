// Extracts from the fonts the letters that link previews are drawn with, and writes them as outlines, one letter a
// line, to server/previews/drawing/fonts. Run it when other letters are needed: node tools/drawings/preview-fonts.ts. The
// outlines are committed, so the site needs no font parser.

import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
// @ts-expect-error It has no types.
import opentype from "opentype.js";

/** The part of opentype.js that is used here. */
type Command = { readonly type: "M" | "L" | "Q" | "C" | "Z" } & Partial<Record<Place, number>>;
type Place = (typeof PLACES)[number];
interface Font {
  readonly unitsPerEm: number;
  charToGlyphIndex(letter: string): number;
  charToGlyph(letter: string): {
    readonly advanceWidth: number;
    readonly path: { readonly commands: readonly Command[] };
  };
}
const PLACES = ["x1", "y1", "x2", "y2", "x", "y"] as const;

const FOLDER = resolve(import.meta.dirname, "../server/previews/drawing/fonts");

/** The letters that names are written with: Latin for all of Europe and Vietnam, Greek, Cyrillic, and punctuation. */
const RANGES = [
  [0x20, 0x7e],
  [0xa1, 0x17f],
  [0x1a0, 0x1a1],
  [0x1af, 0x1b0],
  [0x218, 0x21b],
  [0x370, 0x3ff],
  [0x400, 0x45f],
  [0x490, 0x491],
  [0x1ea0, 0x1ef9],
  [0x2013, 0x2014],
  [0x2018, 0x201e],
  [0x2022, 0x2022],
  [0x2026, 0x2026],
  [0x20ac, 0x20ac],
  [0x2116, 0x2116],
  [0x2122, 0x2122],
  [0x2212, 0x2212],
] as const;

const files = (family: string, weight: number, subsets: readonly string[]): Font[] =>
  subsets.map((subset) => {
    const path = `@fontsource/${family}/files/${family}-${subset}-${weight}-normal.woff`;
    const bytes = readFileSync(fileURLToPath(import.meta.resolve(path)));
    return opentype.parse(new Uint8Array(bytes).buffer) as Font;
  });

/** Scales to thousandths of the em. */
const scaled = (value: number, font: Font): number => Math.round((value * 1000) / font.unitsPerEm);

/** Returns the outline as an SVG path, in whole numbers, using only the commands m, l, q, c and z; y points down. */
function outline(commands: readonly Command[], font: Font): string {
  let [atX, atY] = [0, 0];
  let [startX, startY] = [0, 0];
  return commands
    .map((command) => {
      if (command.type === "Z") {
        [atX, atY] = [startX, startY];
        return "z";
      }
      const numbers = PLACES.flatMap((place) => {
        const value = command[place];
        if (value === undefined) return [];
        return place.startsWith("x") ? scaled(value, font) - atX : -scaled(value, font) - atY;
      });
      const [byX = 0, byY = 0] = numbers.slice(-2);
      [atX, atY] = [atX + byX, atY + byY];
      if (command.type === "M") [startX, startY] = [atX, atY];
      // A line of no length.
      if (command.type === "L" && byX === 0 && byY === 0) return "";
      return command.type.toLowerCase() + numbers.join(" ").replaceAll(" -", "-");
    })
    .join("");
}

/** Writes one face; each letter is taken from the first font that has it. */
function write(name: string, fonts: readonly Font[]): void {
  const letters: Record<string, string> = {};
  for (const [from, to] of RANGES) {
    for (let code = from; code <= to; code += 1) {
      const letter = String.fromCodePoint(code);
      const font = fonts.find((each) => each.charToGlyphIndex(letter) > 0);
      if (!font) continue;
      const glyph = font.charToGlyph(letter);
      letters[letter] = `${scaled(glyph.advanceWidth, font)} ${outline(glyph.path.commands, font)}`.trim();
    }
  }
  writeFileSync(`${FOLDER}/${name}.json`, `${JSON.stringify(letters, null, 2)}\n`);
}

write("heading", [
  ...files("bricolage-grotesque", 800, ["latin", "latin-ext", "vietnamese"]),
  ...files("noto-sans", 800, ["greek", "cyrillic", "latin", "latin-ext"]),
]);
write("text", files("noto-sans", 400, ["latin", "latin-ext", "vietnamese", "greek", "cyrillic"]));
