import { expect, test } from "vitest";
import { proposedMark, renamed, withPrice } from "./catalogue-rows.ts";

test("a name that changes stays the community's spelling, and finds what is called otherwise now", () => {
  const row = { name: "Cold Snap", spelling: null, former: [] };
  const once = renamed(row, "Metal Freeze");
  expect(once).toEqual({ name: "Metal Freeze", spelling: "Cold Snap", former: ["Cold Snap"] });
  expect(renamed(once, "Cold Snap")).toEqual({ name: "Cold Snap", spelling: null, former: ["Metal Freeze"] });
  expect(renamed({ ...row, spelling: "Coldsnap" }, "Snap")).toMatchObject({ spelling: "Coldsnap" });
  expect(renamed(row, "Cold Snap")).toBe(row);
});

test("a price that says nothing new is not added, and one of the same version is replaced", () => {
  const first = withPrice([], "040", 100, "56.0");
  expect(first).toEqual([{ tiers: "040", version: "56.0", cost: 100, upgrade: null, lastWithOld: null }]);
  expect(withPrice(first, "040", 100, "57.0")).toEqual(first);
  expect(withPrice(first, "040", 200, "56").map(({ cost }) => cost)).toEqual([200]);
  const named = first.map((price) => ({ ...price, upgrade: "Storm" }));
  expect(withPrice(named, "040", 200, "57.0")).toMatchObject([
    { cost: 100 },
    { cost: 200, upgrade: "Storm" },
  ]);
  expect(withPrice(first, null, 100, "56.0")).toHaveLength(2);
});

test("a proposed mark is of the name's letters as long as one of them is free, and always two letters", () => {
  expect(proposedMark("Skywarden", [])).toBe("Sk");
  expect(proposedMark("Skywarden", ["SK", "Sy"])).toBe("Sw");
  expect(proposedMark("Éa", [])).toBe("Ea");
  expect(proposedMark("字", ["aa"])).toBe("Ab");
  const all = Array.from(
    { length: 676 },
    (_, at) => `${(10 + Math.floor(at / 26)).toString(36)}${(10 + (at % 26)).toString(36)}`,
  );
  expect(proposedMark("Quincy", all.slice(1))).toBe("Aa");
  expect(proposedMark("Quincy", all)).toBe("");
});
