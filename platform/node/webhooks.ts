import { type DeliveryParts, deliverTo, type Receiver } from "../../server/events/deliver.ts";
import type { Channel } from "../../server/events/message.ts";

/** How often the log is looked at, in milliseconds. */
const EVERY = 2_000;

/** The receivers that the settings name. Each keeps its place in the log under channel and address. */
export function receiversOf(webhooks: Readonly<Record<Channel, readonly string[]>>): Receiver[] {
  return (["pending", "verified", "audit"] as const).flatMap((channel) =>
    webhooks[channel].map((url) => ({ name: `${channel} ${url}`, channel, url })),
  );
}

/** Tells the receivers in the background, each at its own pace: one that is dead delays nobody. */
export function startWebhooks(receivers: readonly Receiver[], parts: DeliveryParts): { close(): void } {
  const busy = new Set<string>();
  async function tell(receiver: Receiver): Promise<void> {
    if (busy.has(receiver.name)) return;
    busy.add(receiver.name);
    try {
      while (!isClosed && (await deliverTo(receiver, parts)));
    } catch (error) {
      if (!isClosed) console.error(`webhook ${receiver.channel}:`, error);
    } finally {
      busy.delete(receiver.name);
    }
  }
  let isClosed = false;
  const look = (): void => {
    for (const receiver of receivers) void tell(receiver);
  };
  const timer = setInterval(look, EVERY);
  timer.unref();
  if (receivers.length > 0) look();
  return {
    close() {
      isClosed = true;
      clearInterval(timer);
    },
  };
}
