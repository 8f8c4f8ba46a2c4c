import type Sharp from "sharp";

/** The longer side of a thumbnail, in pixels: twice what a list shows. */
const SIDE = 480;

/** Larger pictures get no thumbnail: unpacked they have four bytes a pixel. A screen of 8K has 33 million. */
const MOST_PIXELS = 50_000_000;
const SECONDS = 20;

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

/** One at a time, so that many uploads at once do not unpack many pictures at once. */
let last: Promise<unknown> = Promise.resolve();

/**
 * A still WebP of at most 480 pixels a side, upright, in sRGB; the first frame of an animation. Null where none could be
 * made, or where it would be larger than the picture itself.
 */
export function makeThumbnail(picture: Uint8Array): Promise<Uint8Array<ArrayBuffer> | null> {
  const made = last.then(() => shrink(picture)).catch(() => null);
  last = made;
  return made;
}

async function shrink(picture: Uint8Array): Promise<Uint8Array<ArrayBuffer> | null> {
  const sharp = await loadSharp();
  if (!sharp) return null;
  const thumbnail = await sharp(picture, { limitInputPixels: MOST_PIXELS, sequentialRead: true })
    .timeout({ seconds: SECONDS })
    .autoOrient()
    .resize(SIDE, SIDE, { fit: "inside", withoutEnlargement: true })
    .webp({ quality: 78 })
    .toBuffer();
  return thumbnail.length < picture.length ? new Uint8Array(thumbnail) : null;
}
