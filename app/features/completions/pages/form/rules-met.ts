import type { ChallengeDefinition } from "../../../../../domain/challenges/define.ts";
import { fieldsOfKind } from "../../../../../domain/challenges/fields.ts";
import type { RuleItem } from "../../../../../domain/challenges/rules.ts";
import type { ShownProof } from "../../../../../domain/checks/check.ts";
import { shownByFile, shownByLink } from "../../../../../domain/checks/proof.ts";
import type { EditInfo } from "../../../../../domain/contract/completions.ts";
import type { Catalogue } from "../../../../../domain/game/catalogue.ts";
import { linkName, proofSlots, rulesAsking } from "../../../../../domain/media/proof-slots.ts";
import { existingIn, type Filled, hasCode, slotName } from "./filled.ts";

/** Whether something that is filled in has a problem, by its name among the form's problems. */
type IsWrong = (name: string) => boolean;

/** Whether a slot has a file or a link, or keeps what the edited completion has, and nothing is wrong with it. */
function isShown(
  definition: ChallengeDefinition,
  filled: Filled,
  edited: EditInfo | null,
  place: number,
  isWrong: IsWrong,
): boolean {
  const role = proofSlots(definition)[place]?.role ?? "";
  const name = linkName(definition, role);
  const { typed, image, slots } = filled;
  const hasLink = (typed.texts[name] ?? "").trim() !== "" && !isWrong(name);
  if (place > 0) {
    const hasFile = slots[role] !== undefined && !isWrong(slotName(role));
    return hasLink || hasFile || existingIn(edited, filled, role) !== null;
  }
  if (typed.mode === "link") return hasLink;
  return (image !== null || (edited !== null && edited.result.link === null)) && !isWrong("image");
}

/** Returns what is chosen as proof so far. What an edit keeps may be anything. */
export function proofIn(
  definition: ChallengeDefinition,
  filled: Filled,
  edited: EditInfo | null,
): readonly ShownProof[] {
  const { typed, image, slots, attachments } = filled;
  return [
    ...proofSlots(definition).flatMap(({ role }, place): ShownProof[] => {
      const file = place === 0 ? (typed.mode === "upload" ? image : null) : slots[role];
      if (file) return [shownByFile(file.type, role)];
      const isLinked = place > 0 || typed.mode === "link";
      const link = isLinked ? (typed.texts[linkName(definition, role)]?.trim() ?? "") : "";
      if (link !== "") return [shownByLink(link, role)];
      const isKept =
        place === 0
          ? typed.mode === "upload" && edited !== null && edited.result.link === null
          : existingIn(edited, filled, role) !== null;
      return isKept ? [{ is: "unknown", role }] : [];
    }),
    ...attachments.map((file) => shownByFile(file.type, null)),
    ...(edited?.files ?? [])
      .filter((key, at) => edited?.roles[at] === null && !typed.deletions.includes(key))
      .map((): ShownProof => ({ is: "unknown", role: null })),
  ];
}

/**
 * Returns whether the form shows each rule to be met, by the rule's id. Rules that no form can show, and those that ask
 * nothing of this completion, are absent.
 */
export function rulesMet(
  definition: ChallengeDefinition,
  filled: Filled,
  edited: EditInfo | null,
  isWrong: IsWrong,
  catalogue: Catalogue,
): ReadonlyMap<string, boolean> {
  const met = new Map<string, boolean>();
  for (const [place, slot] of proofSlots(definition).entries()) {
    const isThere = isShown(definition, filled, edited, place, isWrong);
    for (const { id } of rulesAsking(definition, slot, filled.typed.texts, catalogue)) met.set(id, isThere);
  }
  const isFilledIn = (kind: NonNullable<RuleItem["metBy"]>[number]): boolean =>
    kind === "code"
      ? hasCode(definition, filled.typed)
      : fieldsOfKind(definition, kind).every(
          ([name]) => !["", "[]"].includes((filled.typed.texts[name] ?? "").trim()) && !isWrong(name),
        );
  for (const { id, metBy } of definition.rules.flatMap(({ items }) => items))
    if (metBy) met.set(id, metBy.every(isFilledIn));
  return met;
}
