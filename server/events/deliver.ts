import type { ChallengeDefinition } from "../../challenges/define.ts";
import type { Data } from "../data/index.ts";
import type { WebhookPosition, WebhookPositions } from "../data/webhooks.ts";
import { whoOf } from "../history/present.ts";
import { type Channel, messageFor } from "./message.ts";

/** A webhook that is told what happens. */
export interface Receiver {
  /** Its position in the log is stored under this name, never under its address, which is a secret. */
  readonly name: string;
  readonly channel: Channel;
  readonly url: string;
}

export interface DeliveryParts {
  readonly data: Pick<Data, "history">;
  readonly positions: WebhookPositions;
  readonly challenges: ReadonlyMap<string, ChallengeDefinition>;
  readonly siteOrigin: string;
  readonly displayNames: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  readonly fetch: typeof fetch;
  readonly now: () => Date;
}

/** Changes read at once. */
const AT_ONCE = 50;
/** How long to wait for a receiver's response, in milliseconds. */
const PATIENCE = 10_000;
/** How long a receiver is leased, in milliseconds; each message renews it. Longer than one message may take. */
const LEASE = 3 * PATIENCE;
/** Waits after failures, in milliseconds: 5 s, 10 s, 20 s … up to an hour. */
const FIRST_WAIT = 5_000;
const LONGEST_WAIT = 60 * 60 * 1000;

/**
 * Tells a receiver what it has not been told yet, oldest first. The log is the outbox, and each receiver has a position
 * in it: so nothing is lost while a receiver is away, and a new receiver starts at the end. Returns whether there is
 * more. A receiver is leased, so that only one of several processes tells it.
 */
export async function deliverTo(receiver: Receiver, parts: DeliveryParts): Promise<boolean> {
  const { data, positions, now } = parts;
  const known = await positions.find(receiver.name);
  if (!known) {
    await positions.save(receiver.name, { seq: await data.history.last(), attempts: 0, nextAt: null }, null);
    return false;
  }
  if (known.nextAt !== null && known.nextAt > now().toISOString()) return false;
  // Check first: most of the time there is nothing to tell, and then nothing is written.
  if ((await data.history.findAllAfter(known.seq, 1)).length === 0) return false;
  const leased = () => new Date(now().getTime() + LEASE).toISOString();
  const own = await positions.lease(receiver.name, leased(), now().toISOString());
  if (!own) return false;
  const changes = await data.history.findAllAfter(own.seq, AT_ONCE);
  const names = await parts.displayNames([...new Set(changes.map(({ actor }) => actor))]);
  let told = own;
  for (const change of changes) {
    const message = messageFor(receiver.channel, change, whoOf(change, names), parts.siteOrigin, parts);
    const failure = message === null ? null : await post(receiver.url, message, parts);
    if (failure !== null && !isRefusedForGood(failure, told)) {
      await positions.save(receiver.name, laterThan(told, failure, now()), failure.reason);
      return false;
    }
    told = { seq: change.seq, attempts: 0, nextAt: null };
    // Save the position before the next message is sent, so that this one is not sent again.
    if (message !== null) await positions.save(receiver.name, told, failure?.reason ?? null, leased());
  }
  await positions.save(receiver.name, told, null);
  return changes.length === AT_ONCE;
}

/** Statuses that say that the receiver does not take this message, and how often it says so until it is left out. */
const NOT_TAKEN: ReadonlySet<number> = new Set([400, 413, 422]);
const MOST_REFUSALS = 8;

/** Whether a message is left out, so that those behind it are told: it is the message that the receiver refuses. */
const isRefusedForGood = ({ status }: Failure, { attempts }: WebhookPosition): boolean =>
  NOT_TAKEN.has(status ?? 0) && attempts + 1 >= MOST_REFUSALS;

interface Failure {
  readonly reason: string;
  /** The status of the receiver's response; null: there was none. */
  readonly status: number | null;
  /** How long the receiver itself asks to be left alone, in milliseconds; null if it does not say. */
  readonly wait: number | null;
}

async function post(url: string, message: object, { fetch: send }: DeliveryParts): Promise<Failure | null> {
  try {
    const response = await send(url, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(message),
      signal: AbortSignal.timeout(PATIENCE),
      redirect: "manual",
    });
    await response.body?.cancel();
    if (response.ok) return null;
    const seconds = Number(response.headers.get("retry-after"));
    const { status } = response;
    return { reason: `HTTP ${status}`, status, wait: seconds > 0 ? seconds * 1000 : null };
  } catch (error) {
    return { reason: error instanceof Error ? error.message : String(error), status: null, wait: null };
  }
}

function laterThan(position: WebhookPosition, { wait }: Failure, now: Date): WebhookPosition {
  const backOff = Math.min(FIRST_WAIT * 2 ** position.attempts, LONGEST_WAIT);
  const until = now.getTime() + Math.min(Math.max(wait ?? 0, backOff), LONGEST_WAIT);
  return { seq: position.seq, attempts: position.attempts + 1, nextAt: new Date(until).toISOString() };
}
