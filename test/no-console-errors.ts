import { afterEach, beforeEach, expect } from "vitest";

/** The calls of console.error in the running test. */
let said: unknown[][] = [];

/** Returns the console errors so far and clears the list, for a test that expects them. */
export function takeConsoleErrors(): unknown[][] {
  const taken = said;
  said = [];
  return taken;
}

// A plain assignment rather than a spy, because a spy on workerd's console cannot be restored.
const original = console.error;

beforeEach(() => {
  said = [];
  console.error = (...words: unknown[]) => {
    said.push(words);
    original(...words);
  };
});

afterEach(() => {
  console.error = original;
  expect(takeConsoleErrors(), "an unexpected console.error").toEqual([]);
});
