import { quoteName } from "../game/quote-name.ts";

/** What a form may carry, in bytes and numbers (settings MEDIA_MAX_…). */
export interface UploadLimits {
  /** One video. */
  readonly fileBytes: number;
  /** One picture; it is held in memory while its metadata goes. */
  readonly pictureBytes: number;
  /** Files in one form. */
  readonly files: number;
  /** All files of one form. */
  readonly totalBytes: number;
}

const MEGABYTE = 1024 * 1024;

/** "100 MB", as the settings give it; tests set smaller limits. */
function inWords(bytes: number): string {
  return bytes < MEGABYTE ? `${bytes} bytes` : `${Math.round((bytes / MEGABYTE) * 10) / 10} MB`;
}

/** A sentence when a form has too many files, else null. */
export const problemOfNumber = (count: number, { files }: UploadLimits): string | null =>
  count > files ? `Too many files at once: ${files} at most.` : null;

/** A sentence when a picture or a video is too large, else null. `name` is quoted. */
export function problemOfSize(
  name: string,
  kind: "picture" | "video",
  bytes: number,
  { pictureBytes, fileBytes }: UploadLimits,
): string | null {
  const most = kind === "picture" ? pictureBytes : fileBytes;
  return bytes > most ? `${name} is too large: a ${kind} may have ${inWords(most)}.` : null;
}

/** A sentence when the files of a form have too many bytes together, else null. */
export const problemOfTotal = (bytes: number, { totalBytes }: UploadLimits): string | null =>
  bytes > totalBytes
    ? `This is too much at once: the files of a form may have ${inWords(totalBytes)} together.`
    : null;

/** A file as a browser describes it; its type is a guess by its name. */
interface ChosenFile {
  readonly name: string;
  readonly type: string;
  readonly size: number;
}

/** What the server would say about files before any byte is sent, else null. What they are it tells by their bytes. */
export function problemOfFiles(files: readonly ChosenFile[], limits: UploadLimits): string | null {
  const sizes = files.map(({ name, type, size }) =>
    problemOfSize(quoteName(name), type.startsWith("image/") ? "picture" : "video", size, limits),
  );
  const total = files.reduce((sum, { size }) => sum + size, 0);
  return (
    problemOfNumber(files.length, limits) ??
    sizes.find((problem) => problem !== null) ??
    problemOfTotal(total, limits)
  );
}
