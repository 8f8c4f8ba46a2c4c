import { expect, test } from "vitest";
import { CHALLENGES } from "../challenges/index.ts";
import { canonicalUrl, knownParameters } from "./canonical-url.ts";

const known = knownParameters(CHALLENGES.values());

test("no path listens to a parameter twice: what is asked once stays once", () => {
  for (const [path, names] of known) expect(new Set(names).size, path).toBe(names.length);
  expect(canonicalUrl("/fetch-lcd-notes?filekey=x", known)).toBe("/fetch-lcd-notes?filekey=x");
});

test("addresses that answer the same are one", () => {
  expect(canonicalUrl("/fetch-2tc?offset=&utm_source=chat&map=Quad&query=a+b", known)).toBe(
    canonicalUrl("/fetch-2tc?query=a%20b&map=Quad", known),
  );
  expect(canonicalUrl("/2tc?x=1", known)).toBe("/2tc");
});

test("a parameter given twice stays twice, so that the answer can say so", () => {
  expect(canonicalUrl("/fetch-2tc?map=a&map=b", known)).toBe("/fetch-2tc?map=a&map=b");
});
