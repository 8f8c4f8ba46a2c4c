import type { ChallengeDefinition } from "../../challenges/define.ts";
import { findTower, type TowerName } from "../../game/names.ts";
import { type Problem, problem } from "../../messages/index.ts";
import { fieldsOfKind, labelIn, placesOf } from "../fields.ts";
import { checkSubmission } from "../submission.ts";
import type { Filter } from "./understand.ts";

const towersAmong = (filters: readonly Filter[]): readonly TowerName[] =>
  filters.flatMap(([parameter, value]) => (parameter === "tower" ? (findTower(value) ?? []) : []));

const isMissing = (definition: ChallengeDefinition, parameter: string): boolean =>
  labelIn(definition, parameter) === null || (parameter === "og" && !definition.og);

/** Why a challenge cannot say whether what these filters ask for is done: it records no such thing. Null: it records it all. */
export function unrecorded(definition: ChallengeDefinition, filters: readonly Filter[]): Problem | null {
  const { label: challenge } = definition;
  const missing = filters.find(([parameter]) => isMissing(definition, parameter));
  if (missing) return problem("not-recorded", { challenge, parameter: missing[0] });
  for (const [parameter, same] of Map.groupBy(filters, ([name]) => name)) {
    // Of towers, it is said in their own words.
    const places = placesOf(definition, parameter);
    if (parameter !== "tower" && same.length > places)
      return problem("fewer-recorded", { challenge, parameter, places, asked: same.length });
  }
  const towers = towersAmong(filters);
  const places = fieldsOfKind(definition, "tower").length;
  if (places > 0 && towers.length > places)
    return problem("fewer-towers-recorded", { challenge, places, asked: towers.length });
  const [set] = fieldsOfKind(definition, "towerset");
  if (set && new Set(towers).size < towers.length) return problem("each-tower-once", { challenge });
  const other = set && towers.find(({ kind }) => !set[1].takes.includes(kind) && kind !== "type");
  return set && other
    ? problem("only-such-towers-recorded", { challenge, takes: set[1].takes, tower: other.name })
    : null;
}

/** As much of a question as a challenge records; an upgrade counts as its tower type where only types are recorded. */
export function recordedPart(definition: ChallengeDefinition, filters: readonly Filter[]): readonly Filter[] {
  const [set] = fieldsOfKind(definition, "towerset");
  return filters.flatMap((filter): Filter[] => {
    const [parameter, value] = filter;
    if (isMissing(definition, parameter)) return [];
    const tower = parameter === "tower" ? findTower(value) : null;
    if (!set || !tower || set[1].takes.includes(tower.kind)) return [filter];
    return tower.type === null ? [] : [[parameter, tower.type]];
  });
}

/** The parameters that ask about a field under another name. */
const FIELD_OF: Readonly<Record<string, string>> = { since: "date", before: "date" };

/**
 * Why nothing found says nothing: the challenge records this of originals alone, and the question is not about these alone.
 */
export function knownOfOriginalsAlone(
  { fields, label: challenge }: ChallengeDefinition,
  filters: readonly Filter[],
): Problem | null {
  if (filters.some(([parameter, value]) => parameter === "og" && value === "1")) return null;
  const extra = filters.find(([parameter]) => fields[FIELD_OF[parameter] ?? parameter]?.ogExtra);
  return extra ? problem("recorded-of-originals", { challenge, parameter: extra[0] }) : null;
}

/** What tells one completion from another: that there is none with these says that it is not done. */
const TELLING = new Set(["tower", "map", "person", "completiontype", "version", "date", "money"]);

/** Why nothing found says nothing: it was asked for by a mark, a bound or the like. Null: it was not. */
export function askedByMore(
  { label: challenge }: ChallengeDefinition,
  filters: readonly Filter[],
): Problem | null {
  const more = filters.find(([parameter, value]) => !TELLING.has(parameter) || /[<>]|\.\./.test(value));
  return more ? problem("nothing-is-so", { challenge, asked: `${more[0]}: ${more[1]}` }) : null;
}

/**
 * The fields of a challenge's form that these filters fill in; of two towers in the order that the challenge takes. The
 * problem says why no completion of it can be so.
 */
export function formFor(
  definition: ChallengeDefinition,
  filters: readonly Filter[],
): { readonly fields: readonly Filter[]; readonly problem: Problem | null } {
  const towers = towersAmong(filters);
  const forms = orders(towers).map((order) => [
    ...towerFields(definition, order),
    ...otherFields(definition, filters),
  ]);
  const checked = forms.map((fields) => ({ fields, problem: problemOf(definition, fields) }));
  const [first] = checked;
  return checked.find(({ problem: found }) => found === null) ?? first ?? { fields: [], problem: null };
}

const orders = (towers: readonly TowerName[]): readonly (readonly TowerName[])[] =>
  towers.length === 2 ? [towers, [...towers].reverse()] : [towers];

/** A tower type is no tower that somebody places in a pair: its place stays empty. */
function towerFields(definition: ChallengeDefinition, towers: readonly TowerName[]): Filter[] {
  const single = fieldsOfKind(definition, "tower").flatMap(([name], place): Filter[] => {
    const tower = towers[place];
    return tower && tower.kind !== "type" ? [[name, tower.name]] : [];
  });
  const sets = fieldsOfKind(definition, "towerset").flatMap(([name]): Filter[] =>
    towers.length === 0 ? [] : [[name, JSON.stringify(towers.map((tower) => tower.name))]],
  );
  return [...single, ...sets];
}

const otherFields = (definition: ChallengeDefinition, filters: readonly Filter[]): Filter[] =>
  filters.flatMap(([parameter, value]): Filter[] => {
    const [[person] = [null]] = fieldsOfKind(definition, "person");
    if (parameter === "person") return person === null ? [] : [[person, value]];
    return ["map", "completiontype", "version", "date", "money"].includes(parameter) &&
      definition.fields[parameter]
      ? [[parameter, value]]
      : [];
  });

/** What the form would say about these fields, whatever the others are. */
function problemOf(definition: ChallengeDefinition, fields: readonly Filter[]): Problem | null {
  const { problems } = checkSubmission(definition, Object.fromEntries(fields));
  return fields.map(([name]) => problems[name]).find((each) => each !== undefined) ?? null;
}
