import { expect, test } from "vitest";
import { FACTS } from "../../test/catalogue.ts";
import { twoTowers } from "../challenges/2tc.ts";
import { CHALLENGES } from "../challenges/index.ts";
import { doubtOf } from "../fields/tower/kind.ts";
import { counted } from "../game/counted.ts";
import { HEROES } from "../game/heroes.ts";
import { say } from "../messages/index.ts";
import { checkSubmission } from "../submissions/submission.ts";
import { NOTHING_KNOWN } from "./check.ts";
import { failuresIn } from "./index.ts";
import { isUpgrade } from "./towers.ts";

test.each(["2-0-4", "204", "0-5-2", "000", "5-5-5", "10", "Level 20", "lvl 3", "Lv. 1", "0-2-2"])(
  "%s is an upgrade",
  (text) => expect(isUpgrade(text)).toBe(true),
);

test.each(["2-3-4", "3-3-0", "1-1-1", "6-0-0", "20-4", "2-0-4-0", "21", "Level 0", "top path", "5-5-4"])(
  "%s is not an upgrade",
  (text) => expect(isUpgrade(text)).toBe(false),
);

const saidOf = (
  challenge: string,
  texts: Record<string, string>,
  og = true,
  { newestVersion, isHelper }: { newestVersion: string | null; isHelper: boolean } = {
    newestVersion: "54.0",
    isHelper: false,
  },
): string[] => {
  const definition = CHALLENGES.get(challenge);
  if (!definition) return [];
  return failuresIn(definition, texts, og, FACTS, { ...NOTHING_KNOWN, newestVersion })
    .filter(({ id, level }) => level === "warn" || (isHelper && id === "newer-version"))
    .map(({ problem }) => say(problem));
};

test("an unusual upgrade gives a warning where it counts, even within a set; an empty one does not", () => {
  const texts = { upgrade1: "top", upgrade2: "" };
  expect(saidOf("2tc", texts)).toEqual([
    `Tower 1 Upgrades: "top" is neither a path such as 2-0-4 nor a hero's level.`,
  ]);
  expect(saidOf("2tc", texts, false)).toEqual([]);
  expect(saidOf("ltc", { upgradeset: '["2-0-4",null,"all"]' })).toHaveLength(1);
});

test("any spelling of a paragon gives a warning", () => {
  const said = saidOf("2mp", { entity: "apex_plasma_master" });
  expect(said).toEqual(["Tower: Apex Plasma Master is a paragon. Please make sure that is what you used."]);
  expect(saidOf("2mp", { entity: "Plasma Monkey Fan Club" })).toEqual([]);
});

/** Another way to write each path; a name of the fifth tier is 5-0-0, 0-5-0 or 0-0-5. */
const elsewhere: Readonly<Record<string, string>> = { "0": "0-2-5", "1": "5-0-2", "2": "2-5-0" };
const named = FACTS.names.filter(({ kind }) => kind === "upgrade");

test.each(named.map((each) => [each.name, each] as const))(
  "%s: its own path gives no warning, with and without a crosspath; another gives one",
  (tower, { tier }) => {
    const said = (upgrade: string) =>
      saidOf("2mp", { entity: tower, upgrade }).filter((each) => !each.includes("paragon"));
    if (tier === "base") {
      expect(["0-0-0", "2-0-1", "020"].flatMap(said)).toEqual([]);
      return;
    }
    const path = String(tier).split("").join("-");
    expect(said(path)).toEqual([]);
    expect(said(String(tier))).toEqual([]);
    const at = [...String(tier)].findIndex((digit) => digit !== "0");
    if (tier !== "555") expect(said(path.replace("0", "2"))).toEqual([]);
    const other = tier === "555" ? "5-0-0" : (elsewhere[at] ?? "");
    expect(said(other)).toEqual([`Upgrades: ${tower} is ${path}; you wrote ${other}.`]);
    expect(said("Level 5")).toEqual([
      `Upgrades: ${tower} has upgrades such as 2-0-4; you wrote Level 5, which is a hero's level.`,
    ]);
  },
);

test.each(HEROES.map(({ name }) => name))("%s has a level from 1 to 20, and no path", (hero) => {
  const said = (upgrade: string) => saidOf("2mp", { entity: hero, upgrade });
  expect(["1", "20", "Level 7", "lvl 20"].flatMap(said)).toEqual([]);
  expect(said("0-5-2")).toEqual([
    `Upgrades: ${hero} is a hero, who has a level from 1 to 20; you wrote 0-5-2.`,
  ]);
  expect(said("21")).toHaveLength(1);
});

