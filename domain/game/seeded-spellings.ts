import { HEROES } from "./heroes.ts";
import { nameKey } from "./name-key.ts";
import { HERO_SHORT_FORMS, MAP_SHORT_FORMS, TYPE_SHORT_FORMS, UPGRADE_SHORT_FORMS } from "./short-forms.ts";
import { COMMUNITY_MAPS, HERO_SPELLINGS, TOWER_SPELLINGS, UPGRADE_SPELLINGS } from "./spellings.ts";

/** A spelling and what it stands for. */
export interface SeededSpelling {
  readonly spelling: string;
  readonly kind: "tower" | "map";
  /** The name of the tower type, the upgrade, the hero or the map. */
  readonly name: string;
}

type Pairs = readonly (readonly [spelling: string, name: string])[];

const shortForms = (...lists: Readonly<Record<string, readonly string[]>>[]): Pairs =>
  lists.flatMap((list) =>
    Object.entries(list).flatMap(([name, forms]) => forms.map((form) => [form, name] as const)),
  );

const FULL_NAMES = Object.fromEntries(HEROES.map(({ name, fullName }) => [fullName, name]));

const TOWERS: Pairs = [
  ...[TOWER_SPELLINGS, UPGRADE_SPELLINGS, { ...FULL_NAMES, ...HERO_SPELLINGS }].flatMap((spellings) =>
    Object.entries(spellings),
  ),
  ...shortForms(TYPE_SHORT_FORMS, UPGRADE_SHORT_FORMS, HERO_SHORT_FORMS),
];
const MAPS: Pairs = [...Object.entries(COMMUNITY_MAPS), ...shortForms(MAP_SHORT_FORMS)];

/** Leaves out spellings that differ from the name only in case, accents or punctuation: these are found anyway. */
const of = (kind: SeededSpelling["kind"], pairs: Pairs): SeededSpelling[] =>
  pairs
    .filter(([spelling, name]) => nameKey(spelling) !== nameKey(name))
    .map(([spelling, name]) => ({ spelling, kind, name }));

/** All spellings that the table `spelling` starts with: short forms, the community's spellings, heroes' full names. */
export const SEEDED_SPELLINGS: readonly SeededSpelling[] = [...of("tower", TOWERS), ...of("map", MAPS)];
