import { expect, test } from "vitest";
import { CHALLENGES } from "../../../../../domain/challenges/index.ts";
import { textsOfAddress } from "../../../../../domain/submissions/form.ts";
import { type DraftValues, typedFrom } from "../../../../ui/forms/draft.ts";
import { suggestionOf, today, withSuggested } from "./suggested.ts";

const all = [...CHALLENGES.values()];
const VALUES = { person: "Ada", version: "54.0", date: "2026-06-18" };

const empty = (definition: (typeof all)[number], given = {}): DraftValues =>
  typedFrom(textsOfAddress(definition, new URLSearchParams(given)));

test.each(all)("$label: an empty form gets the first player, the version and the day", (definition) => {
  const { texts, suggested } = withSuggested(definition, empty(definition), VALUES);
  const filled = Object.fromEntries(
    Object.entries(texts).filter(([, text]) => Object.values(VALUES).includes(text)),
  );
  const player = "person1" in definition.fields ? "person1" : "person";
  expect(filled).toEqual({ [player]: "Ada", version: "54.0", date: "2026-06-18" });
  expect(suggested).toEqual(filled);
});

test.each(all)("$label: what is there already stays, and so does what was emptied", (definition) => {
  const names = Object.keys(withSuggested(definition, empty(definition), VALUES).suggested);
  for (const name of names) {
    const before = empty(definition);
    const written = { ...before, texts: { ...before.texts, [name]: "of my own" } };
    expect(withSuggested(definition, written, VALUES).texts[name]).toBe("of my own");
    const filled = withSuggested(definition, before, VALUES);
    const emptied = { ...filled, texts: { ...filled.texts, [name]: "" } };
    expect(withSuggested(definition, emptied, VALUES).texts[name]).toBe("");
  }
});

test("a field says so as long as it has the suggested value", () => {
  const definition = CHALLENGES.get("lcc");
  if (!definition) throw new Error("lcc");
  const field = { kind: "version", label: "Update" } as const;
  const filled = withSuggested(definition, empty(definition), VALUES);
  expect(suggestionOf(filled, "version", field)).toBe("Filled in: the newest version known here");
  const changed = { ...filled, texts: { ...filled.texts, version: "53.0" } };
  expect(suggestionOf(changed, "version", field)).toBeNull();
  expect(suggestionOf(withSuggested(definition, empty(definition), {}), "version", field)).toBeNull();
  const named = withSuggested(definition, empty(definition, { version: "54.0" }), VALUES);
  expect(suggestionOf(named, "version", field)).toBeNull();
});

test("today is the day of the browser's own calendar", () => {
  expect(today(new Date(2026, 0, 2, 0, 30))).toBe("2026-01-02");
  expect(today(new Date(2026, 11, 31, 23, 30))).toBe("2026-12-31");
});
