import { type Problem, problem } from "../messages/index.ts";

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

/** What is wrong when a form has too many files, else null. */
export const problemOfNumber = (count: number, { files }: UploadLimits): Problem | null =>
  count > files ? problem("too-many-files", { most: files }) : null;

/** What is wrong when a picture or a video is too large, else null. */
export function problemOfSize(
  file: string,
  kind: "picture" | "video",
  bytes: number,
  { pictureBytes, fileBytes }: UploadLimits,
): Problem | null {
  const most = kind === "picture" ? pictureBytes : fileBytes;
  return bytes > most ? problem("file-too-large", { file, kind, bytes: most }) : null;
}

/** What is wrong when the files of a form have too many bytes together, else null. */
export const problemOfTotal = (bytes: number, { totalBytes }: UploadLimits): Problem | null =>
  bytes > totalBytes ? problem("files-too-large", { bytes: totalBytes }) : null;

/** What one picture and one video may have, in whole megabytes, for a person who is about to choose one. */
export const sizesInWords = ({ pictureBytes, fileBytes }: UploadLimits): string =>
  `pictures up to ${Math.floor(pictureBytes / MEGABYTE)} MB, videos up to ${Math.floor(fileBytes / MEGABYTE)} MB`;

const MEGABYTE = 1024 * 1024;

/** A file as a browser describes it; its type is a guess by its name. */
interface ChosenFile {
  readonly name: string;
  readonly type: string;
  readonly size: number;
}

/** What the server would say about files before any byte is sent, else null. What they are it tells by their bytes. */
export function problemOfFiles(files: readonly ChosenFile[], limits: UploadLimits): Problem | null {
  const sizes = files.map(({ name, type, size }) =>
    problemOfSize(name, type.startsWith("image/") ? "picture" : "video", size, limits),
  );
  const total = files.reduce((sum, { size }) => sum + size, 0);
  return (
    problemOfNumber(files.length, limits) ??
    sizes.find((each) => each !== null) ??
    problemOfTotal(total, limits)
  );
}
