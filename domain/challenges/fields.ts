import type { AttributeName } from "../fields/attributes.ts";
import type { SortColumn } from "../fields/condition.ts";
import { type Field, kindOf } from "../fields/index.ts";
import {
  type FieldBase,
  type FieldKind,
  type Filter,
  type FilterInWords,
  InvalidValue,
  type KindFilter,
  type SearchKey,
} from "../fields/kind.ts";
import type { Catalogue } from "../game/catalogue.ts";
import { CODE_AGREES, type Confirmation, PLAYERS_AGREE } from "../game/words.ts";
import type { ChallengeDefinition, IdentityPart } from "./define.ts";

/** The fields that every completion has besides its challenge's own. */
const COMMON_FIELDS = {
  link: { kind: "link", label: "Link", optional: true },
  notes: { kind: "notes", label: "Notes", optional: true },
  og: { kind: "flag", label: "OG?", flag: "og" },
  pending: { kind: "flag", label: "Pending", flag: "pending" },
  filekey: { kind: "filekey", label: "File key" },
  difficulty: { kind: "difficulty", label: "Difficulty" },
} satisfies Record<string, Field>;

/** What changes call the mark of an original. */
export const OG_LABEL = COMMON_FIELDS.og.label;

/** Every field of a challenge's rows by wire name: its own in the order of the definition, then the common ones. */
export const rowFields = oncePerChallenge((definition): readonly (readonly [string, Field])[] => [
  ...Object.entries<Field>(definition.fields),
  ...Object.entries<Field>(COMMON_FIELDS),
]);

/** The definition's fields of one kind, by wire name. */
export function fieldsOfKind<Kind extends Field["kind"]>(
  definition: ChallengeDefinition,
  kind: Kind,
): readonly (readonly [string, Extract<Field, { kind: Kind }>])[] {
  return Object.entries<Field>(definition.fields).filter(
    (entry): entry is [string, Extract<Field, { kind: Kind }>] => entry[1].kind === kind,
  );
}

/** Whether one player has all of its towers. Of two, each has a hero of their own, be it the same one. */
export const isForOne = (definition: ChallengeDefinition): boolean =>
  fieldsOfKind(definition, "person").length === 1;

/** The fields that a submission carries, by wire name. */
export function submittedFields(definition: ChallengeDefinition): readonly (readonly [string, Field])[] {
  return rowFields(definition).filter(([, field]) => kindOf(field).read !== null);
}

/** The wire name of the definition's first field of a kind, or null. */
export function nameOfKind(definition: ChallengeDefinition, kind: Field["kind"]): string | null {
  return fieldsOfKind(definition, kind)[0]?.[0] ?? null;
}

/** The kinds of a completion's fields, each with its fields. */
const kindsOf = oncePerChallenge(
  (definition): readonly (readonly [FieldKind<FieldBase>, readonly FieldBase[]])[] => [
    ...Map.groupBy(
      rowFields(definition).map(([, field]) => field),
      kindOf,
    ),
  ],
);

/** The records of the widest scope and of narrower ones, by their last part. */
const RECORDS = new Map([
  ["only", "Records only"],
  ["major", "Records of each version"],
]);

/** The filter that leaves only those that have the record; none in a challenge without one. */
function recordFilter({ record }: ChallengeDefinition): readonly (readonly [string, KindFilter])[] {
  if (!record) return [];
  const choices: readonly string[] = record.scopes.map((scope, at) =>
    at === 0 ? "only" : String(scope.at(-1)),
  );
  const filter: KindFilter = {
    label: "Show",
    describe: (text) => RECORDS.get(text) ?? text,
    control: { takes: "choice", choices, none: "All" },
    read: ([text = ""]) => {
      const within = record.scopes[choices.indexOf(text)];
      if (!within) throw new InvalidValue("not-a-choice", { choices });
      return [{ on: "record", within }];
    },
  };
  return [["record", filter]];
}

/** A filter of one choice that leaves only those which have something. */
const confirmationFilter = (
  [label, choice, words]: readonly [label: string, choice: string, words: string],
  what: Confirmation,
): KindFilter => ({
  label,
  describe: () => words,
  control: { takes: "choice", choices: [choice], none: "All" },
  read: ([text]) => {
    if (text !== choice) throw new InvalidValue("not-a-choice", { choices: [choice] });
    return [{ on: "has", what }];
  },
});

/**
 * The filters that leave only those whose challenge code agrees with them (domain/checks/code.ts), and those that both players
 * say are right.
 */
const confirmationFilters = (definition: ChallengeDefinition): readonly (readonly [string, KindFilter])[] => [
  ...(definition.game
    ? [["codecheck", confirmationFilter(["Proof", "agrees", "Code agrees"], CODE_AGREES)] as const]
    : []),
  ...(isForOne(definition)
    ? []
    : [["players", confirmationFilter(["Players", "both", "Both players say so"], PLAYERS_AGREE)] as const]),
];

/** The filters that a list has besides those of its fields, by parameter: those of kinds, of its record, of codes and of players. */
export const kindFilters = oncePerChallenge((definition): ReadonlyMap<string, KindFilter> => {
  const all = kindsOf(definition).flatMap(([kind, own]) => Object.entries(kind.filters?.(own) ?? {}));
  return new Map([
    ...all.filter(([name]) => !definition.fields[name]),
    ...recordFilter(definition),
    ...confirmationFilters(definition),
  ]);
});

