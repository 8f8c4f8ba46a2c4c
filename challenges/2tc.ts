import { ascending, type ChallengeDefinition } from "./define.ts";
import { excludedTowers2tc, rules2tc } from "./rules/2tc.ts";
import { descriptions } from "./rules/descriptions.ts";

export const twoTowers = {
  key: "2tc",
  label: "2TC",
  ...descriptions["2tc"],
  rules: rules2tc,
  fields: {
    tower1: {
      kind: "tower",
      label: "Tower 1",
      position: 0,
      affordableAtStart: true,
      except: excludedTowers2tc,
    },
    tower2: { kind: "tower", label: "Tower 2", position: 1, except: excludedTowers2tc },
    map: { kind: "map", label: "Map" },
    person: { kind: "person", label: "Player", position: 0 },
    upgrade1: { kind: "upgrade", label: "Tower 1 Upgrades", position: 0, ogExtra: true },
    upgrade2: { kind: "upgrade", label: "Tower 2 Upgrades", position: 1, ogExtra: true },
    version: { kind: "version", label: "Update", column: "OG Version", ogExtra: true },
    date: { kind: "date", label: "Date", column: "OG Date", ogExtra: true },
  },
  keys: ["tower1", "tower2", "map"],
  identity: ["towers", "map"],
  og: ["towers"],
  order: [ascending("tower1"), ascending("tower2"), ascending("map")],
  columns: ["tower1", "tower2", "map", "person", "version", "date", "info", "og"],
  heading: "{tower1} and {tower2} 2TC on {map}",
  views: ["list", "person-stats"],
  csv: true,
  versionBox: true,
} satisfies ChallengeDefinition;
