import type { AttributeValues } from "../fields/attributes.ts";
import { readCode } from "../fields/lines.ts";
import { codesIn } from "../game/words.ts";

/** Characters of the longest text that a code is read from. A link of the game's has some forty. */
const LONGEST_TEXT = 300;

/**
 * Returns the challenge code that a text is or holds, a link of the game's for example, in capitals: one to twelve letters
 * and digits, which is all that goes into an address of the game's server. Null: there is none, or several.
 */
export function codeIn(text: string): string | null {
  if (text.length > LONGEST_TEXT) return null;
  const code = readCode(text).code?.toUpperCase();
  return code !== undefined && /^[A-Z\d]{1,12}$/.test(code) ? code : null;
}

/** Returns the code that is a completion's: that of its field, else the only one that its notes mention; null: none is. */
export function codeOf(values: Pick<AttributeValues, "challengeCode" | "notes">): string | null {
  const codes = codesOf(values);
  return codeIn(values.challengeCode ?? "") ?? (codes.length === 1 ? (codes[0] ?? null) : null);
}

/** Returns every code that a completion has in its field or, in any letter case, in its notes; in capitals, each once. */
export function codesOf({ challengeCode, notes }: Pick<AttributeValues, "challengeCode" | "notes">) {
  const field = challengeCode ?? "";
  const own = codeIn(field);
  const all = [...(own === null ? [] : [own]), ...codesIn(field), ...codesIn(notes)];
  return [...new Set(all.map((code) => code.toUpperCase()))];
}
