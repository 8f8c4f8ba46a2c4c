import { isPicture, type PictureType, type VideoType } from "../../derive/media-kinds.ts";
import { pictureKey } from "../data/maps.ts";
import type { MediaState } from "../data/media.ts";
import type { IncomingCompletion } from "./completions.ts";
import type { Findings } from "./findings.ts";
import type { IncomingMedia } from "./import.ts";
import type { MapNames } from "./map-names.ts";
import type { Incoming } from "./resolve.ts";
import type { RuleName } from "./rules.ts";

/** An object of the old bucket: FILEKEY, FILEKEY/attach/…, or maps/NAME. */
export interface BucketObject {
  readonly key: string;
  readonly bytes: number;
  /** ISO 8601; null: the bucket does not say. */
  readonly modifiedAt: string | null;
}

/** The old bucket: a folder for now, and what speaks S3 when there is an adapter. */
export interface Bucket {
  /** All of its objects, in the order of their keys. */
  list(): AsyncIterable<BucketObject>;
  /** The beginning of an object, up to so many bytes. */
  head(key: string, bytes: number): Promise<Uint8Array>;
  /** Takes an object of that type into the site's own media; what it is kept as, or the rule by which it is left over. */
  take(object: BucketObject, type: PictureType | VideoType): Promise<TakenFile>;
}

/** A file as it was taken in, or the rule by which it was not. */
export type TakenFile =
  | { readonly rule: RuleName }
  | (Omit<MediaState, "key" | "created_at" | "role"> & { readonly rule?: never });

/** Where the left-over says that a file was. */
const PLACE = "media";

const MAP_PICTURES = "maps/";

const isOfFilekey = (key: string): boolean => !key.startsWith(MAP_PICTURES);

/** The file key that an object belongs to, and what stands behind it: nothing, or "/attach/…". */
function ownerOf(key: string): readonly [filekey: string, rest: string] {
  const at = key.indexOf("/");
  return at === -1 ? [key, ""] : [key.slice(0, at), key.slice(at)];
}

/** Puts the files of a bucket to the rows that they belong to. */
export function incomingMedia(
  objects: ReadonlyMap<string, { readonly object: BucketObject; readonly file: TakenFile }>,
): IncomingMedia {
  const byOwner = Map.groupBy(
    [...objects.values()].filter(({ object }) => isOfFilekey(object.key)),
    ({ object }) => ownerOf(object.key)[0],
  );
  let pictures = new Map<number, MediaState>();

  /** When a file came that nobody knows the time of: its object's own time, else the beginning of 1970. */
  function stateOf(key: string, { modifiedAt }: BucketObject, file: TakenFile): MediaState[] {
    if (file.rule !== undefined) return [];
    const { hash, content_type, bytes, thumbnail } = file;
    const created_at = modifiedAt ?? new Date(0).toISOString();
    return [{ key, hash, content_type, bytes, created_at, thumbnail, role: null }];
  }

  return {
    has: (key) => objects.has(key) && objects.get(key)?.file.rule === undefined,

    filesOf: ({ id, filekey }: IncomingCompletion) =>
      (byOwner.get(filekey ?? "") ?? [])
        .flatMap(({ object, file }) => stateOf(`${id}${ownerOf(object.key)[1]}`, object, file))
        .sort((one, other) => (`${one.created_at} ${one.key}` < `${other.created_at} ${other.key}` ? -1 : 1)),

    pictureOf: (map) => pictures.get(map) ?? null,

    settle({ completions }: Incoming, maps: MapNames, findings: Findings) {
      pictures = new Map();
      const wanted = new Set(completions.map(({ filekey }) => filekey));
      for (const { object, file } of objects.values()) {
        const { key } = object;
        if (file.rule !== undefined) findings.noteOf(PLACE, file.rule, key);
        else if (isOfFilekey(key)) {
          if (!wanted.has(ownerOf(key)[0])) findings.noteOf(PLACE, "file-of-none", key);
        } else {
          const map = maps.known(key.slice(MAP_PICTURES.length));
          if (map === null) findings.noteOf(PLACE, "file-of-none", key);
          else if (!isPicture(file.content_type as PictureType)) findings.noteOf(PLACE, "not-a-picture", key);
          else for (const state of stateOf(pictureKey(map.id), object, file)) pictures.set(map.id, state);
        }
      }
    },
  };
}
