import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { NotFound } from "../../server/errors.ts";
import { en } from "./en.ts";
import { type Code, type Problem, say } from "./index.ts";

const codes = Object.keys(en) as Code[];

/** Stands in for values of every type: it can be read as a text, a list or the subject of a sentence. */
const ANYTHING = new Proxy({}, { get: () => ["x"] });

/** SPEC gives these without a full stop. */
const AS_IN_SPEC = new Set<Code>([
  "need-to-specify",
  "no-such-completion",
  "completion-exists",
  "proof-of-another",
]);

test("every code is used somewhere", () => {
  const parts = "{domain,server,app,site,platform}/**/*.{ts,tsx}";
  const sources = globSync(parts, { exclude: ["**/*.test.ts"] }).map((file) => readFileSync(file, "utf8"));
  const isThrown = (code: Code): boolean => sources.some((source) => source.includes(`"${code}"`));
  expect(codes.filter((code) => !isThrown(code))).toEqual([]);
});

test("every sentence ends with a full stop or a question mark", () => {
  const ends = (code: Code): boolean => say({ code, values: ANYTHING } as Problem).match(/[.?]$/) !== null;
  const own = codes.filter((code) => !AS_IN_SPEC.has(code));
  expect(own.filter((code) => !ends(code))).toEqual([]);
});

test("an unknown code or a missing value does not compile", () => {
  // @ts-expect-error
  new NotFound("no-such-mop", { map: "Quad" });
  // @ts-expect-error
  new NotFound("no-such-map");
  // @ts-expect-error
  new NotFound("no-such-map", { mop: "Quad" });
  expect(new NotFound("no-such-map", { map: "Quad" }).message).toBe('no-such-map {"map":"Quad"}');
});
