import { expect, test } from "vitest";
import { FACTS } from "../../../test/catalogue.ts";
import { twoTowers } from "../../challenges/2tc.ts";
import { towerChoices } from "../tower/choices.ts";
import { refusalOf } from "../tower/kind.ts";
import { choiceCalled, offersFor } from "./find-choices.ts";

const { tower1 } = twoTowers.fields;
const { choices, refused } = towerChoices(tower1.label, FACTS, (tower) => refusalOf(tower1, tower));

const namesFor = (text: string): string[] =>
  offersFor(choices, refused, text).flatMap(({ offers }) => offers.map(({ choice }) => choice.name));

test("towers are grouped by type in shop order, heroes last", () => {
  const labels = offersFor(choices, refused, "").map(({ label }) => label);
  expect(labels.slice(0, 2)).toEqual(["Dart Monkey", "Boomerang Monkey"]);
  expect(labels.at(-1)).toBe("Heroes");
  expect(labels).toEqual([...new Set(labels)]);
});

test.each([
  ["absolute zero", "Absolute Zero"],
  ["abs zero", "Absolute Zero"],
  ["AZ", "Absolute Zero"],
  ["absolutez", "Absolute Zero"],
  ["permaspike", "Perma-Spike"],
  ["quincy", "Quincy"],
])("%s offers %s first", (text, name) => {
  const all = towerChoices("Tower", FACTS, () => null);
  const [first] = offersFor(all.choices, [], text).flatMap(({ offers }) => offers);
  expect(first?.choice.name).toBe(name);
});

test.each([
  ["quinyc", "Quincy"],
  ["absolut zrro", "Absolute Zero"],
  ["permaspkie", "Perma-Spike"],
])("%s, which is misspelt, offers %s", (text, name) => {
  const all = towerChoices("Tower", FACTS, () => null);
  const [first] = offersFor(all.choices, [], text).flatMap(({ offers }) => offers);
  expect(first?.choice.name).toBe(name);
});

test("a short text is not taken for a misspelling", () => {
  expect(namesFor("qux")).toEqual([]);
});

test("a tower type offers its upgrades", () => {
  expect(namesFor("ice monkey")).toContain("Absolute Zero");
  expect(namesFor("ice monkey")).not.toContain("Quincy");
});

test("a refused choice that matches the text comes first and says why", () => {
  const [first] = offersFor(choices, refused, "sauda").flatMap(({ offers }) => offers);
  expect(first?.choice.name).toBe("Sauda");
  expect(first?.why).toContain("Sauda");
  expect(offersFor(choices, refused, "Rhinoceros")).toEqual([]);
});

test("a text selects a choice only if it is a complete spelling of that choice", () => {
  expect(choiceCalled(choices, "absolute_zero")?.name).toBe("Absolute Zero");
  expect(choiceCalled(choices, "absolute")).toBeNull();
  expect(choiceCalled(choices, "ice monkey")).toBeNull();
  expect(choiceCalled(choices, "")).toBeNull();
});
