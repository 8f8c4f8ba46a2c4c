import { expect, test } from "vitest";
import { MAPS } from "../../../domain/game/maps.ts";
import { FACTS } from "../../../test/catalogue.ts";
import { isProfane } from "./submission-form.server.ts";

const NAMES = [...FACTS.names, ...MAPS].map(({ name }) => name);

test("no name in the game counts as profane, alone or within a sentence", () => {
  expect(NAMES.filter((name) => isProfane(name) || isProfane(`I beat it with ${name}, twice.`))).toEqual([]);
  expect(isProfane("Domination Express, assassinate, class, Scunthorpe")).toBe(false);
});

test("a profane word is found, even if disguised", () => {
  expect(isProfane("what the fuck")).toBe(true);
  expect(isProfane("what the fuuuck")).toBe(true);
  expect(isProfane("sh1t")).toBe(true);
  expect(isProfane("Code ZFTCK6B, fuck")).toBe(true);
});

test.each(["n16", "as5", "fk", "ZFTCK6B", "Code: ZN6648N, ZPYFCKT", "round 63-n16"])(
  "short forms and challenge codes are not taken for words: %s",
  (notes) => expect(isProfane(notes)).toBe(false),
);
