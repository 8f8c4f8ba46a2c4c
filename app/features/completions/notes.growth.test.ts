import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { growth, LINEAR } from "../../../test/work.ts";
import { renderNotes } from "./notes.server.ts";

describe("rendering takes at most linear time", () => {
  const pieces = [
    "- ",
    "1. ",
    "> ",
    ">- ",
    "* - ",
    "![",
    "[",
    "](",
    "](/x)",
    "[a](",
    "[a]: b\n",
    "`",
    "``",
    "**",
    "_a",
    "~~",
  ].concat([
    "<",
    "&",
    "\\",
    "|",
    "a|b\n-|-\n",
    "\n",
    "    ",
    "\t",
    "http://a.b(",
    "www.a.",
    "a@b.",
    "(",
    '"',
    "# ",
    "[^a]",
  ]);
  const repeated = (unit: string) => (length: number) =>
    unit.repeat(Math.ceil(length / unit.length)).slice(0, length);

  test.each(pieces)("for repeated %j", (piece) => {
    expect(growth(renderNotes, repeated(piece))).toBeLessThan(LINEAR);
  });

  test("for nesting: many openings, then as many closings", () => {
    for (const [open, close] of [
      ["![", "](/x)"],
      ["[", "](/x)"],
      ["[", "]"],
      ["**", "**"],
      ["<http://", ">"],
    ] as const)
      expect(
        growth(renderNotes, (length) => {
          const depth = Math.floor(length / (open.length + close.length));
          return open.repeat(depth) + close.repeat(depth);
        }),
        open,
      ).toBeLessThan(LINEAR);
  });

  test("for repeated combinations of these", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces, "a", " "), { minLength: 1, maxLength: 5 }), (unit) => {
        expect(growth(renderNotes, repeated(unit.join("")))).toBeLessThan(LINEAR);
      }),
      { numRuns: 25 },
    );
  });
});
