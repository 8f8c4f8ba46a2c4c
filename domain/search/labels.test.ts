import { describe, expect, test } from "vitest";
import { rowFields } from "../challenges/fields.ts";
import { CHALLENGES } from "../challenges/index.ts";
import { MAPS } from "../game/maps.ts";
import { NOTHING_KNOWN } from "./reading.ts";
import { understand } from "./understand.ts";
import { vocabularyOf } from "./vocabulary.ts";

const challenges = [...CHALLENGES.values()];
const vocabulary = vocabularyOf(
  MAPS.map(({ name, abbreviation, difficulty }, id) => ({
    ...{ id, name, isListed: true, difficulty, otherNames: [abbreviation] },
  })),
  [],
  challenges,
);
const known = { ...NOTHING_KNOWN, players: new Map([["ada", [{ name: "Ada", player: 1 }]]]) };

/** A value for each kind of field that people ask for, and the filter that it is. */
const VALUES: Readonly<Record<string, readonly [string, readonly [string, string]]>> = {
  tower: ["quincy", ["tower", "Quincy"]],
  towerset: ["quincy", ["tower", "Quincy"]],
  map: ["quad", ["map", "Quad"]],
  person: ["ada", ["person", "Ada"]],
  version: ["9", ["version", "9"]],
  date: ["5/2024", ["date", "2024-05"]],
  money: ["8500", ["money", "8500"]],
  completiontype: ["cheapest", ["completiontype", "cheapest"]],
  difficulty: ["expert", ["difficulty", "expert"]],
};

const labelled = challenges.flatMap((definition) =>
  rowFields(definition).flatMap(([, { kind, label, column }]) => {
    const value = VALUES[kind];
    return value
      ? [label, ...(column ? [column] : [])].map((each) => [definition.key, each, value] as const)
      : [];
  }),
);

describe("a label of the site before a value belongs to the value", () => {
  test.each(labelled)("%s: %s", (key, label, [text, filter]) => {
    const own = challenges.filter((each) => each.key === key);
    for (const scope of [own, challenges])
      for (const written of [label, label.toLowerCase(), `${label}:`]) {
        // A colon makes a key of one word, which has rules of its own.
        if (written.endsWith(":") && !label.includes(" ")) continue;
        const { parts } = understand(scope, `${written} ${text}`, vocabulary, known);
        expect(
          parts.map((part) => part.filter),
          written,
        ).toEqual([filter]);
      }
  });
});

describe("the name of a challenge asks for that challenge", () => {
  test.each(challenges.map((each) => [each.name, each] as const))("%s", (name, { key }) => {
    for (const text of [name, name.replace(/ CHIMPS/, ""), name.toLowerCase()]) {
      const { parts } = understand(challenges, `${text} quad`, vocabulary, known);
      expect(
        parts.map(({ filter }) => filter?.join("=")),
        text,
      ).toEqual([`challenge=${key}`, "map=Quad"]);
    }
  });
});
