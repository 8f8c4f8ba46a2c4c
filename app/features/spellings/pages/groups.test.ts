import { expect, test } from "vitest";
import type { ListedSpelling } from "../../../../domain/contract/reference.ts";
import { FACTS } from "../../../../test/catalogue.ts";
import { groupsOf } from "./groups.ts";

const [TOWER, MAP] = ["tower", "map"] as const;
const SPELLINGS: readonly ListedSpelling[] = [
  { id: 1, kind: MAP, name: "Dark Dungeons", spelling: "dung" },
  { id: 2, kind: TOWER, name: "Grandmaster Ninja", spelling: "gmn" },
  { id: 3, kind: TOWER, name: "Ninja Monkey", spelling: "nin" },
  { id: 4, kind: TOWER, name: "Quincy", spelling: "quin" },
  { id: 5, kind: TOWER, name: "Dart Monkey", spelling: "darts" },
  { id: 6, kind: MAP, name: "#Ouch", spelling: "hashtag ouch" },
  { id: 7, kind: TOWER, name: "Grandmaster Ninja", spelling: "GM" },
  { id: 8, kind: TOWER, name: "A Tower of Tomorrow", spelling: "tomorrow" },
];

const shown = (query: string) =>
  groupsOf(SPELLINGS, query, FACTS.names).map(({ title, meanings }) => [
    title,
    ...meanings.map(
      ({ name, spellings }) => `${name}: ${spellings.map(({ spelling }) => spelling).join(", ")}`,
    ),
  ]);

test("spellings are grouped by tower type in shop order, then heroes, other towers and maps", () => {
  expect(shown("")).toEqual([
    ["Dart Monkey", "Dart Monkey: darts"],
    ["Ninja Monkey", "Ninja Monkey: nin", "Grandmaster Ninja: GM, gmn"],
    ["Heroes", "Quincy: quin"],
    ["Other towers", "A Tower of Tomorrow: tomorrow"],
    ["Maps", "#Ouch: hashtag ouch", "Dark Dungeons: dung"],
  ]);
});

test.each([
  ["gmn", [["Ninja Monkey", "Grandmaster Ninja: gmn"]]],
  ["NINJA  grand", [["Ninja Monkey", "Grandmaster Ninja: GM, gmn"]]],
  ["grand-master", [["Ninja Monkey", "Grandmaster Ninja: GM, gmn"]]],
  ["jamonk", []],
  ["jamonkey", []],
  ["ninjamonk", [["Ninja Monkey", "Ninja Monkey: nin"]]],
  ["hash", [["Maps", "#Ouch: hashtag ouch"]]],
  ["nothing", []],
])("the filter %s keeps only matching names and spellings", (query, expected) => {
  expect(shown(query)).toEqual(expected);
});
