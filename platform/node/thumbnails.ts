import type Sharp from "sharp";
import { greyOf, SMALL } from "../../domain/media/perceptual-hash.ts";
import type { DecodePicture } from "../../server/media/store.ts";
import { FairWorkQueue } from "./fair-queue.ts";

/** The longer side of a thumbnail, in pixels: twice what a list shows. */
const SIDE = 480;

/** Larger pictures get no thumbnail: decoded, they take four bytes a pixel. An 8K screen has 33 million. */
const MOST_PIXELS = 34_000_000;
const SECONDS = 8;

/**
 * Decoding a progressive JPEG goes over all its pixels once per scan, and does not obey the time limit. Encoders make
 * about ten scans of a picture; a hostile file of a few KB may have thousands, and counts as that much larger.
 */
const USUAL_SCANS = 16;

/** Up to this size a picture takes some hundred milliseconds at most. A 4K screen has 8.3 million pixels. */
const QUICK_PIXELS = 9_000_000;

let loading: Promise<typeof Sharp | null> | undefined;

/** Loads sharp on first use; null if it does not run on this machine. */
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
 * One picture at a time in each, so that many concurrent uploads do not decode many pictures at once. Small ones, which
 * are nearly all, do not wait for large ones.
 */
const quick = new FairWorkQueue();
const slow = new FairWorkQueue();

/** A picture on disk. */
export interface StoredPicture {
  readonly path: string;
  readonly bytes: number;
  /** Of a JPEG; 1 for others. */
  readonly scans: number;
  /** The uploader: people take turns. */
  readonly sender: string;
}

const SCAN = Buffer.of(0xff, 0xda);

/** Counts the scans of a JPEG by the marker that begins one. */
export function countScans(jpeg: Uint8Array): number {
  const bytes = Buffer.from(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength);
  let scans = 0;
  for (let at = bytes.indexOf(SCAN); at !== -1; at = bytes.indexOf(SCAN, at + SCAN.length)) scans += 1;
  return scans;
}

/**
 * Makes a still WebP of at most 480 pixels a side, upright, in sRGB, from the first frame if it is animated. Null if
 * none could be made, if it would take too much, or if it would be larger than the picture itself.
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

/** Returns how many pixels a picture claims to have; only its beginning is read. */
async function pixelsOf(path: string): Promise<number> {
  const sharp = await loadSharp();
  if (!sharp) return Infinity;
  const { width, height } = await sharp(path).metadata();
  return width * height;
}

/** Within the same bounds, behind the large pictures of uploads. */
export const decodePicture: DecodePicture = async (file) => {
  const sharp = await loadSharp();
  if (!sharp) throw new Error("sharp does not run on this machine, so no pictures are compared.");
  return slow.take("comparing pictures", async () => {
    try {
      const { width, height, format } = await sharp(file).metadata();
      const scans = format === "jpeg" ? countScans(file) : 1;
      if (width * height * Math.max(1, scans / USUAL_SCANS) > MOST_PIXELS) return null;
      const pixels = await sharp(file, { limitInputPixels: MOST_PIXELS, sequentialRead: true })
        .timeout({ seconds: SECONDS })
        .autoOrient()
        .resize(SMALL.width, SMALL.height, { fit: "fill" })
        .toColourspace("srgb")
        .flatten()
        .raw()
        .toBuffer();
      return greyOf(pixels, 3);
    } catch {
      return null;
    }
  });
};

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
