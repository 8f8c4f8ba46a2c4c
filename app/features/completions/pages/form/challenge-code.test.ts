import { expect, test } from "vitest";
import { twoTowers } from "../../../../../domain/challenges/2tc.ts";
import { leastTowers } from "../../../../../domain/challenges/ltc.ts";
import { isCode } from "../../../../../domain/game/words.ts";
import { typedFrom } from "../../../../ui/forms/draft.ts";
import { hasCode, notesWithCode } from "./filled.ts";

test("only a well-formed code counts as one", () => {
  expect(["ZMYXWVU", "Z2"].map(isCode)).toEqual([true, false]);
  expect(isCode("ZMY-XWV")).toBe(false);
});

test("the code is appended to the notes on a line of its own, unless it is already there", () => {
  expect(notesWithCode("", "ZMYXWVU")).toBe("Challenge code: ZMYXWVU");
  expect(notesWithCode("Went well.\n", "ZMYXWVU")).toBe("Went well.\n\nChallenge code: ZMYXWVU");
  expect(notesWithCode("The code is **zmyxwvu**.", "ZMYXWVU")).toBe("The code is **zmyxwvu**.");
  expect(notesWithCode("Not ZMYXWVUX", "ZMYXWVU")).toContain("Challenge code: ZMYXWVU");
  expect(notesWithCode("Went well.", "")).toBe("Went well.");
});

test("the code counts in its own box and in the notes, but no mere word does", () => {
  const typed = typedFrom({});
  const has = (code: string, notes: string) => hasCode(leastTowers, { ...typed, code, texts: { notes } });
  expect(has("ZMYXWVU", "")).toBe(true);
  expect(has("", "Challenge code: ZABCDEF")).toBe(true);
  expect(has("", "It went by zapping.")).toBe(false);
  const field = (challenge_code: string) => ({ ...typed, code: "", texts: { challenge_code, notes: "" } });
  expect([field("ZMYXWVU"), field(" ")].map((each) => hasCode(twoTowers, each))).toEqual([true, false]);
});
