import { expect, test } from "vitest";
import { FACTS } from "../../test/catalogue.ts";
import { CHALLENGES } from "../challenges/index.ts";
import { hardPrice } from "../game/facts.ts";
import { changedSince } from "./changed-since.ts";

const of = (key: string) => {
  const definition = CHALLENGES.get(key);
  if (!definition) throw new Error(key);
  return definition;
};
const pair = (tower1: string, tower2: string, version: string | null) =>
  changedSince(of("2tc"), { tower1, tower2, map: "Quad", version, og: true }, FACTS);

test("prices on a tower's own path count, those of other paths and earlier versions do not", () => {
  // 39.0: Snowstorm 3,000 to 3,800 and Absolute Zero 20,000 to 19,200, on medium.
  const before = pair("Absolute Zero", "Quincy", "38.3");
  expect(before?.changes).toEqual(
    expect.arrayContaining([
      { what: "Snowstorm", version: "39.0", before: hardPrice(3000), now: hardPrice(3800) },
      { what: "Absolute Zero", version: "39.0", before: hardPrice(20000), now: hardPrice(19200) },
    ]),
  );
  expect(before?.more).toBe(before?.changes.reduce((sum, each) => sum + each.now - each.before, 0));
  expect(pair("Absolute Zero", "Quincy", "39.0")?.changes.map(({ version }) => version)).not.toContain(
    "39.0",
  );
  // Icicle Impale is of the bottom path.
  expect(pair("Icicle Impale", "Quincy", "38.3")?.changes.map(({ what }) => what)).not.toContain("Snowstorm");
});

test.each([
  // 54.0: Ezili 600 to 550, and nothing else of hers changed before.
  ["changed", pair("Ezili", "Ezili", "53.0")],
  // 54.0: Abyss Dweller 1,600 to 1,800.
  ["harder", pair("Abyss Dweller", "Base Dart", "53.0")],
  ["unknown", pair("Absolute Zero", "Quincy", "32.1")],
  ["unknown", pair("Absolute Zero", "Somebody's own tower", "50.0")],
] as const)("what has changed is %s", (verdict, found) => {
  expect(found?.verdict).toBe(verdict);
});

test("of a version between two that were seen it is not said which price it had", () => {
  // Snowstorm cost 4,000 in 55.1 and 4,750 in 56.3.
  expect(pair("Snowstorm", "Quincy", "55.1")?.verdict).toBe("harder");
  expect(pair("Snowstorm", "Quincy", "56.0")?.verdict).toBe("between");
  expect(pair("Base Dart", "Quincy", "56.0")?.verdict).toBe("same");
});

test("nothing is said without a version, or of the newest one", () => {
  expect(pair("Absolute Zero", "Quincy", null)).toBeNull();
  expect(pair("Absolute Zero", "Quincy", "56.3")).toBeNull();
  expect(pair("Absolute Zero", "Quincy", "an old one")).toBeNull();
});

test("a challenge that records no towers cannot know", () => {
  expect(changedSince(of("lcc"), { map: "Quad", money: 5, version: "44" }, FACTS)).toMatchObject({
    ...{ verdict: "unknown", changes: [] },
  });
});
