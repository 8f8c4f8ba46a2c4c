import type { ChallengeDefinition } from "../challenges/define.ts";
import type { SortColumn } from "../fields/condition.ts";
import { type Field, kindOf } from "../fields/index.ts";
import type { FieldBase, FieldKind, KindFilter, SearchKey } from "../fields/kind.ts";
import type { SlotName } from "../fields/slots.ts";

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

/** The fields that a submission carries, by wire name. */
export function submittedFields(definition: ChallengeDefinition): readonly (readonly [string, Field])[] {
  return rowFields(definition).filter(([, field]) => kindOf(field).read !== null);
}

/** The wire name of the definition's first field of a kind, or null. */
export function nameOfKind(definition: ChallengeDefinition, kind: Field["kind"]): string | null {
  return fieldsOfKind(definition, kind)[0]?.[0] ?? null;
}

/** The kinds of a completion's fields, each once with its fields. */
function kindsOf(
  definition: ChallengeDefinition,
): readonly (readonly [FieldKind<FieldBase>, readonly FieldBase[]])[] {
  return [
    ...Map.groupBy(
      rowFields(definition).map(([, field]) => field),
      kindOf,
    ),
  ];
}

/** What a list takes besides its fields by its kinds: filters by parameter. */
export function kindFilters(definition: ChallengeDefinition): ReadonlyMap<string, KindFilter> {
  const all = kindsOf(definition).flatMap(([kind, own]) => Object.entries(kind.filters?.(own) ?? {}));
  return new Map(all.filter(([name]) => !definition.fields[name]));
}

/** What a list calls a parameter; null: it has none of that name. */
export const labelIn = (definition: ChallengeDefinition, parameter: string): string | null =>
  kindFilters(definition).get(parameter)?.label ??
  rowFields(definition).find(([name]) => name === parameter)?.[1].label ??
  null;

/** The keys of the search box by name, in the order of the fields that they are for. */
export function searchKeys(definition: ChallengeDefinition): ReadonlyMap<string, SearchKey> {
  return new Map(
    rowFields(definition).flatMap(([name, field]) => Object.entries(kindOf(field).keys?.(name) ?? {})),
  );
}

/** What a list can be ordered by besides its fields: columns by name. */
export function kindSorts(definition: ChallengeDefinition): readonly (readonly [string, SortColumn])[] {
  return kindsOf(definition).flatMap(([kind]) => Object.entries(kind.sorts ?? {}));
}

/** The slots that a challenge's rows carry from their original: those of its OG extras. Null: it has no originals. */
export function slotsOfOriginal(definition: ChallengeDefinition): readonly SlotName[] | null {
  if (!definition.og) return null;
  const extras = Object.values<Field>(definition.fields).filter(({ ogExtra }) => ogExtra);
  return [...new Set(extras.flatMap((field) => kindOf(field).slot ?? []))];
}
