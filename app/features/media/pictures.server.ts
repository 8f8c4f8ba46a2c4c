import {
  bitsApart,
  isSamePicture,
  MOST_BITS,
  perceptualHashOf,
  SMALL_BYTES,
} from "../../../domain/media/perceptual-hash.ts";
import { Unavailable } from "../../../server/errors.ts";
import type { ReceivedFile, ReceivedForm } from "../../../server/forms.ts";
import type { Job } from "../../../server/jobs/job.ts";
import type { MediaStore } from "../../../server/media/store.ts";
import type { Deps } from "../../api/deps.server.ts";
import type { HashedPicture } from "./repository.server.ts";

type Parts = Pick<Deps, "data" | "media" | "decodePicture">;

/** The fields in which a browser sends small pictures: of the proof, and of the attachments in their order. */
const SMALL_FIELDS = { image: "small-image", attachments: "small-attachments" } as const;

/**
 * Notes the pictures of a submission, so that the job compares them. Where nothing is decoded here, what they look like is
 * taken from the small ones that the browser sent: as it is for a remark alone, nothing else is done to check that.
 */
export async function notePictures(
  { files, texts }: ReceivedForm,
  { data, decodePicture }: Pick<Deps, "data" | "decodePicture">,
): Promise<void> {
  await data.pictures.note(files.map(({ hash }) => hash));
  if (decodePicture !== null) return;
  for (const [field, name] of Object.entries(SMALL_FIELDS)) {
    const own: readonly ReceivedFile[] = files.filter((file) => file.field === field);
    for (const [at, { hash }] of own.entries()) {
      const grey = greyIn(texts.get(name)?.[at] ?? "");
      if (grey) await data.pictures.save(hash, perceptualHashOf(grey), "browser");
    }
  }
}

/** Characters of a small picture in base64. */
const SMALL_TEXT = (SMALL_BYTES / 3) * 4;

/** Returns the grey levels of a small picture as a browser sends it; null if it is none. */
function greyIn(text: string): Uint8Array | null {
  if (text.length !== SMALL_TEXT || !/^[A-Za-z\d+/]*$/.test(text)) return null;
  return Uint8Array.from(atob(text), (byte) => byte.charCodeAt(0));
}

/** In milliseconds. */
const EVERY = 5 * 1000;
/** Pictures that are decoded in one run, and compared. */
const AT_ONCE = 20;
/** Files that are looked through in one run for pictures without a row, and rows for files that are gone. */
const LOOKED_AT = 100;
/** Pictures that are read together. */
const PAGE = 1_000;
/** The most pictures that are said to be the same as one. */
const MOST_SAME = 200;

/** Lets whatever else waits go first. */
const nextTurn = (): Promise<void> => new Promise((done) => setTimeout(done));

/**
 * Finds the pictures on its map that are the same as one, the nearest first. All within `MOST_BITS` are looked at: on a map
 * with thousands of pictures most of them are nearer than a copy that was encoded anew.
 */
async function findSame(
  picture: HashedPicture,
  { listOnMap }: Pick<Deps["data"]["pictures"], "listOnMap">,
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const found: { readonly hash: string; readonly bits: number }[] = [];
  for (let after: string | undefined = ""; after !== undefined && !signal?.aborted; ) {
    const page: readonly HashedPicture[] = await listOnMap(picture.map, after, PAGE);
    for (const other of page) {
      const bits = bitsApart(picture.dct, other.dct);
      if (bits <= MOST_BITS && other.hash !== picture.hash && isSamePicture(picture.blocks, other.blocks))
        found.push({ hash: other.hash, bits });
    }
    after = page.length < PAGE ? undefined : page.at(-1)?.hash;
    await nextTurn();
  }
  return found
    .toSorted((one, other) => one.bits - other.bits)
    .slice(0, MOST_SAME)
    .map(({ hash }) => hash);
}

/** Returns the bytes of a file; null if it is missing or damaged. Throws Unavailable. */
async function readAll(file: string, media: MediaStore): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    const blob = await media.read(file, null);
    return blob && new Uint8Array(await new Response(blob).arrayBuffer());
  } catch (error) {
    if (error instanceof Unavailable) throw error;
    return null;
  }
}

/** Stores what a file looks like, or why nobody can tell. */
async function make(
  file: string,
  { data: { pictures }, media }: Parts,
  decode: NonNullable<Parts["decodePicture"]>,
) {
  const bytes = await readAll(file, media);
  if (bytes === null) return pictures.saveProblem(file, "missing");
  const grey = await decode(bytes);
  return grey === null
    ? pictures.saveProblem(file, "not-decoded")
    : pictures.save(file, perceptualHashOf(grey), "server");
}

/**
 * Compares the pictures of completions with those of others on the same map. What a submission did not note (an import, a
 * completion whose map was changed) is found by going through all files in the order of their hashes, a part in each run;
 * what is stored of files that are gone is deleted likewise.
 */
export function pictureJob(parts: Parts): Job {
  const { decodePicture, data } = parts;
  const { pictures } = data;
  // Anywhere at first, so that processes that do not last get through all of them.
  const anywhere = (): string => crypto.randomUUID().slice(0, 4);
  let [noted, swept] = [anywhere(), anywhere()];

  async function noteNext(): Promise<void> {
    const files = await pictures.listFilesAfter(noted, LOOKED_AT);
    noted = files.length < LOOKED_AT ? "" : (files.at(-1) ?? "");
    await pictures.note(files, decodePicture === null);
  }

  async function run(signal: AbortSignal): Promise<void> {
    let files = decodePicture === null ? [] : await pictures.listToMake(AT_ONCE);
    // What a submission noted does not wait for all old ones.
    if (files.length < AT_ONCE && !signal.aborted) {
      await noteNext();
      files = decodePicture === null ? [] : await pictures.listToMake(AT_ONCE);
    }
    for (const file of files)
      if (decodePicture !== null && !signal.aborted) await make(file, parts, decodePicture);
    for (const picture of signal.aborted ? [] : await pictures.listToCompare(AT_ONCE)) {
      const same = await findSame(picture, pictures, signal);
      if (signal.aborted) return;
      await pictures.saveCompared(picture, same);
    }
    if (!signal.aborted) swept = (await pictures.sweep(swept, LOOKED_AT)) ?? "";
  }
  return { name: "comparing pictures", every: EVERY, isPatient: true, run };
}
