import { hashOf, type MediaStore } from "../../server/media/store.ts";
import type { ReceiveForm } from "../../server/media/uploads.ts";

/** Reads a form with the platform's own parser, whole in memory. */
export function simpleReceive(media: MediaStore): ReceiveForm {
  return async (request, fileFields) => {
    const texts = new Map<string, string[]>();
    const files = [];
    for (const [name, value] of await request.formData()) {
      if (typeof value === "string") texts.set(name, [...(texts.get(name) ?? []), value]);
      else if (fileFields.has(name) && value.size > 0) {
        const bytes = new Uint8Array(await value.arrayBuffer());
        const hash = await hashOf(bytes);
        await media.write(hash, bytes);
        files.push({ field: name, hash, contentType: "image/png", bytes: bytes.length, thumbnail: null });
      }
    }
    return { texts, files };
  };
}
