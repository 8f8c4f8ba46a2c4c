import { listed } from "../game/counted.ts";
import type { WireValue } from "./kind.ts";

/** Reads a list that is sent as JSON text; returns null if it is not a list, and logs that. */
export function readWireList(value: WireValue): (string | null)[] | null {
  try {
    const list: unknown = JSON.parse(String(value));
    if (Array.isArray(list)) return list.map((entry) => (entry === null ? null : String(entry)));
  } catch {
    // Reported below, as for JSON that is not a list.
  }
  console.warn("not a JSON list:", value);
  return null;
}

/** Returns a list that is sent as JSON text as it reads within a sentence: "A, B and C". */
export function listInWords(value: NonNullable<WireValue>): string {
  const list = readWireList(value);
  return list ? listed(list.map((entry) => entry ?? "?")) : String(value);
}
