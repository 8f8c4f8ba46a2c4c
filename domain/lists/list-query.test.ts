import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FACTS } from "../../test/catalogue.ts";
import { CHALLENGES } from "../challenges/index.ts";
import { pages } from "../contract/routes.ts";
import { MOST_ROWS_OF_PAGE } from "../limits.ts";
import { say } from "../messages/index.ts";
import { listParameters, readListQuery, readListState } from "./list-query.ts";
import { BadParameter } from "./parameters.ts";
import { cycleSort, isNewestFirst, sortStateOf, writeListState } from "./url-state.ts";

const challenges = [...CHALLENGES.values()];
const anyChallenge = fc.constantFrom(...challenges);
const anyText = fc.oneof(fc.string({ unit: "binary" }), fc.string({ unit: "grapheme" }), fc.json());

/** A query of the challenge's parameters and unknown ones, with any values. */
const anyQuery = anyChallenge.chain((definition) =>
  fc
    .array(fc.tuple(fc.constantFrom(...listParameters(definition), "view", "x"), anyText), { maxLength: 6 })
    .map((pairs) => ({ definition, parameters: new URLSearchParams(pairs) })),
);

test("any query is either read or refused with a sentence that names the parameter", () => {
  fc.assert(
    fc.property(anyQuery, ({ definition, parameters }) => {
      try {
        const { query } = readListQuery(definition, parameters, FACTS);
        expect(query.count).toBeLessThanOrEqual(MOST_ROWS_OF_PAGE);
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

test("any page state can be read, and survives a round trip through its own URL", () => {
  fc.assert(
    fc.property(anyQuery, ({ definition, parameters }) => {
      const state = readListState(definition, parameters);
      const address = new URL(pages.list(definition.key, writeListState(state)), "http://localhost");
      const again = readListState(definition, address.searchParams);
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

  test("puts the last clicked column first and keeps the others", () => {
    expect(cycleSort("map", "date")).toBe("date,map");
    expect(cycleSort("date,map", "map")).toBe("map DESC,date");
    expect(cycleSort("date DESC, map", "date")).toBe("map");
  });
});
test("a list is newest first only when no other order takes precedence", () => {
  for (const sortby of ["newest", " newest ,map", "newest ASC"])
    expect(isNewestFirst(sortby), sortby).toBe(true);
  for (const sortby of [undefined, "", "newest DESC", "map,newest", "date DESC"])
    expect(isNewestFirst(sortby), sortby).toBe(false);
});
