import { ascending, type ChallengeDefinition } from "./define.ts";
import { rules2mp } from "./rules/2mp.ts";
import { descriptions } from "./rules/descriptions.ts";

export const twoMillionPops = {
  key: "2mp",
  label: "2MP",
  navLabel: "2MPC",
  ...descriptions["2mp"],
  rules: rules2mp,
  fields: {
    entity: { kind: "tower", label: "Tower", position: 0 },
    map: { kind: "map", label: "Map" },
    person: { kind: "person", label: "Player", position: 0 },
    upgrade: { kind: "upgrade", label: "Upgrades", position: 0, ogExtra: true },
    version: { kind: "version", label: "Update", column: "OG Version", ogExtra: true },
    date: { kind: "date", label: "Date", column: "OG Date", ogExtra: true },
  },
  keys: ["entity", "map"],
  identity: ["towers", "map"],
  og: ["towers"],
  order: [ascending("tower1"), ascending("map")],
  columns: ["entity", "map", "person", "version", "date", "info", "og"],
  heading: "{entity} 2MP on {map}",
  views: ["list", "table", "person-stats"],
  csv: false,
  versionBox: false,
} satisfies ChallengeDefinition;
