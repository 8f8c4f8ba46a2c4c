import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { growth, LINEAR } from "../../test/work.ts";
import { chooseEncoding, isKnown } from "./content.ts";

test.each([
  ["br", "br"],
  ["gzip, deflate, br, zstd", "br"],
  ["gzip;q=0.5, br;q=0", "gzip"],
  ["br;q=0.0,gzip", "gzip"],
  ["brotli", null],
  ["identity", null],
  [undefined, null],
])("for Accept-Encoding %s the encoding is %s", (accepted, expected) => {
  expect(chooseEncoding(accepted)).toBe(expected);
});

describe("parsing Accept-Encoding takes at most linear time", () => {
  const pieces = [" ", "\t", ",", ";", "q", "=", "0", ".", "br", "gzip", "*"];
  const header = (unit: string) => (length: number) =>
    `br${unit.repeat(Math.ceil(length / unit.length))}x`.slice(0, length + 3);

  test.each([" ", ";", ",", " ;", " ,", ";q=", "q=0"])("for repeated %j", (unit) => {
    expect(growth(chooseEncoding, header(unit))).toBeLessThan(LINEAR);
  });

  test("for repeated combinations of these", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 4 }), (unit) => {
        expect(growth(chooseEncoding, header(unit.join("")))).toBeLessThan(LINEAR);
      }),
      { numRuns: 40 },
    );
  });

  test("the measurement detects a pattern whose adjacent repeats take more than linear time", () => {
    const pattern = /(?:^|[\s,])br\s*(?:;\s*q=([\d.]+))?\s*(?:,|$)/;
    expect(growth((text) => pattern.exec(text), header(" "), 1)).toBeGreaterThan(LINEAR);
  });
});

test("If-None-Match matches the tag in any encoding, and in a list of tags", () => {
  for (const known of ['"tag"', '"tag-br"', 'W/"tag-gzip"', '"other", "tag"', "*"])
    expect(isKnown(known, { tag: "tag" })).toBe(true);
  for (const unknown of [undefined, "", '"ta"', '"tags"', "tag"])
    expect(isKnown(unknown, { tag: "tag" })).toBe(false);
});
