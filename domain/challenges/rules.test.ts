import { describe, expect, test } from "vitest";
import { MAPS } from "../game/maps.ts";
import { twoTowers } from "./2tc.ts";
import { CHALLENGES } from "./index.ts";

describe.each([...CHALLENGES.values()])("the rules of $label", ({ rules, summary, description }) => {
  const items = rules.flatMap((section) => section.items);
  const texts = items.flatMap(({ text, items: points = [] }) => [text, ...points]);

  test("have titled sections, none of them empty or repeated", () => {
    const titles = rules.map(({ title }) => title);
    expect(titles).toEqual([...new Set(titles)]);
    for (const section of rules) {
      expect(section.title.trim()).not.toBe("");
      expect(section.items.length).toBeGreaterThan(0);
    }
    for (const { items: points } of items) expect(points?.length).not.toBe(0);
  });

  test("contain no empty or repeated text", () => {
    const lower = texts.map((text) => text.toLowerCase().trim());
    expect(lower).toEqual([...new Set(lower)]);
    expect(lower).not.toContain("");
  });

  test("use ** in pairs for emphasis and no other Markdown", () => {
    for (const text of texts) {
      expect(text).not.toMatch(/\n|^\s*(?:#{1,6}\s|[-+*>]\s|\d+[.)]\s|\|)/);
      expect(text.split("**").length % 2).toBe(1);
    }
  });

  test("are introduced by a one-line summary and a description of two or three sentences", () => {
    expect(summary).toMatch(/^[^\n.]+$/);
    expect(description.match(/[.](?= |$)/g)?.length).toBeOneOf([2, 3]);
  });
});

test("the ten hard maps of 2TC exist in the game", () => {
  const items = twoTowers.rules.flatMap((section) => section.items);
  const hard = items.find(({ id }) => id === "hard-map-recording");
  expect(hard?.items).toHaveLength(10);
  expect(MAPS.map(({ name }) => name)).toEqual(expect.arrayContaining([...(hard?.items ?? [])]));
});

test("the rules state whatever a field refuses", () => {
  const said = (key: string) => JSON.stringify(CHALLENGES.get(key)?.rules);
  for (const { key, fields } of CHALLENGES.values())
    for (const field of Object.values(fields)) {
      if (field.kind === "tower")
        for (const tower of field.winsAlone ?? []) expect(said(key)).toContain(tower);
      // The starting cash has no rule of its own.
      if (field.kind === "money" && !field.ogExtra) expect(said(key)).toContain(`**${field.max}** cash`);
    }
});
