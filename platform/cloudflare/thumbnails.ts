import type { ImagesBinding } from "@cloudflare/workers-types";

/** The same as on Node (platform/node/thumbnails.ts): the longer side in pixels, and the quality. */
const SIDE = 480;
const QUALITY = 78;

/**
 * Makes a small still WebP of a picture with Cloudflare Images; null if that is not bound, if none could be made, or if
 * it would be larger than the picture itself.
 */
export async function makeThumbnail(
  images: ImagesBinding | undefined,
  picture: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!images) return null;
  try {
    const stream = new Blob([picture]).stream() as unknown as Parameters<ImagesBinding["input"]>[0];
    const small = await images
      .input(stream)
      .transform({ width: SIDE, height: SIDE, fit: "scale-down" })
      .output({ format: "image/webp", quality: QUALITY, anim: false });
    const bytes = new Uint8Array(await small.response().arrayBuffer());
    return bytes.length < picture.length ? bytes : null;
  } catch {
    return null;
  }
}
