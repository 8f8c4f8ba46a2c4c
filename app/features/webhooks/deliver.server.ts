import { codeOf } from "../../../domain/challenge-codes/code.ts";
import type { ChallengeDefinition } from "../../../domain/challenges/define.ts";
import type { LoggedChange } from "../../../server/db/history.ts";
import type { Job } from "../../../server/jobs/job.ts";
import type { Data } from "../../api/repositories.server.ts";
import { actorLabel } from "../../audit/present.server.ts";
import { announcementOf } from "../completions/audit.server.ts";
import { comparisonsOf } from "../completions/code-checks.server.ts";
import { type CompletionState, completionOf } from "../completions/repository/stored-completion.server.ts";
import { findThere } from "../history/registry.server.ts";
import { type Channel, type CodeVerdict, messageFor, type Origins, withoutEmbeds } from "./message.server.ts";
import type { WebhookPosition, WebhookPositions } from "./repository.server.ts";

export interface Receiver {
  /** Its position in the log is stored under this name, never under its address, which is a secret. */
  readonly name: string;
  readonly channel: Channel;
  readonly url: string;
  /** The keys of the challenges that it is told of; absent: all. */
  readonly challenges?: readonly string[];
}

export interface DeliveryParts extends Origins {
  readonly data: Data;
  readonly positions: WebhookPositions;
  readonly challenges: ReadonlyMap<string, ChallengeDefinition>;
  readonly displayNames: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  readonly fetch: typeof fetch;
  readonly now: () => Date;
  /** Whether the game's server is asked about challenge codes: a message waits for what it says. */
  readonly asksForCodes: boolean;
  /** Waits so many milliseconds. */
  readonly sleep?: (milliseconds: number) => Promise<unknown>;
}

/** Changes read at once. */
const AT_ONCE = 50;
/** How long to wait for a receiver's response, in milliseconds. */
const TIMEOUT_MS = 10_000;
/** How long a receiver is leased, in milliseconds; each message renews it. Longer than one message may take. */
const LEASE = 3 * TIMEOUT_MS;
/** How long after an event its message waits for what is said of the challenge code, in milliseconds. */
const WAITS_FOR_CODE = 10_000;
/** Waits after failures, in milliseconds: 5 s, 10 s, 20 s … up to an hour. */
const FIRST_WAIT = 5_000;
const LONGEST_WAIT = 60 * 60 * 1000;

/**
 * Sends a receiver what it has not received yet, oldest first. The log is the outbox, and each receiver has a position
 * in it: so nothing is lost while a receiver is away, and a new receiver starts at the end. Returns whether there is
 * more. A receiver is leased, so that only one of several processes sends to it. A process that was held up until its
 * lease ended stops after the message that it was sending: only that one may arrive twice. Where the next message waits for
 * what is said of a challenge code, it is looked for again a little later.
 */
export async function deliverTo(receiver: Receiver, parts: DeliveryParts): Promise<boolean> {
  const { data, positions, now } = parts;
  const known = await positions.find(receiver.name);
  if (!known) {
    await positions.start(receiver.name, await data.history.last());
    return false;
  }
  const at = now().toISOString();
  const never = new Date(now().getTime() + 2 * LONGEST_WAIT).toISOString();
  if (known.nextAt !== null && known.nextAt > at && known.nextAt <= never) return false;
  // Check first: most of the time there is nothing to send, and then nothing is written.
  if ((await data.history.findAllAfter(known.seq, 1)).length === 0) return false;
  const leased = () => new Date(now().getTime() + LEASE).toISOString();
  let held = leased();
  const own = await positions.lease(receiver.name, held, at, never);
  if (!own) return false;
  const changes = await data.history.findAllAfter(own.seq, AT_ONCE);
  const names = await parts.displayNames([...new Set(changes.map(({ actor }) => actor))]);
  const there = await findThere(changes, data);
  let position = own;
  for (const change of changes) {
    const isOfIt = isOfItsChallenges(change, receiver);
    const verdict = isOfIt && receiver.channel === "pending" ? await codeVerdictOf(change, parts) : null;
    const message =
      isOfIt &&
      messageFor(
        ...([receiver.channel, change, actorLabel(change, names), parts, parts, there(change.noun)] as const),
        verdict,
      );
    if (message && isNotYetKnown(verdict, change, parts)) {
      const isHeld = await positions.save(receiver.name, position, held, null);
      await (parts.sleep ?? sleep)(EVERY);
      return isHeld;
    }
    // What it has refused may be the card: without it, it is told at least that there is something.
    const sent = message && position.refusals > 0 ? withoutEmbeds(message) : message;
    const failure = sent ? await post(receiver.url, sent, parts) : null;
    const failed = failure && afterFailure(position, failure, now());
    if (failed && failed.refusals < MOST_REFUSALS) {
      await positions.save(receiver.name, failed, held, null);
      return false;
    }
    position = { seq: change.seq, attempts: 0, refusals: 0, nextAt: null, lastError: null };
    if (!message) continue;
    // Save the position before the next message is sent, so that this one is not sent twice.
    const renewed = leased();
    if (!(await positions.save(receiver.name, position, held, renewed))) return false;
    held = renewed;
  }
  return (await positions.save(receiver.name, position, held, null)) && changes.length === AT_ONCE;
}

