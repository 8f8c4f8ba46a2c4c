import { isRouteErrorResponse } from "react-router";
import { sentenceIn } from "../../error-text.ts";

/** Pauses between tries, in milliseconds. The last one holds for all that follow. */
const WAITS = [1_000, 2_000, 4_000, 8_000];

/** Timeout of a try, in milliseconds. */
const NO_ANSWER = 20_000;

class NoAnswer extends Error {}

/** Whether a server with this status may well answer the next time: it is busy, restarting or broken for now. */
export const isPassing = (status: number): boolean => status >= 500 || status === 408 || status === 429;

/** Returns in plain words why a request failed for now; null if asking again would not help. */
export function passingReason(error: unknown): string | null {
  if (isRouteErrorResponse(error))
    return isPassing(error.status) ? (sentenceIn(error.data) ?? `HTTP ${error.status}`) : null;
  if (error instanceof NoAnswer) return "no answer came";
  // Browsers word a lost connection differently, and never for people. If it breaks off midway, the error has a
  // cause.
  if (error instanceof TypeError || (error instanceof Error && error.cause)) return "the connection was lost";
  // React Router's server sends errors that it did not expect without their reason.
  return error instanceof Error ? "HTTP 500" : null;
}

/** Resolves to the answer, or rejects if it takes too long: connections can die silently. */
function inTime<Answer>(asked: Promise<Answer>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new NoAnswer()), NO_ANSWER);
    asked.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Waits, but at most until the browser is back online. Throws the signal's reason when it is aborted. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const ended = new AbortController();
    const end = (then: () => void): void => {
      ended.abort();
      clearTimeout(timer);
      then();
    };
    const timer = setTimeout(() => end(resolve), milliseconds);
    addEventListener("online", () => end(resolve), { signal: ended.signal });
    signal.addEventListener("abort", () => end(() => reject(signal.reason)), { signal: ended.signal });
  });
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
 * what asking again would not mend, and when a newer request replaces this one.
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
    await pause(WAITS[Math.min(tries, WAITS.length - 1)] ?? 0, signal);
  }
}
