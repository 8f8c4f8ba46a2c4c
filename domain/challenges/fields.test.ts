import { expect, test } from "vitest";
import { entryOf, suggest } from "../../app/ui/search/suggestions/match.ts";
import { FACTS } from "../../test/catalogue.ts";
import { listParameters } from "../lists/list-query.ts";
import { nothingKnown } from "../search/reading.ts";
import { understand } from "../search/understand.ts";
import { vocabularyOf } from "../search/vocabulary.ts";
import { filterInWords } from "./fields.ts";
import { CHALLENGES } from "./index.ts";

/** What every object has without having been given it. */
const INHERITED = Object.getOwnPropertyNames(Object.prototype);

const definitions = [...CHALLENGES.values()];

test.each(definitions.map((definition) => [definition.key, definition] as const))(
  "%s shows a filter by a word that every object knows as it was given",
  (_, definition) => {
    for (const parameter of listParameters(definition))
      for (const text of INHERITED) {
        const { label, value } = filterInWords(definition, [parameter, text], FACTS);
        expect([typeof label, typeof value], `${parameter}=${text}`).toEqual(["string", "string"]);
      }
  },
);

test.each(INHERITED)("a search by %s is a search by words", (word) => {
  const vocabulary = vocabularyOf([], [], definitions, FACTS);
  const plain = (text: string) =>
    JSON.stringify(understand(definitions, text, vocabulary, nothingKnown(vocabulary)));
  for (const text of [word, `${word} 100000`, `${word}:quad`]) {
    expect(plain(text)).not.toContain("native code");
    expect(suggest(text, [entryOf("player", ["Ada"])])).toEqual([]);
  }
});
