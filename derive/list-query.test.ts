import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CHALLENGES } from "../challenges/index.ts";
import { say } from "../messages/index.ts";
import { listParameters, MAX_PAGE, readListQuery } from "./list-query.ts";
import { BadParameter } from "./parameters.ts";
import { cycleSort, isNewestFirst, readListState, sortStateOf, writeListState } from "./url-state.ts";

const challenges = [...CHALLENGES.values()];
const anyChallenge = fc.constantFrom(...challenges);
const anyText = fc.oneof(fc.string({ unit: "binary" }), fc.string({ unit: "grapheme" }), fc.json());

/** A query of the challenge's own parameters with any values. */
const anyQuery = anyChallenge.chain((definition) =>
  fc
    .array(fc.tuple(fc.constantFrom(...listParameters(definition), "view", "x"), anyText), { maxLength: 6 })
    .map((pairs) => ({ definition, parameters: new URLSearchParams(pairs) })),
);

test("any query either reads or is refused with a sentence that names its parameter", () => {
  fc.assert(
    fc.property(anyQuery, ({ definition, parameters }) => {
      try {
        const query = readListQuery(definition, parameters);
        expect(query.count).toBeLessThanOrEqual(MAX_PAGE);
        expect(query.count).toBeGreaterThanOrEqual(0);
        expect(query.offset).toBeGreaterThanOrEqual(0);
        expect(query.order.length).toBeGreaterThan(0);
      } catch (error) {
        expect(error).toBeInstanceOf(BadParameter);
        const { parameter, problem } = error as BadParameter;
        const sentence = say(problem);
        expect(listParameters(definition)).toContain(parameter);
        expect(sentence).toContain(`"${parameter}"`);
        expect(sentence).toMatch(/\.$/);
      }
    }),
    { numRuns: 2_000 },
  );
});

test("the state of a page never fails to read, and comes back from its own URL unchanged", () => {
  fc.assert(
    fc.property(anyQuery, ({ definition, parameters }) => {
      const state = readListState(definition, parameters);
      const again = readListState(definition, new URLSearchParams(writeListState(state)));
      expect(again).toEqual(state);
    }),
    { numRuns: 1_000 },
  );
});

describe("sorting by a click", () => {
  test("goes from unsorted to ascending, descending and back", () => {
    const states = [undefined, "date", "date DESC", ""];
    for (const [step, sortby] of states.slice(0, 3).entries()) {
      expect(cycleSort(sortby, "date")).toBe(states[step + 1]);
    }
    expect(states.map((sortby) => sortStateOf(sortby, "date"))).toEqual([
      "none",
      "ascending",
      "descending",
      "none",
    ]);
  });

  test("puts the column that was clicked last first and keeps the others", () => {
    expect(cycleSort("map", "date")).toBe("date,map");
    expect(cycleSort("date,map", "map")).toBe("map DESC,date");
    expect(cycleSort("date DESC, map", "date")).toBe("map");
  });
});

describe("the words of a search", () => {
  const wordsOf = (query: string, key = "2tc"): readonly string[] => {
    const definition = CHALLENGES.get(key);
    if (!definition) throw new Error(key);
    const [condition] = readListQuery(definition, new URLSearchParams({ query })).conditions;
    return condition?.on === "search" ? condition.words : [];
  };

  test.each([
    "abs zero + quad",
    "abs zero & quad",
    "abs , zero / quad",
    "abs zero x quad",
    "2tc abs zero on quad",
    "2TCs abs zero quad",
    "abs and zero with quad by",
    "2 Towers CHIMPS abs zero vs quad",
  ])("'%s' are abs, zero and quad", (query) => expect(wordsOf(query)).toEqual(["abs", "zero", "quad"]));

  test("what only connects is looked for where there is nothing else", () => {
    expect(wordsOf("x")).toEqual(["x"]);
    expect(wordsOf("and")).toEqual(["and"]);
    expect(wordsOf("x factor")).toEqual(["factor"]);
    expect(wordsOf("2tc")).toEqual([]);
  });

  test("a connecting word or sign never asks for more", () => {
    const word = fc.constantFrom("quad", "abs", "Quincy", "x factor", "😀", "44.1");
    const connecting = fc.constantFrom("+", "&", "|", "/", ",", "x", "and", "ON", "with", "vs", "by", "2tc");
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 1, maxLength: 4 }),
        connecting,
        fc.nat(4),
        (words, each, at) => {
          const plain = wordsOf(words.join(" "));
          const more = wordsOf([...words.slice(0, at), each, ...words.slice(at)].join(" "));
          expect(plain).toEqual(expect.arrayContaining([...more]));
        },
      ),
    );
  });
});

test("a list is the newest first where nothing else comes before that", () => {
  for (const sortby of ["newest", " newest ,map", "newest ASC"])
    expect(isNewestFirst(sortby), sortby).toBe(true);
  for (const sortby of [undefined, "", "newest DESC", "map,newest", "date DESC"])
    expect(isNewestFirst(sortby), sortby).toBe(false);
});
