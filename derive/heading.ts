import type { ChallengeDefinition } from "../challenges/define.ts";
import { nameOfType } from "../fields/completiontype/field.ts";
import { readWireList } from "../fields/wire-list.ts";
import { fieldsOfKind } from "./fields.ts";
import type { WireRow } from "./row.ts";

/** A value as it reads within a sentence; JSON lists read as "A, B and C". */
function inWords({ fields }: ChallengeDefinition, name: string, row: WireRow): string {
  const value = row[name];
  // The only numbers are amounts of cash.
  if (typeof value === "number") return `$${value.toLocaleString("en-US")}`;
  if (typeof value !== "string") return "?";
  if (fields[name]?.kind === "completiontype") return nameOfType(value);
  const list = value.startsWith("[") ? readWireList(value) : null;
  return list ? new Intl.ListFormat("en-GB").format(list.map((entry) => entry ?? "?")) : value;
}

/** Who played a completion: "Ada and Zoë" in co-op. */
export function playersOf(definition: ChallengeDefinition, row: WireRow): string {
  const names = fieldsOfKind(definition, "person").map(([name]) => String(row[name] ?? "?"));
  return new Intl.ListFormat("en-GB").format(names);
}

/** The heading of one completion, "Absolute Zero and Quincy 2TC on Quad". Missing values read "?". */
export function headingOf(definition: ChallengeDefinition, row: WireRow): string {
  const text = definition.heading.replace(/\{(\w+)\}/g, (_, name: string) => inWords(definition, name, row));
  return text.charAt(0).toUpperCase() + text.slice(1);
}
