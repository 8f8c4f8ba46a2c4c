import { useEffect, useState } from "react";
import type { ListAnswer } from "../../../../../domain/contract/completions.ts";
import { api } from "../../../../../domain/contract/routes.ts";
import { readWireList } from "../../../../../domain/fields/wire-list.ts";
import { cash } from "../../../../../domain/game/counted.ts";
import type { WireRow } from "../../../../../domain/lists/row.ts";
import { NEWEST } from "../../../../../domain/lists/url-state.ts";
import type { ListOrigin } from "../../../../ui/list-origin.ts";

export interface NamingField {
  readonly name: string;
  readonly kind: "tower" | "towerset" | "map" | "person" | "money";
}

const inWords = (field: NamingField, row: WireRow): string => {
  const value = row[field.name] ?? null;
  if (field.kind === "towerset") return (readWireList(value) ?? []).join(" + ");
  if (field.kind === "money") return cash(Number(value));
  return String(value ?? "?");
};

/** Kinds of fields by which people tell the completions of a list apart, in this order. */
const TOLD_BY = [["tower", "towerset"], ["map"], ["money"], ["person"]] as const;

/** Returns a name for another completion of a list beside this one. What they have in common is left out. */
export function differenceOf(fields: readonly NamingField[], row: WireRow, other: WireRow): string {
  const parts = TOLD_BY.map((kinds) => {
    const those = fields.filter(({ kind }) => (kinds as readonly string[]).includes(kind));
    const words = (of: WireRow): string => those.map((field) => inWords(field, of)).join(" + ");
    return words(other) === words(row) ? "" : words(other);
  });
  const [towers = "", map = "", money = "", person = ""] = parts;
  const said = [towers, map].filter((part) => part !== "").join(", ");
  return said || money || person || "Another one";
}

/** A part of a list: rows from an offset on, and how many the whole list has. */
export interface ListPart {
  readonly offset: number;
  readonly rows: readonly WireRow[];
  readonly count: number;
}

export interface Neighbours {
  /** From 0. */
  readonly at: number;
  readonly count: number;
  readonly previous: WireRow | null;
  readonly next: WireRow | null;
}

/** Returns where a completion is; null if it is not in this part of the list or its neighbours are beyond it. */
function standsIn({ offset, rows, count }: ListPart, filekey: string): Neighbours | null {
  const place = rows.findIndex((row) => row.filekey === filekey);
  if (place === -1) return null;
  const at = offset + place;
  const [previous = null, next = null] = [rows[place - 1], rows[place + 1]];
  const isWhole = (previous !== null || at === 0) && (next !== null || at === count - 1);
  return isWhole ? { at, count, previous, next } : null;
}

/** How the list that somebody came from was shown. `at` is the completion's place if it is known. */
export interface ListPosition {
  readonly offset: number;
  readonly size: number;
  readonly at: number | undefined;
}

/** The most rows that a list answers with. */
const MOST_ROWS = 100;

/**
 * Finds a completion's neighbours in the list that somebody came from, by its place or on the page that was shown.
 * Returns null if it is no longer there because the list has changed.
 */
export async function findNeighbours(
  filekey: string,
  { offset, size, at }: ListPosition,
  read: (offset: number, count: number) => Promise<ListPart>,
): Promise<Neighbours | null> {
  const beside = (place: number): Promise<ListPart> => {
    const from = Math.max(place - 1, 0);
    return read(from, place + 2 - from);
  };
  if (at !== undefined) {
    const found = standsIn(await beside(at), filekey);
    if (found) return found;
  }
  const from = Math.max(offset - 1, 0);
  const shown = await read(from, Math.min(offset - from + size + 1, MOST_ROWS));
  const found = standsIn(shown, filekey);
  if (found) return found;
  const place = shown.rows.findIndex((row) => row.filekey === filekey);
  return place === -1 ? null : standsIn(await beside(from + place), filekey);
}

/** Default page size (SPEC section 9). */
const PAGE = 20;

/** Returns a function that reads a part of the list at an address, with names as on our pages. */
function readerOf(challenge: string, search: string, signal: AbortSignal) {
  return async (offset: number, count: number): Promise<ListPart> => {
    const parameters = new URLSearchParams(search);
    parameters.delete("view");
    if (!parameters.get("sortby")?.trim()) parameters.set("sortby", NEWEST);
    for (const [name, value] of [
      ["offset", String(offset)],
      ["count", String(count)],
      ["names", "game"],
    ] as const)
      parameters.set(name, value);
    const answer = await fetch(`${api.list(challenge)}?${parameters}`, { signal });
    if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
    const { results, count: total }: ListAnswer = await answer.json();
    return { offset, rows: results, count: total };
  };
}

/**
 * Returns the completions before and after one in the list that somebody came from. Null if they are not known yet or
 * the list could not be read; then there is still the way back.
 */
export function useNeighbours(
  { list: { challenge, search, at } }: ListOrigin,
  filekey: string,
): Neighbours | null {
  const [found, setFound] = useState<{ filekey: string; neighbours: Neighbours | null } | null>(null);
  useEffect(() => {
    const asking = new AbortController();
    const shown = new URLSearchParams(search);
    const came = { offset: Number(shown.get("offset") ?? 0), size: Number(shown.get("count") || PAGE), at };
    findNeighbours(filekey, came, readerOf(challenge, search, asking.signal)).then(
      (neighbours) => asking.signal.aborted || setFound({ filekey, neighbours }),
      () => {},
    );
    return () => asking.abort();
  }, [challenge, filekey, search, at]);
  return found?.filekey === filekey ? found.neighbours : null;
}
