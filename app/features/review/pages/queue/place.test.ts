import { expect, test } from "vitest";
import { addressOf, placeAfter, placeIn } from "./place.ts";

const at = (filekey: string | null, after: string | null = null) => ({
  filters: { og: "1" },
  after,
  filekey,
});

test.each([
  ["the next one", at("a"), ["a", "b", "c"], false, at("b")],
  ["the first one from what is not on the page", at("z"), ["a", "b"], true, at("a")],
  ["the next page from the last of a page", at("b"), ["a", "b"], true, at(null, "b")],
  ["the beginning from the last of the last page", at("b", "x"), ["a", "b"], false, at(null)],
  ["the first one from the last of the only page", at("b"), ["a", "b"], false, at("a")],
  ["nothing from the only one", at("a"), ["a"], false, null],
  ["nothing where nothing waits", at(null), [], false, null],
])("after a completion comes %s", (_, place, filekeys, more, next) => {
  expect(placeAfter(place, filekeys, more)).toEqual(next);
});

test("an address says what its place is, and nothing else", () => {
  const place = { filters: { challenge: "2tc", og: "1" }, after: "a", filekey: "b" };
  expect(addressOf(place)).toBe("/admin/queue?challenge=2tc&og=1&after=a&filekey=b");
  const search = new URLSearchParams("og=1&x=2&filekey=b&challenge=2tc&map=&after=a");
  expect(placeIn(search)).toEqual(place);
});
