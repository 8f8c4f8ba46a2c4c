import { fieldsOfKind } from "../../../../../domain/challenges/fields.ts";
import type { RuleItem } from "../../../../../domain/challenges/rules.ts";
import type { ShownProof } from "../../../../../domain/checks/check.ts";
import { shownByFile, shownByLink } from "../../../../../domain/checks/proof.ts";
import type { Catalogue } from "../../../../../domain/game/catalogue.ts";
import { rulesAsking } from "../../../../../domain/media/proof-slots.ts";
import { type FormContent, hasCode, slotsOf } from "./filled.ts";

/** Returns what is chosen as proof so far. What an edit keeps may be anything. */
export function proofIn(form: FormContent): readonly ShownProof[] {
  const { edited, typed, attachments } = form;
  return [
    ...slotsOf(form).flatMap(({ role, file, link, keeps }): ShownProof[] => {
      if (file) return [shownByFile(file.type, role)];
      const address = link?.trim() ?? "";
      if (address !== "") return [shownByLink(address, role)];
      return keeps === null ? [] : [{ is: "unknown", role }];
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
 * @param isWrong whether something that is filled in has a problem, by its name among the form's problems
 */
export function rulesMet(
  form: FormContent,
  isWrong: (name: string) => boolean,
  catalogue: Catalogue,
): ReadonlyMap<string, boolean> {
  const { definition, typed } = form;
  const met = new Map<string, boolean>();
  for (const slot of slotsOf(form)) {
    const { file, fileName, link, linkName, keeps } = slot;
    const isShown = (link?.trim() && !isWrong(linkName)) || (file ? !isWrong(fileName) : keeps !== null);
    for (const { id } of rulesAsking(definition, slot, typed.texts, catalogue)) met.set(id, Boolean(isShown));
  }
  const isFilledIn = (kind: NonNullable<RuleItem["metBy"]>[number]): boolean =>
    kind === "code"
      ? hasCode(definition, typed)
      : fieldsOfKind(definition, kind).every(
          ([name]) => !["", "[]"].includes((typed.texts[name] ?? "").trim()) && !isWrong(name),
        );
  for (const { id, metBy } of definition.rules.flatMap(({ items }) => items))
    if (metBy) met.set(id, metBy.every(isFilledIn));
  return met;
}
