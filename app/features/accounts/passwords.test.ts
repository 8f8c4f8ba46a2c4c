import { expect, test } from "vitest";
import { passwordCheck } from "./passwords.server.ts";

test("a password for an unknown address is checked all the same, even after hashing failed once", async () => {
  let hashed = 0;
  const verified: string[] = [];
  const { matches } = passwordCheck({
    hash: async () => {
      hashed += 1;
      if (hashed === 1) throw new Error("no memory");
      return "a hash";
    },
    verify: async (hash) => {
      verified.push(hash);
      return true;
    },
  });
  await expect(matches(null, "a password")).rejects.toThrow("no memory");
  expect(await matches(null, "a password")).toBe(false);
  expect(await matches(null, "a password")).toBe(false);
  expect([hashed, verified]).toEqual([2, ["a hash", "a hash"]]);
});

test("a known address can log in although hashing fails, and prepares the check of unknown ones", async () => {
  let hashed = 0;
  const { matches } = passwordCheck({
    hash: async () => {
      hashed += 1;
      throw new Error("no memory");
    },
    verify: async (hash, password) => hash === `hash of ${password}`,
  });
  expect(await matches("hash of a password", "a password")).toBe(true);
  expect(await matches("hash of a password", "another")).toBe(false);
  expect(hashed).toBe(2);
});
