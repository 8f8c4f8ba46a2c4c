import { expect, test } from "vitest";
import { after, cleared } from "./url-state.ts";

const state = {
  query: "zero",
  tower: ["Absolute Zero", "Quincy"],
  map: "Quad",
  sortby: "date",
  offset: "20",
};

test("removing a filter keeps everything else and returns to the first page", () => {
  expect(after(state, { drop: [["tower", "Absolute Zero"]] })).toEqual({
    ...{ query: "zero", tower: ["Quincy"], map: "Quad", sortby: "date" },
  });
  expect(after(state, { drop: [["map", "Quad"]] })).not.toHaveProperty("map");
  // The filter is already gone, or has another value by now.
  expect(after(state, { drop: [["map", "Logs"]] })).toMatchObject({ map: ["Quad"] });
});

test("an added filter joins the others, or replaces the last one when all places are taken", () => {
  const add = (value: string, places: number) => after(state, { add: { filter: ["tower", value], places } });
  expect(add("Ezili", 20).tower).toEqual(["Absolute Zero", "Quincy", "Ezili"]);
  expect(add("Ezili", 2).tower).toEqual(["Absolute Zero", "Ezili"]);
  expect(add("Ezili", 1).tower).toEqual(["Ezili"]);
  expect(add("Quincy", 2).tower).toEqual(["Absolute Zero", "Quincy"]);
  expect(after(state, { add: { filter: ["map", "Logs"], places: 1 } }).map).toEqual(["Logs"]);
  expect(after({}, { add: { filter: ["map", "Logs"], places: 1 } })).toEqual({ map: ["Logs"] });
});

test("keeping a reading moves it from the text to the address in one step", () => {
  const kept = after(
    { query: "abs zero quad" },
    { query: "quad", add: { filter: ["tower", "Absolute Zero"], places: 2 } },
  );
  expect(kept).toEqual({ query: "quad", tower: ["Absolute Zero"] });
  const both = after(kept, { query: "", add: { filter: ["map", "Quad"], places: 1 } });
  expect(both).toEqual({ tower: ["Absolute Zero"], map: ["Quad"] });
});

test("clearing keeps the order and the page size", () => {
  expect(cleared({ ...state, count: "50" })).toEqual({ sortby: "date", count: "50" });
});
