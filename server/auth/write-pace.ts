import type { Counter } from "../counters.ts";
import { TooMany } from "../errors.ts";
import type { User } from "./user.ts";

/** Writes that an account may make per minute. */
export const WRITES_A_MINUTE = { member: 60, helper: 600 } as const;

const MINUTE = 60;

/** Counts one more write by a user; throws TooMany if the account has used up its share of this minute. */
export type CountWrite = (user: User) => Promise<void>;

/** Counts the writes of each account per minute. */
export function writePace(writes: Counter): CountWrite {
  return async ({ id, isVerifier }) => {
    const wait = await writes.take(id, WRITES_A_MINUTE[isVerifier ? "helper" : "member"], MINUTE);
    const seconds = Math.ceil(wait);
    if (seconds > 0) throw new TooMany(seconds, "too-many-writes", { seconds });
  };
}
