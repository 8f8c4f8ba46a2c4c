import { describe, expect, test } from "vitest";
import { FACTS } from "../../test/catalogue.ts";
import { HEROES } from "./heroes.ts";
import { MARK_LETTERS } from "./mark-letters.ts";
import { towerMarkOf } from "./marks.ts";
import { TOWER_TYPES } from "./towers.ts";

const markOf = (name: string) => {
  const tower = FACTS.find(name);
  if (!tower) throw new Error(`"${name}" is no tower's name`);
  return towerMarkOf(tower);
};

describe("mark letters", () => {
  test("exist for every tower type and hero, and for nothing else", () => {
    const named = [...TOWER_TYPES, ...HEROES].map(({ name }) => name);
    expect(Object.keys(MARK_LETTERS).sort()).toEqual(named.sort());
  });

  test("are two per name, and unique", () => {
    const letters = Object.values(MARK_LETTERS);
    for (const two of letters) expect(two).toMatch(/^[A-Z][a-z]$/);
    expect(new Set(letters.map((two) => two.toLowerCase())).size).toBe(letters.length);
  });

  test("are those of the catalogue", () => {
    const all = [...FACTS.towers, ...FACTS.heroes];
    expect(Object.fromEntries(all.map(({ name, mark }) => [name, mark]))).toEqual(MARK_LETTERS);
    for (const { name, type, letters } of FACTS.names) expect(letters, name).toBe(MARK_LETTERS[type ?? name]);
  });
});

test("an upgrade's mark shows its type and its own path", () => {
  expect(markOf("Absolute Zero")).toEqual({ category: "primary", letters: "Ic", tiers: "0-5-0" });
  expect(markOf("Cryo Cannon").tiers).toBe("0-0-3");
  expect(markOf("Base Ice").tiers).toBe("0-0-0");
});

test("a paragon's mark shows all three paths in full", () => {
  expect(markOf("Herald of Everfrost").tiers).toBe("5-5-5");
});

test("a tower type and a hero have no path to show", () => {
  expect(markOf("Ice Monkey")).toEqual({ category: "primary", letters: "Ic", tiers: null });
  expect(markOf("Gwendolin")).toEqual({ category: "hero", letters: "Gw", tiers: null });
});
