import { describe, expect, test } from "vitest";
import { faultOfNotes, renderNotes } from "../../app/features/completions/notes.server.ts";
import { isProfane } from "../../app/features/completions/submission-form.server.ts";
import type { ChallengeDefinition } from "../../domain/challenges/define.ts";
import { kindFilters, rowFields, searchKeys, submittedFields } from "../../domain/challenges/fields.ts";
import { CHALLENGES } from "../../domain/challenges/index.ts";
import { kindOf } from "../../domain/fields/index.ts";
import { readCode } from "../../domain/fields/lines.ts";
import { parseNames, parseTextList } from "../../domain/fields/text-list.ts";
import { nameKey, personKey, personSortKey, sortKey } from "../../domain/game/name-key.ts";
import { oneLine, severalLines } from "../../domain/game/typed-text.ts";
import {
  challengeCodesIn,
  codesIn,
  queryWords,
  withoutCodes,
  wordsOf,
  wordsOfName,
} from "../../domain/game/words.ts";
import { listParameters, readListQuery } from "../../domain/lists/list-query.ts";
import { BALANCE_FIELDS, MAP_FIELDS, SPELLING_FIELDS, START_FIELDS } from "../../domain/nouns/fields.ts";
import { partsOf, without } from "../../domain/search/question.ts";
import { isReadable, meaningsOf, nothingKnown } from "../../domain/search/reading.ts";
import { lookupsFor, understand } from "../../domain/search/understand.ts";
import { vocabularyOf } from "../../domain/search/vocabulary.ts";
import { nounFormSchema } from "../../domain/submissions/noun-form.ts";
import { checkSubmission } from "../../domain/submissions/submission.ts";
import { emailKey } from "../../packages/sign-in/accounts/repository/accounts.ts";
import { readDisplayName, readEmail } from "../../server/auth/texts.ts";
import { FACTS } from "../catalogue.ts";
import { growth, LINEAR } from "../work.ts";
import { SHAPES } from "./shapes.ts";

const definitions = [...CHALLENGES.values()];
const vocabulary = vocabularyOf([], [], definitions, FACTS);
const NOUNS = {
  map: MAP_FIELDS,
  start: START_FIELDS,
  "balance change": BALANCE_FIELDS,
  spelling: SPELLING_FIELDS,
};

type Reader = readonly [name: string, read: (text: string) => unknown];

/** The readers of a challenge's parameters, keys and form. */
const readersOf = (definition: ChallengeDefinition): Reader[] => [
  ...[...listParameters(definition), ...definition.keys].map(
    (name): Reader => [
      `${definition.key} list ${name}`,
      (text) => readListQuery(definition, new URLSearchParams({ [name]: text }), FACTS),
    ],
  ),
  ...rowFields(definition).map(
    ([name, field]): Reader => [
      `${definition.key} filter ${name}`,
      (text) => kindOf(field).filter(text, field, FACTS),
    ],
  ),
  ...Array.from(
    kindFilters(definition),
    ([name, filter]): Reader => [`${definition.key} filter ${name}`, (text) => filter.read([text], FACTS)],
  ),
  ...Array.from(
    searchKeys(definition),
    ([name, key]): Reader => [`${definition.key} key ${name}`, (text) => key.to(text)],
  ),
  ...submittedFields(definition).map(
    ([name]): Reader => [
      `${definition.key} form ${name}`,
      (text) => checkSubmission(definition, { [name]: text, og: "on" }, FACTS),
    ],
  ),
];

/** What reads a text before or behind a bound: called directly, since a bound may move and a reader be used elsewhere. */
const READERS: readonly Reader[] = [
  ["nameKey", nameKey],
  ["personKey", personKey],
  ["personSortKey", personSortKey],
  ["oneLine", oneLine],
  ["severalLines", severalLines],
  ["codesIn", codesIn],
  ["sortKey", sortKey],
  ["emailKey", emailKey],
  ["readEmail", readEmail],
  ["readDisplayName", readDisplayName],
  ["wordsOf", wordsOf],
  ["wordsOfName", wordsOfName],
  ["queryWords", queryWords],
  ["partsOf", partsOf],
  ["without", (text) => without(text, { from: 0, to: 0 })],
  ["lookupsFor", (text) => lookupsFor(text, vocabulary)],
  ["understand", (text) => understand(definitions, text, vocabulary, nothingKnown(vocabulary))],
  ["isReadable", isReadable],
  ["meaningsOf", (text) => meaningsOf(text, "tower", vocabulary)],
  ["near", (text) => vocabulary.near(text, 3)],
  ["oneAway", (text) => vocabulary.oneAway(text)],
  ["parseTextList", parseTextList],
  ["parseNames", parseNames],
  ["challengeCodesIn", challengeCodesIn],
  ["readCode", readCode],
  ["withoutCodes", withoutCodes],
  ["isProfane", isProfane],
  ["faultOfNotes", faultOfNotes],
  ["renderNotes", renderNotes],
  ...definitions.flatMap(readersOf),
  ...Object.entries(NOUNS).flatMap(([noun, fields]) =>
    Object.keys(fields).map(
      (name): Reader => [
        `${noun} form ${name}`,
        (text) => nounFormSchema(fields, FACTS).safeParse({ [name]: text }),
      ],
    ),
  ),
];

/** A reader may refuse a text: what counts is how long it takes. */
const withoutError =
  (read: (text: string) => unknown) =>
  (text: string): unknown => {
    try {
      return read(text);
    } catch {
      return null;
    }
  };

describe("the work of a reader grows no faster than its text", () => {
  test.each(READERS)("%s", (_, read) => {
    for (const [name, textOf] of Object.entries(SHAPES))
      expect(growth(withoutError(read), textOf), name).toBeLessThan(LINEAR);
  });
});

test("notes as HTML are not many times as long as the notes", () => {
  for (const [name, textOf] of Object.entries(SHAPES))
    for (const length of [1_000, 4_000, 10_000]) {
      const html = renderNotes(textOf(length)) ?? "";
      expect(html.length / length, `${length} characters of ${name}`).toBeLessThan(60);
    }
});
