import { useEffect, useState } from "react";
import {
  doubtOfCodec,
  HEAD_BYTES,
  isPicture,
  typeOf,
  whyNotPlayed,
  whyNotTaken,
} from "../../../domain/media/media-kinds.ts";
import { problemOfSize, type UploadLimits } from "../../../domain/media/upload-limits.ts";
import { type Problem, problem } from "../../../domain/messages/index.ts";
import { useSite } from "../use-site.ts";

/** Types of files that browsers offer to choose from (SPEC section 5). */
export const ACCEPTED = "image/jpeg,image/png,image/gif,image/webp,image/apng,video/webm,video/ogg,video/mp4";

/** What was found out about a chosen file. */
export interface FileCheck {
  /** Why it would be refused, and what to do. */
  readonly refusal: Problem | null;
  /** What is odd about it, though it would be accepted. */
  readonly doubt: Problem | null;
  /** Told by its bytes; null if it is neither. */
  readonly kind: "picture" | "video" | null;
}

/** How long to wait for a video to load its metadata, in milliseconds. After that no doubt is raised. */
const TIMEOUT_MS = 10_000;

/** Checks a file as the server will, and whether this browser can show it. */
export async function checkFile(file: File, limits: UploadLimits): Promise<FileCheck> {
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  const type = typeOf(head);
  if (type === null) return { refusal: whyNotTaken(head, file.name), doubt: null, kind: null };
  const kind = isPicture(type) ? "picture" : "video";
  const tooLarge = problemOfSize(file.name, kind, file.size, limits);
  if (tooLarge !== null) return { refusal: tooLarge, doubt: null, kind };
  const named = { file: file.name };
  if (!isPicture(type)) {
    // Loaded when somebody chooses a video.
    const { readVideo } = await import("../../../domain/media/containers/index.ts");
    const facts = await readVideo(type, {
      size: file.size,
      read: async (from, length) => new Uint8Array(await file.slice(from, from + length).arrayBuffer()),
    });
    const [refusal, doubt] = [whyNotPlayed(facts, file.name), doubtOfCodec(facts, file.name)];
    if (refusal !== null || doubt !== null) return { refusal, doubt, kind };
  }
  if (isPicture(type)) {
    // Browsers show what there is of a picture that is cut off.
    const { stripPicture } = await import("../../../domain/media/pictures/index.ts");
    const stripped = stripPicture(new Uint8Array(await file.arrayBuffer()), type, file.name);
    if ("problem" in stripped && stripped.problem.code === "too-many-pixels")
      return { refusal: stripped.problem, doubt: null, kind };
    if ("problem" in stripped) return { refusal: problem("picture-not-opened", named), doubt: null, kind };
  }
  const isShown = await canShow(file, kind);
  if (kind === "picture")
    return { refusal: isShown ? null : problem("picture-not-opened", named), doubt: null, kind };
  return { refusal: null, doubt: isShown ? null : problem("video-not-played", named), kind };
}

async function canShow(file: File, kind: "picture" | "video"): Promise<boolean> {
  const url = URL.createObjectURL(file);
  try {
    return await (kind === "picture" ? opens(url) : plays(url));
  } finally {
    URL.revokeObjectURL(url);
  }
}

async function opens(url: string): Promise<boolean> {
  const picture = new Image();
  picture.src = url;
  return picture.decode().then(
    () => true,
    () => false,
  );
}

/** Whether the browser can play a video. If it can only play the sound, the width is 0. */
const plays = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    const video = document.createElement("video");
    video.preload = "metadata";
    video.muted = true;
    video.onloadedmetadata = () => resolve(video.videoWidth > 0);
    video.onerror = () => resolve(false);
    setTimeout(() => resolve(true), TIMEOUT_MS);
    video.src = url;
  });

/** What was found out about each chosen file. A file that is still being checked has no entry. */
export type FileChecks = ReadonlyMap<File, FileCheck>;

export function useFileChecks(files: readonly File[]): FileChecks {
  const { uploads } = useSite();
  const [checks, setChecks] = useState<FileChecks>(new Map());
  useEffect(() => {
    let isCurrent = true;
    for (const file of files) {
      if (checks.has(file)) continue;
      // A file that was removed after it was chosen cannot be read; sending it will say so.
      checkFile(file, uploads).then(
        (check) => isCurrent && setChecks((all) => new Map(all).set(file, check)),
        () => undefined,
      );
    }
    return () => {
      isCurrent = false;
    };
  }, [files, checks, uploads]);
  return checks;
}
