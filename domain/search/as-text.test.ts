import fc from "fast-check";
import { expect, test } from "vitest";
import { FACTS } from "../../test/catalogue.ts";
import type { ChallengeDefinition } from "../challenges/define.ts";
import { mostValuesOf, searchKeys } from "../challenges/fields.ts";
import { CHALLENGES } from "../challenges/index.ts";
import type { Filter } from "../fields/kind.ts";
import { MAPS } from "../game/maps.ts";
import { SEEDED_SPELLINGS } from "../game/short-forms.ts";
import { asText } from "./question.ts";
import { nothingKnown } from "./reading.ts";
import { meaningBefore, understand } from "./understand.ts";
import { vocabularyOf } from "./vocabulary.ts";

const challenges = [...CHALLENGES.values()];
const maps = MAPS.map(({ name, abbreviation }, id) => ({
  ...{ id, name, isListed: true, difficulty: null },
  otherNames: abbreviation ? [abbreviation] : [],
}));
const vocabulary = vocabularyOf(maps, [], challenges, FACTS);

test("no seeded spelling takes away what a search reads without it", () => {
  const taken = SEEDED_SPELLINGS.flatMap(({ spelling, name }) => {
    const meaning = meaningBefore(spelling, challenges, vocabulary);
    return meaning === null || meaning === `Tower: ${name}` ? [] : [`${spelling}: ${meaning}`];
  });
  expect(taken).toEqual([]);
});

const understood = (definition: ChallengeDefinition, text: string) =>
  understand([definition], text, vocabulary, nothingKnown(vocabulary));

const anyName = fc
  .string({ unit: "grapheme", minLength: 1, maxLength: 30 })
  .map((name) => name.replace(/[",\s]+/g, " ").trim())
  .filter((name) => name !== "");

/** Valid values for each parameter. */
const VALUES: Readonly<Record<string, fc.Arbitrary<string>>> = {
  tower: fc.constantFrom(...FACTS.names.map(({ name }) => name)),
  map: fc.constantFrom(...MAPS.map(({ name }) => name)),
  person: anyName,
  version: fc.constantFrom("44", "44.1", ">=44", "44..46", "<39.2"),
  money: fc.constantFrom("8500", ">=100000", "1..2", "<600"),
  since: fc.constantFrom("2024", "2024-05", "2024-05-06"),
  before: fc.constantFrom("2024", "2024-05", "2024-05-06"),
  has: fc.constantFrom("video", "picture", "link", "notes"),
  difficulty: fc.constantFrom("beginner", "expert"),
  completiontype: fc.constantFrom("og", "cheapest", "heroless"),
  towercount: fc.constantFrom("1", "12"),
  og: fc.constant("1"),
  pending: fc.constantFrom("0", "1"),
};

const anyFilters = fc.constantFrom(...challenges).chain((definition) => {
  const names = [
    ...new Set(
      Object.keys(VALUES).filter((name) =>
        [...searchKeys(definition).values()].some(({ from }) => from([name, "1"]) !== null),
      ),
    ),
  ];
  const each = names.map((name) =>
    fc
      .array(VALUES[name] ?? fc.constant(""), { maxLength: Math.min(mostValuesOf(definition, name), 3) })
      .map((values) => values.map((value): Filter => [name, value])),
  );
  return fc.tuple(...each).map((filters) => ({ definition, filters: filters.flat() }));
});

test("filters written as search keys are understood as the same filters in every list", () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(anyFilters, ({ definition, filters }) => {
      const text = asText(definition, filters);
      expect(text).not.toBeNull();
      expect(understood(definition, text ?? "").filters).toEqual(filters);
      for (const [name] of filters) seen.add(name);
    }),
    { numRuns: 500 },
  );
  expect([...seen].sort()).toEqual(Object.keys(VALUES).sort());
});

test("older parameters are written as current keys, and filters without a key cannot be written", () => {
  const of = (key: string) => {
    const definition = CHALLENGES.get(key);
    if (!definition) throw new Error(key);
    return (...filters: Filter[]) => asText(definition, filters);
  };
  expect(of("2tc")(["tower1", "Absolute Zero"], ["tower2", "Quincy"], ["map", "Quad"])).toBe(
    'tower:"Absolute Zero" tower:Quincy map:Quad',
  );
  expect(of("2tc")(["towerquery", '["Ice Monkey","Quincy"]'])).toBe('tower:"Ice Monkey" tower:Quincy');
  expect(of("2mp")(["entity", "Base Dart"], ["og", "true"])).toBe('tower:"Base Dart" is:og');
  expect(of("ltc")(["towerincludes", "Druid,Quincy"])).toBe("tower:Druid tower:Quincy");
  expect(of("2tcc")(["person1", "Ada"], ["pending", "0"])).toBe("by:Ada is:verified");
  for (const filter of [
    ["og", "0"],
    ["upgrade1", "0-5-2"],
    ["towerquery", "{"],
    ["person", 'a"b'],
    ["person", "A, B"],
  ])
    expect(of("2tc")(filter as unknown as Filter), filter[1]).toBeNull();
});
