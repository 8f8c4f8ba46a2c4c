import { greyOf, SMALL } from "../../../domain/media/perceptual-hash.ts";

/** How long a form waits for them, in milliseconds: without them it is sent as well. */
const TIMEOUT_MS = 3_000;

/**
 * Adds what the pictures of a form look like, small and in grey, for a server that cannot decode them. Of what this browser
 * cannot decode in time it adds nothing.
 */
export async function addSmallPictures(form: FormData): Promise<void> {
  const isLate = new Promise<null>((resolve) => setTimeout(resolve, TIMEOUT_MS, null));
  for (const name of ["image", "attachments"])
    for (const file of form.getAll(name))
      if (file instanceof File)
        form.append(`small-${name}`, (await Promise.race([smallOf(file).catch(() => null), isLate])) ?? "");
}

/** Returns the grey levels in base64; null if it is no picture. Throws where it cannot be decoded. */
async function smallOf(file: File): Promise<string | null> {
  if (!file.type.startsWith("image/")) return null;
  const { width, height } = SMALL;
  const picture = await createImageBitmap(file, {
    resizeWidth: width,
    resizeHeight: height,
    resizeQuality: "high",
  });
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  // Without transparency, as on the server.
  const context = canvas.getContext("2d", { alpha: false });
  context?.drawImage(picture, 0, 0);
  picture.close();
  const pixels = context?.getImageData(0, 0, width, height).data;
  return pixels ? btoa(String.fromCharCode(...greyOf(pixels, 4))) : null;
}
