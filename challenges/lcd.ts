import { ascending, type ChallengeDefinition } from "./define.ts";
import { descriptions } from "./rules/descriptions.ts";
import { maxCashSpentLcd, rulesLcd } from "./rules/lcd.ts";

export const leastCostDeflation = {
  key: "lcd",
  label: "LCD",
  ...descriptions.lcd,
  rules: rulesLcd,
  fields: {
    map: { kind: "map", label: "Map" },
    money: { kind: "money", label: "Cash Spent", column: "Cost", max: maxCashSpentLcd },
    person: { kind: "person", label: "Player", position: 0 },
    version: { kind: "version", label: "Update", column: "Version" },
    date: { kind: "date", label: "Date" },
  },
  keys: ["filekey"],
  identity: [],
  og: null,
  order: [ascending("map")],
  columns: ["map", "money", "person", "version", "date", "info"],
  heading: "LCD on {map} for {money}",
  views: ["list"],
  csv: false,
  versionBox: false,
} satisfies ChallengeDefinition;
