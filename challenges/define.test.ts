import { describe, expect, test } from "vitest";
import { twoTowers } from "./2tc.ts";
import { type ChallengeDefinition, DefinitionError, registerChallenges } from "./define.ts";
import { CHALLENGES } from "./index.ts";
import { leastTowers } from "./ltc.ts";

test("the seven challenges stand in the order of the navigation", () => {
  expect([...CHALLENGES.keys()]).toEqual(["2tc", "fttc", "lcc", "ltc", "lcd", "2mp", "2tcc"]);
});

describe("a definition that contradicts itself is refused at start-up, by challenge and field", () => {
  const { person: _, ...withoutPerson } = twoTowers.fields;
  const broken: readonly (readonly [message: RegExp, definition: ChallengeDefinition])[] = [
    [/"2 tc": its key/, { ...twoTowers, key: "2 tc" }],
    [/"2tc", field "query": its name is already taken/, withField("query", { kind: "map", label: "Map" })],
    [/"2tc", field "Big": its name is not made/, withField("Big", { kind: "map", label: "Map" })],
    [
      /both single towers and a towerset/,
      withField("set", { kind: "towerset", label: "Set", heroes: true, set: true }),
    ],
    [
      /its tower fields do not stand in the places/,
      withField("tower9", { kind: "tower", label: "T", position: 0 }),
    ],
    [/every challenge has a map and a player/, { ...twoTowers, fields: withoutPerson }],
    [
      /field "version": it is an OG extra, but the challenge has no OG/,
      {
        ...leastTowers,
        fields: { ...leastTowers.fields, version: { kind: "version", label: "Update", ogExtra: true } },
      },
    ],
    [/its identity counts completiontype/, { ...twoTowers, identity: ["completiontype"] }],
    [/its OG has no identity/, { ...twoTowers, og: [] }],
    [/field "entity": it is a key, but there is no such field/, { ...twoTowers, keys: ["entity"] }],
    [
      /field "map": it is an optional key, but no key/,
      { ...twoTowers, keys: ["tower1"], optionalKeys: ["map"] },
    ],
    [/field "money": it is a column/, { ...twoTowers, columns: ["money"] }],
    [/field "money": the heading names it/, { ...twoTowers, heading: "{money}" }],
    [/it is ordered by money/, { ...twoTowers, order: [{ column: "money", descending: false }] }],
    [/its first view is not the list/, { ...twoTowers, views: ["table"] }],
  ];

  function withField(name: string, field: ChallengeDefinition["fields"][string]): ChallengeDefinition {
    return { ...twoTowers, fields: { ...twoTowers.fields, [name]: field } };
  }

  test.each(broken)("%s", (message, definition) => {
    expect(() => registerChallenges([definition])).toThrow(DefinitionError);
    expect(() => registerChallenges([definition])).toThrow(message);
  });

  test("a key that stands twice", () => {
    expect(() => registerChallenges([twoTowers, twoTowers])).toThrow(/"2tc": its key is taken already/);
  });
});
