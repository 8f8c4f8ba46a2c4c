import { expect, test } from "vitest";
import { MAPS } from "../game/maps.ts";
import { GALLERY_ORDERS, galleryChoices, galleryOf, readGallery } from "./gallery.ts";

const maps = MAPS.map(({ name, ...facts }) => ({ map: name, ...facts }));
const read = (query: string) => readGallery(new URLSearchParams(query));
const names = (query: string) => galleryOf(maps, read(query)).map(({ map }) => map);

test("invalid values and defaults in the URL are dropped", () => {
  expect(
    read("difficulty=hard&water=maybe&version=new&entrances=-1&length_min=x&sortby=colour&foo=1"),
  ).toEqual({});
  expect(read("sortby=difficulty&difficulty=&water=+1+")).toEqual({ water: "1" });
});

test("filters are combined", () => {
  const found = galleryOf(maps, read("difficulty=expert&water=1&entrances=4"));
  expect(found.map(({ map }) => map)).toContain("Quad");
  for (const map of found) expect(map).toMatchObject({ difficulty: "expert", hasWater: 1, numEntrances: 4 });
});

test("a text finds maps by name, word prefix, abbreviation and known spelling", () => {
  expect(names("q=quad")).toEqual(["Quad"]);
  expect(names("q=QD")).toEqual(["Quad"]);
  expect(names("q=dark+d")).toEqual(["Dark Dungeons"]);
  expect(names("q=adoras_temple")).toEqual(["Adora's Temple"]);
  expect(names("q=no such map")).toEqual([]);
  expect(names("q=sanctu")).toEqual(["Sanctuary"]);
  const spellings = new Map([["Four Circles", ["4 circs"]]]);
  const found = (query: string) => galleryOf(maps, read(query), spellings).map(({ map }) => map);
  expect(found("q=4circs")).toEqual(["Four Circles"]);
  expect(found("q=4circs&difficulty=expert")).toEqual([]);
});

test.each(["!!", "((((", "%", "\u0000", "💧", "-"])("searching for '%s' never fails", (q) => {
  expect(Array.isArray(names(new URLSearchParams({ q }).toString()))).toBe(true);
});

test("a text longer than any name is ignored", () => {
  expect(read(`q=${"a".repeat(81)}`)).toEqual({});
  expect(read("q=+Quad+")).toEqual({ q: "Quad" });
});

test("'not known' is a value of its own, not a No", () => {
  const unknown = names("los=unknown");
  const without = names("los=0");
  expect(unknown).toContain("Quad");
  expect(without).not.toContain("Quad");
  expect(unknown.length + without.length + names("los=1").length).toBe(89);
});

test("length bounds apply on both sides and exclude maps of unknown length", () => {
  const found = galleryOf(maps, read("length_min=20&length_max=25.5"));
  expect(found.length).toBeGreaterThan(5);
  for (const { length } of found) {
    expect(length).toBeGreaterThanOrEqual(20);
    expect(length).toBeLessThanOrEqual(25.5);
  }
  expect(names("length_min=0")).not.toContain("Tricky Tracks");
});

test.each(GALLERY_ORDERS)("the order '%s' keeps every map and puts those without a value last", (sortby) => {
  const sorted = galleryOf(maps, read(new URLSearchParams({ sortby }).toString()));
  expect(sorted).toHaveLength(89);
  if (!sortby.startsWith("length")) return;
  const lengths = sorted.map(({ length }) => length);
  const known = lengths.filter((length) => length !== null);
  const ascending = known.toSorted((one, other) => one - other);
  expect(lengths.slice(0, known.length)).toEqual(sortby === "length" ? ascending : ascending.toReversed());
});

test("versions are listed by number, newest first", () => {
  const { versions, entrances } = galleryChoices(maps);
  expect(versions.map(Number)).toEqual(versions.map(Number).toSorted((one, other) => other - one));
  expect(entrances.at(0)).toBe("1");
  expect(entrances.at(-1)).toBe("unknown");
});
