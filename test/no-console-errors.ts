import { afterEach, beforeEach, expect } from "vitest";

/** What was said through console.error in the running test. */
let said: unknown[][] = [];

/** The console errors so far, taken off the list: for a test that expects them. */
export function takeConsoleErrors(): unknown[][] {
  const taken = said;
  said = [];
  return taken;
}

// A plain assignment, not a spy: workerd's console gives a test's spy back to nobody.
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