/** How often a parameter of a list may be given and still match something. */
export const mostValuesOf = (definition: ChallengeDefinition, parameter: string): number =>
  kindFilters(definition).get(parameter)?.places ?? 1;

/** Returns a list's filter as people read it, or its text unchanged if that is not valid for the kind. */
export function filterInWords(
  definition: ChallengeDefinition,
  [parameter, text]: Filter,
  catalogue: Catalogue,
): FilterInWords {
  try {
    const filter = kindFilters(definition).get(parameter);
    if (filter) return { label: filter.label, value: filter.describe?.(text, catalogue) ?? text };
    const [, field] = rowFields(definition).find(([name]) => name === parameter) ?? [];
    if (field) {
      const { filterLabel = field.label, describeFilter } = kindOf(field);
      return { label: filterLabel, value: describeFilter?.(text, field, catalogue) ?? text };
    }
  } catch (error) {
    if (!(error instanceof InvalidValue)) throw error;
  }
  return { label: labelIn(definition, parameter) ?? parameter, value: text };
}

/** Returns the same filter by today's parameters; unchanged if there are no newer ones or its text is not valid. */
export function modernizedFilters(definition: ChallengeDefinition, filter: Filter): readonly Filter[] {
  const [parameter, text] = filter;
  try {
    const modernize =
      kindFilters(definition).get(parameter)?.modernize ??
      rowFields(definition)
        .filter(([name]) => name === parameter)
        .map(([, field]) => kindOf(field).modernize)[0];
    return modernize?.(text) ?? [filter];
  } catch (error) {
    if (error instanceof InvalidValue) return [filter];
    throw error;
  }
}

/** Returns the filter boxes beside a list with their parameters, in the order of their fields. */
export function filterControls(definition: ChallengeDefinition) {
  const boxesOf = (filters: readonly (readonly [string, KindFilter])[]) =>
    filters.flatMap(([name, { label, control }]) => (control ? [{ name, label, box: control }] : []));
  const ofKinds = kindsOf(definition).flatMap(([kind, own]) => [
    ...boxesOf(Object.entries(kind.filters?.(own) ?? {})),
    ...rowFields(definition).flatMap(([name, field]) => {
      const box = kindOf(field) === kind ? kind.filterControl?.(field) : undefined;
      return box ? [{ name, label: kind.filterLabel ?? field.label, box }] : [];
    }),
  ]);
  return [...ofKinds, ...boxesOf(recordFilter(definition))];
}

/** The label of a list's parameter; null if the list has no such parameter. */
export const labelIn = (definition: ChallengeDefinition, parameter: string): string | null =>
  kindFilters(definition).get(parameter)?.label ??
  rowFields(definition).find(([name]) => name === parameter)?.[1].label ??
  null;

/** The search box's keys by name, in the order of their fields. */
export const searchKeys = oncePerChallenge(
  (definition): ReadonlyMap<string, SearchKey> =>
    new Map(
      rowFields(definition).flatMap(([name, field]) =>
        Object.entries(kindOf(field).searchKeys?.(name) ?? {}),
      ),
    ),
);

/** The sort columns that a list has besides its fields, by name. */
export function kindSorts(definition: ChallengeDefinition): readonly (readonly [string, SortColumn])[] {
  return kindsOf(definition).flatMap(([kind]) => Object.entries(kind.sorts ?? {}));
}

/** The attributes that rows carry from their original: those of the OG extras. Null if the challenge has no originals. */
export function attributesOfOriginal(definition: ChallengeDefinition): readonly AttributeName[] | null {
  if (!definition.og) return null;
  const extras = Object.values<Field>(definition.fields).filter(({ ogExtra }) => ogExtra);
  return [...new Set(extras.flatMap((field) => kindOf(field).attribute ?? []))];
}

/** Memoizes a function of a challenge's definition: it runs once per definition, on first use. */
export function oncePerChallenge<Derived>(
  derive: (definition: ChallengeDefinition) => Derived,
): (definition: ChallengeDefinition) => Derived {
  const known = new WeakMap<ChallengeDefinition, Derived>();
  return (definition) => {
    const found = known.get(definition);
    if (found !== undefined) return found;
    const made = derive(definition);
    known.set(definition, made);
    return made;
  };
}

/** The attributes that an identity may count. */
export interface Identifiable {
  /** The map's id rather than its name, which may change. */
  readonly mapId: number;
  readonly towers: readonly string[];
  readonly completionType: string | null;
}

function canonical(parts: readonly IdentityPart[], { mapId, towers, completionType }: Identifiable): string {
  const attributes = { map: mapId, towers: [...towers].sort(), completiontype: completionType };
  return JSON.stringify(parts.map((part) => attributes[part]));
}

/** Returns a canonical text that no two completions of the challenge share; null if each stands for itself. */
export function identityOf(definition: ChallengeDefinition, completion: Identifiable): string | null {
  return definition.identity.length === 0 ? null : canonical(definition.identity, completion);
}

/** Returns a canonical text that only one original can have; null in a challenge without OG. */
export function ogIdentityOf(
  definition: ChallengeDefinition,
  completion: Pick<Identifiable, "towers"> & Partial<Identifiable>,
): string | null {
  if (!definition.og) return null;
  return canonical(definition.og, { mapId: 0, completionType: null, ...completion });
}

/** Whether the challenge's rules ask for the code of each completion. */
export const asksForCode = ({ rules }: ChallengeDefinition): boolean =>
  rules.some(({ items }) => items.some(({ metBy }) => metBy?.includes("code")));
