import { expect, test } from "vitest";
import { MAPS } from "../game/maps.ts";
import { inWords } from "./define.ts";
import { MAP_FIELDS } from "./fields.ts";

const { length, numEntrances, numExits, numObjects, removalCost, hasLOS } = MAP_FIELDS;

test("a map's length keeps the decimals of the game data", () => {
  const lengthOf = (name: string) => inWords(length, MAPS.find((map) => map.name === name)?.length ?? null);
  expect(["Logs", "Quad", "Sulfur Springs"].map(lengthOf)).toEqual(["53.1 RBS", "9.35 RBS", "32.177 RBS"]);
});

test("the 16 maps without measurements show every fact as not known, and no other map has an unknown length", () => {
  const unmeasured = MAPS.filter((map) => inWords(length, map.length) === "not known");
  expect(unmeasured).toHaveLength(16);
  for (const map of unmeasured) {
    const shown = [
      ...[inWords(numEntrances, map.numEntrances), inWords(numExits, map.numExits)],
      ...[
        inWords(numObjects, map.numObjects),
        inWords(removalCost, map.removalCost),
        inWords(hasLOS, map.hasLOS),
      ],
    ];
    expect(new Set(shown), map.name).toEqual(new Set(["not known"]));
  }
});
