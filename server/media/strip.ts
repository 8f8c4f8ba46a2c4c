import { readVideo } from "../../domain/media/containers/index.ts";
import type { Patch, Readable } from "../../domain/media/containers/reader.ts";
import { type PictureType, type VideoType, whyNotPlayed } from "../../domain/media/media-kinds.ts";
import { stripPicture } from "../../domain/media/pictures/index.ts";
import { argumentsOf } from "../../domain/messages/index.ts";
import { BadForm } from "../errors.ts";

/** Returns a picture without its metadata (see stripPicture). Throws BadForm, which names the file as its sender does. */
export function stripMetadata(bytes: Uint8Array, type: PictureType, name: string): Uint8Array<ArrayBuffer> {
  const stripped = stripPicture(bytes, type, name);
  if ("problem" in stripped) throw new BadForm(...argumentsOf(stripped.problem));
  return stripped.picture;
}

/**
 * Returns what empties everything private in a video: positions, dates, names, and tracks that are neither pictures nor
 * sound. No other byte moves.
 *
 * @param name the sender's name for the file, for the message
 * @param takesCut whether it may be truncated: the part that is there is still playable
 * @throws BadForm for a video that no browser can play, naming it
 */
export async function privateIn(
  type: VideoType,
  file: Readable,
  name: string,
  takesCut = false,
): Promise<readonly Patch[]> {
  const facts = await readVideo(type, file);
  const refusal = takesCut && facts.fault === "cut-off" ? null : whyNotPlayed(facts, name);
  if (refusal) throw new BadForm(...argumentsOf(refusal));
  return facts.patches;
}
