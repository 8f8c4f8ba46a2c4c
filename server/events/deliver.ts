import type { ChallengeDefinition } from "../../challenges/define.ts";
import type { Data } from "../data/index.ts";
import type { WebhookPosition, WebhookPositions } from "../data/webhooks.ts";
import { whoOf } from "../history/present.ts";
import { type Channel, messageFor } from "./message.ts";

/** One address that is told of what happens. */
export interface Receiver {
  /** Keeps its place in the log under this name: never its address, which is a secret. */
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

/** Changes looked at in one go. */
const AT_ONCE = 50;
/** A receiver that does not answer is given up for now, in milliseconds. */
const PATIENCE = 10_000;
/** For so long a receiver is one's own, in milliseconds; each that is told buys as much again. Longer than one may take. */
const LEASE = 3 * PATIENCE;
/** Waits after failures: 5 s, 10 s, 20 s … up to an hour. */
const FIRST_WAIT = 5_000;
const LONGEST_WAIT = 60 * 60 * 1000;

/**
 * Tells a receiver what it has not been told yet, oldest first. The log is the outbox: a place in it is kept, so that
 * nothing is lost while a receiver is away, and a receiver that is new starts at the end. Answers whether there is more.
 * Of several processes that tell at once one does: a receiver is leased.
 */
export async function deliverTo(receiver: Receiver, parts: DeliveryParts): Promise<boolean> {
  const { data, positions, now } = parts;
  const known = await positions.find(receiver.name);
  if (!known) {
    await positions.save(receiver.name, { seq: await data.history.last(), attempts: 0, nextAt: null }, null);
    return false;
  }
  if (known.nextAt !== null && known.nextAt > now().toISOString()) return false;
  // Looked at first: most of the time there is nothing to tell, and nothing is written.
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
    if (failure !== null) {
      await positions.save(receiver.name, laterThan(told, failure, now()), failure.reason);
      return false;
    }
    told = { seq: change.seq, attempts: 0, nextAt: null };
    // Told once is told: its place is kept before the next is sent.
    if (message !== null) await positions.save(receiver.name, told, null, leased());
  }
  await positions.save(receiver.name, told, null);
  return changes.length === AT_ONCE;
}

interface Failure {
  readonly reason: string;
  /** How long the receiver itself wants to be left alone, in milliseconds; null: it did not say. */
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
    return { reason: `HTTP ${response.status}`, wait: seconds > 0 ? seconds * 1000 : null };
  } catch (error) {
    return { reason: error instanceof Error ? error.message : String(error), wait: null };
  }
}

function laterThan(position: WebhookPosition, { wait }: Failure, now: Date): WebhookPosition {
  const backOff = Math.min(FIRST_WAIT * 2 ** position.attempts, LONGEST_WAIT);
  const until = now.getTime() + Math.min(Math.max(wait ?? 0, backOff), LONGEST_WAIT);
  return { seq: position.seq, attempts: position.attempts + 1, nextAt: new Date(until).toISOString() };
}
