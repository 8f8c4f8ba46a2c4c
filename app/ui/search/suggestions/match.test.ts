import { expect, test } from "vitest";
import { CHALLENGES } from "../../../../domain/challenges/index.ts";
import { vocabularyOf } from "../../../../domain/search/vocabulary.ts";
import { FACTS } from "../../../../test/catalogue.ts";
import { presentNames } from "../../../features/search/names.server.ts";
import { entryOf, playerPrefixes, type SuggestionEntry, suggest } from "./match.ts";
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

const entries: SuggestionEntry[] = [
  ...entriesOf(
    presentNames(
      vocabularyOf(maps, SPELLINGS, [...CHALLENGES.values()], FACTS),
      details as never,
      CHALLENGES.values(),
      { newestVersion: "54.0", versions: [] },
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

test("only the last words are completed, and the words before them stay", () => {
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

test("names are found by short forms, initials and symbols", () => {
  expect(labelsFor("gmn").Towers?.[0]).toBe("Grandmaster Ninja");
  expect(labelsFor("ttz").Towers?.[0]).toBe("The Tack Zone");
  expect(labelsFor("#ou").Maps?.[0]).toBe("#Ouch");
  expect(labelsFor("permaspike").Towers?.[0]).toBe("Perma-Spike");
});

test("names that begin with the text come before names that contain it", () => {
  expect(labelsFor("ice").Types?.[0]).toBe("Ice Monkey");
  expect(labelsFor("zero").Towers).toEqual(["Ground Zero", "Absolute Zero"]);
  expect(labelsFor("dark").Towers?.[0]).toMatch(/^Dark /);
});

test("a search key suggests only its own kind, quoting names that contain spaces", () => {
  expect(Object.keys(labelsFor("map:qu"))).toEqual(["Maps"]);
  expect(completedFor("map:quie", "Quiet Street")).toBe('map:"Quiet Street" ');
  expect(completedFor('abs zero on:"dark c', "Dark Castle")).toBe('abs zero on:"Dark Castle" ');
  expect(Object.keys(labelsFor("by:qu"))).toEqual(["Players"]);
  expect(labelsFor("date:qu")).toEqual({});
});

test("a challenge opens with the preceding words as its search, and pages are suggested by name", () => {
  const [group] = suggest("abs zero 2tc", entries);
  expect(group?.label).toBe("Challenges");
  expect(group?.suggestions.map(({ act }) => act)).toEqual([
    { kind: "go", path: "/2tc?query=abs+zero" },
    { kind: "go", path: "/2tcc?query=abs+zero" },
  ]);
  expect(labelsFor("balance").Pages).toEqual(["Balance Changes"]);
});

test("a map's page is suggested only when the map stands alone", () => {
  const pages = suggest("quad", entries).find(({ label }) => label === "Pages");
  expect(pages?.suggestions.map(({ act }) => act)).toEqual([{ kind: "go", path: "/maps?map=Quad" }]);
  expect(labelsFor("ninja quad").Pages).toBeUndefined();
});

test("an empty text suggests challenges and pages", () => {
  expect(Object.keys(labelsFor(""))).toEqual(["Challenges", "Pages"]);
});

test("at most 12 suggestions are made, and at most 6 per group", () => {
  for (const text of ["s", "m", "a", "ba", "super", "monkey"]) {
    const groups = suggest(text, entries);
    expect(groups.flatMap(({ suggestions }) => suggestions).length).toBeLessThanOrEqual(12);
    for (const { suggestions } of groups) expect(suggestions.length).toBeLessThanOrEqual(6);
  }
});

test("players are looked up by the trailing words, the longest phrase first", () => {
  expect(playerPrefixes("quad sample pl")).toEqual(["quad sample pl", "sample pl", "pl"]);
  expect(playerPrefixes("by:zo")).toEqual(["zo"]);
  expect(playerPrefixes("map:zo")).toEqual([]);
  expect(playerPrefixes("q")).toEqual([]);
});
