const CHANNEL = "own-writes";

/** Returns the channel to the browser's other tabs; null in a browser that allows none. */
function channel(): BroadcastChannel | null {
  try {
    return new BroadcastChannel(CHANNEL);
  } catch {
    return null;
  }
}

/** Tells the browser's other tabs which completions were written in this one. */
export function tellOwnWrites(filekeys: readonly string[]): void {
  const tabs = channel();
  tabs?.postMessage(filekeys);
  tabs?.close();
}

/** Calls back with the completions that were written in another tab. Returns a function that ends it. */
export function onOwnWrites(tell: (filekeys: readonly string[]) => void): () => void {
  const tabs = channel();
  tabs?.addEventListener("message", ({ data }: MessageEvent<readonly string[]>) => tell(data));
  return () => tabs?.close();
}
