import { describe, expect, test } from "vitest";
import type { ChallengeDefinition } from "../challenges/define.ts";
import { CHALLENGES } from "../challenges/index.ts";
import { combinationOf } from "./row.ts";

const of = (key: string): ChallengeDefinition => CHALLENGES.get(key) as ChallengeDefinition;

describe("the tower combination of a completion", () => {
  test("is a pair, in either order", () => {
    const pair = combinationOf(of("2tc"), { tower1: "Quincy", tower2: "Absolute Zero", map: "Quad" });
    expect(pair?.words).toBe("This pair");
    expect(pair?.parameters).toEqual({ tower: ["Quincy", "Absolute Zero"] });
    expect(pair?.isSame({ tower1: "Absolute Zero", tower2: "Quincy", map: "Logs" })).toBe(true);
    expect(pair?.isSame({ tower1: "Absolute Zero", tower2: "Ezili", map: "Logs" })).toBe(false);
  });

  test("is a single tower", () => {
    expect(combinationOf(of("2mp"), { entity: "Quincy", map: "Quad" })).toMatchObject({
      words: "This tower",
      parameters: { tower: ["Quincy"] },
    });
  });

  test("is a set, without additional or repeated towers", () => {
    const set = combinationOf(of("ltc"), { towerset: '["Ice Monkey","Quincy"]', map: "Quad" });
    expect(set?.words).toBe("These towers");
    expect(set?.parameters).toEqual({ tower: ["Ice Monkey", "Quincy"], towercount: "2" });
    expect(set?.isSame({ towerset: '["Quincy","Ice Monkey"]' })).toBe(true);
    expect(set?.isSame({ towerset: '["Quincy","Ice Monkey","Ice Monkey"]' })).toBe(false);
  });

  test.each(["lcc", "lcd"])("does not exist in %s, which records no towers", (key) => {
    expect(combinationOf(of(key), { map: "Quad", money: 1000 })).toBeNull();
  });
});
