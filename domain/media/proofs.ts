import type { ChallengeDefinition } from "../challenges/define.ts";
import { submittedFields } from "../challenges/fields.ts";
import { type AskingRule, anySlot, type ProofSlot } from "../challenges/proofs.ts";
import { kindOf } from "../fields/index.ts";
import { readWireList } from "../fields/wire-list.ts";
import { findTower } from "../game/names.ts";
import type { Texts } from "../submissions/form.ts";

/** The proof slots of a challenge, the proof itself first. */
export const proofSlots = ({ proofs }: Pick<ChallengeDefinition, "proofs">): readonly ProofSlot[] =>
  proofs ?? [anySlot];

/** The label of an attachment's role; null if it has none, or one that the challenge does not know. */
export const roleLabel = (definition: ChallengeDefinition, role: string | null): string | null =>
  proofSlots(definition).find((slot) => slot.role === role)?.label ?? null;

/** Returns what the rules ask for in a slot, in their own words, given the form's texts so far; null if nothing. */
export function askedFor(
  definition: ChallengeDefinition,
  { askedBy }: ProofSlot,
  texts: Texts,
): string | null {
  const named = namesIn(definition, texts);
  const applies = ({ towers, maps }: AskingRule): boolean =>
    (towers === undefined || towers.some((tower) => named.towers.has(tower))) &&
    (maps === undefined || maps.some((map) => named.maps.has(map)));
  const asking = askedBy.find(applies);
  const rule = definition.rules.flatMap(({ items }) => items).find(({ id }) => id === asking?.rule);
  return asking?.says ?? rule?.text ?? null;
}

/** Returns the towers, by their canonical names, and the maps that a form's texts name. */
function namesIn(definition: ChallengeDefinition, texts: Texts) {
  const towers = new Set<string>();
  const maps = new Set<string>();
  for (const [name, field] of submittedFields(definition)) {
    const text = texts[name]?.trim() ?? "";
    if (text === "") continue;
    if (field.kind === "map") maps.add(text);
    if (kindOf(field).slot !== "towers") continue;
    const entries = text.startsWith("[") ? (readWireList(text) ?? []) : [text];
    for (const entry of entries) towers.add(findTower(entry ?? "")?.name ?? "");
  }
  return { towers, maps };
}
