import type { Description } from "./types.server.ts";

/** What is said of an entry whose shape is not known. */
export const UNKNOWN: Description = {
  title: "Something was changed here",
  credits: [],
  page: null,
  changes: [],
  reason: null,
  undo: "never",
  isUnknown: true,
};

/** The most shapes that the console names. */
const MOST = 100;

const named = new Set<string>();

/**
 * Names a shape that is not known on the console, once, without any of its values.
 * @param what the noun and the action
 * @param odd the fields that are not as the noun has them; none if its version of the shape is not known
 */
export function warnOfUnknown(what: string, shape: number, odd: readonly string[]): void {
  const fields = [...new Set(odd)].filter((field) => field !== "").join(", ");
  const words = `An entry of the log is in a shape that is not known here (${what}, shape ${shape}${fields && `: ${fields}`}).`;
  if (named.size >= MOST || named.has(words)) return;
  named.add(words);
  console.warn(words);
}
