import type { NamesAnswer } from "../../../../domain/contract/names.ts";
import { api, pages } from "../../../../domain/contract/routes.ts";
import { type Entry, entryOf } from "./match.ts";

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Formats a tower's tier: "Ice Monkey 0-5-0"; the base tower and the paragon by name. */
const tierOf = (type: string, tier: string): string =>
  tier === "base" ? `${type}, base` : tier === "555" ? `${type}, paragon` : `${type} ${[...tier].join("-")}`;

/** Returns what can be suggested from the response with all names. */
export function entriesOf({ types, heroes, maps, challenges, pages: others }: NamesAnswer): Entry[] {
  return [
    ...types.flatMap(({ names, category, tiers }) => [
      entryOf("type", names, { hint: capital(category), category }),
      ...Object.entries(tiers).map(([tier, tower]) =>
        entryOf("tower", tower, { hint: tierOf(names[0] ?? "", tier), category }),
      ),
    ]),
    ...heroes.map((hero) => entryOf("tower", hero, { hint: "Hero", category: "hero" })),
    ...maps.map(({ names, abbreviation, difficulty }) =>
      entryOf("map", names, {
        hint: [difficulty === null ? "" : capital(difficulty), abbreviation ?? ""]
          .filter(Boolean)
          .join(" · "),
      }),
    ),
    ...challenges.map(({ key, label, name }) =>
      entryOf("challenge", [label, name], { hint: name, path: pages.list(key), key }),
    ),
    ...others.map(({ label, path }) => entryOf("page", [label], { path })),
  ];
}

let asked: Promise<Entry[]> | null = null;

/** Loads everything that can be suggested except players. Fetched once, and again after a failure. */
export function loadEntries(): Promise<Entry[]> {
  asked ??= fetch(api.names())
    .then(async (response) => {
      if (!response.ok) throw new Error(`HTTP ${response.status}`);
      return entriesOf((await response.json()) as NamesAnswer);
    })
    .catch((error: unknown) => {
      asked = null;
      throw error;
    });
  return asked;
}
