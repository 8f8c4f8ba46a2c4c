import { isRouteErrorResponse } from "react-router";
import { sentenceIn } from "../../error-text.ts";

/** Milliseconds between one try and the next; the last holds for all that follow. */
const WAITS = [1_000, 2_000, 4_000, 8_000];

/** Milliseconds after which an answer no longer counts as being on its way. */
const NO_ANSWER = 20_000;

class NoAnswer extends Error {}

/** Statuses of a server that may well answer the next time: it is busy, restarting or broken for now. */
export const isPassing = (status: number): boolean => status >= 500 || status === 408 || status === 429;

/** Why a question could not be answered for now, in plain words; null: asking again would come to the same. */
export function passingReason(error: unknown): string | null {
  if (isRouteErrorResponse(error))
    return isPassing(error.status) ? (sentenceIn(error.data) ?? `HTTP ${error.status}`) : null;
  if (error instanceof NoAnswer) return "no answer came";
  // What browsers say of a lost connection differs, and is nothing to read; one that breaks off in the middle has a cause.
  if (error instanceof TypeError || (error instanceof Error && error.cause)) return "the connection was lost";
  // React Router's servers send what they did not expect without its reason.
  return error instanceof Error ? "HTTP 500" : null;
}

/** What was asked, or a failure where that takes too long: connections can die without a word. */
function inTime<Answer>(asked: Promise<Answer>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new NoAnswer()), NO_ANSWER);
    asked.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Waits, but no longer than until the browser is back online. Throws the signal's reason when it is aborted. */
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
  /** Of the question: aborted when a newer one takes its place. */
  readonly signal: AbortSignal;
  /** What failed where an answer came that says so; null: it is an answer. */
  readonly failureIn: (answer: Answer) => string | null;
  /** Hears of each try that failed. */
  readonly tell: (reason: string) => void;
}

/**
 * Asks until there is an answer, with longer and longer pauses, and at once when the browser is back online. Throws what
 * asking again would not mend, and when a newer question takes this one's place.
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
