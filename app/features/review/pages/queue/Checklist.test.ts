import { expect, test } from "vitest";
import { CHALLENGES } from "../../../../../domain/challenges/index.ts";
import { checklistOf } from "../../../../../domain/submissions/checklist.ts";
import { failedItems, findingsBesides, nextMark, openItems, withoutExcepted } from "./Checklist.tsx";

const definition = CHALLENGES.get("lcc");
const items = definition ? checklistOf(definition, { money: "200000" }) : [];
const idsOf = (some: readonly { readonly id: string }[]) => some.map(({ id }) => id);

test("a rule is marked as kept, then as broken, then as not looked at", () => {
  const kept = nextMark({}, "proof");
  expect(kept).toEqual({ proof: true });
  const broken = nextMark(kept, "proof");
  expect(broken).toEqual({ proof: false });
  expect(nextMark(broken, "proof")).toEqual({});
});

test("what a look alone can tell is open until somebody looked; what the entry breaks has failed from the start", () => {
  expect(idsOf(openItems(items, {}))).toContain("sliders-100");
  expect(idsOf(openItems(items, { "sliders-100": true }))).not.toContain("sliders-100");
  expect(idsOf(openItems(items, {}))).not.toContain("most-cash");
  expect(idsOf(failedItems(items, {}))).toContain("most-cash");
  expect(idsOf(failedItems(items, { "most-cash": true, "sliders-100": false }))).toEqual(
    expect.arrayContaining(["sliders-100"]),
  );
  expect(idsOf(failedItems(items, { "most-cash": true }))).not.toContain("most-cash");
});

test("a check that fails marks its rule as broken, unless a helper marked it otherwise or excepts it", () => {
  const found = items.map((item) => (item.id === "sliders-100" ? { ...item, failedBy: ["rain"] } : item));
  const failed = (of: typeof items, marks = {}) => idsOf(failedItems(of, marks)).includes("sliders-100");
  expect(failed(found)).toBe(true);
  expect(failed(found, { "sliders-100": true })).toBe(false);
  expect(failed(withoutExcepted(found, ["snow"]))).toBe(true);
  expect(failed(withoutExcepted(found, ["rain"]))).toBe(false);
});

test.each([
  ["of no rule", { id: "rain" }, [], ["It rains."]],
  ["that refuses", { id: "rain", level: "refuse" as const }, [], ["It rains."]],
  ["that a rule is about, which says it in its own words", { id: "snow" }, [], []],
  ["of which only helpers read", { id: "rain", level: "note" as const }, [], []],
  ["that a helper excepts it from", { id: "rain" }, ["rain"], []],
])("what a player reads of a finding %s", (_, given, excepted, said) => {
  const found = { level: "warn" as const, at: ["date"], says: "It rains.", ...given };
  const ofRule = items.map((item, at) => ({ ...item, failedBy: at === 0 ? ["snow"] : [] }));
  expect(findingsBesides(ofRule, [found], excepted)).toEqual(said);
});
