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

/** MB of files that an account may send in a day, and one of a helper or verifier. */
export const FILES_A_DAY = { account: 5_000, helper: 50_000 } as const;

const DAY = 24 * 60 * 60;
const MEGABYTE = 1024 * 1024;

/** Counts what of files each account sends in a day: withdrawn or replaced, they stay for as long as an undo needs them. */
export interface CountFiles {
  /** Throws TooMany if the account has used up its share. */
  hasRoom(user: User): Promise<void>;
  add(user: User, bytes: number): Promise<void>;
}

export function countFiles(counters: Counters): CountFiles {
  const sent = counters("megabytes of files");
  const mostOf = ({ isVerifier }: User) => FILES_A_DAY[isVerifier ? "helper" : "account"];
  return {
    async hasRoom(user) {
      const most = mostOf(user);
      const seconds = Math.ceil(await sent.take(user.id, most, DAY, 0));
      if (seconds > 0) throw new TooMany(seconds, "too-many-megabytes", { most });
    },
    async add(user, bytes) {
      await sent.take(user.id, mostOf(user), DAY, Math.ceil(bytes / MEGABYTE));
    },
  };
}
