import { expect, test } from "vitest";
import { passwordCheck, readPassword } from "./passwords.ts";

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

test("a password is the same however a keyboard writes its accents; hashes made of another form still match", async () => {
  const verified: string[] = [];
  const { hash, matches } = passwordCheck({
    hash: async (password) => `of ${password}`,
    verify: async (made, password) => {
      verified.push(password);
      return made === `of ${password}`;
    },
  });
  const [composed, apart] = ["caf\u00e9 cr\u00e8me", "cafe\u0301 cre\u0300me"];
  const tried = async (made: string, typed: string) => {
    verified.length = 0;
    return [await matches(made, typed), verified.length];
  };
  for (const typed of [composed, apart]) {
    expect(await hash(typed)).toBe(`of ${composed}`);
    expect(await tried(`of ${composed}`, typed)).toEqual([true, 1]);
    // Made before passwords were normalized.
    expect(await tried(`of ${apart}`, typed)).toEqual([true, 2]);
    expect(await tried("of another", typed)).toEqual([false, 2]);
    expect(readPassword(typed, null)).toBe(composed);
  }
  expect(await tried("of another", "no accents here")).toEqual([false, 1]);
  expect(await matches(null, apart)).toBe(false);
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

test.each([
  ...["password123", "P@ssw0rd2024!", "Passw0rd!!", "password password", "1234567890", "0987654321"],
  ...["qwertyuiop", "qwertz12345", "1q2w3e4r5t", "iloveyou123!", "dragonmonkey1", "aaaaaaaabbbbcd"],
  ...["ada.lovelace1815", "Ada.Lovelace!!", "31.12.1999", "Summer2026!", `${"x".repeat(150)}abcd`],
])("%s is refused: it is among those that are guessed first", (password) => {
  expect(() => readPassword(password, "ada.lovelace@example.org")).toThrow("password-too-common");
});

test.each([
  ...["a very good password", "the new password", "nine lives and a half", "correct horse battery staple"],
  ...[
    "83920174659201",
    "пароль и пароль",
    "🦊🐻🐼🐨🐯🦁🐮🐷🐸🐵",
    "kX9#vQ2!mZ",
    "a first password",
    "ada and the engine",
  ],
])("%s is taken", (password) => {
  expect(readPassword(password, "ada.lovelace@example.org")).toBe(password);
});
