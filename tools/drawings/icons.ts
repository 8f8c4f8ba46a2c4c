// Draws the icons that cannot be SVG from app/ui/public/favicon.svg and writes them next to it. Run it after changing the
// drawing: node tools/drawings/icons.ts. The icons are committed, so a build needs no image library.

import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import sharp from "sharp";

const FOLDER = resolve(import.meta.dirname, "../ui/public");
/** The paper colour of app/ui/theme.css. */
const PAPER = "#fbf8f1";

const drawing = readFileSync(join(FOLDER, "favicon.svg"));

/** Draws a square PNG with a margin of `margin` pixels on each side. */
async function draw(size: number, margin: number, background: string | null): Promise<Buffer> {
  const inner = size - 2 * margin;
  const transparent = { r: 0, g: 0, b: 0, alpha: 0 };
  const picture = sharp(drawing, { density: (72 * inner) / 48 })
    .resize(inner, inner)
    .extend({ top: margin, bottom: margin, left: margin, right: margin, background: transparent });
  return (background === null ? picture : picture.flatten({ background })).png({ palette: true }).toBuffer();
}

/** Makes an ICO of PNGs: a header of 6 bytes, 16 bytes for each picture, then the pictures. */
function icoOf(pictures: readonly { readonly size: number; readonly png: Buffer }[]): Buffer {
  const head = Buffer.alloc(6 + 16 * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let offset = head.length;
  for (const [at, { size, png }] of pictures.entries()) {
    const entry = 6 + 16 * at;
    head.writeUInt8(size, entry);
    head.writeUInt8(size, entry + 1);
    head.writeUInt16LE(1, entry + 4);
    head.writeUInt16LE(32, entry + 6);
    head.writeUInt32LE(png.length, entry + 8);
    head.writeUInt32LE(offset, entry + 12);
    offset += png.length;
  }
  return Buffer.concat([head, ...pictures.map(({ png }) => png)]);
}

const small = await Promise.all([16, 32, 48].map(async (size) => ({ size, png: await draw(size, 0, null) })));
writeFileSync(join(FOLDER, "favicon.ico"), icoOf(small));
writeFileSync(join(FOLDER, "apple-touch-icon.png"), await draw(180, 18, PAPER));
// A launcher may crop up to a tenth off each side.
for (const size of [192, 512])
  writeFileSync(join(FOLDER, `icon-${size}.png`), await draw(size, Math.round(size / 8), PAPER));
