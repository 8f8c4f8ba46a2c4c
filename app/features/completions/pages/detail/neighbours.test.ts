import { expect, test } from "vitest";
import type { WireRow } from "../../../../../domain/lists/row.ts";
import { differenceOf, findNeighbours, type ListPart, type NamingField } from "./neighbours.ts";

const LIST: readonly WireRow[] = Array.from({ length: 230 }, (_, at) => ({ filekey: `f${at}` }));

function listed() {
  const asked: [number, number][] = [];
  const read = async (offset: number, count: number): Promise<ListPart> => {
    asked.push([offset, count]);
    return { offset, rows: LIST.slice(offset, offset + count), count: LIST.length };
  };
  return { asked, read };
}

test.each([
  [0, null, "f1"],
  [19, "f18", "f20"],
  [7, "f6", "f8"],
])("row %i of the first page finds its neighbours with one request", async (at, previous, next) => {
  const { asked, read } = listed();
  const found = await findNeighbours(`f${at}`, { offset: 0, size: 20, at: undefined }, read);
  expect(found).toMatchObject({ at, count: 230 });
  expect([found?.previous?.filekey ?? null, found?.next?.filekey ?? null]).toEqual([previous, next]);
  expect(asked).toEqual([[0, 21]]);
});

test("the first and last rows of a later page find neighbours on the adjacent pages", async () => {
  for (const at of [40, 59]) {
    const found = await findNeighbours(`f${at}`, { offset: 40, size: 20, at: undefined }, listed().read);
    expect(found?.previous?.filekey).toBe(`f${at - 1}`);
    expect(found?.next?.filekey).toBe(`f${at + 1}`);
  }
});

test("the last row of a 100-row page takes a second request, as a list returns no more rows at once", async () => {
  const { asked, read } = listed();
  const found = await findNeighbours("f99", { offset: 0, size: 100, at: undefined }, read);
  expect(found?.next?.filekey).toBe("f100");
  expect(asked).toEqual([
    [0, 100],
    [98, 3],
  ]);
});

test("a known position reads only three rows, and the last row has no next one", async () => {
  const { asked, read } = listed();
  const found = await findNeighbours("f229", { offset: 0, size: 20, at: 229 }, read);
  expect(found).toMatchObject({ at: 229, next: null });
  expect(found?.previous?.filekey).toBe("f228");
  expect(asked).toEqual([[228, 3]]);
});

test("a completion that is no longer in the list has no neighbours", async () => {
  expect(await findNeighbours("gone", { offset: 0, size: 20, at: 3 }, listed().read)).toBeNull();
});

const FIELDS: readonly NamingField[] = [
  { name: "tower1", kind: "tower" },
  { name: "tower2", kind: "tower" },
  { name: "map", kind: "map" },
  { name: "person", kind: "person" },
];
const ROW = { tower1: "Quincy", tower2: "Ezili", map: "Quad", person: "Ada" };

test.each([
  [{ map: "Logs" }, "Logs"],
  [{ tower2: "Adora" }, "Quincy + Adora"],
  [{ tower2: "Adora", map: "Logs" }, "Quincy + Adora, Logs"],
  [{ person: "Bob" }, "Bob"],
  [{}, "Another one"],
])("a neighbour that differs by %j is called %s", (differing, said) => {
  expect(differenceOf(FIELDS, ROW, { ...ROW, ...differing })).toBe(said);
});

test("tower sets and cash are shown in readable form", () => {
  const set: NamingField = { name: "towerset", kind: "towerset" };
  expect(differenceOf([set], { towerset: "[]" }, { towerset: '["Quincy","Ezili"]' })).toBe("Quincy + Ezili");
  const money: NamingField = { name: "money", kind: "money" };
  expect(differenceOf([money], { money: 1 }, { money: 12_345 })).toBe("$12,345");
});
