import type { ChallengeDefinition } from "../challenges/define.ts";
import type { Field } from "../fields/index.ts";

/** What every completion has on top of its challenge's own fields. */
const COMMON_FIELDS = {
  link: { kind: "link", label: "Link", optional: true },
  notes: { kind: "notes", label: "Notes", optional: true },
  og: { kind: "flag", label: "OG?", flag: "og" },
  pending: { kind: "flag", label: "Pending", flag: "pending" },
  filekey: { kind: "filekey", label: "File key" },
  difficulty: { kind: "difficulty", label: "Difficulty" },
} satisfies Record<string, Field>;

/** Every field of a challenge's rows by wire name: its own in the definition's order, then the common ones. */
export function rowFields(definition: ChallengeDefinition): readonly (readonly [string, Field])[] {
  return [...Object.entries<Field>(definition.fields), ...Object.entries<Field>(COMMON_FIELDS)];
}

/** The definition's fields of one kind, by wire name. */
export function fieldsOfKind<Kind extends Field["kind"]>(
  definition: ChallengeDefinition,
  kind: Kind,
): readonly (readonly [string, Extract<Field, { kind: Kind }>])[] {
  return Object.entries<Field>(definition.fields).filter(
    (entry): entry is [string, Extract<Field, { kind: Kind }>] => entry[1].kind === kind,
  );
}
