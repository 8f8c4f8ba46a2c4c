import type { ChallengeDefinition } from "../../../../../domain/challenges/define.ts";
import { fieldsOfKind } from "../../../../../domain/challenges/fields.ts";
import { readWireList } from "../../../../../domain/fields/wire-list.ts";
import { emptyTexts, type FormTexts } from "../../../../../domain/submissions/form.ts";
import type { DraftValues } from "../../../../ui/forms/draft.ts";

/** Returns a form with more values that a challenge code gives. */
export const withValues = (typed: DraftValues, code: string, values: FormTexts): DraftValues => ({
  ...typed,
  texts: { ...typed.texts, ...values },
  fromCode: { code, texts: { ...typed.fromCode?.texts, ...values } },
});

/** Returns the values of a challenge code that nobody has changed since. */
export const unchangedValues = ({ texts, fromCode }: DraftValues): FormTexts =>
  Object.fromEntries(Object.entries(fromCode?.texts ?? {}).filter(([name, value]) => texts[name] === value));

/** Returns a form without them. */
export function withoutValues(definition: ChallengeDefinition, typed: DraftValues): DraftValues {
  const empty = emptyTexts(definition);
  const emptied = Object.keys(unchangedValues(typed)).map((name) => [name, empty[name] ?? ""]);
  return { ...typed, texts: { ...typed.texts, ...Object.fromEntries(emptied) }, fromCode: null };
}

/** Returns values of a map, of towers and of upgrades as people read them: "Quad, Absolute Zero 2-5-0, Quincy". */
export function valuesInWords(definition: ChallengeDefinition, values: FormTexts, texts: FormTexts): string {
  const listOf = (kind: "towerset" | "upgradeset") =>
    fieldsOfKind(definition, kind).flatMap(([name]) =>
      values[name] ? (readWireList(values[name]) ?? []) : [],
    );
  const upgrades = fieldsOfKind(definition, "upgrade");
  const towers = fieldsOfKind(definition, "tower").map(([name, { position }]) => {
    const [upgrade = ""] = upgrades.find(([, each]) => each.position === position) ?? [];
    const isSaid = values[name] !== undefined || values[upgrade] !== undefined;
    return isSaid ? [values[name] ?? texts[name], values[upgrade]] : [];
  });
  const listed = listOf("upgradeset");
  return [
    ...fieldsOfKind(definition, "map").map(([name]) => [values[name]]),
    ...towers,
    ...listOf("towerset").map((tower, at) => [tower, listed[at]]),
  ]
    .map((parts) => parts.filter(Boolean).join(" "))
    .filter((words) => words !== "")
    .join(", ");
}
