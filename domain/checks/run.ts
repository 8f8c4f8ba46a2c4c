import type { ChallengeDefinition } from "../challenges/define.ts";
import { submittedFields } from "../challenges/fields.ts";
import type { AttributeName } from "../fields/attributes.ts";
import { type Field, kindOf } from "../fields/index.ts";
import { parseTextList } from "../fields/text-list.ts";
import { findTower, type TowerName } from "../game/names.ts";
import { oneLine } from "../game/typed-text.ts";
import type { Texts } from "../submissions/form.ts";

/** One text of a completion, with the field that has it. A field with a list has several. */
export interface Entry {
  /** The field's wire name and label. */
  readonly name: string;
  readonly label: string;
  readonly field: Field;
  readonly text: string;
}

/** A completion as checks see it, be it recorded or still being typed. */
export interface Run {
  readonly definition: ChallengeDefinition;
  readonly texts: Texts;
  /** Its towers in order; `tower` is null for what is none, such as an empty place. */
  readonly towers: readonly (Entry & { readonly tower: TowerName | null })[];
  /** The texts of the fields that fill an attribute; OG extras only of an original. */
  readonly entries: (attribute: AttributeName) => readonly Entry[];
  /** The first of these texts, and the text of the map; empty if there is none. */
  readonly text: (attribute: AttributeName) => string;
  readonly map: string;
}

/** Whether a challenge's completions have an attribute. */
export const hasAttribute = (definition: ChallengeDefinition, attribute: AttributeName): boolean =>
  submittedFields(definition).some(([, field]) => kindOf(field).attribute === attribute);

/** Returns a field's texts: one, or all of a list. A list that cannot be read has none: its field refuses it. */
function textsIn({ kind }: Field, text: string): string[] {
  const isList = kind === "towerset" || kind === "upgradeset";
  if (!isList || !text.startsWith("[")) return [oneLine(text)];
  try {
    return parseTextList(text).map((entry) => oneLine(entry ?? ""));
  } catch {
    return [];
  }
}

/** Returns what checks see of a completion, given the texts of its form. */
export function runOf(definition: ChallengeDefinition, texts: Texts, og: boolean): Run {
  const fields = submittedFields(definition).filter(([, field]) => og || !field.ogExtra);
  const byAttribute = Map.groupBy(
    fields.flatMap(([name, field]) =>
      textsIn(field, texts[name] ?? "").map((text): Entry => ({ name, label: field.label, field, text })),
    ),
    ({ field }) => kindOf(field).attribute,
  );
  const entries = (attribute: AttributeName): readonly Entry[] => byAttribute.get(attribute) ?? [];
  const [map] = fields.find(([, { kind }]) => kind === "map") ?? [""];
  return {
    definition,
    texts,
    towers: entries("towers").map((entry) => ({ ...entry, tower: findTower(entry.text) })),
    entries,
    text: (attribute) => entries(attribute)[0]?.text ?? "",
    map: oneLine(texts[map] ?? ""),
  };
}
