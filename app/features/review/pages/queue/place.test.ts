import { expect, test } from "vitest";
import { addressOf, placeIn } from "./use-desk.ts";

test("an address says what its place is, and nothing else", () => {
  const place = { filters: { challenge: "2tc", og: "1" }, after: "a", filekey: "b" };
  expect(addressOf(place)).toBe("/admin/queue?challenge=2tc&og=1&after=a&filekey=b");
  const search = new URLSearchParams("og=1&x=2&filekey=b&challenge=2tc&map=&after=a");
  expect(placeIn(search)).toEqual(place);
});
