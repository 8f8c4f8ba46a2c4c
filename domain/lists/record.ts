import type { ChallengeDefinition, RecordRule } from "../challenges/define.ts";
import { fieldsOfKind, nameOfKind } from "../challenges/fields.ts";
import { kindOf } from "../fields/index.ts";
import type { SlotValues } from "../fields/slots.ts";
import { majorVersion } from "../game/versions.ts";
import type { WireRow } from "./row.ts";

type ScopePart = RecordRule["scopes"][number][number];

/** Returns the `sortby` that lists the best completions first, and its label; null in a challenge without a record. */
export function bestFirst(definition: ChallengeDefinition): { sortby: string; words: string } | null {
  const { record } = definition;
  if (!record) return null;
  const name = record.by === "towerCount" ? "towercount" : nameOfKind(definition, record.by);
  return { sortby: record.least ? `${name}` : `${name} DESC`, words: record.words };
}

/** Returns the amount to rank a completion by, less being better; null without a record or without such a value. */
export function recordAmountOf(
  definition: ChallengeDefinition,
  values: Pick<SlotValues, "towers" | "money">,
): number | null {
  const { record } = definition;
  if (!record) return null;
  const value = record.by === "towerCount" ? values.towers.length : slotOfKind(definition, record.by, values);
  if (typeof value !== "number") return null;
  return record.least ? value : -value;
}

function slotOfKind(
  definition: ChallengeDefinition,
  kind: Exclude<RecordRule["by"], "towerCount">,
  values: Partial<SlotValues>,
): unknown {
  const [field] = fieldsOfKind(definition, kind).map(([, each]) => each);
  const slot = field && kindOf(field).slot;
  return slot ? values[slot] : null;
}

/** The standing of a verified completion in one scope of its challenge's record, in the record's own unit. */
export interface Standing {
  readonly filekey: string;
  /** What is compared within: its map, its map in its major version … */
  readonly scope: RecordRule["scopes"][number];
  readonly amount: number;
  /** The record's amount. */
  readonly best: number;
  /** The best amount after the record; null if there is none. */
  readonly next: number | null;
  /** How many completions have the record. */
  readonly holders: number;
  /** Whether it is the earliest of those that have the record. */
  readonly isFirst: boolean;
}

/** A completion's standing in words, shown beside it. */
export interface StandingInWords {
  /** "Record", or "Record of 53" if only of a narrower scope; null if of none. */
  readonly record: string | null;
  /** Whether it is the record of the widest scope. */
  readonly isBest: boolean;
  /** Its lead, its distance to the record, or how many share the record. */
  readonly words: string;
}

/**
 * Puts the standings of one completion into words: "Record" and "−$1,665", its lead over what comes after; or
 * "+$2,220", its distance to the record. The record of a narrower scope alone reads "Record of 53", with the distance
 * to the wider record.
 * @param standings the widest scope first
 */
export function standingsInWords(
  definition: ChallengeDefinition,
  row: WireRow,
  standings: readonly Standing[],
): StandingInWords | null {
  const [widest] = standings;
  if (!widest) return null;
  const record = standings.find(({ amount, best }) => amount === best);
  if (record === widest) return { record: "Record", isBest: true, words: leadOf(definition, widest) };
  const narrower = record?.scope.filter((part) => !widest.scope.includes(part)) ?? [];
  return {
    record: record ? `Record of ${narrower.map((part) => tellPart(definition, part, row)).join(", ")}` : null,
    isBest: false,
    words: `+${tellAmount(definition, Math.abs(widest.amount - widest.best))}`,
  };
}

/** Returns how much better it is than what comes after, or how many share the record and whether it was first. */
function leadOf(definition: ChallengeDefinition, { holders, isFirst, next, amount }: Standing): string {
  if (holders > 1) return isFirst ? `first of ${holders}` : `shared by ${holders}`;
  if (next === null) return "first";
  const lead = tellAmount(definition, Math.abs(next - amount));
  return definition.record?.least ? `−${lead}` : `+${lead}`;
}

function tellPart(definition: ChallengeDefinition, part: ScopePart, row: WireRow): string {
  if (part === "major") return String(majorVersion(String(row[nameOfKind(definition, "version") ?? ""])));
  return String(row[nameOfKind(definition, part) ?? ""]);
}

/** Returns an amount of a challenge's record in words: "$96,240", "2". */
export function tellAmount(definition: ChallengeDefinition, amount: number): string {
  const { record } = definition;
  if (!record || record.by === "towerCount") return String(amount);
  const [field] = fieldsOfKind(definition, record.by).map(([, each]) => each);
  return (field && kindOf(field).inWords?.(amount, field)) ?? String(amount);
}
