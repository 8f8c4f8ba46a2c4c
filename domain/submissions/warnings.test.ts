import { expect, test } from "vitest";
import { CHALLENGES } from "../challenges/index.ts";
import { say } from "../messages/index.ts";
import { isUpgrade, warningsIn } from "./warnings.ts";

test.each(["2-0-4", "204", "0-5-2", "000", "5-5-5", "10", "Level 20", "lvl 3", "Lv. 1", "0-2-2"])(
  "%s is an upgrade",
  (text) => expect(isUpgrade(text)).toBe(true),
);

test.each(["2-3-4", "3-3-0", "1-1-1", "6-0-0", "20-4", "2-0-4-0", "21", "Level 0", "top path", "5-5-4"])(
  "%s is not an upgrade",
  (text) => expect(isUpgrade(text)).toBe(false),
);

const saidOf = (challenge: string, texts: Record<string, string>, og = true): string[] => {
  const definition = CHALLENGES.get(challenge);
  return definition ? warningsIn(definition, texts, og).map(say) : [];
};

test("an unusual upgrade gives a warning where it counts, even within a set; an empty one does not", () => {
  const texts = { upgrade1: "top", upgrade2: "" };
  expect(saidOf("2tc", texts)).toEqual([
    `Tower 1 Upgrades: "top" is neither a path such as 2-0-4 nor a hero's level. It is stored as you write it.`,
  ]);
  expect(saidOf("2tc", texts, false)).toEqual([]);
  expect(saidOf("ltc", { upgradeset: '["2-0-4",null,"3-3-3"]' })).toHaveLength(1);
});

test("any spelling of a paragon gives a warning", () => {
  const said = saidOf("2mp", { entity: "apex_plasma_master" });
  expect(said).toEqual([
    "Tower: Apex Plasma Master is a paragon. Please make sure that this is what was placed.",
  ]);
  expect(saidOf("2mp", { entity: "Plasma Monkey Fan Club" })).toEqual([]);
});
