import { isRouteErrorResponse } from "react-router";
import { typedTextIsSent } from "../../../../ui/components/typed-text.ts";
import { sentenceIn } from "../../../../ui/error-text.ts";
import type { ListPageData } from "./load.server.ts";
import { isShown, setTrouble } from "./Waiting.tsx";

/** Pauses between tries, in milliseconds. The last one holds for all that follow. */
const WAITS = [1_000, 2_000, 4_000, 8_000];

/** Timeout of a try, in milliseconds. */
const NO_ANSWER = 20_000;

class NoAnswer extends Error {}

/** Whether a server with this status may well answer the next time: it is busy, restarting or broken for now. */
export const isPassing = (status: number): boolean => status >= 500 || status === 408 || status === 429;

/** Returns in plain words why a request failed for now; null if a retry would not help. */
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
function inTime<Answer>(answer: Promise<Answer>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new NoAnswer()), NO_ANSWER);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
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
    await pause(WAITS[Math.min(tries, WAITS.length - 1)] ?? 0, signal);
  }
}

type Answer = Pick<ListPageData, "content">;

const failureIn = ({ content }: Answer): string | null =>
  content.error !== null && isPassing(content.status) ? content.error : null;

/** How long an answer that was requested ahead may still be shown, in milliseconds. */
const FRESH = 60_000;

interface Ahead {
  readonly address: string;
  readonly at: number;
  readonly answer: Promise<Answer>;
}

/** The address to ask for ahead; null if none. */
let awaited: string | null = null;
/** What was requested ahead; null if nothing was, or it failed. */
let ahead: Ahead | null = null;

/** Marks the next request for this address as one made ahead, whose answer is not shown yet. */
export function wantAhead(address: string): void {
  awaited = address;
}

function keepAhead(address: string, answer: Promise<Answer>): void {
  const own = { address, at: Date.now(), answer };
  const drop = (): void => {
    if (ahead === own) ahead = null;
  };
  ahead = own;
  answer.then((page) => failureIn(page) !== null && drop(), drop);
}

/** Takes the answer that was requested ahead, once. Any other request drops it, because it may follow a change. */
function takeAhead(address: string): Promise<Answer> | null {
  const known = ahead;
  ahead = null;
  return known?.address === address && Date.now() - known.at < FRESH ? known.answer : null;
}

/**
 * Asks the server for the list at an address. While the browser shows that list, it is requested until there is an
 * answer: React Router keeps the page as it is meanwhile, and aborts the signal when there is a newer request. Throws
 * what a retry would not mend.
 */
export async function askForList<Page extends Answer>(
  { pathname, search }: Pick<URL, "pathname" | "search">,
  signal: AbortSignal,
  ask: () => Promise<Page>,
): Promise<Page> {
  const address = pathname + search;
  if (awaited === address) {
    awaited = null;
    const answer = ask();
    keepAhead(address, answer);
    // An error thrown here would replace the page that is shown. Nobody reads the value.
    return answer.catch(() => null as never);
  }
  let early = takeAhead(address) as Promise<Page> | null;
  if (!isShown(pathname)) return early ?? ask();
  const next = (): Promise<Page> => {
    const answer = early ?? ask();
    early = null;
    return answer;
  };
  const page = await untilAnswered(next, { signal, failureIn, tell: setTrouble });
  await typedTextIsSent();
  signal.throwIfAborted();
  return page;
}
