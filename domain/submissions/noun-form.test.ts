import { expect, test } from "vitest";
import { FACTS } from "../../test/catalogue.ts";
import { MAPS } from "../game/maps.ts";
import { sayEach } from "../messages/index.ts";
import { labelledValues, type NounFields, nameOf, rowOf, textsOf, type ValuesOf } from "../nouns/define.ts";
import { BALANCE_FIELDS, MAP_FIELDS, START_FIELDS } from "../nouns/fields.ts";
import { problemsOf } from "./form-problems.ts";
import { nounFormSchema } from "./noun-form.ts";

/** The maps as they are seeded, without what the seed does not give. */
const recordedMaps = MAPS.map(
  ({ name, ...facts }) => ({ map: name, ...facts }) as ValuesOf<typeof MAP_FIELDS>,
);

function problemsWith(fields: NounFields, texts: Record<string, string>): Readonly<Record<string, string>> {
  const { error } = nounFormSchema(fields, FACTS).safeParse(texts);
  return error ? sayEach(problemsOf(error)) : {};
}

test("the recorded facts of each map can be resubmitted unchanged, unknown ones included", () => {
  expect(recordedMaps.some(({ hasLOS }) => hasLOS === null)).toBe(true);
  expect(recordedMaps.some(({ numExits }) => numExits === null)).toBe(true);
  for (const map of recordedMaps)
    expect(nounFormSchema(MAP_FIELDS, FACTS, map).parse(textsOf(MAP_FIELDS, map))).toMatchObject(map);
});

test("what is known is not made unknown", () => {
  const known = recordedMaps.find(({ numExits }) => numExits !== null) ?? null;
  const texts = { ...textsOf(MAP_FIELDS, known), numExits: "" };
  const { error } = nounFormSchema(MAP_FIELDS, FACTS, known).safeParse(texts);
  expect(error && sayEach(problemsOf(error))).toEqual({ numExits: "Exits is missing." });
});

test("an existing value may stay even if the form would not accept it today", () => {
  const [first] = recordedMaps;
  const exact = { ...first, length: 12.345 } as ValuesOf<typeof MAP_FIELDS>;
  const texts = textsOf(MAP_FIELDS, exact);
  expect(nounFormSchema(MAP_FIELDS, FACTS, exact).parse(texts)).toMatchObject(exact);
  expect(nounFormSchema(MAP_FIELDS, FACTS, { ...exact, length: 1 }).safeParse(texts).success).toBe(false);
});

test("a checked box is read as Yes, an empty one as No", () => {
  const texts = { ...textsOf(MAP_FIELDS, recordedMaps[0] ?? null), hasLOS: "on", hasWater: "" };
  expect(nounFormSchema(MAP_FIELDS, FACTS).parse(texts)).toMatchObject({ hasLOS: 1, hasWater: 0 });
});

test.each([
  ["a map", MAP_FIELDS, 7],
  ["a CHIMPS start", START_FIELDS, 3],
  ["a balance change", BALANCE_FIELDS, 4],
])("an empty form for %s names each missing field", (_, fields: NounFields, count) => {
  const problems = Object.entries(problemsWith(fields, {}));
  expect(problems).toHaveLength(count);
  for (const [name, problem] of problems) {
    const field = fields[name];
    expect(problem).toBe(`${field && nameOf(field)} is missing.`);
  }
});

test("a new attribute needs only its own line to be read, shown and stored", () => {
  const fields = {
    ...START_FIELDS,
    rounds: { kind: "whole", label: "Rounds", storedAs: "round_count", optional: true },
  } as const satisfies NounFields;
  const texts = { map: "Logs", title: "A start", link: "https://example.com/", rounds: "5" };
  const values = nounFormSchema(fields, FACTS).parse(texts);
  expect(values.rounds).toBe(5);
  expect(textsOf(fields, values)).toEqual(texts);
  expect(labelledValues(fields, values)).toMatchObject({ Rounds: 5 });
  expect(rowOf(fields, values)).toMatchObject({ round_count: 5 });
  expect(nounFormSchema(fields, FACTS).parse({ ...texts, rounds: "" }).rounds).toBeNull();
  expect(problemsWith(fields, { ...texts, rounds: "five" })).toEqual({
    rounds: "Rounds is not a whole number from 0.",
  });
});
