import { MAX_LINK } from "../../fields/link/kind.ts";
import { versionOrder } from "../../game/versions.ts";
import type { RuleName } from "./rules.ts";
import type { OldValue } from "./tables.ts";

/** What a value is read as, and the rule that was needed for it. */
export interface Read<Value> {
  readonly value: Value;
  readonly rule?: RuleName;
}

/** What a column says as text: '' and blanks say nothing, and so does null. */
export function textOf(value: OldValue | undefined): string | null {
  const text = String(value ?? "").trim();
  return text === "" ? null : text;
}

/** On one line. */
export const lineOf = (value: OldValue | undefined): string | null =>
  textOf(value)?.replace(/[\r\n]+/g, " ") ?? null;

/** Most cash that is an amount: what a form takes at all. */
const MOST_CASH = 999_999_999_999;

/** A whole amount of cash, within the challenge's limits or beyond. */
export function readMoney(value: OldValue | undefined, max: number): Read<number | null> {
  const text = textOf(value);
  if (text === null) return { value: null };
  const digits = text.replace(/^\$/, "").replaceAll(",", "");
  const money = /^\d+(\.0+)?$/.test(digits) ? Number(digits) : Number.NaN;
  if (!(money <= MOST_CASH)) return { value: null, rule: "money-unreadable" };
  if (money > max) return { value: money, rule: "money-beyond" };
  return typeof value === "string" ? { value: money, rule: "money-as-text" } : { value: money };
}

/** A version: text, whatever it says. */
export function readVersion(value: OldValue | undefined): Read<string | null> {
  const version = lineOf(value)?.replace(/^v(?=\d)/i, "") ?? null;
  if (version === null) return { value: null };
  if (versionOrder(version) === null) return { value: version, rule: "version-unordered" };
  return typeof value === "number" ? { value: version, rule: "version-as-number" } : { value: version };
}

/** A day of the calendar, yyyy-mm-dd. */
export function readDate(value: OldValue | undefined): Read<string | null> {
  const text = textOf(value);
  if (text === null) return { value: null };
  const [, day, time = ""] = /^(\d{4}-\d{2}-\d{2})(?:([T ])\d{2}:\d{2}.*)?$/.exec(text) ?? [];
  const date = day === undefined ? null : new Date(`${day}T00:00:00Z`);
  if (!day || !date || Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== day)
    return { value: null, rule: "date-unreadable" };
  return time === "" ? { value: day } : { value: day, rule: "date-of-a-time" };
}

/** A time with its zone, as ISO 8601 of UTC. */
export function readTime(value: OldValue | undefined): Read<string | null> {
  const text = textOf(value);
  if (text === null) return { value: null };
  const isWhole = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/.test(text);
  const time = new Date(isWhole ? text : Number.NaN);
  return Number.isNaN(time.getTime())
    ? { value: null, rule: "time-unreadable" }
    : { value: time.toISOString() };
}

/** 1 or 0, however it is written; nothing is 0. */
export function readFlag(value: OldValue | undefined): Read<boolean> {
  const text = textOf(value)?.toLowerCase() ?? "0";
  if (["0", "false", "0.0"].includes(text)) return { value: false };
  return ["1", "true", "1.0"].includes(text) ? { value: true } : { value: false, rule: "og-unreadable" };
}

/** An http(s) address. */
export function readLink(value: OldValue | undefined): Read<string | null> {
  const text = textOf(value);
  if (text === null) return { value: null };
  if (text.length > MAX_LINK) return { value: null, rule: "link-unreadable" };
  const url = URL.parse(text);
  if (url && ["http:", "https:"].includes(url.protocol)) return { value: text };
  // "host:8080/…" is read as a scheme, too: what has a dot before the colon is a host.
  if (url && !url.protocol.includes(".")) return { value: null, rule: "link-refused" };
  const host = /^(?:\/\/)?([\w-]+(?:\.[\w-]+)+(?::\d{1,5})?(?:[/?#]\S*)?)$/.exec(text)?.[1];
  if (host === undefined || !URL.canParse(`https://${host}`)) return { value: null, rule: "link-unreadable" };
  return { value: `https://${host}`, rule: "link-without-scheme" };
}

/** The key of the media that a link to the old host leads to; null: it leads elsewhere. */
export function keyAtOldMedia(link: string | null, host: string | null): string | null {
  const url = link === null || host === null ? null : URL.parse(link);
  if (!url || url.host !== host) return null;
  try {
    return decodeURIComponent(url.pathname.replace(/^\/(?:media\/)?/, ""));
  } catch {
    return null;
  }
}

/** A JSON list of texts, entries of which may be empty; null: it is none. */
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
  return list.map((each) => textOf(each));
}
