import type { PictureType } from "../../domain/media/media-kinds.ts";
import { stripPicture } from "../../domain/media/pictures/index.ts";
import { argumentsOf } from "../../domain/messages/index.ts";
import { BadForm } from "../errors.ts";

/** Returns a picture without its metadata (see stripPicture). Throws BadForm, which names the file as its sender does. */
export function stripMetadata(bytes: Uint8Array, type: PictureType, name: string): Uint8Array<ArrayBuffer> {
  const stripped = stripPicture(bytes, type, name);
  if ("problem" in stripped) throw new BadForm(...argumentsOf(stripped.problem));
  return stripped.picture;
}
