/** Returns a text of a length, made of this again and again. */
const again =
  (piece: string) =>
  (length: number): string =>
    piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

/** Returns such a text between two others, which a reader may take for the beginning and the end of something. */
const between =
  (piece: string, first: string, last: string) =>
  (length: number): string =>
    first + again(piece)(length - first.length - last.length) + last;

/** Returns three words with two long runs of a sign between them. */
const dividing =
  (sign: string) =>
  (length: number): string =>
    ["a", "b", "c"].join(sign.repeat(Math.max(1, (length - 3) >> 1)));

/**
 * Texts of any length that have made readers slow: runs of what a pattern may begin at, what a normal form has to sort,
 * and what a parser has to nest.
 */
export const SHAPES: Readonly<Record<string, (length: number) => string>> = {
  letters: again("a"),
  words: again("quad "),
  digits: again("7"),
  "digits before a letter": between("7", "", "x"),
  "numbers in groups": between("1,234,", "", "x"),
  versions: between("1.", "", "x"),
  dates: again("2024-05-"),
  "combining marks": again("\u{315}\u{316}"),
  "combining marks on a letter": between("\u{315}\u{316}", "a", "a"),
  "half-width sound marks": again("\u{ff9e}\u{315}"),
  "capital sigmas": again("\u{3a3}."),
  commas: dividing(","),
  slashes: dividing("/"),
  bars: dividing("|"),
  blanks: dividing(" "),
  "blanks after a sign": between(" ", ">", "x\nx"),
  "line breaks": between("\n", "a", "a"),
  quotes: again('"'),
  "quoted words": again('"a" '),
  "minus signs": again("-"),
  "unwanted words": again("-a "),
  keys: again("map:"),
  "a key of many values": between("a,", "map:", "a"),
  brackets: again("["),
  "brackets in pairs": again("[]"),
  braces: again("{"),
  "a list": (length) =>
    JSON.stringify(Array.from({ length: Math.max(1, Math.floor((length - 2) / 4)) }, () => "a")),
  "marks in a list": (length) => JSON.stringify([again("\u{315}\u{316}")(length - 4)]),
  escapes: again("\\"),
  entities: again("&amp;"),
  percents: again("%"),
  dots: again("."),
  "links in links": again("[![a]("),
  "nested lists": again("- "),
  emphasis: again("*a_"),
  backquotes: again("`a``"),
  "a table": (length) => again("|a\n")(length).replace(/^(?:\|a\n){2}/, "|a|a\n|-|-\n"),
  "a wide table": (length) => {
    const columns = Math.floor(Math.sqrt(length / 8));
    return `${"|a".repeat(columns)}\n${"|-".repeat(columns)}\n${again("|\n")(Math.max(0, length - columns * 4))}`;
  },
  addresses: again("http://a.b/ "),
  "one long address": between("a/", "http://a.b/", ""),
  "at signs": again("@a."),
  emoji: again("\u{1f469}\u{200d}"),
};