test("upgrades are compared with the tower of their own place", () => {
  const texts = { tower1: "Bloon Crush", tower2: "gwendolin", upgrade1: "2-0-5", upgrade2: "3" };
  expect(saidOf("2tc", texts)).toEqual(["Tower 1 Upgrades: Bloon Crush is 5-0-0; you wrote 2-0-5."]);
  expect(saidOf("2tc", { ...texts, upgrade1: "5-0-2", upgrade2: "3-0-0" })).toEqual([
    "Tower 2 Upgrades: Gwen is a hero, who has a level from 1 to 20; you wrote 3-0-0.",
  ]);
  const set = { towerset: '["Base Dart","Bloon Crush"]', upgradeset: '["0-5-0","2-0-5"]' };
  expect(saidOf("ltc", set).map((each) => each.replace(/^.*?: /, ""))).toEqual([
    "Base Dart has no upgrade of the third tier; you wrote 0-5-0, which is Plasma Monkey Fan Club.",
    "Bloon Crush is 5-0-0; you wrote 2-0-5.",
  ]);
  expect(saidOf("2tc", { tower1: "a tower to come", upgrade1: "0-5-0" })).toEqual([]);
});

const dated = FACTS.names.flatMap((each) =>
  each.addedDate === null ? [] : [{ ...each, came: each.addedDate }],
);

test.each(dated.map((each) => [each.name, each] as const))(
  "a date before %s came out is pointed out, and the day itself is not",
  (name, { type, came }) => {
    const said = (date: string) =>
      saidOf("2mp", { entity: name, date }).filter((each) => !each.includes("paragon"));
    expect(said(came)).toEqual([]);
    expect(said("2018-06-02")).toEqual([`Date is before ${came}, when ${type ?? name} came out.`]);
  },
);

test("a date is compared with every tower of a set", () => {
  expect(saidOf("ltc", { towerset: '["Base Dart","Psi"]', date: "2019-01-01" })).toHaveLength(1);
  expect(saidOf("ltc", { towerset: '["Base Dart"]', date: "2019-01-01" })).toEqual([]);
  expect(saidOf("ltc", { towerset: '["Psi"]', date: "not a day" })).toEqual([]);
});
test("a first tower that costs too much today gives a warning, and any other tower or place none", () => {
  const field = twoTowers.fields.tower1;
  for (const tower of FACTS.names.filter(({ kind }) => kind !== "type")) {
    const said = saidOf("2tc", { tower1: tower.name, tower2: "Quincy" }, false).filter((each) =>
      each.startsWith("Not at today's prices"),
    );
    const name = tower.type ?? tower.name;
    const { hardCost } = tower;
    if (hardCost === null) throw new Error(`${tower.name} has no price`);
    const isDear = hardCost > 650;
    expect(said, tower.name).toEqual(
      isDear
        ? [
            `Not at today's prices: ${name} costs $${counted(hardCost)}, you start with $650 (prices before 38.3 are not known here).`,
          ]
        : [],
    );
    expect(saidOf("2tc", { tower1: "Quincy", tower2: tower.name }, false).join(), tower.name).not.toMatch(
      /prices/,
    );
    expect(doubtOf(field, tower) === null, tower.name).toBe(!isDear);
    // No price refuses anything.
    const { problems } = checkSubmission(
      twoTowers,
      {
        tower1: tower.name,
        tower2: "Base Dart",
        map: "Quad",
        person: "Ada",
      },
      FACTS,
    );
    expect(problems.tower1 === undefined, tower.name).toBe(!["Sauda", "Geraldo"].includes(tower.name));
  }
});

test.each([...CHALLENGES.values()].filter(({ fields }) => "version" in fields).map(({ key }) => key))(
  "%s: a version above the newest one known is noted for helpers, from two majors on for everybody",
  (key) => {
    const said = (version: string, isHelper: boolean) =>
      saidOf(key, { version }, true, { newestVersion: "54.2", isHelper });
    for (const known of ["54.2", "54", "44.1", "1", "v54.1", ""])
      expect(said(known, true), known).toEqual([]);
    for (const newer of ["54.3", "55", "55.9", "Update 55"]) {
      expect(said(newer, false), newer).toEqual([]);
      expect(said(newer, true)[0], newer).toMatch(/is newer than 54\.2, the newest version known here/);
    }
    for (const far of ["56", "99", "544", "999.9", "56,1"])
      for (const isHelper of [false, true])
        expect(said(far, isHelper)[0], far).toMatch(/is far above 54\.2, the newest version known here/);
    expect(saidOf(key, { version: "544" }, true, { newestVersion: null, isHelper: true })).toEqual([]);
  },
);
