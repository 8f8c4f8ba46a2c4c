import { ascending, type ChallengeDefinition, descending } from "./define.ts";
import { CHIMPS } from "./game-settings.ts";
import {
  afterYouSubmit,
  endRound100,
  hardChimps,
  linkOrUpload,
  moneyVersionDate,
  type RuleSection,
  slidersAt100,
} from "./rules.ts";

/** The most cash that an LCC may have spent, inclusive (SPEC sections 5 and 9). */
const MOST_CASH = 178909;

/** What the challenge editor shows where nobody set it to less. */
const NO_LEAST_CASH = 99_999_999;

/** The rules of LCC (SPEC sections 5 and 9). */
const RULES: readonly RuleSection[] = [
  {
    title: "Game settings",
    items: [
      hardChimps,
      {
        id: "default-settings",
        text: "Keep the default settings.",
        check: {
          line: "Default settings, boxes unchecked",
          by: "code",
          checkedBy: ["code-cash", "code-lives", "code-start-round"],
          fails: "The settings must be the default ones.",
        },
      },
      endRound100,
      slidersAt100,
      {
        id: "unchecked-boxes",
        text: "Leave all boxes unchecked.",
        check: {
          line: "Default settings, boxes unchecked",
          by: "look",
          fails: "All boxes must be unchecked.",
        },
      },
      {
        id: "least-cash-not-99999999",
        text: "Do not set the least-cash condition to **99999999**.",
        check: {
          line: "Least-cash condition is not 99999999",
          by: "code",
          checkedBy: ["code-least-cash"],
          fails: "The least-cash condition must not be 99999999.",
        },
      },
    ],
  },
  {
    title: "Cost",
    items: [
      {
        id: "most-cash",
        text: `You may spend at most **${MOST_CASH}** cash.`,
        metBy: ["money"],
        check: {
          line: "Cash within the limit",
          by: "facts",
          brokenBy: ({ code }) => code === "too-large-a-number",
          fails: `At most ${MOST_CASH} cash may be spent.`,
        },
      },
      {
        id: "per-major-version",
        text: "The least cost is tracked per major version of the game.",
        check: null,
      },
    ],
  },
  { title: "Proof", items: [linkOrUpload, moneyVersionDate] },
  afterYouSubmit,
];

export const leastCostChimps = {
  key: "lcc",
  label: "LCC",
  name: "Least Cost CHIMPS",
  summary: "Completing a CHIMPS game for the least cash",
  description:
    "Complete a CHIMPS game and spend as little cash as you can. " +
    "The least cost is tracked for each map and each major version of the game.",
  askedAs: [
    "cheapest|cheap",
    "least|lowest|less|minimum|min|smallest cost|costly|cash|money|spend|price|expensive",
  ],
  rules: RULES,
  game: { ...CHIMPS, leastCash: { not: NO_LEAST_CASH }, towers: "among", paths: "enough" },
  fields: {
    map: { kind: "map", label: "Map" },
    money: { kind: "money", label: "Cash Spent", column: "Cost", max: MOST_CASH, spentOn: "hard" },
    person: { kind: "person", label: "Player", position: 0 },
    version: { kind: "version", label: "Update", column: "Version" },
    date: { kind: "date", label: "Date" },
  },
  keys: ["filekey"],
  identity: [],
  og: null,
  order: [ascending("map"), descending("major_version")],
  columns: ["map", "money", "person", "version", "date", "info"],
  record: { by: "money", least: true, scopes: [["map"], ["map", "major"]], words: "Least cost" },
  costHistory: "The least cash that {map} was completed for in CHIMPS, in each major version of the game.",
  heading: "LCC on {map} for {money}",
  views: ["list"],
  csv: [],
  versionBox: false,
} satisfies ChallengeDefinition;
