import type { FieldChange } from "../../domain/contract/history.ts";
import type { WireValue } from "../../domain/fields/kind.ts";

/** The longest text that a history repeats, in characters: the full notes are on the completion's page. */
const LONGEST_SHOWN = 300;

/** How much of what two texts have in common is shown before their first difference, in characters. */
const SHOWN_BEFORE = 40;

/** Returns a part of a long text, without half a character at either end. */
function excerptOf(value: WireValue, from: number): WireValue {
  if (typeof value !== "string" || value.length <= LONGEST_SHOWN) return value;
  const part = value.slice(from, from + LONGEST_SHOWN).replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, "");
  return `${from > 0 ? "…" : ""}${part}${from + LONGEST_SHOWN < value.length ? "…" : ""}`;
}

/** Returns where an excerpt of both values begins so that it shows their first difference. */
function startOfExcerpt(before: WireValue, after: WireValue): number {
  if (typeof before !== "string" || typeof after !== "string") return 0;
  let same = 0;
  while (same < before.length && before[same] === after[same]) same += 1;
  return same < LONGEST_SHOWN - SHOWN_BEFORE ? 0 : same - SHOWN_BEFORE;
}

/** Returns the fields that differ, with their labels. Of long texts it is the part where they begin to differ. */
export function differencesOf(
  before: Readonly<Record<string, WireValue>>,
  after: Readonly<Record<string, WireValue>>,
): FieldChange[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .map((label) => ({ label, before: before[label] ?? null, after: after[label] ?? null }))
    .filter((each) => each.before !== each.after)
    .map(({ label, before: was, after: is }) => {
      const from = startOfExcerpt(was, is);
      return { label, before: excerptOf(was, from), after: excerptOf(is, from) };
    });
}
