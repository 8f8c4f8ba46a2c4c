import type { ChallengeDefinition } from "../../../domain/challenges/define.ts";
import { type NamesAnswer, nameCounts, names, playerNames } from "../../../domain/contract/names.ts";
import { SITE_PAGES } from "../../../domain/contract/site-pages.ts";
import { nameKey } from "../../../domain/game/name-key.ts";
import { wordsIn } from "../../../domain/game/words.ts";
import type { Meaning, Vocabulary } from "../../../domain/search/vocabulary.ts";
import type { Deps } from "../../api/deps.server.ts";
import type { Router } from "../../api/router.server.ts";
import type { GameVersion } from "../game-versions/repository.server.ts";
import type { MapDetails } from "../maps/repository.server.ts";

/** Players suggested at a time. */
const MOST_PLAYERS = 8;

/** The public reads of names. */
export const nameAnswers = ({ challenges, data }: Pick<Deps, "challenges" | "data">) => ({
  /** Returns the names of towers, maps and challenges with their spellings, and the versions of the game. */
  async all() {
    const all = [...challenges.values()];
    const [vocabulary, maps, newestVersion, versions] = await Promise.all([
      data.search.vocabulary(all),
      data.maps.findAllDetails(),
      data.search.newestVersion([...challenges.keys()]),
      data.gameVersions.findAll(),
    ]);
    return presentNames(vocabulary, maps, all, { newestVersion, versions });
  },
  /** Returns players whose names begin like one of these. */
  async players(prefix: readonly string[]) {
    const found = await data.players.suggest(prefix, MOST_PLAYERS);
    return {
      results: found.map(({ name }) => name),
      counts: found.map(({ name: _, ...counts }) => counts),
    };
  },
});

/** Registers what is suggested while somebody types. */
export function nameRoutes(
  router: Router,
  answers: ReturnType<typeof nameAnswers>,
  { data }: Pick<Deps, "data">,
): void {
  router.read(names, answers.all);
  router.read(nameCounts, async () => data.search.nameCounts());
  router.read(playerNames, ({ prefix }) => answers.players(prefix));
}

/** Returns a name with the spellings that add to it: those whose words do not begin those of one listed before. */
function spelled(name: string, spellings: readonly string[]): string[] {
  const added: string[] = [];
  for (const text of [name, ...spellings]) if (!added.some((each) => isBegunBy(each, text))) added.push(text);
  return added;
}

/** Whether the words of `begun` begin words of `text` in the same order, or its letters begin `text`. */
function isBegunBy(text: string, begun: string): boolean {
  const words = wordsIn(text);
  let at = 0;
  return (
    nameKey(text).startsWith(nameKey(begun)) ||
    wordsIn(begun).every((word) => {
      while (at < words.length && !words[at]?.startsWith(word)) at += 1;
      at += 1;
      return at <= words.length;
    })
  );
}

/** Returns everything that has a name, as the search understands it now: what is renamed or added appears at once. */
export function presentNames(
  vocabulary: Vocabulary,
  maps: readonly MapDetails[],
  challenges: Iterable<ChallengeDefinition>,
  { newestVersion, versions }: { newestVersion: string; versions: readonly GameVersion[] },
): NamesAnswer {
  const { catalogue } = vocabulary;
  const meanings = new Map(vocabulary.meanings.map((meaning) => [keyOf(meaning), meaning]));
  const textsOf = (kind: Meaning["kind"], name: string): string[] => {
    const meaning = meanings.get(`${kind} ${name}`);
    return spelled(name, meaning ? vocabulary.spellingsOf(meaning) : []);
  };
  const tiersOf = (type: string) =>
    Object.fromEntries(
      catalogue.upgradesOf(type).map(({ name, tier }) => [tier ?? "base", textsOf("tower", name)] as const),
    );

  return {
    types: catalogue.towers.map(({ name, category, mark }) => ({
      category: category ?? "primary",
      mark,
      names: textsOf("tower", name),
      tiers: tiersOf(name),
    })),
    heroes: catalogue.heroes.map(({ name }) => textsOf("tower", name)),
    heroMarks: catalogue.heroes.map(({ mark }) => mark),
    maps: maps.map(({ map, abbreviation, difficulty }) => ({
      names: textsOf("map", map),
      abbreviation,
      difficulty,
    })),
    challenges: Array.from(challenges, ({ key, label, name }) => ({ key, label, name })),
    pages: Object.values(SITE_PAGES).flat(),
    newestVersion,
    released: versions.map(({ version, releasedOn }) => ({ version, releasedOn })),
  };
}

const keyOf = ({ kind, name }: Meaning): string => `${kind} ${name}`;
