import { pictureKey } from "../../app/features/maps/repository.server.ts";
import { isPicture, type PictureType } from "../../domain/media/media-kinds.ts";
import type { MediaState } from "../../server/db/media.ts";
import type { IncomingCompletion } from "./incoming.ts";
import type { MapNames } from "./names.ts";
import type { Findings, RuleName } from "./rules.ts";

/** An object of the old bucket: FILEKEY, FILEKEY/attach/…, or maps/NAME. Any other belongs to nobody. */
export interface BucketObject {
  readonly key: string;
  readonly bytes: number;
  /** ISO 8601; null if the bucket does not say. */
  readonly modifiedAt: string | null;
}

/** The old bucket, wherever it is. */
export interface Bucket {
  /** Lists all objects, in the order of their keys. */
  list(): AsyncIterable<BucketObject>;
  /** Reads an object, at most this many bytes; all of them if null. Returns null if it does not exist. */
  read(key: string, bytes: number | null): Promise<AsyncIterable<Uint8Array> | null>;
}

/** A file that was taken in, or the rule by which it was not. */
export type TakenFile =
  | { readonly rule: RuleName }
  | (Omit<MediaState, "key" | "created_at" | "role"> & { readonly rule?: never });

/** Where files come from, as a plan says it. */
const PLACE = "media";

const MAP_PICTURES = "maps/";

const isOfFilekey = (key: string): boolean => !key.startsWith(MAP_PICTURES);

/** Returns the file key that an object belongs to, and the rest of its key: nothing, or "/attach/…". */
function ownerOf(key: string): readonly [filekey: string, rest: string] {
  const at = key.indexOf("/");
  return at === -1 ? [key, ""] : [key.slice(0, at), key.slice(at)];
}

/** The files of the old bucket that were taken in, or only looked at. */
export type IncomingMedia = ReturnType<typeof incomingMedia>;

/** Assigns the files of a bucket to the rows they belong to. */
export function incomingMedia(all: readonly { readonly object: BucketObject; readonly file: TakenFile }[]) {
  const taken = new Set(all.filter(({ file }) => file.rule === undefined).map(({ object }) => object.key));
  const byOwner = Map.groupBy(
    all.filter(({ object }) => isOfFilekey(object.key)),
    ({ object }) => ownerOf(object.key)[0],
  );
  let pictures = new Map<number, MediaState>();
  /** The file keys of completions, and whether a row with it has a link. */
  let filekeys = new Map<string, boolean>();

  /** Returns a file's state. Its time is that of its object, or the beginning of 1970 if the bucket has none. */
  function stateOf(key: string, { modifiedAt }: BucketObject, file: TakenFile): MediaState[] {
    if (file.rule !== undefined) return [];
    const { hash, content_type, bytes, thumbnail } = file;
    const created_at = modifiedAt ?? new Date(0).toISOString();
    return [{ key, hash, content_type, bytes, created_at, thumbnail, role: null }];
  }

  return {
    /** Whether a file under this key was accepted. */
    has: (key: string): boolean => taken.has(key),

    /** Returns the files of a completion, with keys under its own id. */
    filesOf({ id, filekey, draft: { link } }: IncomingCompletion): readonly MediaState[] {
      if (filekey !== null) filekeys.set(filekey, link !== null);
      // A key that begins with a slash has no owner.
      return ((filekey !== null && byOwner.get(filekey)) || [])
        .flatMap(({ object, file }) => stateOf(`${id}${ownerOf(object.key)[1]}`, object, file))
        .sort((one, other) => (`${one.created_at} ${one.key}` < `${other.created_at} ${other.key}` ? -1 : 1));
    },

    pictureOf: (map: number): MediaState | null => pictures.get(map) ?? null,

    /** Assigns pictures to maps, once all maps are known. */
    settlePictures(maps: MapNames, findings: Findings) {
      [pictures, filekeys] = [new Map(), new Map()];
      for (const { object, file } of all) {
        const { key } = object;
        if (isOfFilekey(key) || file.rule !== undefined) continue;
        const map = maps.known(key.slice(MAP_PICTURES.length));
        if (map === null) findings.noteOf(PLACE, "file-of-none", key);
        else if (!isPicture(file.content_type as PictureType)) findings.noteOf(PLACE, "not-a-picture", key);
        else for (const state of stateOf(pictureKey(map.id), object, file)) pictures.set(map.id, state);
      }
    },

    /** Notes the files that no completion had, and the keys that no file had, once all have theirs. */
    settleRest(findings: Findings) {
      for (const { object, file } of all) {
        const { key } = object;
        if (file.rule !== undefined) findings.noteOf(PLACE, file.rule, key);
        else if (isOfFilekey(key) && !filekeys.has(ownerOf(key)[0]))
          findings.noteOf(PLACE, "file-of-none", key);
      }
      const keys = new Set(all.map(({ object }) => object.key));
      for (const [filekey, hasLink] of filekeys)
        if (!keys.has(filekey))
          findings.noteOf(PLACE, hasLink ? "filekey-without-file" : "proof-without-file", filekey);
    },
  };
}
