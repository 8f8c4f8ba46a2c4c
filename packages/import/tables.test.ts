import { describe, expect, test } from "vitest";
import { fieldsOfKind } from "../../domain/challenges/fields.ts";
import { CHALLENGES } from "../../domain/challenges/index.ts";
import { allColumnNames, linkColumnNames } from "../../domain/lists/csv.ts";
import { tableWithColumns } from "./tables.ts";

// LCC and LCD record the same, so only its name says of which a file is.
const TOLD_APART = [...CHALLENGES.values()].filter(({ key }) => key !== "lcc" && key !== "lcd");

describe.each(TOLD_APART.map((definition) => [definition.key, definition] as const))(
  "a file with all columns of %s under any name",
  (key, definition) => {
    const [all, links] = [allColumnNames(definition), linkColumnNames(definition)];
    const codes = fieldsOfKind(definition, "code").map(([name]) => name);
    const without = (gone: readonly string[]) => all.filter((name) => !gone.includes(name));

    test.each([
      ["of today", [...all, ...links]],
      ["from before links to further proof", all],
      ["from before challenge codes", [...without(codes), ...links]],
      ["from before both", without(codes)],
      ["that was also told when its rows were submitted", [...all, "submitted"]],
    ])("%s is known", (_, columns) => {
      expect(tableWithColumns(columns.toReversed())?.name).toBe(key);
    });

    test("is not known with a column that nothing has, or without its map", () => {
      expect(tableWithColumns([...all, "colour"])).toBeNull();
      expect(tableWithColumns(without(["map"]))).toBeNull();
    });
  },
);

test("one of LCC is known by its name alone", () => {
  for (const definition of [...CHALLENGES.values()].filter((each) => !TOLD_APART.includes(each)))
    expect(tableWithColumns(allColumnNames(definition))).toBeNull();
});
