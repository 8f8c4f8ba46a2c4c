import { isRouteErrorResponse } from "react-router";
import { typedTextIsSent } from "../../../../ui/components/typed-text.ts";
import { sentenceIn } from "../../../../ui/error-text.ts";
import type { ListPageData } from "./load.server.ts";
import { troubleTeller } from "./Waiting.tsx";

/** Pauses between tries, in milliseconds. The last one holds for all that follow. */
const PAUSES = [1_000, 2_000, 4_000, 8_000];

/** Timeout of a try, in milliseconds. */
const TIMEOUT = 20_000;

class TimedOut extends Error {}

/** Whether a server with this status may well answer the next time: it is busy, restarting or broken for now. */
export const isPassing = (status: number): boolean => status >= 500 || status === 408 || status === 429;

/** Returns in plain words why a request failed for now; null if a retry would not help. */
export function passingReason(error: unknown): string | null {
  if (isRouteErrorResponse(error))
    return isPassing(error.status) ? (sentenceIn(error.data) ?? `HTTP ${error.status}`) : null;
  if (error instanceof TimedOut) return "no answer came";
  // Browsers word a lost connection differently, and never for people. If it breaks off midway, the error has a
  // cause.
  if (error instanceof TypeError || (error instanceof Error && error.cause)) return "the connection was lost";
  // React Router's server sends errors that it did not expect without their reason.
  return error instanceof Error ? "HTTP 500" : null;
}

/** Resolves to the answer, or rejects if it takes too long: connections can die silently. */
function inTime<Answer>(answer: Promise<Answer>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new TimedOut()), TIMEOUT);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Waits, but at most until the browser is back online. Throws the signal's reason when it is aborted. */
async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const ended = new AbortController();
  const timer = setTimeout(resolve, milliseconds);
  addEventListener("online", () => resolve(), { signal: ended.signal });
  signal.addEventListener("abort", () => resolve(), { signal: ended.signal });
  await promise;
  clearTimeout(timer);
  ended.abort();
  signal.throwIfAborted();
}

interface Asking<Answer> {
  /** Aborted when a newer request replaces this one. */
  readonly signal: AbortSignal;
  /** Returns the failure that an answer reports; null if it is a real answer. */
  readonly failureIn: (answer: Answer) => string | null;
  /** Called with the reason of each failed try. */
  readonly tell: (reason: string) => void;
}

/**
 * Asks until there is an answer, with longer and longer pauses, and at once when the browser is back online. Throws
 * what a retry would not mend, and when a newer request replaces this one.
 */
export async function untilAnswered<Answer>(
  ask: () => Promise<Answer>,
  { signal, failureIn, tell }: Asking<Answer>,
): Promise<Answer> {
  for (let tries = 0; ; tries++) {
    let reason: string | null;
    try {
      const answer = await inTime(ask());
      reason = failureIn(answer);
      if (reason === null) return answer;
    } catch (error) {
      reason = passingReason(error);
      if (reason === null || signal.aborted) throw error;
    }
    signal.throwIfAborted();
    tell(reason);
    await pause(PAUSES[Math.min(tries, PAUSES.length - 1)] ?? 0, signal);
  }
}

/**
 * Asks the server for the list at a path. While the browser shows that list, it is requested until there is an answer:
 * React Router keeps the page as it is meanwhile, and aborts the signal when there is a newer request. Throws what a
 * retry would not mend.
 */
export async function askForList<Page extends Pick<ListPageData, "content">>(
  pathname: string,
  signal: AbortSignal,
  ask: () => Promise<Page>,
): Promise<Page> {
  const tell = troubleTeller(pathname);
  if (!tell) return ask();
  const failureIn = ({ content: { error, status } }: Page): string | null =>
    error !== null && isPassing(status) ? error : null;
  const page = await untilAnswered(ask, { signal, failureIn, tell });
  await typedTextIsSent();
  signal.throwIfAborted();
  return page;
}
