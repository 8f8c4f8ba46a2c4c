import { expect, test } from "vitest";
import { otherTowersPopLimit2mp, rules2mp } from "./2mp.ts";
import { excludedTowers2tc, footageHours, hardMaps, rules2tc } from "./2tc.ts";
import { rules2tcc } from "./2tcc.ts";
import { descriptions } from "./descriptions.ts";
import { rulesFttc } from "./fttc.ts";
import { maxCashSpentLcc, rulesLcc } from "./lcc.ts";
import { maxCashSpentLcd, rulesLcd } from "./lcd.ts";
import { rulesLtc } from "./ltc.ts";
import type { RuleItem, RuleSection } from "./rules.ts";

type Key = keyof typeof descriptions;

const rules: Readonly<Record<Key, readonly RuleSection[]>> = {
  "2tc": rules2tc,
  "2mp": rules2mp,
  "2tcc": rules2tcc,
  fttc: rulesFttc,
  ltc: rulesLtc,
  lcc: rulesLcc,
  lcd: rulesLcd,
};
const keys = Object.keys(rules) as Key[];

const textsOfItem = (item: RuleItem): readonly string[] =>
  typeof item === "string" ? [item] : [item.text, ...item.items];

const textsOf = (key: Key): string[] =>
  rules[key].flatMap((section) => section.items.flatMap((item) => textsOfItem(item)));

const keysNaming = (pattern: RegExp): Key[] =>
  keys.filter((key) => textsOf(key).some((text) => pattern.test(text)));

test.each(keys)("%s has rules in titled sections, none of them empty", (key) => {
  expect(rules[key].length).toBeGreaterThan(0);
  for (const section of rules[key]) {
    expect(section.title.trim()).not.toBe("");
    expect(section.items.length).toBeGreaterThan(0);
    for (const item of section.items) {
      if (typeof item !== "string") expect(item.items.length).toBeGreaterThan(0);
    }
  }
  for (const text of textsOf(key)) expect(text.trim()).not.toBe("");
});

test.each(keys)("%s says nothing twice", (key) => {
  const texts = textsOf(key).map((text) => text.toLowerCase());
  expect(texts).toEqual([...new Set(texts)]);
  const titles = rules[key].map((section) => section.title);
  expect(titles).toEqual([...new Set(titles)]);
});

