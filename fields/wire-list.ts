import { listed } from "../game/listed.ts";
import type { WireValue } from "./kind.ts";

/** A list that travels as JSON text; null if it is none, which is logged. */
export function readWireList(value: WireValue): (string | null)[] | null {
  try {
    const list: unknown = JSON.parse(String(value));
    if (Array.isArray(list)) return list.map((entry) => (entry === null ? null : String(entry)));
  } catch {
    // Said below, as for JSON that is no list.
  }
  console.warn("not a JSON list:", value);
  return null;
}

/** A list that travels as JSON text as it reads within a sentence: "A, B and C". */
export function listInWords(value: NonNullable<WireValue>): string {
  const list = readWireList(value);
  return list ? listed(list.map((entry) => entry ?? "?")) : String(value);
}
