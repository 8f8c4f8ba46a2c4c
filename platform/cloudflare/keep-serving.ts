import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";

/**
 * How often to check a site and how long to wait for its answer, in milliseconds, and after how many misses in a row
 * it counts as silent.
 */
interface Watch {
  readonly every: number;
  readonly patience: number;
  readonly misses: number;
}

const WATCH: Watch = { every: 5_000, patience: 10_000, misses: 3 };

/**
 * Ends a worker that no longer answers: after workerd is killed, the one that wrangler starts in its place accepts
 * connections and leaves them hanging. Resolves once the worker has ended, to whether it had gone silent.
 */
async function endIfSilent(
  worker: ChildProcess,
  health: string,
  { every, patience, misses }: Watch,
): Promise<boolean> {
  const ended = new AbortController();
  const exit = once(worker, "exit").then(() => ended.abort());
  const isThere = (): Promise<boolean> =>
    fetch(health, { signal: AbortSignal.timeout(patience) }).then(
      () => true,
      () => false,
    );
  let missed = 0;
  while (!ended.signal.aborted && missed < misses) {
    await setTimeout(every, null, { signal: ended.signal }).catch(() => undefined);
    missed = (await isThere()) ? 0 : missed + 1;
  }
  const isSilent = !ended.signal.aborted;
  if (isSilent) worker.kill();
  await exit;
  return isSilent;
}

/**
 * Starts a worker, and restarts it whenever it has gone silent. Resolves when one has ended by itself.
 *
 * @param start resolves to a worker that serves
 * @param health the address to check whether it still does
 */
export async function keepServing(
  start: () => Promise<ChildProcess>,
  health: string,
  say: (line: string) => void,
  watch = WATCH,
): Promise<void> {
  while (await endIfSilent(await start(), health, watch))
    say("workerd was killed or hangs; starting it again");
}
