import type { Deps } from "../../server/app.ts";
import { sweepMedia } from "../../server/media/sweep.ts";
import { blobFolder } from "./blob-folder.ts";

/** In milliseconds. */
const EVERY = 6 * 60 * 60 * 1000;

/**
 * Clears away what a killed process left in the media folder, then removes what belongs to nobody: now, and every six
 * hours. It keeps no process alive. Answers what ends it, between two steps.
 */
export async function startSweeping(
  folder: string,
  parts: Pick<Deps, "data" | "media">,
  say: (line: string) => void,
): Promise<() => void> {
  await blobFolder(folder).clearLeftovers(new Date());
  const stopping = new AbortController();
  const { signal } = stopping;
  let isRunning = false;
  async function sweep(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    try {
      const { ended, removed } = await sweepMedia(parts, new Date(), undefined, signal);
      if (ended > 0)
        say(`files of completions deleted long ago that cannot be brought back any more: ${ended}`);
      if (removed > 0) say(`files removed because they belonged to nobody: ${removed}`);
    } catch (error) {
      if (!signal.aborted) console.error("Sweeping the media failed:", error);
    } finally {
      isRunning = false;
    }
  }
  void sweep();
  const timer = setInterval(() => void sweep(), EVERY);
  timer.unref();
  return () => {
    clearInterval(timer);
    stopping.abort();
  };
}
