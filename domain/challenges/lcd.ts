import { ascending, type ChallengeDefinition } from "./define.ts";
import { afterYouSubmit, linkOrUpload, moneyVersionDate, type RuleSection, slidersAt100 } from "./rules.ts";

/** The most cash that an LCD may have spent, inclusive (SPEC sections 5 and 9). */
const MOST_CASH = 20200;

/** The rules of LCD (SPEC sections 5 and 9). */
const RULES: readonly RuleSection[] = [
  {
    title: "Game settings",
    items: [
      {
        id: "easy-deflation",
        text: "Set the difficulty to **easy** and the game mode to **deflation**.",
        check: {
          line: "Easy deflation, rounds to 60",
          by: "code",
          checkedBy: ["code-difficulty", "code-mode"],
          fails: "The game must be on easy difficulty in deflation mode.",
        },
      },
      {
        id: "end-round-60",
        text: "The end round must be **60**.",
        check: {
          line: "Easy deflation, rounds to 60",
          by: "code",
          checkedBy: ["code-end-round"],
          fails: "The end round must be 60.",
        },
      },
      slidersAt100,
      {
        id: "no-powers-continues-selling",
        text: "Powers, continues and selling are not allowed.",
        check: {
          line: "No powers, continues or selling",
          by: "code",
          checkedBy: ["code-modifiers"],
          fails: "Powers, continues or selling were used.",
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
    ],
  },
  { title: "Proof", items: [linkOrUpload, moneyVersionDate] },
  afterYouSubmit,
];

export const leastCostDeflation = {
  key: "lcd",
  label: "LCD",
  name: "Least Cost Deflation",
  summary: "Completing a deflation game for the least cash",
  description:
    "Complete a game in deflation mode on easy difficulty and spend as little cash as you can. " +
    "Each completion shows its map and the cash that was spent.",
  askedAs: [
    "deflation",
    "deflation cheapest|cheap",
    "deflation least|lowest|less|minimum|min|smallest cost|costly|cash|money|spend|price|expensive",
  ],
  rules: RULES,
  game: {
    mode: "Deflation",
    difficulty: "Easy",
    endRound: 60,
    sliders: "default",
    forbids: ["disablePowers", "noContinues", "disableSelling"],
    towers: "among",
    paths: "enough",
  },
  fields: {
    map: { kind: "map", label: "Map" },
    money: { kind: "money", label: "Cash Spent", column: "Cost", max: MOST_CASH, spentOn: "easy" },
    person: { kind: "person", label: "Player", position: 0 },
    version: { kind: "version", label: "Update", column: "Version" },
    date: { kind: "date", label: "Date" },
  },
  keys: ["filekey"],
  identity: [],
  og: null,
  order: [ascending("map")],
  columns: ["map", "money", "person", "version", "date", "info"],
  record: { by: "money", least: true, scopes: [["map"]], words: "Least cost" },
  heading: "LCD on {map} for {money}",
  views: ["list"],
  csv: [],
  versionBox: false,
} satisfies ChallengeDefinition;
