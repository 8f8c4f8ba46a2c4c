import type { Job } from "../../../server/jobs/job.ts";
import { type DeliveryParts, deliverTo, type Receiver } from "./deliver.server.ts";

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
