import type { ChallengeDefinition, RecordRule } from "../challenges/define.ts";
import { fieldsOfKind, nameOfKind } from "../challenges/fields.ts";
import type { AttributeValues } from "../fields/attributes.ts";
import { type Field, kindOf } from "../fields/index.ts";
import { majorVersion } from "../game/versions.ts";
import type { RecordCost } from "./cost-chart.ts";
import { playersOf, towersOf, type WireRow } from "./row.ts";

type ScopePart = RecordRule["scopes"][number][number];

/** Returns the `sortby` that lists the best completions first, and its label; null in a challenge without a record. */
export function bestFirst(definition: ChallengeDefinition): { sortby: string; words: string } | null {
  const { record } = definition;
  if (!record) return null;
  const name = record.by === "towerCount" ? "towercount" : nameOfKind(definition, record.by);
  return { sortby: record.least ? `${name}` : `${name} DESC`, words: record.words };
}

/** Returns the widest scope of a challenge's record, in which people are told of it; null in a challenge without a record. */
export const recordScopeOf = ({ record }: ChallengeDefinition): RecordRule["scopes"][number] | null =>
  record?.scopes[0] ?? null;

/** Returns the amount to rank a completion by, less being better; null without a record or without such a value. */
export function recordAmountOf(
  definition: ChallengeDefinition,
  values: Pick<AttributeValues, "towers" | "money">,
): number | null {
  const { record } = definition;
  if (!record) return null;
  const value =
    record.by === "towerCount" ? values.towers.length : attributeOfKind(definition, record.by, values);
  if (typeof value !== "number") return null;
  return record.least ? value : -value;
}

function attributeOfKind(
  definition: ChallengeDefinition,
  kind: Exclude<RecordRule["by"], "towerCount">,
  values: Partial<AttributeValues>,
): unknown {
  const [field] = fieldsOfKind(definition, kind).map(([, each]) => each);
  const attribute = field && kindOf(field).attribute;
  return attribute ? values[attribute] : null;
}

/** The same of a row of a list, in the record's own unit; 0 where it has none. */
export function recordAmountOfRow(definition: ChallengeDefinition, row: WireRow): number {
  const { record } = definition;
  if (!record) return 0;
  if (record.by === "towerCount") return towersOf(definition, row).length;
  return Number(row[nameOfKind(definition, record.by) ?? ""] ?? 0);
}

/** The standing of a verified completion in one scope of its challenge's record, in the record's own unit. */
export interface RecordRank {
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
  /** The day on which it became the record; null: it never was, nobody knows the day, or it was not requested. */
  readonly since: string | null;
  /** The day on which something better came; null likewise. */
  readonly until: string | null;
  /**
   * The day on which an earlier completion that is as good was verified: until then it counted as a record. Null: there is
   * none, the day is not known, or it was not requested.
   */
  readonly superseded: string | null;
}

/** A completion's standing in words, shown beside it. */
export interface StandingInWords {
  /** "Record", or "Record of 53" if only of a narrower scope; null if of none. */
  readonly record: string | null;
  /** Whether it is the record of the widest scope. */
  readonly isBest: boolean;
  /** Its lead, its distance to the record, or how many share the record. */
  readonly words: string;
  /** "since 2024-05-01", or "record from 2023-01-02 to 2024-05-01"; null: it never was one, or not known. */
  readonly held: string | null;
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
  standings: readonly RecordRank[],
): StandingInWords | null {
  const [widest] = standings;
  if (!widest) return null;
  const held = heldInWords(widest);
  const record = standings.find(({ amount, best }) => amount === best);
  if (record === widest) return { record: "Record", isBest: true, words: leadOf(definition, widest), held };
  const narrower = record?.scope.filter((part) => !widest.scope.includes(part)) ?? [];
  return {
    record: record ? `${narrower.map((part) => tellPart(definition, part, row)).join(", ")} record` : null,
    isBest: false,
    words: `+${amountInWords(definition, Math.abs(widest.amount - widest.best))}`,
    held,
  };
}

/** Says since when it has the record, or from when to when it had it, or until when it counted as one. */
function heldInWords({ since, until, superseded, amount, best }: RecordRank): string | null {
  if (superseded) return `counted as a record until ${superseded}, when an earlier run was verified`;
  if (since === null) return null;
  if (amount === best) return `since ${since}`;
  return until === null ? null : `record from ${since} to ${until}`;
}

/** Returns how much better it is than what comes after, or with how many it shares the record. */
function leadOf(definition: ChallengeDefinition, { holders, next, amount }: RecordRank): string {
  if (holders > 1) return `tied with ${holders - 1} other${holders === 2 ? "" : "s"}`;
  if (next === null) return "first";
  const lead = amountInWords(definition, Math.abs(next - amount));
  return definition.record?.least ? `−${lead}` : `+${lead}`;
}

function tellPart(definition: ChallengeDefinition, part: ScopePart, row: WireRow): string {
  if (part === "major") return `v${majorVersion(String(row[nameOfKind(definition, "version") ?? ""]))}`;
  return String(row[nameOfKind(definition, part) ?? ""]);
}

/** Returns an amount as people write it: $1,200, or a number of towers. */
export function amountInWords(definition: ChallengeDefinition, amount: number): string {
  const { record } = definition;
  if (!record || record.by === "towerCount") return String(amount);
  const [field] = fieldsOfKind(definition, record.by).map(([, each]) => each);
  return (field && kindOf(field).inWords?.(amount, field)) ?? String(amount);
}

/** Whether a day comes before another; an unknown day comes last. */
const isEarlier = (one: string | null, other: string | null): boolean =>
  one !== null && (other === null || one < other);

/**
 * Returns the record of each major version by money, the newest version first. Rows without a version or a cost are
 * left out. Of equal costs, the earlier day wins, then the row that was recorded first.
 * @param rows in the order in which they were recorded
 */
export function costHistory(definition: ChallengeDefinition, rows: readonly WireRow[]): RecordCost[] {
  const valueIn = (row: WireRow, kind: Field["kind"]) => row[nameOfKind(definition, kind) ?? ""] ?? null;
  const direction = definition.record?.least === false ? -1 : 1;
  const best = new Map<number, RecordCost>();
  for (const row of rows) {
    const [version, money, date] = [valueIn(row, "version"), valueIn(row, "money"), valueIn(row, "date")];
    const major = typeof version === "string" ? majorVersion(version) : null;
    if (major === null || typeof money !== "number") continue;
    const day = typeof date === "string" ? date : null;
    const known = best.get(major);
    const worse = known ? direction * (money - known.money) : -1;
    if (known && (worse > 0 || (worse === 0 && !isEarlier(day, known.date)))) continue;
    best.set(major, {
      major,
      money,
      players: playersOf(definition, row),
      date: day,
      filekey: String(row.filekey),
    });
  }
  return [...best.values()].sort((one, other) => other.major - one.major);
}
