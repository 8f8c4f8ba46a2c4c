import type { ChallengeDefinition } from "../challenges/define.ts";
import { fieldsOfKind, labelIn, mostValuesOf } from "../challenges/fields.ts";
import type { Filter } from "../fields/kind.ts";
import { doubtOf } from "../fields/tower/kind.ts";
import type { Catalogue, TowerName } from "../game/catalogue.ts";
import { isDay } from "../game/dates-and-numbers.ts";
import { about, fault, type Problem, problem } from "../messages/index.ts";
import { checkSubmission } from "../submissions/submission.ts";

const towersAmong = (filters: readonly Filter[], catalogue: Catalogue): readonly TowerName[] =>
  filters.flatMap(([parameter, value]) => (parameter === "tower" ? (catalogue.find(value) ?? []) : []));

const isMissing = (definition: ChallengeDefinition, parameter: string): boolean =>
  labelIn(definition, parameter) === null || (parameter === "og" && !definition.og);

/** Returns the problem of filters that a challenge does not record and so cannot answer; null if it records all. */
export function unrecorded(
  definition: ChallengeDefinition,
  filters: readonly Filter[],
  catalogue: Catalogue,
): Problem | null {
  const { label: challenge } = definition;
  const missing = filters.find(([parameter]) => isMissing(definition, parameter));
  if (missing) return problem("not-recorded", { challenge, parameter: missing[0] });
  for (const [parameter, same] of Map.groupBy(filters, ([name]) => name)) {
    // Towers have their own sentences, below.
    const places = mostValuesOf(definition, parameter);
    if (parameter !== "tower" && same.length > places)
      return problem("fewer-recorded", { challenge, parameter, places, requested: same.length });
  }
  const towers = towersAmong(filters, catalogue);
  const places = fieldsOfKind(definition, "tower").length;
  if (places > 0 && towers.length > places)
    return problem("fewer-towers-recorded", { challenge, places, requested: towers.length });
  const [set] = fieldsOfKind(definition, "towerset");
  if (set && new Set(towers).size < towers.length) return problem("each-tower-once", { challenge });
  const other = set && towers.find(({ kind }) => !set[1].takes.includes(kind) && kind !== "type");
  return set && other
    ? problem("only-such-towers-recorded", { challenge, takes: set[1].takes, tower: other.name })
    : null;
}

/** Returns the filters that a challenge records; an upgrade becomes its tower type where only types are recorded. */
export function recordedPart(
  definition: ChallengeDefinition,
  filters: readonly Filter[],
  catalogue: Catalogue,
): readonly Filter[] {
  const [set] = fieldsOfKind(definition, "towerset");
  return filters.flatMap((filter): Filter[] => {
    const [parameter, value] = filter;
    if (isMissing(definition, parameter)) return [];
    const tower = parameter === "tower" ? catalogue.find(value) : null;
    if (!set || !tower || set[1].takes.includes(tower.kind)) return [filter];
    return tower.type === null ? [] : [[parameter, tower.type]];
  });
}

/** The field that a parameter of another name asks about. */
const FIELD_OF: Readonly<Record<string, string>> = { since: "date", before: "date" };

/**
 * Returns why finding nothing is no answer: the challenge records this of originals alone, and the question is not
 * limited to originals. Null if that is not so.
 */
export function knownOfOriginalsAlone(
  { fields, label: challenge }: ChallengeDefinition,
  filters: readonly Filter[],
): Problem | null {
  if (filters.some(([parameter, value]) => parameter === "og" && value === "1")) return null;
  const extra = filters.find(([parameter]) => fields[FIELD_OF[parameter] ?? parameter]?.ogExtra);
  return extra ? problem("recorded-of-originals", { challenge, parameter: extra[0] }) : null;
}

/** Parameters that tell completions apart: if nothing matches these, it has not been done. */
const TELLING = new Set([
  ...["tower", "towercount", "map", "person", "completiontype", "version", "date", "money"],
]);

