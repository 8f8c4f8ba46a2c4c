import { expect, test } from "vitest";
import { fieldsOfKind } from "../../../../../domain/challenges/fields.ts";
import { CHALLENGES } from "../../../../../domain/challenges/index.ts";
import { linkName, proofSlots } from "../../../../../domain/media/proof-slots.ts";
import { emptyTexts, type FormTexts } from "../../../../../domain/submissions/form.ts";
import { FACTS } from "../../../../../test/catalogue.ts";
import { typedFrom } from "../../../../ui/forms/draft.ts";
import { NO_FILES } from "../../../../ui/forms/draft-files.ts";
import { rulesMet } from "./rules-met.ts";

const all = [...CHALLENGES.values()];

function met(definition: (typeof all)[number], texts: FormTexts, wrong: readonly string[] = []) {
  const typed = { ...typedFrom({ ...emptyTexts(definition), ...texts }), mode: "link" } as const;
  return Object.fromEntries(
    rulesMet({ ...NO_FILES, definition, edited: null, typed }, (name) => wrong.includes(name), FACTS),
  );
}

const FILLED = {
  ...{ tower1: "Absolute Zero", tower2: "Quincy", towerset: '["Dart Monkey"]', money: "650" },
  ...{ version: "54.0", date: "2026-06-18", challenge_code: "ZMYXWVU" },
};

const linksOf = (definition: (typeof all)[number]): FormTexts =>
  Object.fromEntries(
    proofSlots(definition).map(({ role }) => [linkName(definition, role), "https://example.org"]),
  );

test.each(all)(
  "$label: every rule named is one of its own, and can be met by fields that it has",
  (definition) => {
    const items = definition.rules.flatMap((section) => section.items);
    const ids = items.map(({ id }) => id);
    expect(Object.keys(met(definition, {})).filter((id) => !ids.includes(id))).toEqual([]);
    for (const kind of items.flatMap(({ metBy }) => metBy ?? []))
      expect(fieldsOfKind(definition, kind).length).toBeGreaterThan(0);
  },
);

test.each(all)("$label: an empty form shows no rule to be met, and one with everything all", (definition) => {
  expect(Object.values(met(definition, {}))).not.toContain(true);
  expect(Object.values(met(definition, { ...FILLED, ...linksOf(definition) }))).not.toContain(false);
});

test("what has a problem meets nothing", () => {
  const definition = CHALLENGES.get("2tc");
  if (!definition) throw new Error("2tc");
  const texts = { ...FILLED, ...linksOf(definition) };
  expect(met(definition, texts, ["tower2"])).toMatchObject({
    "two-towers": false,
    "victory-screenshot": true,
  });
  expect(met(definition, texts, ["link"])).toMatchObject({
    "two-towers": true,
    "victory-screenshot": false,
    proof: false,
  });
  expect(met(definition, texts, ["link-setup"])).toMatchObject({ "setup-screenshot": false });
});

test("a rule that asks something of other maps and towers alone has no sign", () => {
  const definition = CHALLENGES.get("2tc");
  if (!definition) throw new Error("2tc");
  expect(met(definition, { tower1: "Adora", map: "Quad" })).toMatchObject({
    "adora-recording": false,
    "hard-map-recording": false,
  });
  expect(met(definition, { tower1: "Quincy", map: "Logs" })).not.toHaveProperty("adora-recording");
  expect(met(definition, { tower1: "Quincy", map: "Logs" })).not.toHaveProperty("hard-map-recording");
});
