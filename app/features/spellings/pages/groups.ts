import type { ListedSpelling } from "../../../../domain/contract/reference.ts";
import type { TowerName } from "../../../../domain/game/catalogue.ts";
import { compareNames, nameKey } from "../../../../domain/game/name-key.ts";

export interface ShownSpelling extends ListedSpelling {
  /** The number in the log of the change that removed it while the page was open. */
  readonly removal?: number | null;
}

export interface SpelledName {
  readonly name: string;
  readonly spellings: readonly ShownSpelling[];
}

/** A tower type with its upgrades, the heroes, or the maps. */
export interface SpellingGroup {
  readonly title: string;
  readonly meanings: readonly SpelledName[];
}

/** A name of a tower in the order of the shop, with its type; null: a hero. */
export type ShopName = Pick<TowerName, "name" | "type">;

/** Returns a spelling's group and its place. A tower that the catalogue lacks comes after those that it has. */
function placeOf(
  { kind, name }: ListedSpelling,
  towers: ReadonlyMap<string, { readonly title: string; readonly place: number }>,
): { readonly title: string; readonly place: number } {
  if (kind === "map") return { title: "Maps", place: towers.size + 1 };
  return towers.get(name) ?? { title: "Other towers", place: towers.size };
}

/**
 * Returns a test for a filter's text. It keeps all spellings of a name that matches, and any other spelling that
 * does.
 */
function isWanted(query: string): (spelling: ListedSpelling) => boolean {
  const searched = query.split(/\s+/u).map(nameKey);
  const holds = (text: string): boolean => {
    const words = text.split(/[^\p{L}\p{N}\p{M}']+/u).map(nameKey);
    // Matches within a word, or from the beginning of one on: "perma" is not in "Super Maelstrom".
    return searched.every((each) =>
      words.some((word, at) => word.includes(each) || words.slice(at).join("").startsWith(each)),
    );
  };
  return ({ name, spelling }) => holds(name) || holds(spelling);
}

/** Groups the spellings by what they stand for: towers by their type in shop order, heroes, maps by name. */
export function groupsOf(
  spellings: readonly ShownSpelling[],
  query: string,
  shop: readonly ShopName[],
): readonly SpellingGroup[] {
  const towers = new Map(shop.map(({ name, type }, place) => [name, { title: type ?? "Heroes", place }]));
  const ordered = spellings
    .filter(isWanted(query.trim()))
    .map((spelling) => ({ spelling, ...placeOf(spelling, towers) }))
    .sort(
      (one, other) =>
        one.place - other.place ||
        compareNames(one.spelling.name, other.spelling.name) ||
        compareNames(one.spelling.spelling, other.spelling.spelling),
    );
  return Array.from(
    Map.groupBy(ordered, ({ title }) => title),
    ([title, ofGroup]) => ({
      title,
      meanings: Array.from(
        Map.groupBy(ofGroup, ({ spelling }) => spelling.name),
        ([name, entries]) => ({ name, spellings: entries.map(({ spelling }) => spelling) }),
      ),
    }),
  );
}
