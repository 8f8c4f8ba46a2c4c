import type { ChallengeDefinition } from "../../../domain/challenges/define.ts";
import { nameOfKind } from "../../../domain/challenges/fields.ts";
import { challengeReads } from "../../../domain/contract/completions.ts";
import { type Field, kindOf } from "../../../domain/fields/index.ts";
import { readWireList } from "../../../domain/fields/wire-list.ts";
import { playersOf, type WireRow } from "../../../domain/lists/row.ts";
import { upgradesBeside } from "../../../domain/lists/table.ts";
import {
  answerOf,
  type Preview,
  type PreviewTower,
  plain,
  plateOf,
  type Reading,
  towerOf,
} from "./preview.server.ts";

/** Returns the towers of a row in the order of its fields, each with its recorded upgrades. */
function towersIn(definition: ChallengeDefinition, row: WireRow): readonly PreviewTower[] {
  return Object.entries<Field>(definition.fields).flatMap(([name, field]) => {
    const [value, upgrades] = [row[name] ?? null, row[upgradesBeside(definition, name) ?? ""] ?? null];
    if (value === null || kindOf(field).attribute !== "towers") return [];
    if (field.kind !== "towerset")
      return [towerOf(String(value), upgrades === null ? null : String(upgrades))];
    const each = upgrades === null ? [] : (readWireList(upgrades) ?? []);
    return (readWireList(value) ?? []).map((tower, at) => towerOf(tower ?? "?", each[at] ?? null));
  });
}

/** Returns the value of the first field of a kind in words; null if nothing is recorded. */
function valueInWords(definition: ChallengeDefinition, kind: Field["kind"], row: WireRow): string | null {
  const name = nameOfKind(definition, kind);
  const field = name === null ? undefined : definition.fields[name];
  const value = row[name ?? ""] ?? null;
  if (!field || value === null) return null;
  return kindOf(field).inWords?.(value, field) ?? String(value);
}

/** Returns the preview of a completion: its towers with their marks, its map, its players and its date. */
export async function completionPreview(
  definition: ChallengeDefinition,
  search: URLSearchParams,
  reading: Reading,
): Promise<Preview> {
  const { label, name, summary, keys } = definition;
  const nothing = plain(reading, name, { tag: label, line: summary });
  const { list, notes } = challengeReads(definition);
  // As on the page: a filekey names it alone, whatever the keys beside it once were.
  const filekey = search.get("filekey");
  const query = filekey ? { filekey } : Object.fromEntries(keys.map((each) => [each, search.get(each)]));
  // Check first: unless the parameters name one completion, a list would return any.
  if (!(await answerOf(reading, notes, query))) return nothing;
  const [row] = (await answerOf(reading, list, { ...query, count: 1 }))?.results ?? [];
  if (!row) return nothing;
  const isPending = row.pending !== null;
  const [version, money] = [valueInWords(definition, "version", row), valueInWords(definition, "money", row)];
  const towers = towersIn(definition, row);
  const type = valueInWords(definition, "completiontype", row);
  const facts = [
    isPending ? "Pending" : null,
    playersOf(definition, row),
    towers.length > 0 ? money : null,
    valueInWords(definition, "date", row),
    version && `version ${version}`,
  ];
  return plain(reading, money ?? name, {
    tag: type === null ? label : `${type.charAt(0).toUpperCase()}${type.slice(1)} ${label}`,
    ...(towers.length > 0 && { stage: { kind: "towers", towers } }),
    plate: await plateOf(reading, row.map),
    verdict: isPending ? "pending" : null,
    heading: `on ${row.map}`,
    line: facts.filter((fact) => fact !== null).join(" · "),
    isOriginal: row.og === true,
  });
}
