import { useCallback, useEffect, useRef, useState } from "react";
import { sayOfPage } from "../../../domain/messages/en-of-pages.ts";

/** What the server answered to a form. */
export interface UploadAnswer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** How much of a form has been sent. */
export interface UploadProgress {
  /** In bytes. */
  readonly sent: number;
  /** In bytes; 0 until it is known. */
  readonly total: number;
  /** Over the last seconds, in bytes per second; null until there is something to measure. */
  readonly speed: number | null;
}

export interface Upload {
  /** Null while nothing is under way. */
  readonly progress: UploadProgress | null;
  /** Sends a form. Resolves to null if cancelled. Throws an Error whose message is a sentence if the network drops. */
  send(path: string, form: FormData, token: string): Promise<UploadAnswer | null>;
  cancel(): void;
}

/** The time over which the speed is measured, in milliseconds. */
const MEASURED = 4_000;

/** The shortest time that gives a meaningful speed, in milliseconds. */
const LEAST_MEASURED = 500;

/** Returns a function that takes the number of bytes sent so far and returns the current speed. */
function speedometer() {
  const seen: { readonly at: number; readonly sent: number }[] = [{ at: performance.now(), sent: 0 }];
  return (sent: number): number | null => {
    const at = performance.now();
    seen.push({ at, sent });
    while (seen.length > 2 && at - (seen[1]?.at ?? at) > MEASURED) seen.shift();
    const first = seen[0];
    if (!first || at - first.at < LEAST_MEASURED) return null;
    return ((sent - first.sent) / (at - first.at)) * 1_000;
  };
}

/** Sends forms and reports their progress, which fetch cannot do. */
export function useUpload(): Upload {
  const [progress, setProgress] = useState<UploadProgress | null>(null);
  const request = useRef<XMLHttpRequest | null>(null);
  useEffect(() => () => request.current?.abort(), []);

  const send = useCallback((path: string, form: FormData, token: string) => {
    const sending = new XMLHttpRequest();
    request.current = sending;
    const measure = speedometer();
    setProgress({ sent: 0, total: 0, speed: null });
    return new Promise<UploadAnswer | null>((resolve, reject) => {
      sending.upload.onprogress = ({ loaded, total, lengthComputable }) =>
        setProgress({ sent: loaded, total: lengthComputable ? total : 0, speed: measure(loaded) });
      sending.onload = () => resolve({ status: sending.status, body: parse(sending.responseText) });
      sending.onabort = () => resolve(null);
      sending.onerror = () => reject(new Error(sayOfPage("site-unreachable-form")));
      sending.open("POST", path);
      sending.setRequestHeader("Authorization", `Bearer ${token}`);
      sending.send(form);
    }).finally(() => setProgress(null));
  }, []);
  const cancel = useCallback(() => request.current?.abort(), []);
  return { progress, send, cancel };
}

function parse(text: string): Readonly<Record<string, unknown>> {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === "object" && body !== null ? (body as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

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
export function uploadInWords({ sent, total, speed }: UploadProgress): string {
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
