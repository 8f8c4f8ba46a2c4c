import type { Progress } from "./use-upload.ts";

const MEGABYTE = 1024 * 1024;

const megabytes = (bytes: number): string => (bytes / MEGABYTE).toFixed(1);

/** "3.2 MB", "640 KB". */
export const sizeInWords = (bytes: number): string =>
  bytes < MEGABYTE ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${megabytes(bytes)} MB`;

/** "40 s left", "3 min left": no more precise than can be known. */
function left(seconds: number): string {
  if (seconds < 60) return `${Math.max(1, Math.ceil(seconds))} s left`;
  return `${Math.ceil(seconds / 60)} min left`;
}

/** "12.4 of 20.0 MB · 3.1 MB/s · 3 s left"; what is not known yet is left out. */
export function uploadInWords({ sent, total, speed }: Progress): string {
  if (total === 0) return "Sending…";
  if (sent >= total) return "All sent. The site is looking at it…";
  const parts = [
    total < MEGABYTE
      ? `${Math.round(sent / 1024)} of ${sizeInWords(total)}`
      : `${megabytes(sent)} of ${megabytes(total)} MB`,
  ];
  if (speed !== null && speed > 0) parts.push(`${sizeInWords(speed)}/s`, left((total - sent) / speed));
  return parts.join(" · ");
}
