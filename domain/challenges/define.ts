import type { SortColumn, SortTerm } from "../fields/condition.ts";
import { type Field, isKind, kindOf } from "../fields/index.ts";
import type { GameSettings } from "./game-settings.ts";
import type { ProofSlot, RuleSection } from "./rules.ts";

/** What may count towards whether two completions are the same. Towers count in any order. */
export type IdentityPart = "towers" | "map" | "completiontype";

export type ViewName = "list" | "table" | "person-stats";

/** Defines a record: the verified completion with the least or the most of something, within each scope. */
export interface RecordRule {
  /** The definition's field of this kind, or the number of towers in its towerset. */
  readonly by: Field["kind"] | "towerCount";
  readonly least: boolean;
  /** Each scope has a record of its own: on each map; on each map in each major version … */
  readonly scopes: readonly (readonly ("map" | "major" | "completiontype")[])[];
  /** The heading over the best ones: "Least cost". */
  readonly words: string;
}

/** A column of the list: one of the challenge's own fields, "info" (the proof and the notes) or "og" (the OG mark). */
export type ColumnName = string;

/**
 * One challenge, as pure data. Everything else is derived from it: validation, list queries, tables, forms, CSV, URL
 * state and the API's description.
 */
export interface ChallengeDefinition {
  /** Lower case, as in paths: /2tc, /fetch-2tc. */
  readonly key: string;
  /** Short name in texts: "2TC". */
  readonly label: string;
  /** The name in the navigation, if it differs from the label. */
  readonly navLabel?: string;
  readonly name: string;
  /** One line for a card on the home page. */
  readonly summary: string;
  /** Markdown at the top of the list page. */
  readonly description: string;
  /** What a question calls it besides its names, as phrases (domain/search/phrases.ts). */
  readonly askedAs?: readonly string[];
  readonly rules: readonly RuleSection[];
  /** With which settings it is played; absent: a challenge code says nothing of it. */
  readonly game?: GameSettings;
  /** What its rules ask for as proof, the proof itself first; absent if they name nothing. */
  readonly proofs?: readonly ProofSlot[];
  /** Its place among the challenges that the home page shows first, from 1; others follow in the registry's order. */
  readonly featured?: number;
  /** Fields by wire name, in the order of the form. domain/challenges/fields.ts adds those that every challenge has. */
  readonly fields: Readonly<Record<string, Field>>;
  /** The fields that identify one completion, as query parameters of its pages, in order. */
  readonly keys: readonly string[];
  /** Key fields that may be left out of a page's address. */
  readonly optionalKeys?: readonly string[];
  /** What no two completions share. Empty if every completion stands for itself. */
  readonly identity: readonly IdentityPart[];
  /** What there is only one original of; null if the challenge has no OG. */
  readonly og: readonly IdentityPart[] | null;
  /** The default order; rows that are equal in it stand verified ones first, then as they were recorded. */
  readonly order: readonly SortTerm[];
  /** The list's columns, in order. The page adds those of signed-in people. */
  readonly columns: readonly ColumnName[];
  /** What makes one completion better than another; absent if nothing does. */
  readonly record?: RecordRule;
  /** Introduces the history of a map's records by major version, "{map}" being the map; absent if it is not shown. */
  readonly costHistory?: string;
  /** Heading of one completion, with fields in braces: "{tower1} and {tower2} 2TC on {map}". */
  readonly heading: string;
  /** The first is the default. */
  readonly views: readonly ViewName[];
  /** The columns of its CSV; empty: all fields. The others follow where all are asked for (`columns=all`). */
  readonly csv: readonly string[];
  /** Whether the list page has a Version box. */
  readonly versionBox: boolean;
}

export const ascending = (column: SortColumn): SortTerm => ({ column, descending: false });
export const descending = (column: SortColumn): SortTerm => ({ column, descending: true });

/** A definition that contradicts itself, found at start-up. */
export class DefinitionError extends Error {
  override readonly name = "DefinitionError";
  constructor(challenge: string, field: string | null, problem: string) {
    super(`challenge "${challenge}"${field === null ? "" : `, field "${field}"`}: ${problem}`);
  }
}

/** Names that every list already uses for something else (domain/lists/list-query.ts and domain/challenges/fields.ts). */
const RESERVED = new Set([
  ...["query", "offset", "count", "sortby", "view", "tower", "towerquery", "towerincludes", "towercount"],
  ...[
    "since",
    "before",
    "has",
    "code",
    "columns",
    "for",
    "spreadsheet",
    "names",
    "record",
    "codecheck",
    "players",
  ],
  ...[
    "og",
    "pending",
    "link",
    "notes",
    "filekey",
    "difficulty",
    "edit",
    "verify",
    "image",
    "attachments",
    "revision",
    "take",
  ],
]);

