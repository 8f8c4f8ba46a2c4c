import { expect, test } from "vitest";
import type { ChallengeDefinition } from "../../../../../domain/challenges/define.ts";
import { mostValuesOf } from "../../../../../domain/challenges/fields.ts";
import { CHALLENGES } from "../../../../../domain/challenges/index.ts";
import { pages } from "../../../../../domain/contract/routes.ts";
import type { UnderstoodPartAnswer } from "../../../../../domain/contract/search.ts";
import { readListState } from "../../../../../domain/lists/list-query.ts";
import { type ListState, writeListState } from "../../../../../domain/lists/url-state.ts";
import { FACTS } from "../../../../../test/catalogue.ts";
import { addedAddress } from "./CompletionRow.tsx";
import { chipsOf, withFilters } from "./chips.server.ts";
import type { ListPageData } from "./load.server.ts";

const of = (key: string): ChallengeDefinition => {
  const definition = CHALLENGES.get(key);
  if (!definition) throw new Error(key);
  return definition;
};
const stateOf = (definition: ChallengeDefinition, query: string): ListState =>
  readListState(definition, new URLSearchParams(query));

const part = (
  kind: UnderstoodPartAnswer["kind"],
  typed: string,
  filter: readonly [string, string] | null,
  more: Partial<UnderstoodPartAnswer> = {},
): UnderstoodPartAnswer => ({
  ...{ kind, typed, label: "Words", value: typed, corrected: false, guess: false, near: [], without: "" },
  filter: filter && { parameter: filter[0], value: filter[1] },
  ...more,
});

test("keys become filters where their parameter is free, and words stay in the text", () => {
  const definition = of("2tc");
  const text = 'sample tower:"abs zero"  map:qd -map:logs map:logs';
  const parts = [
    part("words", "sample", null),
    part("filter", 'tower:"abs zero"', ["tower", "Absolute Zero"]),
    part("filter", "map:qd", ["map", "Quad"]),
    part("filter", "-map:logs", null),
    part("filter", "map:logs", ["map", "Logs"]),
  ];
  const settled = withFilters(
    definition,
    stateOf(definition, `query=${encodeURIComponent(text)}&tower=Quincy`),
    parts,
  );
  expect(settled).toEqual({
    query: "sample -map:logs map:logs",
    tower: ["Quincy", "Absolute Zero"],
    map: ["Quad"],
  });
  // Both places are taken.
  const full = stateOf(definition, "query=tower:druid&tower=Quincy&tower=Ezili");
  expect(withFilters(definition, full, [part("filter", "tower:druid", ["tower", "Druid"])])).toBeNull();
  expect(
    withFilters(definition, stateOf(definition, "query=quad"), [part("reading", "quad", ["map", "Quad"])]),
  ).toBeNull();
});

test("older parameters become chips for the current filters, and flags read as words", () => {
  const definition = of("2tc");
  const query = "towerquery=%5B%22ice_monkey%22,%22Quincy%22%5D&tower1=abs_zero&pending=0&og=true&has=video";
  const chips = chipsOf(definition, stateOf(definition, query), [], FACTS);
  const told = chips.map(({ label, value, filters }) => [`${label}: ${value}`, filters]);
  expect(Object.fromEntries(told)).toMatchObject({
    "Towers: Ice Monkey + Quincy": [
      ["tower", "Ice Monkey"],
      ["tower", "Quincy"],
    ],
    "Only: verified completions": [["pending", "0"]],
    "Only: OG completions": [["og", "true"]],
    "Has: Video": [["has", "video"]],
  });
  // What is no list of names is shown as it stands; the list itself says what is wrong with it.
  const broken = chipsOf(definition, stateOf(definition, "towerquery=%7B"), [], FACTS);
  expect(broken.map(({ label, value }) => `${label}: ${value}`)).toEqual(["Towers: {"]);
});

test("a chip for what the challenge does not record says so; one for another challenge links to its list", () => {
  const lcc = chipsOf(
    of("lcc"),
    stateOf(of("lcc"), "query=x"),
    [part("reading", "abs zero", null, { label: "Tower" })],
    FACTS,
  );
  expect(lcc[0]?.remark?.sentence).toBe("LCC does not record towers.");
  const other = part("reading", "ltc", null, { label: "Challenge", value: "LTC", without: "quad" });
  expect(chipsOf(of("2tc"), stateOf(of("2tc"), "query=x"), [other], FACTS)[0]?.remark?.ways).toEqual([
    { name: "LTCs", step: null, to: "/ltc?query=quad" },
  ]);
});

const clicked = (
  key: string,
  query: string,
  parameter: "tower" | "map" | "person",
  value: string,
): string => {
  const definition = of(key);
  const state = stateOf(definition, query);
  const page = {
    challenge: { key },
    chips: chipsOf(definition, state, [], FACTS),
    places: { tower: mostValuesOf(definition, "tower"), map: 1, person: mostValuesOf(definition, "person") },
  } as unknown as ListPageData;
  return addedAddress(page, writeListState(state), parameter, value);
};

test("clicking a value in a row adds a filter, and clicking an active one keeps that filter alone", () => {
  expect(clicked("2tc", "sortby=date&offset=20", "tower", "Quincy")).toBe("/2tc?tower=Quincy&sortby=date");
  expect(clicked("2tc", "tower=Quincy&map=Quad", "tower", "Ezili")).toBe(
    "/2tc?tower=Quincy&tower=Ezili&map=Quad",
  );
  expect(clicked("2tc", "tower=Druid&tower=Ezili", "tower", "Base Druid")).toBe(
    "/2tc?tower=Druid&tower=Base+Druid",
  );
  expect(clicked("2tc", "tower=Quincy&map=Quad&sortby=date", "map", "Quad")).toBe(
    "/2tc?map=Quad&sortby=date",
  );
  expect(clicked("2tc", "person=Ada&map=Quad", "person", "ada")).toBe(pages.list("2tc", { person: "ada" }));
  expect(clicked("2tc", "person=Ada", "person", "Bob")).toBe("/2tc?person=Bob");
  expect(clicked("2tcc", "person=Ada", "person", "Bob")).toBe("/2tcc?person=Ada&person=Bob");
  expect(clicked("2mp", "tower=Druid", "tower", "Base Druid")).toBe("/2mp?tower=Base+Druid");
  expect(clicked("2tc", "tower1=quincy&map=Quad", "tower", "Quincy")).toBe("/2tc?tower=Quincy");
  expect(clicked("ltc", "tower=Druid&tower=Ezili", "tower", "Quincy")).toBe(
    "/ltc?tower=Druid&tower=Ezili&tower=Quincy",
  );
});
