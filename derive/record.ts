import type { ChallengeDefinition, RecordRule } from "../challenges/define.ts";
import { kindOf } from "../fields/index.ts";
import type { SlotValues } from "../fields/slots.ts";
import { majorVersion } from "../game/versions.ts";
import { fieldsOfKind, nameOfKind } from "./fields.ts";
import type { WireRow } from "./row.ts";

type ScopePart = RecordRule["scopes"][number][number];

/** How a list is asked for the best completions first, as its `sortby` takes it; null: none is better than another. */
export function bestFirst(definition: ChallengeDefinition): { sortby: string; words: string } | null {
  const { record } = definition;
  if (!record) return null;
  const name = record.by === "towerCount" ? "towercount" : nameOfKind(definition, record.by);
  return { sortby: record.least ? `${name}` : `${name} DESC`, words: record.words };
}

/** What a completion is compared by, the less the better; null: its challenge has no record, or it has no such value. */
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

/** How a verified completion stands in one scope of its challenge's record, in the record's own unit. */
export interface Standing {
  readonly filekey: string;
  /** Of what it is the record: on its map, in its major version … */
  readonly scope: RecordRule["scopes"][number];
  readonly amount: number;
  /** The record's. */
  readonly best: number;
  /** What comes after the record; null: nothing does. */
  readonly next: number | null;
  /** How many have the record. */
  readonly holders: number;
  /** Whether it has the record and nobody had it before. */
  readonly isFirst: boolean;
}

/** What stands beside a completion that may be a record. */
export interface ToldStanding {
  /** "Record", or of which narrower scope it is the record: "Record of 53"; null: of none. */
  readonly record: string | null;
  /** Whether it is the record of the widest scope. */
  readonly isBest: boolean;
  /** By how much, or with how many. */
  readonly words: string;
}

/**
 * The standings of one completion in words, the widest scope first: "Record" and "−$1,665", how much better it is than
 * what comes after; or "+$2,220", how much worse than the record. What is the record of a narrower scope alone says of which:
 * "Record of 53", and how far the wider one is.
 */
export function tellStandings(
  definition: ChallengeDefinition,
  row: WireRow,
  standings: readonly Standing[],
): ToldStanding | null {
  const [widest] = standings;
  if (!widest) return null;
  const kept = standings.find(({ amount, best }) => amount === best);
  if (kept === widest) return { record: "Record", isBest: true, words: leadOf(definition, widest) };
  const narrower = kept?.scope.filter((part) => !widest.scope.includes(part)) ?? [];
  return {
    record: kept ? `Record of ${narrower.map((part) => tellPart(definition, part, row)).join(", ")}` : null,
    isBest: false,
    words: `+${tellAmount(definition, Math.abs(widest.amount - widest.best))}`,
  };
}

/** By how much it is better than what comes after, or with how many it shares that: the earlier one is the first. */
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

function tellAmount(definition: ChallengeDefinition, amount: number): string {
  const { record } = definition;
  if (!record || record.by === "towerCount") return String(amount);
  const [field] = fieldsOfKind(definition, record.by).map(([, each]) => each);
  return (field && kindOf(field).inWords?.(amount, field)) ?? String(amount);
}
