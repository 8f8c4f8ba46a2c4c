import { describe, expect, test } from "vitest";
import { FACTS } from "../../test/catalogue.ts";
import type { Field } from "../fields/index.ts";
import { refusalOf } from "../fields/tower/kind.ts";
import { MAPS } from "../game/maps.ts";
import { twoTowers } from "./2tc.ts";
import { CHALLENGES } from "./index.ts";
import { shownRules } from "./rules.ts";

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
  const refused: string[] = [];
  for (const definition of CHALLENGES.values()) {
    const said = JSON.stringify(shownRules(definition, FACTS));
    for (const field of Object.values<Field>(definition.fields)) {
      if (field.kind === "tower")
        for (const tower of FACTS.names)
          if (refusalOf(field, tower)?.[0] === "tower-wins-alone") {
            refused.push(tower.name);
            expect(said).toContain(tower.name);
          }
      // The starting cash has no rule of its own.
      if (field.kind === "money" && !field.ogExtra) expect(said).toContain(`**${field.max}** cash`);
    }
  }
  expect(refused).toEqual(["Sauda", "Geraldo", "Sauda", "Geraldo"]);
});
