import { ascending, type ChallengeDefinition } from "./define.ts";
import { descriptions } from "./rules/descriptions.ts";
import { rulesFttc } from "./rules/fttc.ts";

export const fewestTowerTypes = {
  key: "fttc",
  label: "FTTC",
  ...descriptions.fttc,
  rules: rulesFttc,
  fields: {
    map: { kind: "map", label: "Map" },
    towerset: { kind: "towerset", label: "Tower Types", heroes: false, set: true },
    person: { kind: "person", label: "Player", position: 0 },
    version: { kind: "version", label: "Update", column: "OG Version", ogExtra: true },
    date: { kind: "date", label: "Date", column: "OG Date", ogExtra: true },
  },
  keys: ["map", "towerset"],
  identity: ["map", "towers"],
  og: ["map", "towers"],
  order: [ascending("map")],
  columns: ["map", "towerset", "person", "version", "date", "info", "og"],
  heading: "{towerset} FTTC on {map}",
  views: ["list"],
  csv: false,
  versionBox: false,
} satisfies ChallengeDefinition;