/** Throws a DefinitionError that names the challenge and the field if the definition contradicts itself. */
function checkDefinition(definition: ChallengeDefinition): void {
  const { key, fields, keys, identity, og } = definition;
  const fail = (field: string | null, problem: string): never => {
    throw new DefinitionError(key, field, problem);
  };
  const entries = Object.entries(fields);
  const has = (kind: Field["kind"]): boolean => entries.some(([, field]) => field.kind === kind);

  // It is a part of addresses and of the names of tags.
  if (!/^[a-z0-9]+$/.test(key)) fail(null, "its key is not made of lower-case letters and digits");
  if (definition.views[0] !== "list") fail(null, "its first view is not the list");

  for (const [name, field] of entries) {
    if (!/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(name))
      fail(name, "its name is not made of lower-case letters, digits and single underscores");
    if (RESERVED.has(name)) fail(name, "its name is already taken by every challenge");
    if (!isKind(field.kind)) fail(name, `there is no kind of field "${field.kind}"`);
    if (field.ogExtra && og === null) fail(name, "it is an OG extra, but the challenge has no OG");
    if (field.ogExtra && kindOf(field).attribute === null)
      fail(name, "it is an OG extra, but has no attribute of its own");
  }
  for (const kind of ["tower", "person"] as const) {
    const places = entries.flatMap(([, field]) => (field.kind === kind ? [field.position] : []));
    if (places.some((place, index) => place !== index))
      fail(null, `its ${kind} fields do not stand in the places 0, 1, …`);
  }
  if (has("tower") && has("towerset")) fail(null, "it has both single towers and a towerset");
  if (has("upgradeset") && !has("towerset")) fail(null, "it has an upgradeset without a towerset");
  if (!has("map") || !has("person")) fail(null, "every challenge has a map and a player");
  if (fields.map?.kind !== "map") fail("map", "every challenge calls its map so");
  if (definition.versionBox && fields.version?.kind !== "version")
    fail("version", "its list has a Version box, which asks for it");

  for (const part of [...identity, ...(og ?? [])]) {
    const present = part === "towers" ? has("tower") || has("towerset") : has(part);
    if (!present) fail(null, `its identity counts ${part}, which it has no field for`);
  }
  if (og?.length === 0) fail(null, "its OG has no identity");

  for (const name of keys)
    if (name !== "filekey" && !fields[name]) fail(name, "it is a key, but there is no such field");
  for (const name of definition.optionalKeys ?? [])
    if (!keys.includes(name)) fail(name, "it is an optional key, but no key");
  for (const name of definition.columns) {
    if (!fields[name] && name !== "info" && name !== "og")
      fail(name, "it is a column, but no field of the challenge");
  }
  for (const name of definition.csv)
    if (!fields[name] && !RESERVED.has(name))
      fail(name, "it is a column of the CSV, but there is no such field");
  for (const [, name] of definition.heading.matchAll(/\{(\w+)\}/g)) {
    if (name && !fields[name]) fail(name, "the heading names it, but there is no such field");
  }
  checkRecord(definition, (problem) => fail(null, problem));
  checkRules(definition, (problem) => fail(null, problem));
  for (const { column } of definition.order) {
    const columns = entries.flatMap(([, field]) => kindOf(field).sort(field) ?? []);
    const basis = column === "major_version" ? "version_order" : column;
    if (!columns.includes(basis)) fail(null, `it is ordered by ${column}, which no field of it has`);
  }
}

function checkRecord(
  { fields, record, costHistory }: ChallengeDefinition,
  fail: (problem: string) => never,
): void {
  const all = Object.values(fields);
  const first = (kind: string) => all.find((field) => field.kind === kind);
  if (record) {
    const by = first(record.by === "towerCount" ? "towerset" : record.by);
    if (!by || kindOf(by).sort(by) === null || by.ogExtra)
      fail(`its record is by ${record.by}, which its completions cannot be ordered by`);
    const scopeKinds = { map: "map", major: "version", completiontype: "completiontype" };
    for (const part of record.scopes.flat())
      if (!first(scopeKinds[part])) fail(`its record is by ${part}, which it has no field for`);
  }
  const version = first("version");
  if (costHistory !== undefined && (record?.by !== "money" || !version || version.ogExtra))
    fail("it has a history of costs, but no record by money, or no version of each completion");
}

function checkRules({ rules, proofs }: ChallengeDefinition, fail: (problem: string) => never): void {
  const ids = rules.flatMap(({ items }) => items.map(({ id }) => id));
  for (const [at, id] of ids.entries()) {
    if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id))
      fail(`the id of its rule "${id}" is not made of lower-case words`);
    if (ids.indexOf(id) !== at) fail(`two of its rules have the id "${id}"`);
  }
  if (proofs?.length === 0) fail("it asks for no proof");
  const roles = proofs?.map(({ role }) => role) ?? [];
  for (const role of roles)
    if (roles.indexOf(role) !== roles.lastIndexOf(role)) fail(`two of its proofs have the role "${role}"`);
  for (const { id, check } of rules.flatMap(({ items }) => items))
    if (check?.proof !== undefined && check.proof !== "any" && !roles.includes(check.proof))
      fail(`its rule "${id}" asks for a proof "${check.proof}", which there is not`);
}

/** Returns the challenges by key, in the order given. Throws a DefinitionError if one is invalid or a key is taken. */
export function registerChallenges(
  definitions: readonly ChallengeDefinition[],
): ReadonlyMap<string, ChallengeDefinition> {
  const registry = new Map<string, ChallengeDefinition>();
  for (const definition of definitions) {
    checkDefinition(definition);
    if (registry.has(definition.key))
      throw new DefinitionError(definition.key, null, "its key is taken already");
    registry.set(definition.key, definition);
  }
  return registry;
}
