import { expect, test } from "vitest";
import { twoTowers } from "../../../../../domain/challenges/2tc.ts";
import { leastTowers } from "../../../../../domain/challenges/ltc.ts";
import { emptyTexts } from "../../../../../domain/submissions/form.ts";
import { typedFrom } from "../../../../ui/forms/draft.ts";
import { unchangedValues, valuesInWords, withoutValues, withValues } from "./from-code.ts";

const VALUES = { map: "Quad", tower1: "Absolute Zero", upgrade1: "2-5-0", tower2: "Quincy" };

test("what a code filled in is taken back, but for what was changed since", () => {
  const typed = typedFrom({ ...emptyTexts(twoTowers), person: "Zoe" });
  const filled = withValues(typed, "ZMYXWVU", VALUES);
  expect(filled.texts).toMatchObject({ ...VALUES, person: "Zoe" });
  expect(withoutValues(twoTowers, filled)).toEqual(typed);
  const changed = { ...filled, texts: { ...filled.texts, map: "Logs" } };
  expect(unchangedValues(changed)).not.toHaveProperty("map");
  expect(withoutValues(twoTowers, changed).texts).toEqual({ ...typed.texts, map: "Logs" });
});

test("it is said in the order of the sentence, upgrades beside their towers", () => {
  expect(valuesInWords(twoTowers, VALUES, {})).toBe("Quad, Absolute Zero 2-5-0, Quincy");
  expect(valuesInWords(twoTowers, { tower2: "Quincy" }, {})).toBe("Quincy");
  expect(valuesInWords(twoTowers, { upgrade1: "2-5-0" }, { tower1: "Absolute Zero" })).toBe(
    "Absolute Zero 2-5-0",
  );
  const set = { towerset: '["Absolute Zero","Quincy"]', upgradeset: '["2-5-0",null]' };
  expect(valuesInWords(leastTowers, { map: "Quad", ...set }, {})).toBe("Quad, Absolute Zero 2-5-0, Quincy");
  expect(valuesInWords(twoTowers, {}, {})).toBe("");
});
