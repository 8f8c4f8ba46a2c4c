import { expect, test } from "vitest";
import { FACTS } from "../../test/catalogue.ts";
import { MAPS } from "./maps.ts";
import { nameKey } from "./name-key.ts";
import {
  HERO_SHORT_FORMS,
  MAP_SHORT_FORMS,
  SEEDED_SPELLINGS,
  TYPE_SHORT_FORMS,
  UPGRADE_SHORT_FORMS,
} from "./short-forms.ts";

/** Short forms of upgrades that also abbreviate a map: a search for one finds both. */
const ALSO_A_MAP = ["tt", "cf", "st"];

const of = (kind: "type" | "upgrade" | "hero") =>
  FACTS.names.filter((each) => each.kind === kind).map(({ name }) => name);

test.each([
  ["tower type", TYPE_SHORT_FORMS, of("type")],
  ["upgrade", UPGRADE_SHORT_FORMS, of("upgrade")],
  ["hero", HERO_SHORT_FORMS, of("hero")],
  ["map", MAP_SHORT_FORMS, MAPS.map(({ name }) => name)],
])("every short form of a %s belongs to an existing name", (_, forms, names) => {
  expect(Object.keys(forms).filter((name) => !names.includes(name))).toEqual([]);
});

test("no spelling is listed twice for the same name", () => {
  const lines = SEEDED_SPELLINGS.map(({ spelling, kind, name }) => `${nameKey(spelling)} ${kind} ${name}`);
  expect(lines.filter((line, index) => lines.indexOf(line) !== index)).toEqual([]);
  expect(lines.length).toBeGreaterThan(400);
});

test("no spelling is itself the name of a tower or a map", () => {
  const names = new Set([...FACTS.names, ...MAPS].map(({ name }) => nameKey(name)));
  expect(SEEDED_SPELLINGS.filter(({ spelling }) => names.has(nameKey(spelling)))).toEqual([]);
});

test("no short form is just a word of its own name, which a search finds anyway", () => {
  const wordsIn = (text: string) =>
    text
      .split(/[^\p{L}\p{N}\p{M}']+/u)
      .map(nameKey)
      .filter(Boolean);
  const all = [UPGRADE_SHORT_FORMS, HERO_SHORT_FORMS, MAP_SHORT_FORMS].flatMap((forms) =>
    Object.entries(forms),
  );
  const isAnothers = (form: string, name: string) =>
    all.some(([other, forms]) => other !== name && forms.includes(form) && !wordsIn(other).includes(form));
  const idle = all.flatMap(([name, forms]) =>
    forms.filter((form) => wordsIn(name).includes(nameKey(form)) && !isAnothers(form, name)),
  );
  expect(idle).toEqual([]);
});

test("no spelling is a map's abbreviation, apart from a few of towers", () => {
  const abbreviations = new Set(MAPS.map(({ abbreviation }) => nameKey(abbreviation)));
  const found = SEEDED_SPELLINGS.filter(({ spelling }) => abbreviations.has(nameKey(spelling)));
  expect(found.filter(({ kind, spelling }) => kind === "map" || !ALSO_A_MAP.includes(spelling))).toEqual([]);
});

test("every spelling can be stored: it has a search key and at most 60 characters", () => {
  for (const { spelling } of SEEDED_SPELLINGS) {
    expect(spelling, spelling).toBe(spelling.trim());
    expect(spelling.length, spelling).toBeLessThanOrEqual(60);
    expect(nameKey(spelling), spelling).toMatch(/^[\p{L}\p{N}]+$/u);
  }
});

test.each([
  ["gmn", "Grandmaster Ninja"],
  ["xbm", "Crossbow Master"],
  ["perma", "Perma-Spike"],
  ["otc", "Off The Coast"],
  ["superstorm", "Monarch of Storms"],
  ["striker jones", "Jones"],
  ["bucc", "Monkey Buccaneer"],
])("%s stands for %s", (spelling, name) => {
  const meant = SEEDED_SPELLINGS.filter((each) => nameKey(each.spelling) === nameKey(spelling));
  expect(meant.map((each) => each.name)).toContain(name);
});
