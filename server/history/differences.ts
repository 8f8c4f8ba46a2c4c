import type { FieldChange } from "../../contract/history.ts";
import type { WireValue } from "../../fields/kind.ts";

/** The longest text that a history repeats, in characters: the full notes are on the completion's page. */
const LONGEST_SHOWN = 300;

const shown = (value: WireValue): WireValue =>
  typeof value === "string" && value.length > LONGEST_SHOWN ? `${value.slice(0, LONGEST_SHOWN)}…` : value;

/** Returns the fields that differ, with their labels. Long texts are cut. */
export function differencesOf(
  before: Readonly<Record<string, WireValue>>,
  after: Readonly<Record<string, WireValue>>,
): FieldChange[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .map((label) => ({ label, before: before[label] ?? null, after: after[label] ?? null }))
    .filter((each) => each.before !== each.after)
    .map((each) => ({ ...each, before: shown(each.before), after: shown(each.after) }));
}
