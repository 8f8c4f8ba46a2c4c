/**
 * More combining marks in a row than any language writes; Unicode's stream-safe text format has the same limit. A
 * normal form sorts the marks of each character, which takes quadratic time: without a limit, 60 KB of marks would take
 * a second.
 */
const LONG_RUN = /([\p{M}\u{ff9e}\u{ff9f}]{30})[\p{M}\u{ff9e}\u{ff9f}]+/gu;

/** Returns a text in the normal form NFC: however its accents were typed, it is the same text. Takes linear time. */
export const composed = (text: string): string => text.replace(LONG_RUN, "$1").normalize("NFC");

/** Returns a text in the normal form NFKC: with plain letters for full-width and styled ones. Takes linear time. */
export const compatible = (text: string): string => text.replace(LONG_RUN, "$1").normalize("NFKC");

/** Returns a text in lower case without accents and other marks, and with plain letters for styled ones. */
export const withoutMarks = (text: string): string =>
  // Removed before, too: only marks that stand alone make a normal form slow.
  text.replace(/\p{M}/gu, "").normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

// Every text that somebody sends is brought into shape by one of three functions before anything reads it: `oneLine`
// for names and single lines, `severalLines` for longer texts, `asWritten` for links, codes, ids and e-mail addresses. A password is not touched at all.

/** Letters and signs that look like a blank. */
const BLANK = /[\s\u115f\u1160\u2800\u3164\uffa0]+/gu;

/** What is not seen, but for joiners and what chooses between two looks of a sign ("❤︎" and "❤️", "辻" and "辻󠄀"). */
const UNSEEN = /(?![\u200c-\u200d\p{Variation_Selector}])[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

const SEEN = /[\p{L}\p{N}\p{P}\p{S}\p{Co}]/u;

const SEVERAL_JOINERS = /([\u200c-\u200d])[\u200c-\u200d]+/gu;

/**
 * A joiner that does not stand between letters or emoji. Between them it changes what is seen: "می‌خواهم" is written with
 * one, and "👩‍🚀" is made of two emoji. A mark counts as the letter or sign that it is on.
 */
const LOOSE_JOINER =
  /(?<![\p{L}\p{Extended_Pictographic}\p{Emoji_Modifier}]\p{M}*)[\u200c-\u200d]|[\u200c-\u200d](?![\p{L}\p{Extended_Pictographic}])/gu;

/**
 * Returns a name or a single line of text: in the normal form NFC, with one blank for each run of white space and none
 * around it, without control and format characters. Joiners between letters or emoji stay.
 */
export const oneLine = (text: string): string =>
  composed(
    text
      // Before the blanks: JavaScript counts U+FEFF as white space, but it has no width.
      .replace(/\ufeff/g, "")
      .replace(BLANK, " ")
      .replace(UNSEEN, "")
      .replace(SEVERAL_JOINERS, "$1")
      .replace(LOOSE_JOINER, ""),
  )
    // Blanks that had nothing between them but what is not seen.
    .replace(/ +/g, " ")
    .trim();

/**
 * Returns a text of several lines: in NFC, with LF at the end of each line, without control characters but line breaks and
 * tabs, without blank lines at its beginning and white space at its end. Other blanks stay, since they mean something in
 * Markdown; up to three at the beginning do not.
 */
export const severalLines = (text: string): string =>
  composed(text.replace(/\r\n?|[\u0085\u2028\u2029]/g, "\n").replace(/(?![\n\t])\p{Cc}/gu, ""))
    .trimEnd()
    .replace(/^(?:[^\S\n]*\n)+/, "")
    .replace(/^ {1,3}(?! )/, "");

/** White space and what is not seen, such as the marks of direction that come along when something is copied. */
const AROUND = /[\s\p{Cf}]/u;

/** Returns a link, a code, an id, an e-mail address or JSON: as it is, without white space and unseen signs around it. */
export function asWritten(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && AROUND.test(text[from] ?? "")) from += 1;
  while (to > from && AROUND.test(text[to - 1] ?? "")) to -= 1;
  return text.slice(from, to);
}

/** Whether a text has anything that is seen. */
export const isSeen = (text: string): boolean => SEEN.test(text);

/** No text becomes shorter than a quarter of its length, but by losing what is not seen. */
const MOST_PER_CHARACTER = 4;

/** Whether a text is far beyond a limit, so that it need not be brought into shape to be refused. */
export const isFarBeyond = (text: string, most: number): boolean => text.length > most * MOST_PER_CHARACTER;

/** Returns the http(s) address that a text is; null if it is none. */
export function webAddress(link: string): URL | null {
  const url = URL.parse(link);
  return url && /^https?:$/.test(url.protocol) ? url : null;
}
