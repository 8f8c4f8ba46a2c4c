import { expect, test } from "vitest";
import { MAPS } from "../../game/maps.ts";
import { TOWER_NAMES } from "../../game/names.ts";
import { isProfane } from "./profanity.ts";

const NAMES = [...TOWER_NAMES, ...MAPS].map(({ name }) => name);

test("no name of the game is refused, on its own or within a sentence", () => {
  expect(NAMES.filter((name) => isProfane(name) || isProfane(`I beat it with ${name}, twice.`))).toEqual([]);
  expect(isProfane("Domination Express, assassinate, class, Scunthorpe")).toBe(false);
});

test("a word of the list is found, in disguise too", () => {
  expect(isProfane("what the fuck")).toBe(true);
  expect(isProfane("what the fuuuck")).toBe(true);
  expect(isProfane("sh1t")).toBe(true);
});
