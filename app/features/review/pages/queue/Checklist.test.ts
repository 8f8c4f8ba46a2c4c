import { expect, test } from "vitest";
import { CHALLENGES } from "../../../../../domain/challenges/index.ts";
import { checklistOf } from "../../../../../domain/submissions/checklist.ts";
import { FACTS } from "../../../../../test/catalogue.ts";
import {
  failedItems,
  findingsBesides,
  linesOf,
  nextMarks,
  openLines,
  withoutExcepted,
  withStanding,
} from "./Checklist.tsx";

const definition = CHALLENGES.get("lcc");
const items = definition ? checklistOf(definition, { money: "200000" }, FACTS) : [];
const idsOf = (some: readonly { readonly id: string }[]) => some.map(({ id }) => id);
const open = (marks = {}, of: typeof items = items) =>
  openLines(linesOf(of), marks).map(({ label }) => label);

test("rules are marked together as kept, then as broken, then as unchecked", () => {
  const both = ["hard-chimps", "end-round-100"];
  const kept = nextMarks({ proof: false }, both);
  expect(kept).toEqual({ proof: false, "hard-chimps": true, "end-round-100": true });
  const broken = nextMarks(kept, both);
  expect(broken).toEqual({ proof: false, "hard-chimps": false, "end-round-100": false });
  expect(nextMarks(broken, both)).toEqual({ proof: false });
  // One of them by itself first.
  expect(nextMarks({ "hard-chimps": false }, both)).toEqual({});
});

test("what a look alone can tell is open until somebody looked; what the entry breaks has failed from the start", () => {
  expect(open()).toContain("Sliders at 100%");
  expect(open({ "sliders-100": true })).not.toContain("Sliders at 100%");
  expect(open({ "hard-chimps": true })).toContain("Hard CHIMPS, rounds to 100");
  expect(open()).not.toContain("Cash within the limit");
  expect(idsOf(failedItems(items, {}))).toContain("most-cash");
  expect(idsOf(failedItems(items, { "most-cash": true, "sliders-100": false }))).toEqual(
    expect.arrayContaining(["sliders-100"]),
  );
  expect(idsOf(failedItems(items, { "most-cash": true }))).not.toContain("most-cash");
});

test("what the site knows is apart from what is to be looked at, and so is what nothing tells", () => {
  const pair = CHALLENGES.get("2tc");
  const rules = pair
    ? checklistOf(pair, { tower1: "Quincy", tower2: "Absolute Zero", map: "Logs" }, FACTS)
    : [];
  expect(idsOf(linesOf(rules).checked)).toEqual(["two-towers", "no-lone-winners"]);
  expect(idsOf(linesOf(rules).trusted)).toEqual(["no-hacks", "no-cheating", "not-banned"]);
  expect(idsOf(linesOf(withStanding(rules, false)).checked)).toContain("not-banned");
  const banned = linesOf(withStanding(rules, true));
  expect(banned.look.map(({ label }) => label)).toContain("Not banned");
  expect(idsOf(failedItems(withStanding(rules, true), {}))).toEqual(["not-banned"]);
});

test("a check that fails marks its rule as broken, unless a helper marked it otherwise or excepts it", () => {
  const found = items.map((item) => (item.id === "sliders-100" ? { ...item, failedBy: ["rain"] } : item));
  const failed = (of: typeof items, marks = {}) => idsOf(failedItems(of, marks)).includes("sliders-100");
  expect(failed(found)).toBe(true);
  expect(failed(found, { "sliders-100": true })).toBe(false);
  expect(failed(withoutExcepted(found, ["snow"]))).toBe(true);
  expect(failed(withoutExcepted(found, ["rain"]))).toBe(false);
  // Then somebody has to look.
  expect(open({}, withoutExcepted(found, ["rain"]))).toContain("Sliders at 100%");
});

test.each([
  ["of no rule", { id: "rain" }, [], ["It rains."]],
  ["that refuses", { id: "rain", level: "refuse" as const }, [], ["It rains."]],
  ["that a rule is about, which says it in its own words", { id: "snow" }, [], []],
  ["of which only helpers read", { id: "rain", level: "note" as const }, [], []],
  ["that a helper excepts it from", { id: "rain" }, ["rain"], []],
])("what a player reads of a finding %s", (_, given, excepted, said) => {
  const found = { level: "warn" as const, at: ["date"], says: "It rains.", isOfCode: false, ...given };
  const ofRule = items.map((item, at) => ({ ...item, failedBy: at === 0 ? ["snow"] : [] }));
  expect(findingsBesides(ofRule, [found], excepted)).toEqual(said);
});
