import { allOf, anyOf, type Find } from "../../fields/find.ts";
import { nameKey } from "../../game/name-key.ts";
import { namesHeldFor } from "../../game/names.ts";
import { type AskedWord, tokenOf } from "../../game/words.ts";
import type { Segment } from "./reading.ts";
import type { Meaning, Vocabulary } from "./vocabulary.ts";

/** What finds the rows that hold what is meant; null: no row holds it. */
function findMeaning(meaning: Meaning): Find | null {
  switch (meaning.kind) {
    case "tower":
      return anyOf(namesHeldFor(meaning.name).map((name) => ({ word: tokenOf(name) })));
    case "map":
      return { map: meaning.map };
    case "challenge":
      return null;
  }
}

/** What finds the rows that hold a word as it was typed: a word that begins so, or their map has one. */
function findWord({ word, or }: Pick<AskedWord, "word" | "or">, vocabulary: Vocabulary): Find {
  const each = (text: string): Find[] => [
    { begins: text },
    ...vocabulary.mapsWith(text).map((map): Find => ({ map })),
  ];
  return anyOf([...each(word), ...(or ? each(or) : [])]);
}

/**
 * What finds the rows of a segment: those that hold its words or what they are read as, so that a reading never finds less
 * than its words. Null: it asks for nothing.
 */
export function findSegment({ telling, reading, corrected }: Segment, vocabulary: Vocabulary): Find | null {
  if (reading.kind === "nothing") return null;
  const plain = telling.map((word) => findWord(word, vocabulary));
  const meant =
    reading.kind === "meanings" ? reading.meanings.flatMap((meaning) => findMeaning(meaning) ?? []) : [];
  const mended = corrected
    ? [allOf(corrected.map((text) => findWord({ word: nameKey(text) }, vocabulary)))]
    : [];
  const held = reading.kind === "value" && reading.value.find ? [reading.value.find] : [];
  return anyOf([allOf(plain), ...meant, ...mended, ...held]);
}
