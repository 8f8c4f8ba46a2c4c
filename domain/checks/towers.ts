import { fieldsOfKind, isForOne } from "../challenges/fields.ts";
import { doubtOf } from "../fields/tower/kind.ts";
import { type Check, failure, outcomeOf } from "./check.ts";
import { hasAttribute, type Run } from "./run.ts";

/** Tower types that are placed on water. */
export const ON_WATER: readonly (string | null)[] = ["Monkey Sub", "Monkey Buccaneer"];

/** Whether something is named that is no tower of the game: an old row may have it. */
const isUnclear = ({ towers }: Run): boolean =>
  towers.some(({ tower, text }) => tower === null && text !== "");

/** The game gives one player one hero, in every mode and version. */
const oneHero: Check = {
  id: "one-hero",
  level: "refuse",
  whether: "there is only one hero",
  applies: (definition) =>
    isForOne(definition) &&
    (fieldsOfKind(definition, "tower").length > 1 ||
      fieldsOfKind(definition, "towerset").some(([, { takes }]) => takes.includes("hero"))),
  run(run) {
    const [first, ...others] = run.towers.filter(({ tower }) => tower?.kind === "hero");
    const failures = others.map((hero, at) => {
      const same = [first, ...others.slice(0, at)].find((each) => each?.tower === hero.tower);
      const [name, other] = [hero.tower?.name ?? "", first?.tower?.name ?? ""];
      if (hero.field.kind === "tower") return failure(hero, ["second-hero"], [first?.name ?? ""]);
      return failure(hero, same ? ["hero-twice", { hero: name }] : ["hero-beside", { hero: name, other }]);
    });
    return outcomeOf(failures, isUnclear(run));
  },
};

/** The game allows one tower at each fifth tier, and one of each paragon. Whether two players may have one each, a helper knows best. */
const tierFiveTwice = (id: string, level: Check["level"], forOne: boolean): Check => ({
  id,
  level,
  whether: "no paragon, and no tower at a fifth tier, is there twice",
  applies: (definition) =>
    isForOne(definition) === forOne &&
    [...fieldsOfKind(definition, "tower"), ...fieldsOfKind(definition, "towerset")].length > (forOne ? 0 : 1),
  run(run) {
    const highest = run.towers.filter(({ tower }) => /^(500|050|005|555)$/.test(tower?.tier ?? ""));
    const failures = highest.flatMap((each, at) => {
      const before = highest.slice(0, at).find(({ tower }) => tower === each.tower);
      return before
        ? [failure(each, ["tier-5-twice", { tower: each.tower?.name ?? "" }], [before.name])]
        : [];
    });
    return outcomeOf(failures, isUnclear(run));
  },
});

const heroless: Check = {
  id: "heroless",
  level: "refuse",
  whether: "a heroless completion has no hero",
  applies: (definition) =>
    fieldsOfKind(definition, "completiontype").some(([, field]) => field.heroless !== undefined),
  run(run) {
    const [type] = run.entries("completionType");
    if (type?.field.kind !== "completiontype" || type.text.toLowerCase() !== type.field.heroless) return [];
    const hero = run.towers.find(({ tower }) => tower?.kind === "hero");
    return hero
      ? [failure(hero, ["hero-in-heroless", { hero: hero.tower?.name ?? "" }], [type.name])]
      : outcomeOf([], isUnclear(run));
  },
};

const noParagon: Check = {
  id: "no-paragon",
  level: "warn",
  whether: "a paragon is named",
  applies: (definition) => hasAttribute(definition, "towers"),
  run: (run) =>
    outcomeOf(
      run.towers.flatMap((entry) =>
        entry.tower?.tier === "555" ? [failure(entry, ["is-a-paragon", { tower: entry.tower.name }])] : [],
      ),
      isUnclear(run),
    ),
};

/** Prices change, and those before 38.3 are not known: no price refuses a tower. */
const firstAffordable: Check = {
  id: "first-affordable",
  level: "warn",
  whether: "the first tower can be bought at the start",
  applies: (definition) => fieldsOfKind(definition, "tower").some(([, field]) => field.affordableAtStart),
  run: (run) =>
    outcomeOf(
      run.towers.flatMap((entry) => {
        const doubt = entry.tower && entry.field.kind === "tower" ? doubtOf(entry.field, entry.tower) : null;
        return doubt ? [failure(entry, doubt)] : [];
      }),
      isUnclear(run),
    ),
};

/** A map may get water, and a tower has been placed where nobody thought it possible: it is never refused. */
const water: Check = {
  id: "water",
  level: "warn",
  whether: "there is water for the towers that need it",
  applies: (definition) => hasAttribute(definition, "towers"),
  run(run, { maps }) {
    const afloat = run.towers.filter(({ tower }) => tower && ON_WATER.includes(tower.type));
    const hasWater = maps.get(run.map)?.hasWater ?? null;
    if (afloat.length === 0) return outcomeOf([], isUnclear(run));
    if (hasWater === null) return "unknown";
    return hasWater === 1
      ? []
      : afloat.map((entry) => failure(entry, ["no-water", { tower: entry.tower?.name ?? "", map: run.map }]));
  },
};

export const towerChecks: readonly Check[] = [
  oneHero,
  tierFiveTwice("tier-5-twice", "refuse", true),
  tierFiveTwice("tier-5-of-two", "note", false),
  heroless,
  noParagon,
  firstAffordable,
  water,
];
