import type { UploadLimits } from "../../derive/upload-limits.ts";
import { BadForm } from "../../server/errors.ts";
import { FormParts, formBody } from "../../server/media/form-parts.ts";
import { HEAD_BYTES, isPicture } from "../../server/media/kinds.ts";
import { hashOf, type MediaStore } from "../../server/media/store.ts";
import { stripMetadata } from "../../server/media/strip.ts";
import type { ReceivedFile, ReceiveForm } from "../../server/media/uploads.ts";

/**
 * Reads forms on workerd and puts their files into the store. The whole form is in memory, which the Workers' own limits
 * (100 MB a request, 128 MB of memory) hold down: set MEDIA_MAX_TOTAL_MB to 50 or less there. No thumbnails: sharp does
 * not run in Workers.
 */
export function receiveForms(media: MediaStore, limits: UploadLimits): ReceiveForm {
  return async (request, fileFields) => {
    formBody(request, limits);
    const form = await request.formData().catch(() => {
      throw new BadForm("The form did not come in whole. Please send it again.");
    });
    const parts = new FormParts(limits, fileFields);
    const files: ReceivedFile[] = [];
    const blobs: { readonly hash: string; readonly bytes: Uint8Array }[] = [];
    for (const [field, value] of form) {
      if (typeof value === "string") {
        parts.addText(field, value);
        continue;
      }
      if (value.size === 0 && value.name === "") continue;
      const { file, bytes } = await readFile(field, value, parts);
      files.push(file);
      blobs.push({ hash: file.hash, bytes });
    }
    for (const { hash, bytes } of blobs) await media.write(hash, bytes);
    return { texts: parts.texts, files };
  };
}

async function readFile(field: string, value: File, parts: FormParts) {
  const part = parts.addFile(field, value.name);
  const sent = new Uint8Array(await value.arrayBuffer());
  const contentType = part.typeOf(sent.subarray(0, HEAD_BYTES));
  part.count(contentType, sent.length);
  const bytes = isPicture(contentType) ? stripMetadata(sent, contentType, part.name) : sent;
  const hash = await hashOf(bytes);
  const file: ReceivedFile = { field, hash, contentType, bytes: bytes.length, thumbnail: null };
  return { file, bytes };
}
