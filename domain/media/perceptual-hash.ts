/** The size to which a picture is scaled, without regard to its shape, before it is compared with others: in pixels. */
export const SMALL = { width: 256, height: 144 } as const;

/** Bytes of such a picture in grey, one a pixel, row by row. */
export const SMALL_BYTES = SMALL.width * SMALL.height;

/** What a picture is compared by. */
export interface PerceptualHash {
  /** 64 bits in hex: whether each of its 8 x 8 lowest frequencies is above their median. */
  readonly dct: string;
  /** The mean grey level of each of its 32 x 18 blocks, a byte each, row by row: in base64, without padding. */
  readonly blocks: string;
}

/** Bits of 64 in which two pictures may differ to be compared by their blocks. Two honest runs on one map are within 2. */
export const MOST_BITS = 8;

/**
 * Grey levels by which a block may differ where two pictures are the same. Copies differ by 5 at most (JPEG of quality 10),
 * honest runs on one map by 12 at least; in blocks four times as large, which are within the levels where these are, by 4.
 */
const MOST_LEVELS = 6;

/** The sides of a block, in pixels. */
const BLOCK = 8;
const REDUCED = 32;
const FREQUENCIES = 8;

/** Returns the grey levels of pixels with so many bytes each, of which the first three are red, green and blue. */
export function greyOf(pixels: Uint8Array | Uint8ClampedArray, channels: 3 | 4): Uint8Array<ArrayBuffer> {
  const grey = new Uint8Array(pixels.length / channels);
  for (let at = 0, from = 0; at < grey.length; at += 1, from += channels) {
    const [red = 0, green = 0, blue = 0] = [pixels[from], pixels[from + 1], pixels[from + 2]];
    grey[at] = Math.round(0.299 * red + 0.587 * green + 0.114 * blue);
  }
  return grey;
}

/** @param grey SMALL_BYTES grey levels */
export function perceptualHashOf(grey: Uint8Array): PerceptualHash {
  return { dct: dctOf(grey), blocks: blocksOf(grey) };
}

/** In how many bits two such hashes differ. */
export function bitsApart(one: string, other: string): number {
  let bits = 0;
  for (let at = 0; at < one.length; at += 1) bits += BITS[digitAt(one, at) ^ digitAt(other, at)] ?? 0;
  return bits;
}

/** How many bits each number of four bits has. */
const BITS = [0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4];

/** The value of a lower-case hexadecimal digit. */
function digitAt(hex: string, at: number): number {
  const code = hex.charCodeAt(at);
  return code < 58 ? code - 48 : code - 87;
}

/** Whether two pictures are the same but for how they were encoded and scaled, by the blocks of both. */
export function isSamePicture(one: string, other: string): boolean {
  for (let at = 0; at < one.length; at += 4) {
    const [own, theirs] = [threeAt(one, at), threeAt(other, at)];
    for (let shift = 16; shift >= 0; shift -= 8)
      if (Math.abs(((own >> shift) & 0xff) - ((theirs >> shift) & 0xff)) > MOST_LEVELS) return false;
  }
  return true;
}

const BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
/** The value of each character of base64, by its code. */
const VALUES = /* @__PURE__ */ Uint8Array.from({ length: 128 }, (_, code) =>
  Math.max(0, BASE64.indexOf(String.fromCharCode(code))),
);

/** The three bytes in the four characters at a place of a base64 text, as one number. Most texts differ near their beginning. */
function threeAt(text: string, at: number): number {
  let all = 0;
  for (let each = at; each < at + 4; each += 1) all = (all << 6) | (VALUES[text.charCodeAt(each)] ?? 0);
  return all;
}

function blocksOf(grey: Uint8Array): string {
  const columns = SMALL.width / BLOCK;
  const sums = Array<number>(columns * (SMALL.height / BLOCK)).fill(0);
  for (let at = 0; at < SMALL_BYTES; at += 1) {
    const row = Math.floor(at / SMALL.width / BLOCK);
    const block = row * columns + Math.floor((at % SMALL.width) / BLOCK);
    sums[block] = (sums[block] ?? 0) + (grey[at] ?? 0);
  }
  return btoa(String.fromCharCode(...sums.map((sum) => Math.round(sum / BLOCK ** 2))));
}

/** The lowest frequencies of a line of 32 numbers (DCT-II, not scaled). */
// Pure: browsers load the rest of this alone.
const WAVES = /* @__PURE__ */ Array.from({ length: FREQUENCIES }, (_, frequency) =>
  Array.from({ length: REDUCED }, (_, at) => Math.cos((Math.PI / REDUCED) * (at + 0.5) * frequency)),
);
const frequenciesOf = (line: readonly number[]): number[] =>
  WAVES.map((wave) => wave.reduce((sum, factor, at) => sum + factor * (line[at] ?? 0), 0));

function dctOf(grey: Uint8Array): string {
  const rows = reduced(grey).map(frequenciesOf);
  const found = Array.from({ length: FREQUENCIES }, (_, column) =>
    frequenciesOf(rows.map((row) => row[column] ?? 0)),
  )
    .flat()
    // Of a plain picture most are 0, and only the arithmetic's error tells them apart.
    .map(Math.round);
  const [below = 0, above = 0] = found.toSorted((one, other) => one - other).slice(31, 33);
  const bits = found.map((each) => (each > (below + above) / 2 ? 1 : 0));
  return Array.from({ length: 16 }, (_, digit) =>
    Number.parseInt(bits.slice(4 * digit, 4 * digit + 4).join(""), 2).toString(16),
  ).join("");
}

/** Reduces it to 32 x 32 mean grey levels: each is of 8 x 4.5 pixels. */
function reduced(grey: Uint8Array): number[][] {
  const width = SMALL.width / REDUCED;
  const height = SMALL.height / REDUCED;
  const meanOf = (row: number, column: number): number => {
    let [sum, weight] = [0, 0];
    for (let y = Math.floor(row * height); y < (row + 1) * height; y += 1) {
      const share = Math.min(y + 1, (row + 1) * height) - Math.max(y, row * height);
      for (let x = column * width; x < (column + 1) * width; x += 1)
        sum += share * (grey[y * SMALL.width + x] ?? 0);
      weight += share * width;
    }
    return sum / weight;
  };
  return Array.from({ length: REDUCED }, (_, row) =>
    Array.from({ length: REDUCED }, (_, column) => meanOf(row, column)),
  );
}