/** Returns why finding nothing is no answer: a filter is a mark, a bound or the like. Null if none is. */
export function filterBesidesNames(
  { label: challenge }: ChallengeDefinition,
  filters: readonly Filter[],
): Problem | null {
  const more = filters.find(([parameter, value]) => !TELLING.has(parameter) || /[<>]|\.\./.test(value));
  return more ? problem("nothing-is-so", { challenge, filter: `${more[0]}: ${more[1]}` }) : null;
}

interface FilledForm {
  readonly fields: readonly Filter[];
  /** Why no such completion can exist. */
  readonly problem: Problem | null;
  /** Why it could not be played at today's prices. */
  readonly doubt: Problem | null;
}

/**
 * Returns the fields of a challenge's form that these filters fill in, two towers in an order that the challenge
 * accepts. The problem says why no such completion can exist.
 */
export function formFor(
  definition: ChallengeDefinition,
  filters: readonly Filter[],
  catalogue: Catalogue,
): FilledForm {
  const towers = towersAmong(filters, catalogue);
  const forms = orders(definition, towers).map((order) => [
    ...towerFields(definition, order),
    ...otherFields(definition, filters),
  ]);
  const checked = forms.map((fields) => ({
    fields,
    problem: problemOf(definition, fields, catalogue),
    doubt: doubtAbout(definition, fields, catalogue),
  }));
  const possible = checked.filter(({ problem: found }) => found === null);
  return (
    possible.find(({ doubt }) => doubt === null) ??
    possible[0] ??
    checked[0] ?? { fields: [], problem: null, doubt: null }
  );
}

/** Returns why a tower of a form could not have its place at today's prices; null if all could. */
function doubtAbout(
  definition: ChallengeDefinition,
  fields: readonly Filter[],
  catalogue: Catalogue,
): Problem | null {
  const values = new Map(fields);
  for (const [name, field] of fieldsOfKind(definition, "tower")) {
    const tower = catalogue.find(values.get(name) ?? "");
    const doubt = tower && doubtOf(field, tower);
    if (doubt) return about({ field: field.label }, fault(...doubt));
  }
  return null;
}

/** Towers by their place; null: the question leaves it open. */
type Order = readonly (TowerName | null)[];

/** Returns the orders that towers may be in. A tower alone may also be the second of a pair: not every one can be first. */
function orders(definition: ChallengeDefinition, towers: readonly TowerName[]): readonly Order[] {
  if (towers.length === 2) return [towers, [...towers].reverse()];
  const isOfPair = towers.length === 1 && fieldsOfKind(definition, "tower").length > 1;
  return isOfPair ? [towers, [null, ...towers]] : [towers];
}

/** Returns the tower fields of a form. A tower type cannot be part of a pair, so its place stays empty. */
function towerFields(definition: ChallengeDefinition, towers: Order): Filter[] {
  const single = fieldsOfKind(definition, "tower").flatMap(([name], place): Filter[] => {
    const tower = towers[place];
    return tower && tower.kind !== "type" ? [[name, tower.name]] : [];
  });
  const sets = fieldsOfKind(definition, "towerset").flatMap(([name]): Filter[] =>
    towers.length === 0 ? [] : [[name, JSON.stringify(towers.flatMap((tower) => tower?.name ?? []))]],
  );
  return [...single, ...sets];
}

const otherFields = (definition: ChallengeDefinition, filters: readonly Filter[]): Filter[] =>
  filters.flatMap(([parameter, value]): Filter[] => {
    const [[person] = [null]] = fieldsOfKind(definition, "person");
    if (parameter === "person") return person === null ? [] : [[person, value]];
    const isPartOfDate = parameter === "date" && !isDay(value);
    return ["map", "completiontype", "version", "date", "money"].includes(parameter) &&
      !isPartOfDate &&
      definition.fields[parameter]
      ? [[parameter, value]]
      : [];
  });

/** Returns what the form would refuse about these fields, whatever the others hold. */
function problemOf(
  definition: ChallengeDefinition,
  fields: readonly Filter[],
  catalogue: Catalogue,
): Problem | null {
  const { problems } = checkSubmission(definition, Object.fromEntries(fields), catalogue);
  return fields.map(([name]) => problems[name]).find((each) => each !== undefined) ?? null;
}
