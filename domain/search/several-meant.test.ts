import { describe, expect, test } from "vitest";
import { FACTS } from "../../test/catalogue.ts";
import { CHALLENGES } from "../challenges/index.ts";
import { HEROES } from "../game/heroes.ts";
import { MAPS } from "../game/maps.ts";
import { nameKey } from "../game/name-key.ts";
import { SEEDED_SPELLINGS } from "../game/short-forms.ts";
import { COMMON, isConnecting } from "./lexicon.ts";
import { isReadable, nothingKnown, tiersOf } from "./reading.ts";
import { type UnderstoodPart, understand } from "./understand.ts";
import { vocabularyOf } from "./vocabulary.ts";

const challenges = [...CHALLENGES.values()];
const idOf = new Map(MAPS.map(({ name }, id) => [name, id]));
const vocabulary = vocabularyOf(
  MAPS.map(({ name, abbreviation, difficulty }, id) => ({
    ...{ id, name, isListed: true, difficulty, otherNames: [abbreviation] },
  })),
  SEEDED_SPELLINGS.map(({ spelling, kind, name }) => ({
    ...{ spelling, tower: kind === "tower" ? name : null, map: idOf.get(name) ?? null },
  })),
  challenges,
  FACTS,
);

const LITTLE = ["a", "all", "and", "in", "of", "on", "the", "to"];
const wordsOf = (name: string): string[] =>
  name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
const lettersOf = (words: readonly string[]): string => words.map(([first]) => first).join("");

/** What people say: towers but their base, heroes, maps. */
const named = [
  ...FACTS.names.filter(({ tier }) => tier !== "base").map(({ name }) => name),
  ...MAPS.map(({ name }) => name),
];

/** Everything that a short form may stand for, found from the catalogue alone. */
const fits = new Map<string, Set<string>>();
function add(text: string, name: string): void {
  const key = nameKey(text);
  fits.set(key, (fits.get(key) ?? new Set()).add(name));
}
for (const name of named) {
  const words = wordsOf(name);
  const main = words.filter((word) => !LITTLE.includes(word));
  for (const each of [words, main, main.length > 2 ? main.slice(0, -1) : []])
    if (each.length > 1) add(lettersOf(each), name);
}
for (const { spelling, name } of SEEDED_SPELLINGS) add(spelling, name);
for (const { name, abbreviation } of MAPS) add(abbreviation, name);

const names = new Set([...FACTS.names, ...MAPS].map(({ name }) => nameKey(name)));
for (const { fullName } of HEROES) names.add(nameKey(fullName));
for (const { label } of challenges) for (const end of ["", "s", "C"]) names.add(nameKey(label + end));

const several = [...fits].filter(([text, all]) => all.size > 1 && !names.has(text) && isReadable(text));

const readIn = (text: string, scope = challenges): readonly UnderstoodPart[] =>
  understand(scope, text, vocabulary, nothingKnown(vocabulary)).parts;

describe("a short form that fits several names asks back", () => {
  test("and there are many such", () => expect(several.length).toBeGreaterThan(60));

  test.each(several)("%s", (text, all) => {
    for (const scope of [challenges, ...challenges.map((each) => [each])])
      for (const [before, after] of [
        ["", ""],
        ["quad ", ""],
        ["", " on quad"],
      ]) {
        const part = readIn(`${before}${text}${after}`, scope).find(({ typed }) => nameKey(typed) === text);
        expect(part?.kind, `${scope.length} ${before}${text}${after}`).toBe("either");
        expect(part?.near.map(({ name }) => name)).toEqual(expect.arrayContaining([...all]));
        for (const { filter, name } of part?.near ?? []) expect([null, name]).toContain(filter?.[1] ?? null);
        expect(part?.filter).toBeNull();
      }
  });

  test.each(several)("tower:%s and map:%s find all that they may be", (text, all) => {
    for (const [key, isOf] of [
      ["tower", (name: string) => FACTS.names.some((tower) => tower.name === name)],
      ["map", (name: string) => idOf.has(name)],
    ] as const) {
      const meant = [...all].filter(isOf);
      const [part] = readIn(`${key}:${text}`);
      if (meant.length < 2) expect(part?.kind).not.toBe("either");
      else {
        expect(part?.kind).toBe("either");
        expect(part?.near.map(({ name }) => name)).toEqual(expect.arrayContaining(meant));
      }
    }
  });
});

/** Every beginning of three letters or more of a word of a name. */
const beginnings = new Map<string, Set<string>>();
for (const name of named)
  for (const word of wordsOf(name))
    for (let length = 3; length < word.length; length++) {
      const text = word.slice(0, length);
      beginnings.set(text, (beginnings.get(text) ?? new Set()).add(name));
    }

test("the beginning of a word is a guess, or asks back, unless it is itself a spelling or a whole word", () => {
  const whole = new Set(
    [...named, ...SEEDED_SPELLINGS.map(({ spelling }) => spelling)].flatMap((text) => [
      nameKey(text),
      ...wordsOf(text),
    ]),
  );
  const wrong = [...beginnings].flatMap(([text, all]) => {
    if (whole.has(text) || fits.has(text) || names.has(text) || COMMON.has(text) || isConnecting(text))
      return [];
    if (tiersOf(text) !== null) return [];
    const [part] = readIn(text);
    const isSure = part?.kind === "reading" && !part.isGuess;
    return isSure || part?.isCorrected ? [`${text}: ${part.value} (${[...all].join()})`] : [];
  });
  expect(beginnings.size).toBeGreaterThan(1_000);
  expect(wrong).toEqual([]);
});

test.each([
  ["naut", ["Juggernaut", "Ultra-Juggernaut", "Nautic Siege Core"]],
  ["castle", ["Dark Castle", "Castle Revenge"]],
  ["knight", ["Dark Knight", "Arctic Knight"]],
  ["sab", ["Bloon Sabotage", "Grand Saboteur"]],
])("%s asks back in a question", (text, all) => {
  const [part] = readIn(`${text} quad`);
  expect(part?.kind).toBe("either");
  expect(part?.near.map(({ name }) => name).sort()).toEqual(all.toSorted());
});
