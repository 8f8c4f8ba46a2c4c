import type Sharp from "sharp";
import { FairTurns } from "./fair-turns.ts";

/** The longer side of a thumbnail, in pixels: twice what a list shows. */
const SIDE = 480;

/** Larger pictures get no thumbnail: unpacked they have four bytes a pixel. A screen of 8K has 33 million. */
const MOST_PIXELS = 34_000_000;
const SECONDS = 8;

/**
 * Unpacking a progressive JPEG goes over all its pixels once a scan, and minds no clock. Encoders make about ten scans of
 * a picture; a hostile one of some KB may have thousands, and counts as that much larger.
 */
const USUAL_SCANS = 16;

/** Up to here a picture is done in some hundred milliseconds at most: a screen of 4K has 8.3 million pixels. */
const QUICK_PIXELS = 9_000_000;

let loading: Promise<typeof Sharp | null> | undefined;

/** Sharp, or null where it does not run on this machine. Loaded when it is first needed. */
function loadSharp(): Promise<typeof Sharp | null> {
  loading ??= import("sharp").then(
    ({ default: sharp }) => {
      sharp.concurrency(1);
      sharp.cache(false);
      return sharp;
    },
    () => null,
  );
  return loading;
}

/**
 * One at a time of each, so that many uploads at once do not unpack many pictures at once. The small ones, which are
 * nearly all, do not wait for the large ones.
 */
const quick = new FairTurns();
const slow = new FairTurns();

/** A picture on disk. */
export interface StoredPicture {
  readonly path: string;
  readonly bytes: number;
  /** Of a JPEG; 1 of others. */
  readonly scans: number;
  /** Whose it is: people take turns. */
  readonly sender: string;
}

const SCAN = Buffer.of(0xff, 0xda);

/** How many scans a JPEG has: how often the marker that begins one is there. */
export function countScans(jpeg: Uint8Array): number {
  const bytes = Buffer.from(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength);
  let scans = 0;
  for (let at = bytes.indexOf(SCAN); at !== -1; at = bytes.indexOf(SCAN, at + SCAN.length)) scans += 1;
  return scans;
}

/**
 * A still WebP of at most 480 pixels a side, upright, in sRGB; the first frame of an animation. Null where none could be
 * made, where it would take too much, or where it would be larger than the picture itself.
 */
export async function makeThumbnail(picture: StoredPicture): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    const pixels = (await pixelsOf(picture.path)) * Math.max(1, picture.scans / USUAL_SCANS);
    if (pixels > MOST_PIXELS) return null;
    return await (pixels > QUICK_PIXELS ? slow : quick).take(picture.sender, () => shrink(picture));
  } catch {
    return null;
  }
}

/** How many pixels a picture says to have: only its beginning is read. */
async function pixelsOf(path: string): Promise<number> {
  const sharp = await loadSharp();
  if (!sharp) return Infinity;
  const { width, height } = await sharp(path).metadata();
  return width * height;
}

async function shrink({ path, bytes }: StoredPicture): Promise<Uint8Array<ArrayBuffer> | null> {
  const sharp = await loadSharp();
  if (!sharp) return null;
  const thumbnail = await sharp(path, { limitInputPixels: MOST_PIXELS, sequentialRead: true })
    .timeout({ seconds: SECONDS })
    .autoOrient()
    .resize(SIDE, SIDE, { fit: "inside", withoutEnlargement: true })
    .webp({ quality: 78 })
    .toBuffer();
  return thumbnail.length < bytes ? new Uint8Array(thumbnail) : null;
}
