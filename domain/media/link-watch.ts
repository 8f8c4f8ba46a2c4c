import type { LinkAnswer } from "./link-hosts.ts";

const HOUR = 60 * 60 * 1_000;
const DAY = 24 * HOUR;

/** Days from one question about a link to the next. */
export const ASKED_EVERY = 30;
/** Days from a failure, or from a host's own trouble, to the next question. */
const AGAIN_AFTER = 1;
/** Days from one question to the next about what is gone: it may be there again. */
const GONE_EVERY = 7;

/** A link is gone after so many failures in a row, of which the first and the last are so many hours apart. */
const FAILURES = { times: 3, hours: 48 } as const;

/**
 * What is known of a link: nothing yet; that it is there, or is until it ends by itself; that its host has said it is not,
 * but not often enough; that it is not known; that it is gone.
 */
export const LINK_STATES = {
  gone: "Gone",
  failing: "Failing",
  ending: "Ending",
  unknown: "Unclear",
  never: "Never asked about",
  alive: "Still there",
} as const;

export type LinkState = keyof typeof LINK_STATES;

/** How a link stands. Times are ISO 8601, UTC. */
export interface LinkStanding {
  readonly state: LinkState;
  /** Since when it is in this state; of one that ends by itself, its last day. */
  readonly since: string;
  readonly firstFailedAt: string | null;
  readonly failedTimes: number;
}

/** Reasons that are the host's own trouble, not this link's. */
const OF_THE_HOST: ReadonlySet<string> = new Set(["refused", "timeout", "unreachable", "server-error"]);

const later = (at: Date, days: number): string => new Date(at.getTime() + days * DAY).toISOString();

/**
 * Returns how a link stands after an answer, and when it is asked about again. An answer that says nothing takes back earlier
 * failures, but not that a link is gone: only being there again does.
 * @param isBelieved whether the host is believed: it has not called everything gone
 */
export function standingAfter(
  before: LinkStanding,
  answer: LinkAnswer,
  {
    at,
    endsOn,
    isBelieved,
  }: { readonly at: Date; readonly endsOn: string | null; readonly isBelieved: boolean },
): LinkStanding & { readonly dueAt: string; readonly why: string | null } {
  const now = at.toISOString();
  const since = (state: LinkState): string => (before.state === state ? before.since : now);
  const none = { firstFailedAt: null, failedTimes: 0 } as const;
  if (answer.is === "alive") {
    const ends = endsOn === null ? Number.POSITIVE_INFINITY : Date.parse(endsOn) + DAY;
    const dueAt = later(at, Math.min(ASKED_EVERY, (ends - at.getTime()) / DAY));
    return endsOn === null
      ? { state: "alive", since: since("alive"), ...none, dueAt, why: null }
      : { state: "ending", since: endsOn, ...none, dueAt, why: null };
  }
  if (answer.is === "unclear") {
    const { why } = answer;
    if (before.state === "gone") return { ...before, dueAt: later(at, AGAIN_AFTER), why };
    const isSoon = before.state === "failing" || OF_THE_HOST.has(why);
    const dueAt = later(at, isSoon ? AGAIN_AFTER : ASKED_EVERY);
    return { state: "unknown", since: since("unknown"), ...none, dueAt, why };
  }
  if (before.state === "gone") return { ...before, dueAt: later(at, GONE_EVERY), why: null };
  // By a clock that was ahead, the first failure is still to come.
  const isFirst = before.firstFailedAt === null || before.firstFailedAt > now;
  const firstFailedAt = isFirst ? now : (before.firstFailedAt ?? now);
  const failedTimes = isFirst ? 1 : before.failedTimes + 1;
  const hours = (at.getTime() - Date.parse(firstFailedAt)) / HOUR;
  const isGone = failedTimes >= FAILURES.times && hours >= FAILURES.hours && isBelieved;
  const failed = { firstFailedAt, failedTimes, why: null };
  return isGone
    ? { state: "gone", since: now, ...failed, dueAt: later(at, GONE_EVERY) }
    : { state: "failing", since: firstFailedAt, ...failed, dueAt: later(at, AGAIN_AFTER) };
}

/** A host that calls so many links gone, and none alive meanwhile, is not believed: its address may have changed. */
export const DOUBTED_FROM = 5;

/** Returns after how many days an old link is asked about for the first time: each at another time. */
export function daysUntilFirst(url: string): number {
  // FNV-1a, whose last letters are mixed in once more.
  let hash = 0x811c9dc5;
  for (let at = 0; at < url.length; at += 1) hash = Math.imul(hash ^ url.charCodeAt(at), 0x01000193);
  return ((Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0) / 2 ** 32) * ASKED_EVERY;
}
