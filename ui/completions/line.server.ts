import type { ChallengeDefinition } from "../../challenges/define.ts";
import { playersOf } from "../../derive/heading.ts";
import { keyQueryOf } from "../../derive/key-of.ts";
import { towersOf, type WireRow } from "../../derive/row.ts";
import { pages } from "../../routes.ts";

/** What one line says of a completion. */
export interface Line {
  readonly challenge: string;
  readonly towers: readonly string[];
  readonly map: string;
  readonly players: string;
  readonly isOriginal: boolean;
  readonly isPending: boolean;
  /** When it was verified: yyyy-mm-dd; null: it was not, or nobody knows. */
  readonly day: string | null;
  /** Where all of it is told. */
  readonly page: string;
}

/** A completion of a challenge as a line has it. `verified` is ISO 8601, UTC. */
export function lineOf(definition: ChallengeDefinition, row: WireRow, verified: string | null): Line {
  return {
    challenge: definition.label,
    towers: towersOf(definition, row),
    map: String(row.map),
    players: playersOf(definition, row),
    isOriginal: row.og === true,
    isPending: row.pending !== null,
    day: verified?.slice(0, 10) ?? null,
    page: pages.notes(definition.key, keyQueryOf(definition.keys, row)),
  };
}
