import { type Problem, problem } from "../../messages/index.ts";
import type { PictureType } from "../media-kinds.ts";
import { Malformed, MOST_PIXELS, TooManyPixels } from "./bytes.ts";
import { stripGif } from "./gif.ts";
import { stripJpeg } from "./jpeg.ts";
import { stripPng } from "./png.ts";
import { stripWebp } from "./webp.ts";

const STRIP: Readonly<Record<PictureType, (bytes: Uint8Array) => Uint8Array<ArrayBuffer>>> = {
  "image/jpeg": stripJpeg,
  "image/png": stripPng,
  "image/gif": stripGif,
  "image/webp": stripWebp,
};

/**
 * Returns a picture without its metadata: EXIF with its GPS position, XMP, IPTC, comments, texts, thumbnails, unknown
 * blocks, and what follows its end. Nothing is re-encoded: pixels and animation stay bit for bit, and so do the colour
 * profile and the orientation. The time is linear in the size, the memory twice the size. Returns a problem instead if
 * the picture is damaged, cut off or has too many pixels.
 *
 * @param file the sender's name for it, for the message
 */
export function stripPicture(
  bytes: Uint8Array,
  type: PictureType,
  file: string,
): { readonly picture: Uint8Array<ArrayBuffer> } | { readonly problem: Problem } {
  try {
    return { picture: STRIP[type](bytes) };
  } catch (error) {
    if (error instanceof TooManyPixels)
      return { problem: problem("too-many-pixels", { file, most: MOST_PIXELS }) };
    if (!(error instanceof Malformed)) throw error;
    const format = type.slice("image/".length).toUpperCase();
    return { problem: problem("file-damaged", { file, format, fault: error.message }) };
  }
}
