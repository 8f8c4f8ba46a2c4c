import { asWritten, webAddress } from "../../game/typed-text.ts";

/** What divides two addresses when it stands before the second. */
const DIVIDES = ",;|、，；";

/** An address as far as nothing stands in it that is never part of one. */
const ADDRESS = /https?:\/\/[^\s\p{Cc}\u200B\u2060<>"]+/giu;
/**
 * Where an address begins right behind another one. Behind a slash, an equals sign or the like it is a part of that:
 * "https://web.archive.org/web/2020/https://…", "?u=https://…".
 */
const NEXT_ADDRESS = new RegExp(`(?<=[${DIVIDES}\\p{L}\\p{N}_~.!'*()[\\]{}-])(?=https?://)`, "iu");

/** Whether a text that begins with an address has another one right behind it. */
export const hasNextAddress = (text: string): boolean => NEXT_ADDRESS.test(text);

/** What ends a sentence, or stands around an address, and is not part of it. */
const BEHIND = new Set(`${DIVIDES}.:!?'*([{`);
const CLOSING: ReadonlyMap<string, string> = new Map([
  [")", "("],
  ["]", "["],
  ["}", "{"],
]);

/** What is left of brackets and dividing signs once the addresses between them are taken out. */
const AROUND = new Set(`${DIVIDES}<>()[]{}*"&+:-–— \t\r\n`);
const CONNECTIVES = new Set(["and", "or", "then", "und", "y", "et", "e"]);

/** A part of a text: an address, or what stands between addresses. */
export type LinkPiece = { readonly address: string } | { readonly text: string };

/** Returns where an address ends: before the signs behind it, and before a bracket that it does not open. */
function endOf(address: string): number {
  const count = new Map<string, number>();
  for (const sign of address) count.set(sign, (count.get(sign) ?? 0) + 1);
  let end = address.length;
  for (; end > 0; end -= 1) {
    const sign = address[end - 1] ?? "";
    const opening = CLOSING.get(sign);
    const isOpened = opening !== undefined && (count.get(opening) ?? 0) >= (count.get(sign) ?? 0);
    if (!BEHIND.has(sign) && (opening === undefined || isOpened)) break;
    count.set(sign, (count.get(sign) ?? 0) - 1);
  }
  return end;
}

/** What marks an address in HTML, and what is left of it where the address was: `<a href="`, `" target="_blank">`, "</a>". */
const TAG = /<\/?(?:a|b|br|em|i|p|strong|u)\b[^<>]*>?|^["'][^<>]*>/gi;

/** Returns a text without the signs at its ends that stood around addresses, and without marks of links within. */
function withoutSigns(text: string): string {
  const words = asWritten(
    text
      .replace(TAG, " ")
      .replace(/[[\]<>]+/g, " ")
      .replace(/\s+/g, " "),
  );
  let [from, to] = [0, words.length];
  while (from < to && AROUND.has(words[from] ?? "")) from += 1;
  while (to > from && AROUND.has(words[to - 1] ?? "")) to -= 1;
  const inner = words.slice(from, to);
  return !/[\p{L}\p{N}]/u.test(inner) || CONNECTIVES.has(inner.toLowerCase()) ? "" : inner;
}

/**
 * Returns a text cut where the addresses in it begin and end; together the parts are the text. Takes linear time; the
 * caller bounds the text's length.
 */
export function splitAtAddresses(
  text: string,
): readonly { readonly text: string; readonly isAddress: boolean }[] {
  const parts: { text: string; isAddress: boolean }[] = [];
  const add = (part: string, isAddress: boolean): void => {
    if (part !== "") parts.push({ text: part, isAddress });
  };
  let last = 0;
  for (const { 0: run, index } of text.matchAll(ADDRESS)) {
    let begin = index;
    for (const written of run.split(NEXT_ADDRESS)) {
      // An address alone keeps what stands at its end, but for a sign that divides it from nothing.
      const isAlone = index === 0 && written.length === text.length && !DIVIDES.includes(text.at(-1) ?? "");
      const address = isAlone ? written : written.slice(0, endOf(written));
      if (webAddress(address) !== null) {
        add(text.slice(last, begin), false);
        add(address, true);
        last = begin + address.length;
      }
      begin += written.length;
    }
  }
  add(text.slice(last), false);
  return parts;
}

/** An address without its scheme: a host and a path. */
const BARE = /^(?:[\w-]+\.)+[a-z]{2,}\/[^\s\p{Cc}<>"]+$/iu;

/** Returns a text of nothing but several addresses, of which some lack their scheme, with all schemes; else the text. */
function withSchemes(text: string): string {
  const words = text.split(/[\s,;|]+/).filter((word) => word !== "" && !CONNECTIVES.has(word.toLowerCase()));
  const isBare = (word: string): boolean => BARE.test(word);
  if (words.length < 2 || !words.some(isBare)) return text;
  if (!words.every((word) => isBare(word) || webAddress(word) !== null)) return text;
  return words.map((word) => (isBare(word) ? `https://${word}` : word)).join(" ");
}

/**
 * Returns the parts of a text that has an address and something else: "Part 1: https://… Part 2: https://…",
 * "<https://…>", "[video](https://…)". Null if it is one address alone, or has none. Takes linear time; the caller bounds
 * the text's length.
 */
export function linkPieces(text: string): readonly LinkPiece[] | null {
  const pieces = splitAtAddresses(withSchemes(text)).flatMap((part): LinkPiece[] => {
    // HTML writes & as &amp;.
    if (part.isAddress) return [{ address: part.text.replaceAll("&amp;", "&") }];
    const words = withoutSigns(part.text);
    return words === "" ? [] : [{ text: words }];
  });
  const isOne = pieces.length === 1 && pieces.some((piece) => "address" in piece && piece.address === text);
  return isOne || !pieces.some((piece) => "address" in piece) ? null : pieces;
}
