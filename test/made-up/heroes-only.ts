import { ascending, type ChallengeDefinition } from "../../domain/challenges/define.ts";

/** A made-up challenge with field names of its own, in which more is better. Nothing else in the tree knows it. */
export const heroesOnly = {
  key: "hoc",
  label: "HOC",
  name: "Heroes Only CHIMPS",
  summary: "Completing a CHIMPS game with one hero",
  description: "Complete a CHIMPS game with one hero and nothing else.",
  rules: [{ title: "Towers", items: [{ id: "one-hero", text: "One hero.", check: null }] }],
  featured: 3,
  fields: {
    hero: { kind: "tower", label: "Hero", position: 0 },
    map: { kind: "map", label: "Map" },
    runner: { kind: "person", label: "Runner", position: 0 },
    saved: { kind: "money", label: "Cash left", max: 1_000_000 },
    update: { kind: "version", label: "Update", ogExtra: true },
  },
  keys: ["hero", "map"],
  identity: ["towers", "map"],
  og: ["towers"],
  order: [ascending("tower1"), ascending("map")],
  columns: ["hero", "map", "runner", "saved", "update", "info", "og"],
  record: { by: "money", least: false, scopes: [["map"]], words: "Most cash left" },
  heading: "{hero} alone on {map} with {saved} left",
  views: ["list", "table", "person-stats"],
  csv: [],
  versionBox: false,
} satisfies ChallengeDefinition;
