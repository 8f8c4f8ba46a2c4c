import type { ChallengeDocument } from "../challenge-codes/document.ts";
import type { ChallengeDefinition } from "../challenges/define.ts";
import { submittedFields } from "../challenges/fields.ts";
import type { AttributeName } from "../fields/attributes.ts";
import { type Field, kindOf } from "../fields/index.ts";
import { parseTextList } from "../fields/text-list.ts";
import type { Catalogue, TowerName } from "../game/catalogue.ts";
import { oneLine } from "../game/typed-text.ts";
import { versionOrder } from "../game/versions.ts";
import { about, type FaultArguments, fault, type Problem } from "../messages/index.ts";
import type { FormTexts } from "../submissions/form.ts";

/** One text of a completion, with the field that has it. A field with a list has several. */
export interface CheckedText {
  /** The field's wire name and label. */
  readonly name: string;
  readonly label: string;
  readonly field: Field;
  readonly text: string;
}

/** A completion as checks see it, be it recorded or still being typed. */
export interface Run {
  readonly definition: ChallengeDefinition;
  readonly texts: FormTexts;
  /** Its towers in order; `tower` is null for what is none, such as an empty place. */
  readonly towers: readonly (CheckedText & { readonly tower: TowerName | null })[];
  /** The texts of the fields that fill an attribute; OG extras only of an original. */
  readonly entries: (attribute: AttributeName) => readonly CheckedText[];
  /** The first of these texts, and the text of the map; empty if there is none. */
  readonly text: (attribute: AttributeName) => string;
  readonly map: string;
  readonly catalogue: Catalogue;
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

/** Nothing is known of what nobody has listed yet. */
function listedIn(catalogue: Catalogue, text: string): TowerName | null {
  const tower = catalogue.find(text);
  return tower?.kind === "unlisted" ? null : tower;
}

/** Returns what checks see of a completion, given the texts of its form. */
export function runOf(
  definition: ChallengeDefinition,
  texts: FormTexts,
  og: boolean,
  catalogue: Catalogue,
): Run {
  const fields = submittedFields(definition).filter(([, field]) => og || !field.ogExtra);
  const byAttribute = Map.groupBy(
    fields.flatMap(([name, field]) =>
      textsIn(field, texts[name] ?? "").map(
        (text): CheckedText => ({ name, label: field.label, field, text }),
      ),
    ),
    ({ field }) => kindOf(field).attribute,
  );
  const entries = (attribute: AttributeName): readonly CheckedText[] => byAttribute.get(attribute) ?? [];
  const [map] = fields.find(([, { kind }]) => kind === "map") ?? [""];
  return {
    definition,
    texts,
    towers: entries("towers").map((entry) => ({ ...entry, tower: listedIn(catalogue, entry.text) })),
    catalogue,
    entries,
    text: (attribute) => entries(attribute)[0]?.text ?? "",
    map: oneLine(texts[map] ?? ""),
  };
}

/**
 * What follows if it fails: the form is refused; whoever fills it in is warned, and it is accepted all the same; only
 * helpers read.
 */
export type Level = "refuse" | "warn" | "note";

/** What follows from each level, in words. */
export const LEVELS: Readonly<Record<Level, string>> = {
  refuse: "not allowed",
  warn: "warning",
  note: "note",
};

/** What a file or a link of a proof is, as far as it is known without opening it. */
export interface ShownProof {
  readonly is: "picture" | "video" | "unknown";
  /** Which of the challenge's proof slots it fills; null: nobody said. */
  readonly role: string | null;
}

/** What is known of a map; null: not recorded. */
export interface CheckedMap {
  readonly map: string;
  /** The version that brought it. */
  readonly version: string | null;
  readonly hasWater: 0 | 1 | null;
  /** The game's own id; null: not known. */
  readonly gameId: string | null;
}

export const mapsByName = (maps: readonly CheckedMap[]): ReadonlyMap<string, CheckedMap> =>
  new Map(maps.map((each) => [each.map, each]));

/** Returns on which days versions came out, by their order. */
export const releasedBy = (
  versions: readonly { readonly version: string; readonly releasedOn: string }[],
): CheckFacts["released"] =>
  new Map(versions.map(({ version, releasedOn }) => [versionOrder(version) ?? 0, releasedOn]));

/** What checks know besides the completion itself. Whatever is not known makes them answer "unknown". */
export interface CheckFacts {
  /** The newest version of the game that is known; null: not yet known. */
  readonly newestVersion: string | null;
  /** What is known of maps, by name. */
  readonly maps: ReadonlyMap<string, CheckedMap>;
  /** The days on which versions came out (yyyy-mm-dd), by the order of the version (domain/game/versions.ts). */
  readonly released: ReadonlyMap<number, string>;
  /** Its proof and its attachments; null: not known. */
  readonly proof: readonly ShownProof[] | null;
  /** The least cash of the other verified completions of its map; null: none is known. */
  readonly record: number | null;
  /** What the game's server says of its challenge code; null: it has none, or nothing is known of it. */
  readonly code: ChallengeDocument | null;
}

export const NOTHING_KNOWN: CheckFacts = {
  newestVersion: null,
  maps: new Map(),
  released: new Map(),
  proof: null,
  record: null,
  code: null,
};

/** One way in which a check fails. */
export interface Failure {
  /** The wire names of the fields that it is about; the sentence is shown at the first. */
  readonly at: readonly string[];
  readonly problem: Problem;
}

/** The failures, none if all is fine; or that it cannot be known. */
export type CheckOutcome = readonly Failure[] | "unknown";

export interface Check {
  readonly id: string;
  readonly level: Level;
  /** What it tells, after "whether". */
  readonly whether: string;
  /** Whether it has anything to look at in a challenge. */
  readonly applies: (definition: ChallengeDefinition) => boolean;
  readonly run: (run: Run, facts: CheckFacts) => CheckOutcome;
}

/** Returns that a field's value is at fault, together with those of the other fields named. */
export const failure = (
  { name, label }: Pick<CheckedText, "name" | "label">,
  args: FaultArguments,
  others: readonly string[] = [],
): Failure => ({ at: [name, ...others], problem: about({ field: label }, fault(...args)) });

/** Returns the failures; if there are none, whether all is fine or something cannot be known. */
export const outcomeOf = (failures: readonly Failure[], isUnknown: boolean): CheckOutcome =>
  failures.length === 0 && isUnknown ? "unknown" : failures;
