import type { ChallengeDefinition } from "../../challenges/define.ts";
import { fieldsOfKind } from "../../derive/fields.ts";
import { playersOf } from "../../derive/heading.ts";
import { keyQueryOf } from "../../derive/key-of.ts";
import type { ToldStanding } from "../../derive/record.ts";
import { towersOf, type WireRow } from "../../derive/row.ts";
import { kindOf } from "../../fields/index.ts";
import { pages } from "../../routes.ts";

/** What one line says of a completion. */
export interface Line {
  readonly challenge: string;
  readonly towers: readonly string[];
  readonly map: string;
  /** "$12,345", in challenges that are about it. */
  readonly cost: string | null;
  readonly players: string;
  readonly isOriginal: boolean;
  readonly isPending: boolean;
  /** What it stands out by: "Record"; null: nothing, or that was not asked. */
  readonly standing?: ToldStanding | null;
  /** When it was verified: yyyy-mm-dd; null: it was not, or nobody knows. */
  readonly day: string | null;
  /** Where all of it is told. */
  readonly page: string;
}

/** What the completion cost, where its record is by that. */
function costOf(definition: ChallengeDefinition, row: WireRow): string | null {
  if (definition.record?.by !== "money") return null;
  const [name, field] = fieldsOfKind(definition, "money")[0] ?? [];
  const value = name === undefined ? null : (row[name] ?? null);
  return field === undefined || value === null ? null : (kindOf(field).inWords?.(value, field) ?? null);
}

/** A completion of a challenge as a line has it. `verified` is ISO 8601, UTC. */
export function lineOf(definition: ChallengeDefinition, row: WireRow, verified: string | null): Line {
  return {
    challenge: definition.label,
    towers: towersOf(definition, row),
    map: String(row.map),
    cost: costOf(definition, row),
    players: playersOf(definition, row),
    isOriginal: row.og === true,
    isPending: row.pending !== null,
    day: verified?.slice(0, 10) ?? null,
    page: pages.notes(definition.key, keyQueryOf(definition.keys, row)),
  };
}
