import type { NameCountsAnswer, NamesAnswer } from "../../../../domain/contract/names.ts";
import { api, pages } from "../../../../domain/contract/routes.ts";
import { packMapMark, packTowerMark } from "../../../../domain/fields/marks/packed.ts";
import type { TowerName } from "../../../../domain/game/catalogue.ts";
import type { TierKey } from "../../../../domain/game/facts.ts";
import { towerMarkOf } from "../../../../domain/game/marks.ts";
import { entryOf, type SuggestionEntry } from "./match.ts";

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Formats a tower's tier: "Ice Monkey 0-5-0"; the base tower and the paragon by name. */
const tierOf = (type: string, tier: string): string =>
  tier === "base" ? `${type}, base` : tier === "555" ? `${type}, paragon` : `${type} ${[...tier].join("-")}`;

const markOf = (letters: string, tier: TierKey | null, category: TowerName["category"]): string =>
  packTowerMark(towerMarkOf({ letters, tier, category }));

/** Returns what can be suggested from the response with all names, each with how many completions it has. */
export function entriesOf(
  { types, heroes, heroMarks, maps, challenges, pages: others }: NamesAnswer,
  counts: NameCountsAnswer | null = null,
): SuggestionEntry[] {
  const countOf = (kind: keyof NameCountsAnswer, [name = ""]: readonly string[]): number | null =>
    counts && (counts[kind][name] ?? 0);
  return [
    ...types.flatMap(({ names, category, mark, tiers }) => [
      entryOf("type", names, { hint: capital(category), mark: markOf(mark, null, category) }),
      ...Object.entries(tiers).map(([tier, tower]) =>
        entryOf("tower", tower, {
          hint: tierOf(names[0] ?? "", tier),
          count: countOf("towers", tower),
          mark: markOf(mark, tier as TierKey, category),
        }),
      ),
    ]),
    ...heroes.map((hero, at) =>
      entryOf("tower", hero, {
        hint: "Hero",
        count: countOf("towers", hero),
        mark: markOf(heroMarks[at] ?? "", null, "hero"),
      }),
    ),
    ...maps.map(({ names, abbreviation, difficulty }) =>
      entryOf("map", names, {
        count: countOf("maps", names),
        mark: difficulty === null ? null : packMapMark(difficulty, abbreviation ?? ""),
        hint: [difficulty === null ? "" : capital(difficulty), abbreviation ?? ""]
          .filter(Boolean)
          .join(" · "),
      }),
    ),
    ...challenges.map(({ key, label, name }) =>
      entryOf("challenge", [label, name], {
        hint: name,
        count: countOf("challenges", [key]),
        path: pages.list(key),
        key,
      }),
    ),
    ...others.map(({ label, path }) => entryOf("page", [label], { path })),
  ];
}

let loading: Promise<SuggestionEntry[]> | null = null;

async function load<Answer>(path: string): Promise<Answer> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  return (await response.json()) as Answer;
}

/** Loads everything that can be suggested except players. Fetched once, and once more after a failure. */
export function loadEntries(): Promise<SuggestionEntry[]> {
  loading ??= Promise.all([
    load<NamesAnswer>(api.names()),
    // Names are suggested without counts, too.
    load<NameCountsAnswer>(api.nameCounts()).catch(() => null),
  ])
    .then(([names, counts]) => entriesOf(names, counts))
    .catch((error: unknown) => {
      loading = null;
      throw error;
    });
  return loading;
}
