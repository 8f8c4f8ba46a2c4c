import { RATE_SECONDS, RATES, type RateName } from "../../domain/contract/rates.ts";
import type { Counters } from "../counters.ts";
import { countersInMemory } from "../counters-in-memory.ts";
import { TooMany } from "../errors.ts";
import type { User } from "./user.ts";

/** Counts one more request of a kind by a user; throws TooMany if the account has used up its share of this minute. */
export type CountRequest = (user: User, rate: RateName | null) => Promise<void>;

/** Counts the requests of each account per minute: what it sends everywhere, what it reads in this process. */
export function pace(counters: Counters): CountRequest {
  const reads = countersInMemory()("own");
  const sent = { write: counters("writes"), upload: counters("uploads") };
  return async ({ id, isVerifier }, rate) => {
    if (rate !== "own" && rate !== "write" && rate !== "upload") return;
    const most = RATES[rate][isVerifier ? "helper" : "account"];
    const wait = await (rate === "own" ? reads : sent[rate]).take(id, most, RATE_SECONDS);
    const seconds = Math.ceil(wait);
    if (seconds > 0)
      throw new TooMany(seconds, rate === "own" ? "too-many-requests-of-yours" : "too-many-writes", {
        seconds,
      });
  };
}
