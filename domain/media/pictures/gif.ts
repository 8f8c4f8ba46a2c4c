import { ByteReader, ByteWriter, need, needPixels } from "./bytes.ts";

const EXTENSION = 0x21;
const IMAGE = 0x2c;
const TRAILER = 0x3b;
const GRAPHIC_CONTROL = 0xf9;
const PLAIN_TEXT = 0x01;
const APPLICATION = 0xff;

/** Applications whose extension says how often the animation repeats. */
const LOOPS = new Set(["NETSCAPE2.0", "ANIMEXTS1.0"]);
const COLOUR_PROFILE = "ICCRGBG1012";

/** Returns the size in bytes of the colour table that a packed field announces. */
const tableBytes = (packed: number): number => (packed & 0x80 ? 3 * 2 ** ((packed & 7) + 1) : 0);

/** Returns where a series of sub-blocks ends, after the empty one that closes it. */
function endOfBlocks(reader: ByteReader, from: number): number {
  let at = from;
  for (let size = reader.byte(at); size !== 0; size = reader.byte(at)) at += 1 + size;
  return at + 1;
}

/** Keeps an application extension if it is a colour profile, or the loop, rewritten so that nothing hides in it. */
function putApplication(out: ByteWriter, reader: ByteReader, at: number, end: number): void {
  if (reader.byte(at + 2) !== 11) return;
  const name = reader.text(at + 3, 11);
  if (name === COLOUR_PROFILE) out.keep(at, end);
  if (!LOOPS.has(name) || end - at < 19 || reader.byte(at + 14) !== 3 || reader.byte(at + 15) !== 1) return;
  out.keep(at, at + 18);
  out.put([0]);
}

/** Returns a GIF, animated or not, without comments, drawn text, XMP and what follows its end. Throws Malformed. */
export function stripGif(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const reader = new ByteReader(bytes);
  need(/^GIF8[79]a$/.test(reader.text(0, 6)), "it does not begin as a GIF");
  const out = new ByteWriter(bytes, 1);
  let at = 13 + tableBytes(reader.byte(10));
  need(at <= bytes.length, "it ends too early");
  needPixels(reader.uint16(6, true), reader.uint16(8, true));
  out.keep(0, at);
  let images = 0;
  /** The control block with the duration of the next image; dropped if drawn text comes next instead. */
  let control: readonly [start: number, end: number] | null = null;
  // Many programs omit the trailer.
  while (at < bytes.length && reader.byte(at) !== TRAILER) {
    const kind = reader.byte(at);
    need(kind === EXTENSION || kind === IMAGE, "a block of no known kind");
    if (kind === IMAGE) {
      needPixels(reader.uint16(at + 5, true), reader.uint16(at + 7, true));
      const end = endOfBlocks(reader, at + 10 + tableBytes(reader.byte(at + 9)) + 1);
      if (control) out.keep(...control);
      out.keep(at, end);
      control = null;
      images += 1;
      at = end;
      continue;
    }
    const label = reader.byte(at + 1);
    const end = endOfBlocks(reader, at + 2);
    if (label === GRAPHIC_CONTROL) {
      need(end - at === 8, "a control block of a wrong size");
      control = [at, end];
    } else if (label === PLAIN_TEXT) control = null;
    else if (label === APPLICATION) putApplication(out, reader, at, end);
    at = end;
  }
  need(images > 0, "it holds no picture");
  out.put([TRAILER]);
  return out.bytes();
}
