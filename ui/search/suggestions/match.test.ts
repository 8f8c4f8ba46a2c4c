import { expect, test } from "vitest";
import { CHALLENGES } from "../../../challenges/index.ts";
import { vocabularyOf } from "../../../derive/search/vocabulary.ts";
import { presentNames } from "../../../server/search/names.ts";
import { type Entry, entryOf, playerPrefixes, suggest } from "./match.ts";
import { entriesOf } from "./names.ts";

const MAPS = ["Quad", "Quarry", "Quiet Street", "#Ouch", "Dark Castle"];
const maps = MAPS.map((name, at) => ({
  id: at + 1,
  name,
  otherNames: [],
  difficulty: "expert" as const,
  isListed: true,
}));
const details = MAPS.map((map) => ({ map, abbreviation: null, difficulty: "expert" }));
const SPELLINGS = [{ spelling: "gmn", tower: "Grandmaster Ninja", map: null }];

const entries: Entry[] = [
  ...entriesOf(
    presentNames(
      vocabularyOf(maps, SPELLINGS, [...CHALLENGES.values()]),
      details as never,
      CHALLENGES.values(),
    ),
  ),
  entryOf("player", ["Quantum Ada"]),
];

/** Returns what is suggested, by group. */
const labelsFor = (text: string) =>
  Object.fromEntries(
    suggest(text, entries).map(({ label, suggestions }) => [label, suggestions.map((each) => each.label)]),
  );

const completedFor = (text: string, label: string): string | null =>
  suggest(text, entries)
    .flatMap(({ suggestions }) => suggestions)
    .find((each) => each.label === label)?.completed ?? null;

test("the last words are what is being typed, and the others stay", () => {
  expect(labelsFor("abs zero qu")).toEqual({
    Towers: ["Quincy"],
    Maps: ["Quad", "Quarry", "Quiet Street"],
    Players: ["Quantum Ada"],
  });
  expect(completedFor("abs zero qu", "Quad")).toBe("abs zero Quad ");
});

test("words of one name are completed together", () => {
  expect(labelsFor("quincy abs zero")).toEqual({ Towers: ["Absolute Zero"] });
  expect(completedFor("quincy + abs ze", "Absolute Zero")).toBe("quincy + Absolute Zero ");
});

test("short forms, initials and signs name things, too", () => {
  expect(labelsFor("gmn").Towers?.[0]).toBe("Grandmaster Ninja");
  expect(labelsFor("ttz").Towers?.[0]).toBe("The Tack Zone");
  expect(labelsFor("#ou").Maps?.[0]).toBe("#Ouch");
  expect(labelsFor("permaspike").Towers?.[0]).toBe("Perma-Spike");
});

test("what a name begins with comes before what it holds", () => {
  expect(labelsFor("ice").Types?.[0]).toBe("Ice Monkey");
  expect(labelsFor("zero").Towers).toEqual(["Ground Zero", "Absolute Zero"]);
  expect(labelsFor("dark").Towers?.[0]).toMatch(/^Dark /);
});

test("a search key takes what it is for, in quotes where that has blanks", () => {
  expect(Object.keys(labelsFor("map:qu"))).toEqual(["Maps"]);
  expect(completedFor("map:quie", "Quiet Street")).toBe('map:"Quiet Street" ');
  expect(completedFor('abs zero on:"dark c', "Dark Castle")).toBe('abs zero on:"Dark Castle" ');
  expect(Object.keys(labelsFor("by:qu"))).toEqual(["Players"]);
  expect(labelsFor("date:qu")).toEqual({});
});

test("a challenge and a page are gone to, the challenge with what stands before it as its search", () => {
  const [group] = suggest("abs zero 2tc", entries);
  expect(group?.label).toBe("Challenges");
  expect(group?.suggestions.map(({ act }) => act)).toEqual([
    { kind: "go", path: "/2tc?query=abs+zero" },
    { kind: "go", path: "/2tcc?query=abs+zero" },
  ]);
  expect(labelsFor("balance").Pages).toEqual(["Balance Changes"]);
});

test("a map that stands alone offers its page", () => {
  const pages = suggest("quad", entries).find(({ label }) => label === "Pages");
  expect(pages?.suggestions.map(({ act }) => act)).toEqual([{ kind: "go", path: "/maps?map=Quad" }]);
  expect(labelsFor("ninja quad").Pages).toBeUndefined();
});

test("nothing typed offers where one can go", () => {
  expect(Object.keys(labelsFor(""))).toEqual(["Challenges", "Pages"]);
});

test("no more is suggested than can be looked over", () => {
  for (const text of ["s", "m", "a", "ba", "super", "monkey"]) {
    const groups = suggest(text, entries);
    expect(groups.flatMap(({ suggestions }) => suggestions).length).toBeLessThanOrEqual(12);
    for (const { suggestions } of groups) expect(suggestions.length).toBeLessThanOrEqual(6);
  }
});

test("players are asked for by the last words, the most of them first", () => {
  expect(playerPrefixes("quad sample pl")).toEqual(["quad sample pl", "sample pl", "pl"]);
  expect(playerPrefixes("by:zo")).toEqual(["zo"]);
  expect(playerPrefixes("map:zo")).toEqual([]);
  expect(playerPrefixes("q")).toEqual([]);
});
