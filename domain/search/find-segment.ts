import { nameKey } from "../game/name-key.ts";
import { storedNamesOf } from "../game/names.ts";
import { allOf, anyOf, type Find, MARK, type QueryWord, tokenOf } from "../game/words.ts";
import type { Segment } from "./reading.ts";
import type { Meaning, Vocabulary } from "./vocabulary.ts";

/** Returns what finds the rows that hold a meaning; null if no row does. */
function findMeaning(meaning: Meaning): Find | null {
  switch (meaning.kind) {
    case "tower":
      return anyOf(storedNamesOf(meaning.name).map((name) => ({ word: tokenOf(name) })));
    case "map":
      return { map: meaning.map };
    case "challenge":
      return null;
  }
}

/** Returns what finds the rows that hold a version, a date or cash as domain/game/words.ts writes them. */
function findFigure(kind: string, value: string): Find {
  if (kind === "money") return { word: value };
  return { begins: kind === "date" ? value.replaceAll("-", "") : value.replaceAll(".", MARK) };
}

/** Returns what finds the rows of a word as typed: they, or their map, have a word that begins with it. */
function findWord({ word, or }: Pick<QueryWord, "word" | "or">, vocabulary: Vocabulary): Find {
  const each = (text: string): Find[] => [
    { begins: text },
    ...vocabulary.mapsWith(text).map((map): Find => ({ map })),
  ];
  return anyOf([...each(word), ...(or ? each(or) : [])]);
}

/**
 * Returns what finds the rows of a segment: those that hold its words or what these are read as, so that a reading
 * never finds less than its words would. Null if it asks for nothing.
 */
export function findSegment(
  { significant, reading, corrected }: Segment,
  vocabulary: Vocabulary,
): Find | null {
  if (reading.kind === "nothing" || (reading.kind === "value" && reading.value.find === null)) return null;
  const plain = significant.map((word) => findWord(word, vocabulary));
  const meant =
    reading.kind === "meanings" ? reading.meanings.flatMap((meaning) => findMeaning(meaning) ?? []) : [];
  const corrections = corrected
    ? [allOf(corrected.map((text) => findWord({ word: nameKey(text) }, vocabulary)))]
    : [];
  const ofValue = reading.kind === "value" && reading.value.find ? [reading.value.find] : [];
  const figures = "values" in reading ? reading.values.map((value) => findFigure(reading.kind, value)) : [];
  return anyOf([allOf(plain), ...meant, ...corrections, ...ofValue, ...figures]);
}
