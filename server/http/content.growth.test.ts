import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { growth, LINEAR } from "../../test/work.ts";
import { chooseEncoding } from "./content.ts";

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
