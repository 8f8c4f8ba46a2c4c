import type { ChallengeDefinition } from "../../challenges/define.ts";
import { rowFields } from "../../derive/fields.ts";
import { presentField } from "../../fields/index.ts";
import type { WireValue } from "../../fields/kind.ts";
import type { LoggedChange } from "../data/history.ts";
import { type CompletionState, completionOf, isCompletionState } from "../data/submissions.ts";

/** One field that a change touched. Null: it had nothing. */
export interface FieldChange {
  readonly label: string;
  readonly before: WireValue;
  readonly after: WireValue;
}

/** A change as everybody may read it: no ids of people, no addresses. */
export interface PublicChange {
  readonly seq: number;
  /** ISO 8601, UTC. */
  readonly at: string;
  /** The name that the person chose to show; else "a member" or "a helper"; "the index" for what it did itself. */
  readonly who: string;
  readonly action: string;
  readonly changes: readonly FieldChange[];
  /** Why it was rejected. */
  readonly reason: string | null;
}

/** Kinds of fields that the public history shows: an allow-list. */
const SHOWN = new Set<string>([
  ...["tower", "towerset", "upgrade", "upgradeset", "map", "person", "completiontype", "money", "version"],
  ...["date", "link", "notes"],
]);

/** Values by label, as the public sees them; null for what was not there. */
function valuesOf(definition: ChallengeDefinition, id: string, state: CompletionState | null) {
  const values = new Map<string, WireValue>();
  if (state === null || state.deleted_at !== null) return values;
  const completion = completionOf({ id, state });
  for (const [name, field] of rowFields(definition))
    if (SHOWN.has(field.kind) || name === "og") values.set(field.label, presentField(completion, field));
  values.set("Verified", state.pending === null);
  const attachments = state.media.filter(({ key }) => key !== id);
  values.set("Attachments", attachments.length);
  const proof = state.media.find(({ key }) => key === id);
  values.set("Uploaded proof", proof ? proof.hash.slice(0, 8) : null);
  return values;
}

/** The fields that differ, by label. */
export function differencesOf(
  before: ReadonlyMap<string, WireValue>,
  after: ReadonlyMap<string, WireValue>,
): FieldChange[] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((label) => ({ label, before: before.get(label) ?? null, after: after.get(label) ?? null }))
    .filter((each) => each.before !== each.after);
}

/** A change without what it changed. */
export function entryOf(
  change: LoggedChange,
  names: ReadonlyMap<string, string>,
): Omit<PublicChange, "changes"> {
  const { seq, at, action, after } = change;
  const reason = isCompletionState(after) && action === "reject" ? after.rejection : null;
  return { seq, at, who: whoOf(change, names), action, reason };
}

/** A change of a completion for everybody to read. */
export function presentChange(
  definition: ChallengeDefinition,
  change: LoggedChange,
  names: ReadonlyMap<string, string>,
): PublicChange {
  const valuesThen = (state: unknown) =>
    valuesOf(definition, change.id, isCompletionState(state) ? state : null);
  const changes = differencesOf(valuesThen(change.before), valuesThen(change.after));
  return { ...entryOf(change, names), changes };
}

/** Who made a change, in the words that everybody may read. */
export function whoOf({ actor, level }: LoggedChange, names: ReadonlyMap<string, string>): string {
  if (level === null) return "the index";
  return names.get(actor) ?? (level === "helper" ? "a helper" : "a member");
}
