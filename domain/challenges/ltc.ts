import { ascending, type ChallengeDefinition } from "./define.ts";
import { CHIMPS } from "./game-settings.ts";
import { afterYouSubmit, linkOrUpload, noSelectedHero, type RuleSection, restrictPaths } from "./rules.ts";

/** The rules of LTC (SPEC section 5; which fields are required: sections 3 and 5, "Forms"). */
const RULES: readonly RuleSection[] = [
  { title: "Towers", items: [restrictPaths, noSelectedHero] },
  {
    title: "Completion types",
    items: [
      {
        id: "types",
        text: "A map can have more than one kind of completion. Choose the type that fits yours:",
        items: [
          "**OG**: the original completion",
          "**Cheapest**: the completion that costs the least",
          "**Heroless**: a completion without a hero",
        ],
        check: {
          line: "OG, cheapest or heroless, as entered",
          by: "look",
          fails: "This completion is not of the type that you chose.",
        },
      },
    ],
  },
  {
    title: "Proof",
    items: [
      linkOrUpload,
      {
        id: "every-tower",
        text: "Enter every tower that you used.",
        check: {
          line: "Every tower entered",
          by: "look",
          fails: "Some towers that you used are not entered.",
        },
      },
      {
        id: "optional-fields",
        text: "You can also enter the upgrades, the game version (“Update”) and the date, but you do not have to.",
        check: null,
      },
    ],
  },
  afterYouSubmit,
];

export const leastTowers = {
  key: "ltc",
  label: "LTC",
  name: "Least Towers CHIMPS",
  summary: "Completing a CHIMPS game with the least number of towers",
  description:
    "Complete a CHIMPS game with as few towers as you can. " +
    "A completion has one of three types: OG (the original), cheapest or heroless (without a hero).",
  askedAs: ["fewest|least|lowest|minimum|min|smallest tower"],
  rules: RULES,
  game: { ...CHIMPS, selectedHero: "forbidden", towers: "only", paths: "exactly" },
  fields: {
    towerset: { kind: "towerset", label: "Towers", takes: ["type", "upgrade", "hero"], set: false },
    upgradeset: { kind: "upgradeset", label: "Upgrades", optional: true },
    map: { kind: "map", label: "Map" },
    completiontype: {
      kind: "completiontype",
      label: "Completion Type",
      choices: ["og", "cheapest", "heroless"],
      heroless: "heroless",
    },
    person: { kind: "person", label: "Player", position: 0 },
    version: { kind: "version", label: "Update", column: "Version", optional: true },
    date: { kind: "date", label: "Date", optional: true },
  },
  keys: ["map", "towerset", "completiontype"],
  optionalKeys: ["completiontype"],
  identity: ["map", "towers", "completiontype"],
  og: null,
  order: [ascending("map")],
  columns: ["map", "towerset", "upgradeset", "completiontype", "person", "version", "date", "info"],
  record: { by: "towerCount", least: true, scopes: [["map", "completiontype"]], words: "Fewest towers" },
  heading: "{completiontype} LTC on {map} with {towerset}",
  views: ["list"],
  csv: [],
  versionBox: false,
} satisfies ChallengeDefinition;
