import { type Problem, problem } from "../messages/index.ts";

/** The limits on a form's files, in bytes and counts (settings MEDIA_MAX_…). */
export interface UploadLimits {
  /** One video. */
  readonly fileBytes: number;
  /** One picture, which is held in memory while its metadata is removed. */
  readonly pictureBytes: number;
  /** Files in one form. */
  readonly files: number;
  /** All files of one form. */
  readonly totalBytes: number;
}

/** Returns the problem of a form with too many files, else null. */
export const problemOfNumber = (count: number, { files }: UploadLimits): Problem | null =>
  count > files ? problem("too-many-files", { most: files }) : null;

/** Returns the problem of a picture or a video that is too large, else null. */
export function problemOfSize(
  file: string,
  kind: "picture" | "video",
  bytes: number,
  { pictureBytes, fileBytes }: UploadLimits,
): Problem | null {
  const most = kind === "picture" ? pictureBytes : fileBytes;
  return bytes > most ? problem("file-too-large", { file, kind, bytes: most }) : null;
}

/** Returns the problem of files that are too large in total, else null. */
export const problemOfTotal = (bytes: number, { totalBytes }: UploadLimits): Problem | null =>
  bytes > totalBytes ? problem("files-too-large", { bytes: totalBytes }) : null;

/** Returns the limits of one picture and one video, in whole megabytes, for somebody about to choose a file. */
export const sizesInWords = ({ pictureBytes, fileBytes }: UploadLimits): string =>
  `pictures up to ${Math.floor(pictureBytes / MEGABYTE)} MB, videos up to ${Math.floor(fileBytes / MEGABYTE)} MB`;

const MEGABYTE = 1024 * 1024;

/** A file as a browser describes it. The type is a guess from its name. */
interface ChosenFile {
  readonly name: string;
  readonly type: string;
  readonly size: number;
}

/** Returns why the server would refuse the number or size of files, before any is sent; else null. Checks no types. */
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
