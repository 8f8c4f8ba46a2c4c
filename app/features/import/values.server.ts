import { MAX_LINK } from "../../../domain/fields/link/kind.ts";
import {
  isDay,
  readVersion as readKnownVersion,
  readPeriods,
  readWhole,
} from "../../../domain/game/dates-and-numbers.ts";
import { asWritten, oneLine, severalLines } from "../../../domain/game/typed-text.ts";
import { versionOrder } from "../../../domain/game/versions.ts";
import { nameUuid } from "../../../server/name-uuid.ts";
import type { Findings, RuleName } from "./rules.server.ts";
import type { OldRow, OldValue } from "./tables.server.ts";

/** A value as it was read, and the rule that was needed for it. */
export interface Read<Value> {
  readonly value: Value;
  readonly rule?: RuleName;
}

const tidiedBy = (tidy: (text: string) => string, value: OldValue | undefined): string | null =>
  tidy(String(value ?? "")) || null;

/** Returns a column's value as text; null if it is null, empty or blank. */
export const textOf = (value: OldValue | undefined): string | null => tidiedBy(asWritten, value);

/** Returns a name or another text of one line. */
export const lineOf = (value: OldValue | undefined): string | null => tidiedBy(oneLine, value);

export const linesOf = (value: OldValue | undefined): string | null => tidiedBy(severalLines, value);

/** The largest amount of cash: the most that a form accepts. */
const MOST_CASH = 999_999_999_999;

/** Reads a whole amount of cash, within the challenge's limit or beyond it. */
export function readMoney(value: OldValue | undefined, max: number): Read<number | null> {
  const text = textOf(value);
  if (text === null) return { value: null };
  // A number has no thousands to be divided: 130.869 is none of cash.
  const whole =
    typeof value === "number"
      ? Number.isInteger(value)
        ? value
        : null
      : readWhole(text.replace(/^(\d+)\.0+$/, "$1"));
  const money = whole !== null && whole >= 0 ? whole : Number.NaN;
  if (!(money <= MOST_CASH)) return { value: null, rule: "money-unreadable" };
  if (money > max) return { value: money, rule: "money-beyond" };
  return typeof value === "string" ? { value: money, rule: "money-as-text" } : { value: money };
}

/** Reads a version as text, whatever it says. */
export function readVersion(value: OldValue | undefined): Read<string | null> {
  const line = lineOf(value);
  if (line === null) return { value: null };
  const version = readKnownVersion(line) ?? line.replace(/^v(?=\d)/i, "");
  if (versionOrder(version) === null) return { value: version, rule: "version-unordered" };
  return typeof value === "number" ? { value: version, rule: "version-as-number" } : { value: version };
}

/** Reads a calendar day, yyyy-mm-dd. */
export function readDate(value: OldValue | undefined): Read<string | null> {
  const text = textOf(value);
  if (text === null) return { value: null };
  const [, written = text, time = ""] = /^(\d{4}-\d{2}-\d{2})(?:([T ])\d{2}:\d{2}.*)?$/.exec(text) ?? [];
  const [day, other] = readPeriods(written);
  if (day === undefined || other !== undefined || !isDay(day))
    return { value: null, rule: "date-unreadable" };
  return time === "" ? { value: day } : { value: day, rule: "date-of-a-time" };
}

/** Reads a time with its zone and returns it as ISO 8601 in UTC; null if it is not known. */
export function timeIn(row: OldRow, column: string, findings: Findings): string | null {
  const text = textOf(row.values[column]);
  if (text === null) return null;
  const isWhole = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/.test(text);
  const time = new Date(isWhole ? text : Number.NaN);
  if (!Number.isNaN(time.getTime())) return time.toISOString();
  findings.note("time-unreadable", row, { column });
  return null;
}

/**
 * Returns a time for a row whose time is unknown: seconds after the start of 1970, in the order in which rows were written.
 * No such time can be real, so it is recognizable as made up.
 */
export const madeUpTime = (place: number): string => new Date(place * 1_000).toISOString();

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
export const isUuid = (text: string | null): boolean => UUID.test(text ?? "");

/** Returns a row's own id or, if it is none or taken, one that is made from its content: the same every time. */
export async function idOf(own: string | null, content: string, taken: Set<string>): Promise<string> {
  let id = own ?? "";
  for (let copy = 0; !isUuid(id) || taken.has(id); copy += 1)
    id = await nameUuid(`moved in ${copy} ${content}`);
  taken.add(id);
  return id;
}

/** Reads 1 or 0 in any notation; an empty value is 0. */
export function readFlag(value: OldValue | undefined): Read<boolean> {
  const text = textOf(value)?.toLowerCase() ?? "0";
  if (["0", "false", "f", "0.0"].includes(text)) return { value: false };
  return ["1", "true", "t", "1.0"].includes(text) ? { value: true } : { value: false, rule: "og-unreadable" };
}

export function readLink(value: OldValue | undefined): Read<string | null> {
  const text = textOf(value);
  if (text === null) return { value: null };
  if (text.length > MAX_LINK) return { value: null, rule: "link-unreadable" };
  const url = URL.parse(text);
  if (url && ["http:", "https:"].includes(url.protocol)) return { value: text };
  // "host:8080/…" parses as a scheme, too: if there is a dot before the colon, it is a host.
  if (url && !url.protocol.includes(".")) return { value: null, rule: "link-refused" };
  const host = /^(?:\/\/)?([\w-]+(?:\.[\w-]+)+(?::\d{1,5})?(?:[/?#]\S*)?)$/.exec(text)?.[1];
  if (host === undefined || !URL.canParse(`https://${host}`)) return { value: null, rule: "link-unreadable" };
  return { value: `https://${host}`, rule: "link-without-scheme" };
}

/** Returns the media key that a link to the old host names; null if it leads elsewhere. */
export function keyAtOldMedia(link: string | null, host: string | null): string | null {
  const url = link === null || host === null ? null : URL.parse(link);
  if (!url || url.host !== host) return null;
  try {
    return decodeURIComponent(url.pathname.replace(/^\/(?:media\/)?/, ""));
  } catch {
    return null;
  }
}

/** Reads a JSON list of texts, whose entries may be empty; null if it is not one. */
export function listIn(text: string): (string | null)[] | null {
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    return null;
  }
  if (
    !Array.isArray(list) ||
    !list.every((each) => each === null || ["string", "number"].includes(typeof each))
  )
    return null;
  return list.map((each) => lineOf(each));
}
