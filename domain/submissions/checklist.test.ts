import { describe, expect, test } from "vitest";
import { FACTS } from "../../test/catalogue.ts";
import { twoTowers } from "../challenges/2tc.ts";
import { CHALLENGES } from "../challenges/index.ts";
import { CODE_CHECKS } from "../checks/code.ts";
import { CHECKS } from "../checks/index.ts";
import { problem } from "../messages/index.ts";
import { checklistOf, reasonFor } from "./checklist.ts";
import { emptyTexts } from "./form.ts";

const idsOf = (key: string, texts: Record<string, string>): string[] => {
  const definition = CHALLENGES.get(key);
  if (!definition) throw new Error(key);
  return checklistOf(definition, { ...emptyTexts(definition), ...texts }, FACTS).map(({ id }) => id);
};
const isMet = (key: string, id: string, texts: Record<string, string>): boolean | null | undefined => {
  const definition = CHALLENGES.get(key);
  if (!definition) throw new Error(key);
  return checklistOf(definition, { ...emptyTexts(definition), ...texts }, FACTS).find(
    (each) => each.id === id,
  )?.isMet;
};

describe.each([...CHALLENGES.values()])("the rules of $label", ({ rules, fields }) => {
  const items = rules.flatMap((section) => section.items);

  test("say how each is checked, and in a sentence of its own what a player reads who broke it", () => {
    const sentences = items.flatMap(({ check }) => (check ? [check.fails] : []));
    expect(sentences.length).toBeGreaterThan(0);
    expect(sentences).toEqual([...new Set(sentences)]);
    for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z“][^\n*]{15,120}\.$/);
  });

  test("let facts tell only what fields hold", () => {
    const kinds = Object.values(fields).map(({ kind }) => kind as string);
    for (const { check, metBy = [] } of items)
      if (check?.by === "facts") {
        expect(metBy.length).toBeGreaterThan(0);
        expect(check.brokenBy).toBeDefined();
        for (const kind of metBy) expect(kinds).toContain(kind);
      }
  });
});

test("a rule for certain towers or maps is asked only of them", () => {
  const pair = { tower1: "Quincy", tower2: "Absolute Zero" };
  expect(idsOf("2tc", { ...pair, map: "Logs" })).not.toContain("hard-map-recording");
  expect(idsOf("2tc", { ...pair, map: "Quad" })).toContain("hard-map-recording");
  expect(idsOf("2tc", { ...pair, map: "Logs" })).not.toContain("adora-recording");
  expect(idsOf("2tc", { tower1: "Adora", tower2: "Absolute Zero", map: "Logs" })).toContain(
    "adora-recording",
  );
});

test("what the fields tell is answered beforehand, and nothing else", () => {
  expect(isMet("lcc", "most-cash", { money: "178909" })).toBe(true);
  expect(isMet("lcc", "most-cash", { money: "178910" })).toBe(false);
  expect(isMet("2tc", "no-lone-winners", { tower1: "Sauda", tower2: "Absolute Zero" })).toBe(false);
  expect(isMet("2tc", "no-lone-winners", { tower1: "Quincy", tower2: "Absolute Zero" })).toBe(true);
  expect(isMet("fttc", "no-heroes", { towerset: '["Quincy"]' })).toBe(false);
  // What is wrong there besides is no breach of this rule.
  expect(isMet("2tc", "no-lone-winners", { tower1: "Quincy", tower2: "Gwen" })).toBe(null);
  expect(isMet("fttc", "no-heroes", { towerset: '["Juggernaut"]' })).toBe(null);
  expect(isMet("lcc", "most-cash", { money: "much" })).toBe(null);
  expect(isMet("lcc", "cash-version-date", { money: "9000", version: "44.1" })).toBe(false);
  expect(isMet("2tc", "sliders-100", { tower1: "Quincy", tower2: "Absolute Zero" })).toBe(null);
});

test("a rule names checks that there are, and is marked by those that fail at its own proof", () => {
  const named = [...CHALLENGES.values()].flatMap(({ rules }) =>
    rules.flatMap(({ items }) => items.flatMap(({ check }) => check?.checkedBy ?? [])),
  );
  expect(new Set(named)).toEqual(
    new Set([
      ...["proof-roles", "full-recording", "missing-recording", "code-in-notes"],
      // The map is no rule, but what a completion says of itself.
      ...CODE_CHECKS.flatMap(({ id }) => (id === "code-map" ? [] : [id])),
    ]),
  );
  expect(CHECKS.map(({ id }) => id)).toEqual(expect.arrayContaining(named));
  const failing = (id: string, ...at: string[]) => [
    { check: { id }, outcome: [{ at, problem: problem("no-such-check") }] },
  ];
  const marked = (...of: Parameters<typeof failing>) =>
    checklistOf(twoTowers, { tower1: "Adora", map: "Logs" }, FACTS, failing(...of)).flatMap((rule) =>
      rule.failedBy.length > 0 ? [rule.id] : [],
    );
  expect(marked("proof-roles", "setup")).toEqual(["setup-screenshot"]);
  expect(marked("full-recording", "recording")).toEqual(["hard-rounds-recording", "adora-recording"]);
  expect(marked("missing-recording", "recording")).toEqual(["hard-rounds-recording", "adora-recording"]);
  expect(marked("code-in-notes", "challengeCode")).toEqual(["challenge-code"]);
  expect(marked("water", "tower1")).toEqual([]);
});

test("a rule is kept where its checks find nothing wrong, and open where one cannot tell", () => {
  const kept = (...outcomes: readonly (readonly [string, "fine" | "unknown"])[]) =>
    checklistOf(
      twoTowers,
      { tower1: "Adora", map: "Logs" },
      FACTS,
      outcomes.map(([id, outcome]) => ({ check: { id }, outcome: outcome === "fine" ? [] : outcome })),
    ).flatMap(({ id, by, isMet }) => (by === "look" && isMet ? [id] : []));
  expect(kept()).toEqual([]);
  expect(kept(["proof-roles", "fine"])).toEqual(["victory-screenshot", "setup-screenshot"]);
  expect(kept(["proof-roles", "unknown"])).toEqual([]);
  expect(kept(["code-in-notes", "fine"])).toEqual(["challenge-code"]);
  expect(kept(["full-recording", "unknown"], ["missing-recording", "fine"])).toEqual([]);
  expect(kept(["full-recording", "fine"], ["missing-recording", "fine"])).toEqual([
    "hard-rounds-recording",
    "adora-recording",
  ]);
});

test("the desk has at most nine lines of a few words for the rules of any completion", () => {
  for (const definition of CHALLENGES.values()) {
    const texts = { ...emptyTexts(definition), tower1: "Quincy", tower2: "Absolute Zero", map: "Quad" };
    const items = checklistOf(definition, texts, FACTS);
    const look = items.filter(({ by, isMet }) => by === "look" || (by === "facts" && isMet === null));
    expect(new Set(look.map(({ line }) => line)).size, definition.key).toBeLessThanOrEqual(9);
    for (const { line } of items) expect(line.length, line).toBeLessThanOrEqual(40);
  }
});

test("explanations are not asked, and a reason is the failed rules' sentences", () => {
  expect(idsOf("2tc", {})).not.toContain("pending-until-verified");
  const sliders = checklistOf(CHALLENGES.get("lcc") as never, {}, FACTS).filter(({ id }) =>
    ["sliders-100", "end-round-100"].includes(id),
  );
  expect(reasonFor(sliders)).toBe("The end round must be 100.\nAll sliders must be at 100%.");
});
