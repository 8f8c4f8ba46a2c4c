import type { ChallengeDefinition } from "../challenges/define.ts";
import { fieldsOfKind } from "../challenges/fields.ts";
import { kindOf } from "../fields/index.ts";
import { listed } from "../game/counted.ts";
import type { WireRow } from "./row.ts";

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
