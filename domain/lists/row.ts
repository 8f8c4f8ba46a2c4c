import type { ChallengeDefinition } from "../challenges/define.ts";
import { attributesOfOriginal, fieldsOfKind, kindFilters, rowFields } from "../challenges/fields.ts";
import { type AttributeValues, type Completion, emptyAttributes } from "../fields/attributes.ts";
import { type Field, kindOf } from "../fields/index.ts";
import type { WireValue } from "../fields/kind.ts";
import { readWireList } from "../fields/wire-list.ts";
import { listed } from "../game/counted.ts";

/** A completion on the wire: the challenge's own names, then link, notes, og, pending, filekey and difficulty. */
export type WireRow = Readonly<Record<string, WireValue>>;

export function presentRow(definition: ChallengeDefinition, completion: Completion): WireRow {
  return Object.fromEntries(
    rowFields(definition).map(([name, field]) => [name, kindOf(field).present(completion, field)]),
  );
}

/** What programs of the existing index call a challenge code, in rows beside its own name and in the answer with the notes. */
export const CODE_OF_PROGRAMS = "challengeCode";

/** Returns a row as lists answer it: with the code also under the name that existing programs read. */
export function presentListRow(definition: ChallengeDefinition, completion: Completion): WireRow {
  const codes = new Set(fieldsOfKind(definition, "code").map(([name]) => name));
  return Object.fromEntries(
    Object.entries(presentRow(definition, completion)).flatMap(([name, value]) => [
      [name, value],
      ...(codes.has(name) ? [[CODE_OF_PROGRAMS, value]] : []),
    ]),
  );
}

/** Returns a page of a list with its rows as lists answer them. */
export const presentList = <Page extends { readonly rows: readonly Completion[] }>(
  definition: ChallengeDefinition,
  { rows, ...page }: Page,
) => ({ results: rows.map((row) => presentListRow(definition, row)), ...page });

/** What programs of the existing index are told where nobody knows a text that it always has: they fail at null. */
export const UNKNOWN = "unknown";

/** Whether it is a text of a completion that programs show as it is. */
export const isShownByPrograms = ({ kind }: Field): boolean =>
  kind === "version" || kind === "date" || kind === "upgrade";

/**
 * Returns a row as programs of the existing index can show it: with a text for its version, its date and its upgrades, or
 * for those of its original. Without an original they stay null.
 */
export function withTexts(
  definition: ChallengeDefinition,
  row: WireRow,
  isOriginal = row.og === true,
): WireRow {
  const shown = Object.entries<Field>(definition.fields).filter(([, field]) => isShownByPrograms(field));
  const hasOriginal = isOriginal || shown.some(([name, { ogExtra }]) => ogExtra && row[name] !== null);
  const missing = shown.filter(([name, { ogExtra }]) => row[name] === null && (hasOriginal || !ogExtra));
  return { ...row, ...Object.fromEntries(missing.map(([name]) => [name, UNKNOWN])) };
}

/** Returns every tower that a row names, in fields of their own or in a towerset. */
export function towersOf(definition: ChallengeDefinition, row: WireRow): readonly string[] {
  return Object.entries<Field>(definition.fields).flatMap(([name, field]) => {
    const value = row[name] ?? null;
    if (value === null || kindOf(field).attribute !== "towers") return [];
    return field.kind === "towerset" ? (readWireList(value) ?? []).map(String) : [String(value)];
  });
}

/** The fields of an -og-info answer: the row's key, its OG extras, its players, and where its proof is. */
export const ogInfoFields = (definition: ChallengeDefinition): readonly (readonly [string, Field])[] =>
  rowFields(definition).filter(
    ([name, field]) =>
      definition.keys.includes(name) ||
      field.ogExtra ||
      field.kind === "person" ||
      name === "link" ||
      name === "filekey",
  );

/** Returns a completion without its OG extras: one that is not an original may store them, but does not show them. */
export const withoutExtras = <Values extends AttributeValues>(
  definition: ChallengeDefinition,
  completion: Values,
): Values => {
  const empty = emptyAttributes();
  const extras = attributesOfOriginal(definition) ?? [];
  return { ...completion, ...Object.fromEntries(extras.map((name) => [name, empty[name]])) };
};

/** Returns the row that -og-info answers. */
export function presentOgInfo(definition: ChallengeDefinition, original: Completion): WireRow {
  const row = Object.fromEntries(
    ogInfoFields(definition).map(([name, field]) => [name, kindOf(field).present(original, field)]),
  );
  // An original that a helper has yet to verify says so.
  return original.pending === null ? row : { ...row, pending: original.pending };
}

/**
 * Returns the completion with its two towers swapped if the request names them the other way round. Only the upgrades move
 * with the towers.
 */
export function inOrderOf<Named extends Pick<Completion, "towers" | "upgrades">>(
  towers: readonly string[],
  completion: Named,
): Named {
  const [first, second] = completion.towers;
  const swapped = first !== second && towers[0] === second && towers[1] === first;
  if (towers.length !== 2 || !swapped) return completion;
  const { upgrades } = completion;
  return { ...completion, towers: [...towers], upgrades: [upgrades[1] ?? null, upgrades[0] ?? null] };
}

/** Returns a value as it reads within a sentence; "?" if it is missing. */
export function wordsOf({ fields }: ChallengeDefinition, name: string, row: WireRow): string {
  const [field, value] = [fields[name], row[name] ?? null];
  if (!field || value === null) return "?";
  return kindOf(field).inWords?.(value, field) ?? String(value);
}

/** Returns the players of a completion: "Ada and Zoë" in co-op. */
export function playersOf(definition: ChallengeDefinition, row: WireRow): string {
  const names = fieldsOfKind(definition, "person").map(([name]) => String(row[name] ?? "?"));
  return listed(names);
}

/** Returns the heading of one completion, "Absolute Zero and Quincy 2TC on Quad". Missing values read "?". */
export function headingOf(definition: ChallengeDefinition, row: WireRow): string {
  const text = definition.heading.replace(/\{(\w+)\}/g, (_, name: string) => wordsOf(definition, name, row));
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The towers of one completion, whatever the map: how to query the list for them, and what to call them. */
export interface Combination {
  /** Finds every completion with these towers. A list of sets of towers may return others, too: `isSame` tells. */
  readonly parameters: Readonly<Record<string, string | readonly string[]>>;
  readonly isSame: (row: WireRow) => boolean;
  /** "This pair" */
  readonly words: string;
}

const sorted = (towers: readonly string[]): string => JSON.stringify([...towers].sort());

/** How a text refers to a completion's towers. */
function wordsFor(definition: ChallengeDefinition, towers: readonly string[]): string {
  if (towers.length === 1) return "This tower";
  return fieldsOfKind(definition, "tower").length === towers.length ? "This pair" : "These towers";
}

/** Returns a completion's combination; null in a challenge whose identity does not count both towers and map. */
export function combinationOf(definition: ChallengeDefinition, row: WireRow): Combination | null {
  const { identity } = definition;
  if (!identity.includes("towers") || !identity.includes("map")) return null;
  const towers = towersOf(definition, row);
  if (towers.length === 0) return null;
  const same = sorted(towers);
  return {
    parameters: {
      tower: towers,
      ...(kindFilters(definition).has("towercount") ? { towercount: String(towers.length) } : {}),
    },
    isSame: (other) => sorted(towersOf(definition, other)) === same,
    words: wordsFor(definition, towers),
  };
}
