import { ascending, type ChallengeDefinition } from "./define.ts";
import { descriptions } from "./rules/descriptions.ts";
import { rulesLtc } from "./rules/ltc.ts";

export const leastTowers = {
  key: "ltc",
  label: "LTC",
  ...descriptions.ltc,
  rules: rulesLtc,
  fields: {
    towerset: { kind: "towerset", label: "Towers", heroes: true, set: false },
    upgradeset: { kind: "upgradeset", label: "Upgrades", optional: true },
    map: { kind: "map", label: "Map" },
    completiontype: {
      kind: "completiontype",
      label: "Completion Type",
      choices: ["og", "cheapest", "heroless"],
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
  heading: "{completiontype} LTC on {map} with {towerset}",
  views: ["list"],
  csv: false,
  versionBox: false,
} satisfies ChallengeDefinition;
