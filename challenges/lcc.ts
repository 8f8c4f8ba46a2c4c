import { ascending, type ChallengeDefinition, descending } from "./define.ts";
import { descriptions } from "./rules/descriptions.ts";
import { maxCashSpentLcc, rulesLcc } from "./rules/lcc.ts";

export const leastCostChimps = {
  key: "lcc",
  label: "LCC",
  ...descriptions.lcc,
  rules: rulesLcc,
  fields: {
    map: { kind: "map", label: "Map" },
    money: { kind: "money", label: "Cash Spent", column: "Cost", max: maxCashSpentLcc },
    person: { kind: "person", label: "Player", position: 0 },
    version: { kind: "version", label: "Update", column: "Version" },
    date: { kind: "date", label: "Date" },
  },
  keys: ["filekey"],
  identity: [],
  og: null,
  order: [ascending("map"), descending("major_version")],
  columns: ["map", "money", "person", "version", "date", "info"],
  heading: "LCC on {map} for {money}",
  views: ["list"],
  csv: false,
  versionBox: false,
} satisfies ChallengeDefinition;
