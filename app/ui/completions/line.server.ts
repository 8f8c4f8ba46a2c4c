import type { ChallengeDefinition } from "../../../domain/challenges/define.ts";
import { fieldsOfKind } from "../../../domain/challenges/fields.ts";
import { pages } from "../../../domain/contract/routes.ts";
import { kindOf } from "../../../domain/fields/index.ts";
import type { StandingInWords } from "../../../domain/lists/record.ts";
import { playersOf, towersOf, type WireRow } from "../../../domain/lists/row.ts";
import { keyQueryOf } from "../../../domain/lists/url-state.ts";

/** What one line says about a completion. */
export interface LineTexts {
  readonly challenge: string;
  readonly towers: readonly string[];
  readonly map: string;
  /** "$12,345"; null in challenges that are not about cost. */
  readonly cost: string | null;
  /** "Heroless"; null in challenges without types of completions. */
  readonly type: string | null;
  readonly players: string;
  readonly isOriginal: boolean;
  readonly isPending: boolean;
  /** What it stands out by: "Record"; null if nothing, absent if that was not loaded. */
  readonly standing?: StandingInWords | null;
  /** When it was verified, ISO 8601, UTC; null if it was not, or if nobody knows. */
  readonly verified: string | null;
  /** The address of its page. */
  readonly page: string;
}

/** Returns the value of the challenge's field of a kind in words; null if it has no such field, or no value in it. */
function textOf(
  definition: ChallengeDefinition,
  row: WireRow,
  kindName: "money" | "completiontype",
): string | null {
  const [name, field] = fieldsOfKind(definition, kindName)[0] ?? [];
  const value = name === undefined ? null : (row[name] ?? null);
  return field === undefined || value === null ? null : (kindOf(field).inWords?.(value, field) ?? null);
}

/** Returns the line of a challenge's completion. */
export function lineOf(definition: ChallengeDefinition, row: WireRow, verified: string | null): LineTexts {
  return {
    challenge: definition.label,
    towers: towersOf(definition, row),
    map: String(row.map),
    // Only where the record goes by cost.
    cost: definition.record?.by === "money" ? textOf(definition, row, "money") : null,
    type: textOf(definition, row, "completiontype"),
    players: playersOf(definition, row),
    isOriginal: row.og === true,
    isPending: row.pending !== null,
    verified,
    page: pages.notes(definition.key, keyQueryOf(definition.keys, row)),
  };
}
