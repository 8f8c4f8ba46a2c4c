import { expect, test } from "vitest";
import { FACTS } from "../../../test/catalogue.ts";
import { twoTowers } from "../../challenges/2tc.ts";
import { NOTHING_KNOWN } from "../../checks/check.ts";
import { failuresIn } from "../../checks/index.ts";
import { isUpgrade } from "../../checks/towers.ts";
import { choiceWritten, upgradeChoices } from "./paths.ts";

/** Every combination of three tiers that the game allows. */
const ALLOWED = Array.from({ length: 216 }, (_, at) =>
  [Math.floor(at / 36), Math.floor(at / 6) % 6, at % 6].join("-"),
).filter(isUpgrade);

const isDoubted = (tower1: string, upgrade1: string): boolean =>
  failuresIn(twoTowers, { tower1, upgrade1 }, true, FACTS, NOTHING_KNOWN).some(
    ({ id }) => id === "upgrade-name",
  );

test("a tower's own tier is offered with its crosspaths", () => {
  expect(upgradeChoices("Bloon Crush", FACTS)?.choices).toEqual([
    "5-0-0",
    "5-1-0",
    "5-2-0",
    "5-0-1",
    "5-0-2",
  ]);
  expect(upgradeChoices("absolute_zero", FACTS)?.choices).toEqual([
    "0-5-0",
    "1-5-0",
    "2-5-0",
    "0-5-1",
    "0-5-2",
  ]);
  expect(upgradeChoices("Apex Plasma Master", FACTS)?.choices).toEqual(["5-5-5"]);
});

test.each(FACTS.names.filter(({ tier }) => tier !== null))(
  "$name is offered every path that fits its name, and no other",
  ({ name, tier }) => {
    // A base tower whose type has no paragon is not told that 5-5-5 is one.
    const allowed = ALLOWED.filter((path) => (path === "5-5-5") === (tier === "555"));
    expect(upgradeChoices(name, FACTS)?.choices.toSorted()).toEqual(
      allowed.filter((path) => !isDoubted(name, path)).toSorted(),
    );
  },
);

test.each(FACTS.names.filter(({ kind }) => kind === "hero"))("$name has a level from 1 to 20", ({ name }) => {
  const offer = upgradeChoices(name, FACTS);
  expect(offer?.of).toBe("level");
  expect(offer?.choices).toHaveLength(20);
  expect(offer?.choices.filter((level) => !isUpgrade(level) || isDoubted(name, level))).toEqual([]);
});

test.each(["", "no tower", "Dart Monkey"])("%j has no tier to choose from", (name) =>
  expect(upgradeChoices(name, FACTS)).toBeNull(),
);

test.each([
  ["Bloon Crush", "5-2-0", "5-2-0"],
  ["Bloon Crush", " 502 ", "5-0-2"],
  ["Bloon Crush", "0-5-2", ""],
  ["Bloon Crush", "5-2-0 or so", ""],
  ["Bloon Crush", "", ""],
  ["Quincy", "lvl 7", "Level 7"],
  ["Quincy", "20", "Level 20"],
  ["Quincy", "21", ""],
  ["Quincy", "5-2-0", ""],
  ["Quincy", "", ""],
])("of %s, %j is the choice %j", (tower, text, choice) => {
  const offer = upgradeChoices(tower, FACTS);
  expect(offer && choiceWritten(offer, text)).toBe(choice);
});
