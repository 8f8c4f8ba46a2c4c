import { expect, test } from "vitest";
import { RATES, type RateName } from "../../domain/contract/rates.ts";
import { UPLOADED_MB_PER_DAY } from "../../domain/limits.ts";
import { countersInMemory } from "../counters.ts";
import { TooMany } from "../errors.ts";
import { type CountRequest, countFiles, pace } from "./sign-in.ts";
import type { User } from "./user.ts";

const user = (id: string, isHelper = false): User => ({
  id,
  isVerifier: isHelper,
  isHelper,
  isMember: true,
  isAdministrator: false,
});

/** Returns how many of `tries` writes are let through. */
async function letThrough(
  count: CountRequest,
  who: User,
  tries: number,
  rate: RateName = "write",
): Promise<number> {
  let through = 0;
  for (let at = 0; at < tries; at++) {
    try {
      await count(who, rate);
      through += 1;
    } catch (error) {
      if (!(error instanceof TooMany)) throw error;
    }
  }
  return through;
}

test("members may write 60 times a minute and helpers 600, counted per account", async () => {
  const count = pace(countersInMemory(() => 0));
  expect(await letThrough(count, user("ada"), 100)).toBe(RATES.write.account);
  expect(await letThrough(count, user("bob"), 10)).toBe(10);
  expect(await letThrough(count, user("hel", true), 1_000)).toBe(RATES.write.helper);
});

test("a refusal says how long to wait, and writes are accepted after that", async () => {
  let now = 0;
  const count = pace(countersInMemory(() => now));
  await letThrough(count, user("ada"), RATES.write.account);
  now = 20_000;
  await expect(count(user("ada"), "write")).rejects.toThrow(
    expect.objectContaining({
      status: 429,
      seconds: 40,
      problem: { code: "too-many-writes", values: { seconds: 40 } },
    }),
  );
  now = 60_000;
  expect(await letThrough(count, user("ada"), 100)).toBe(RATES.write.account);
});

test("writes, uploads and reads of an account are counted apart", async () => {
  const count = pace(countersInMemory(() => 0));
  for (const rate of ["write", "upload", "own"] as const)
    expect(await letThrough(count, user("ada"), 2_000, rate)).toBe(RATES[rate].account);
  await expect(count(user("ada"), "own")).rejects.toThrow(
    expect.objectContaining({ problem: expect.objectContaining({ code: "too-many-requests-of-yours" }) }),
  );
  await count(user("ada"), "read");
});

test("an account may send so many megabytes of files a day, and one more form at most", async () => {
  let now = 1_000_000;
  const files = countFiles(countersInMemory(() => now));
  const MEGABYTE = 1024 * 1024;
  await files.add(user("ada"), (UPLOADED_MB_PER_DAY - 1) * MEGABYTE);
  await files.hasRoom(user("ada"));
  await files.add(user("ada"), 250 * MEGABYTE);
  await expect(files.hasRoom(user("ada"))).rejects.toMatchObject({
    status: 429,
    problem: { code: "too-many-megabytes", values: { most: 5_000 } },
  });
  await files.hasRoom(user("bob"));
  await files.add(user("hel", true), UPLOADED_MB_PER_DAY * MEGABYTE);
  await files.hasRoom(user("hel", true));
  now += 24 * 60 * 60 * 1000 + 1;
  await files.hasRoom(user("ada"));
});
