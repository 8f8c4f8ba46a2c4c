import { describe, expect, test } from "vitest";
import { twoTowers } from "./2tc.ts";
import { type ChallengeDefinition, DefinitionError, registerChallenges } from "./define.ts";
import { CHALLENGES } from "./index.ts";
import { leastCostChimps } from "./lcc.ts";
import { leastTowers } from "./ltc.ts";

test("the seven challenges are in the order of the navigation", () => {
  const seven = ["2tc", "fttc", "lcc", "ltc", "lcd", "2mp", "2tcc"];
  expect([...CHALLENGES.keys()].filter((key) => seven.includes(key))).toEqual(seven);
});

describe("a contradictory definition is refused at start-up, naming the challenge and the field", () => {
  const { person: _, ...withoutPerson } = twoTowers.fields;
  const byMoney = { by: "money", least: true, words: "Least cost" } as const;
  const rule = { id: "twice", text: "Once.", check: null };
  const broken: readonly (readonly [message: RegExp, definition: ChallengeDefinition])[] = [
    [/"2 tc": its key/, { ...twoTowers, key: "2 tc" }],
    [/"2tc", field "query": its name is already taken/, withField("query", { kind: "map", label: "Map" })],
    [/"2tc", field "Big": its name is not made/, withField("Big", { kind: "map", label: "Map" })],
    [
      /both single towers and a towerset/,
      withField("set", { kind: "towerset", label: "Set", takes: ["type"], set: true }),
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
    [/field "map": every challenge calls its map so/, renamed("map", "place")],
    [/field "version": its list has a Version box/, renamed("version", "update")],
    [
      /field "map": it is an OG extra, but has no attribute/,
      withField("map", { kind: "map", label: "M", ogExtra: true }),
    ],
    [/its record is by money, which/, { ...twoTowers, record: { ...byMoney, scopes: [["map"]] } }],
    [
      /its record is by completiontype, which/,
      { ...leastCostChimps, record: { ...byMoney, scopes: [["completiontype"]] } },
    ],
    [/it has a history of costs, but no record/, { ...twoTowers, costHistory: "On {map}" }],
    [/two of its rules have the id "twice"/, { ...twoTowers, rules: [{ title: "A", items: [rule, rule] }] }],
    [/its first view is not the list/, { ...twoTowers, views: ["table"] }],
  ];

  function renamed(from: string, to: string): ChallengeDefinition {
    const { [from]: field, ...others } = twoTowers.fields as ChallengeDefinition["fields"];
    return { ...twoTowers, fields: field ? { ...others, [to]: field } : others };
  }

  function withField(name: string, field: ChallengeDefinition["fields"][string]): ChallengeDefinition {
    return { ...twoTowers, fields: { ...twoTowers.fields, [name]: field } };
  }

  test.each(broken)("%s", (message, definition) => {
    expect(() => registerChallenges([definition])).toThrow(DefinitionError);
    expect(() => registerChallenges([definition])).toThrow(message);
  });

  test("a duplicate key", () => {
    expect(() => registerChallenges([twoTowers, twoTowers])).toThrow(/"2tc": its key is taken already/);
  });
});
