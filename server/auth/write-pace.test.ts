import { expect, test } from "vitest";
import { countersInMemory } from "../counters-in-memory.ts";
import { TooMany } from "../errors.ts";
import type { User } from "./user.ts";
import { type CountWrite, WRITES_A_MINUTE, writePace } from "./write-pace.ts";

const user = (id: string, isHelper = false): User => ({
  id,
  isVerifier: isHelper,
  isHelper,
  isMember: true,
  isAdministrator: false,
});

/** Returns how many of `tries` writes are let through. */
async function letThrough(count: CountWrite, who: User, tries: number): Promise<number> {
  let through = 0;
  for (let at = 0; at < tries; at++) {
    try {
      await count(who);
      through += 1;
    } catch (error) {
      if (!(error instanceof TooMany)) throw error;
    }
  }
  return through;
}

test("members may write 60 times a minute and helpers 600, counted per account", async () => {
  const count = writePace(countersInMemory(() => 0)("writes"));
  expect(await letThrough(count, user("ada"), 100)).toBe(WRITES_A_MINUTE.member);
  expect(await letThrough(count, user("bob"), 10)).toBe(10);
  expect(await letThrough(count, user("hel", true), 1_000)).toBe(WRITES_A_MINUTE.helper);
});

test("a refusal says how long to wait, and writes are accepted after that", async () => {
  let now = 0;
  const count = writePace(countersInMemory(() => now)("writes"));
  await letThrough(count, user("ada"), WRITES_A_MINUTE.member);
  now = 20_000;
  await expect(count(user("ada"))).rejects.toThrow(
    expect.objectContaining({
      status: 429,
      seconds: 40,
      problem: { code: "too-many-writes", values: { seconds: 40 } },
    }),
  );
  now = 60_000;
  expect(await letThrough(count, user("ada"), 100)).toBe(WRITES_A_MINUTE.member);
});