test.each(keys)("%s uses inline Markdown only", (key) => {
  for (const text of textsOf(key)) {
    expect(text).not.toMatch(/\n/);
    expect(text).not.toMatch(/^\s*(?:#{1,6}\s|[-+*>]\s|\d+[.)]\s|\|)/);
  }
});

test("2TC lists the ten hard maps as the runs that need a full recording", () => {
  const item = rules2tc
    .flatMap((section) => section.items)
    .find((candidate) => typeof candidate !== "string" && candidate.items.includes("Geared"));
  expect(item).toMatchObject({
    text: expect.stringMatching(/recording/),
    items: [
      "Geared",
      "Muddy Puddles",
      "Bloody Puddles",
      "#Ouch",
      "Quad",
      "Ravine",
      "Dark Dungeons",
      "X Factor",
      "Glacial Trail",
      "Erosion",
    ],
  });
  expect(hardMaps).toHaveLength(10);
});

test.each<[what: string, pattern: RegExp, where: Key[]]>([
  ["650 starting cash", /\b650\b/, ["2tc"]],
  ["48 hours", /\b48 hours\b/, ["2tc"]],
  ["end round 100", /end round\D*\b100\b/, ["2tc", "lcc"]],
  ["end round 60", /end round\D*\b60\b/, ["lcd"]],
  ["sliders at 100%", /sliders.*\b100%/, ["2tc", "lcc", "lcd"]],
  ["2 million pops", /\b2 million pops\b/, ["2mp"]],
  ["42,693 pops", /under \*\*42,693\*\* pops/, ["2mp"]],
  ["178909 cash", /at most \*\*178909\*\* cash/, ["lcc"]],
  ["20200 cash", /at most \*\*20200\*\* cash/, ["lcd"]],
  ["99999999", /\b99999999\b/, ["lcc"]],
])("%s is a rule of the right challenges and of no other", (_what, pattern, where) => {
  expect(keysNaming(pattern)).toEqual(where);
});

test.each<[what: string, pattern: RegExp, where: Key[]]>([
  ["hard CHIMPS", /hard.*CHIMPS/, ["2tc", "lcc"]],
  ["easy deflation", /easy.*deflation/, ["lcd"]],
  ["the challenge editor", /challenge editor/, ["2tc"]],
  [
    "default cash, lives, start and end rounds",
    /default cash and lives.*default start and end rounds/,
    ["2tc"],
  ],
  ["no least cash", /^Leave the least-cash condition unset/, ["2tc"]],
  ["default settings", /default settings/, ["lcc"]],
  ["unchecked boxes", /boxes unchecked/, ["lcc"]],
  ["a least-cash condition other than 99999999", /^Do not set the least-cash condition to/, ["lcc"]],
  ["no powers, continues or selling", /^Powers, continues and selling are not allowed/, ["lcd"]],
  ["no regrow pops", /^Regrow pops do not count/, ["2mp"]],
  ["a real co-op game", /real co-op game/, ["2tcc"]],
  ["a screenshot of the victory screen", /screenshot of the victory screen/, ["2tc", "2mp", "2tcc"]],
  ["a screenshot of the final tower setup", /screenshot of your final tower setup/, ["2tc", "2mp", "2tcc"]],
  ["the challenge code in the notes", /challenge code.*notes/, ["2tc"]],
  ["excluding unused towers", /^Exclude.*do not use/, ["2tc", "fttc"]],
  ["restricted paths and crosspaths", /^Restrict.*paths and crosspaths/, ["2tc", "ltc"]],
  ["no “selected hero” option", /not select the “selected hero” option/, ["2tc", "ltc"]],
  ["no heroes", /^Heroes are not allowed/, ["fttc"]],
  ["one tower per player", /^Each player.*one tower/, ["2tcc"]],
  ["no cash glitches", /not.*cash glitches/, ["2tcc"]],
  ["no disconnect trick", /not.*disconnect trick/, ["2tcc"]],
])("%s is asked for where SPEC asks for it", (_what, pattern, where) => {
  expect(keysNaming(pattern)).toEqual(where);
});

test("2TC forbids every modifier that SPEC names", () => {
  const texts = textsOf("2tc");
  for (const modifier of [
    "Monkey knowledge",
    "Powers",
    "Continues",
    "Selling",
    "Double cash",
    "Fast track",
  ]) {
    expect(texts).toContain(modifier);
  }
  expect(texts).toContainEqual(expect.stringMatching(/all camo and all regrow must be disabled/i));
});

test("2TC tells which towers are excluded, who may submit and which recordings it needs", () => {
  const text = textsOf("2tc").join("\n");
  expect(text).toMatch(/Sauda and Geraldo/);
  expect(text).toMatch(/banned from the community server.*may not submit/);
  expect(text).toMatch(/remove runs by players who cheat/);
  expect(text).toMatch(/not use hacks/);
  expect(text).toMatch(/past version.*combination is not yet done/);
  expect(text).toMatch(/Recordings of the hard rounds are required/);
  expect(text).toMatch(/Adora.*recording of the full run/);
});

test("LTC offers the completion types OG, cheapest and heroless", () => {
  const text = textsOf("ltc").join("\n");
  expect(text).toMatch(/\*\*OG\*\*.*\n\*\*Cheapest\*\*.*\n\*\*Heroless\*\*/);
});

test("LCC says that the least cost is tracked per major version", () => {
  expect(keysNaming(/per major version/)).toEqual(["lcc"]);
});

test("limits that other code reads have the values of SPEC", () => {
  expect(maxCashSpentLcc).toBe(178909);
  expect(maxCashSpentLcd).toBe(20200);
  expect(otherTowersPopLimit2mp).toBe(42693);
  expect(footageHours).toBe(48);
  expect(excludedTowers2tc).toEqual(["Sauda", "Geraldo"]);
});

test.each(keys)("%s is introduced by a name, one line for a card and two or three sentences", (key) => {
  const { name, summary, description } = descriptions[key];
  expect(name).not.toBe("");
  expect(summary).toMatch(/^[^\n.]+$/);
  expect(description.match(/[.](?= |$)/g)?.length).toBeOneOf([2, 3]);
});

test("the home page's two popular challenges are described as SPEC describes them", () => {
  expect(descriptions["2mp"].summary).toMatch(/2 million pops on one tower excluding regrow pops/i);
  expect(descriptions["2tc"].summary).toMatch(/completing a CHIMPS game with 2 towers/i);
});

test("what counts as OG is told where a challenge has originals", () => {
  const explaining = keys.filter((key) => /\bOG\b/.test(descriptions[key].description));
  expect(explaining).toEqual(["2tc", "2mp", "2tcc", "fttc", "ltc"]);
});