const sleep = (milliseconds: number): Promise<unknown> =>
  new Promise((done) => setTimeout(done, milliseconds));

/** Whether a receiver is told of a change, as far as its challenge decides that. */
function isOfItsChallenges({ noun, before, after }: LoggedChange, { challenges }: Receiver): boolean {
  if (challenges === undefined || noun !== "completion") return true;
  const { challenge } = (after ?? before ?? {}) as Partial<CompletionState>;
  return challenge !== undefined && challenges.includes(challenge);
}

/** Whether a message waits: nothing is known yet of the code, and the event is younger than that. */
function isNotYetKnown(verdict: CodeVerdict | null, { at }: LoggedChange, parts: DeliveryParts): boolean {
  const isUnknown = verdict?.is === "could-not" && verdict.why === "not-known";
  const age = parts.now().getTime() - Date.parse(at);
  // A time to come was noted by a clock that was wrong.
  return isUnknown && parts.asksForCodes && age >= 0 && age < WAITS_FOR_CODE;
}

/** Returns what is said of the challenge code of a completion that is announced as pending; null: it has none. */
async function codeVerdictOf(change: LoggedChange, parts: DeliveryParts): Promise<CodeVerdict | null> {
  const announcement = announcementOf(change);
  if (announcement?.channel !== "pending") return null;
  const { state } = announcement;
  const completion = completionOf({ id: change.id, state });
  const code = parts.challenges.get(state.challenge)?.game ? codeOf(completion) : null;
  if (code === null) return null;
  const [comparison] = await comparisonsOf([{ challenge: state.challenge, completion }], parts);
  if (!comparison) {
    const isAnswered = (await parts.data.challengeCodes.find(code)) !== null;
    return { is: "could-not", why: isAnswered ? "none" : "not-known" };
  }
  const { agrees, differences } = comparison;
  if (differences.length > 0) return { is: "differs", sentences: differences };
  return agrees ? { is: "agrees" } : { is: "could-not", why: "not-said" };
}

/** Statuses that say that the receiver does not take this message: it is wrong or too large. */
const REFUSALS: ReadonlySet<number> = new Set([400, 413, 422]);
/** How often in a row a message is refused until it is left out, so that those behind it are sent. */
const MOST_REFUSALS = 8;

interface Failure {
  /** "HTTP" and the status of the receiver's response, or why there was none. */
  readonly reason: string;
  /** Whether the receiver refuses the message itself. */
  readonly isRefusal: boolean;
  /** How long the receiver itself asks to be left alone, in milliseconds; null if it does not say. */
  readonly wait: number | null;
}

async function post(url: string, message: object, { fetch: send }: DeliveryParts): Promise<Failure | null> {
  try {
    const response = await send(url, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(message),
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: "manual",
    });
    await response.body?.cancel();
    if (response.ok) return null;
    const seconds = Number(response.headers.get("retry-after"));
    const { status } = response;
    const wait = seconds > 0 ? seconds * 1000 : null;
    return { reason: `HTTP ${status}`, isRefusal: REFUSALS.has(status), wait };
  } catch (error) {
    return { reason: error instanceof Error ? error.message : String(error), isRefusal: false, wait: null };
  }
}

/** Returns the position after one more failure. The waits grow with every failure, whatever its reason. */
function afterFailure(
  { seq, attempts, refusals }: WebhookPosition,
  { reason, isRefusal, wait }: Failure,
  now: Date,
): WebhookPosition {
  const longer = Math.min(Math.max(wait ?? 0, FIRST_WAIT * 2 ** attempts), LONGEST_WAIT);
  return {
    seq,
    attempts: attempts + 1,
    nextAt: new Date(now.getTime() + longer).toISOString(),
    refusals: isRefusal ? refusals + 1 : 0,
    lastError: reason,
  };
}

/** In milliseconds. */
const EVERY = 2_000;

/** Tells the receivers what happened, each in its own job, so that a dead one delays nobody. */
export const webhookJobs = (receivers: readonly Receiver[], parts: DeliveryParts): Job[] =>
  receivers.map((receiver) => ({
    name: `webhook ${receiver.name}`,
    every: EVERY,
    async run(signal) {
      while (!signal.aborted && (await deliverTo(receiver, parts)));
    },
  }));
