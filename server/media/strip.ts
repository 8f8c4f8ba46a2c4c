import type { PictureType } from "../../domain/media/media-kinds.ts";
import { BadForm } from "../errors.ts";
import { Malformed, MOST_PIXELS, TooManyPixels } from "./strip/bytes.ts";
import { stripGif } from "./strip/gif.ts";
import { stripJpeg } from "./strip/jpeg.ts";
import { stripPng } from "./strip/png.ts";
import { stripWebp } from "./strip/webp.ts";

const STRIP: Readonly<Record<PictureType, (bytes: Uint8Array) => Uint8Array<ArrayBuffer>>> = {
  "image/jpeg": stripJpeg,
  "image/png": stripPng,
  "image/gif": stripGif,
  "image/webp": stripWebp,
};

/**
 * Returns a picture without its metadata: EXIF with its GPS position, XMP, IPTC, comments, texts, thumbnails, unknown
 * blocks, and what follows its end. Nothing is re-encoded: pixels and animation stay bit for bit, and so do the colour
 * profile and the orientation. The time is linear in the size, the memory twice the size.
 *
 * @param name the sender's name for the file, for the message
 * @throws BadForm for a picture that is damaged, truncated or has too many pixels, naming it
 */
export function stripMetadata(bytes: Uint8Array, type: PictureType, name: string): Uint8Array<ArrayBuffer> {
  try {
    return STRIP[type](bytes);
  } catch (error) {
    if (error instanceof TooManyPixels)
      throw new BadForm("too-many-pixels", { file: name, most: MOST_PIXELS });
    if (!(error instanceof Malformed)) throw error;
    const format = type.slice("image/".length).toUpperCase();
    throw new BadForm("file-damaged", { file: name, format, fault: error.message });
  }
}
