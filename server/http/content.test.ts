import { expect, test } from "vitest";
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

test("If-None-Match matches the tag in any encoding, and in a list of tags", () => {
  for (const known of ['"tag"', '"tag-br"', 'W/"tag-gzip"', '"other", "tag"', "*"])
    expect(isKnown(known, { tag: "tag" })).toBe(true);
  for (const unknown of [undefined, "", '"ta"', '"tags"', "tag"])
    expect(isKnown(unknown, { tag: "tag" })).toBe(false);
});
