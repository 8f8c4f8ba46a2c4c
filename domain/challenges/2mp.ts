import { ascending, type ChallengeDefinition } from "./define.ts";
import { CHIMPS } from "./game-settings.ts";
import {
  afterYouSubmit,
  linkOrUpload,
  type RuleSection,
  setupScreenshot,
  setupSlot,
  victoryScreenshot,
  victorySlot,
} from "./rules.ts";

/** The rules of 2MP (SPEC sections 1 and 5). */
const RULES: readonly RuleSection[] = [
  {
    title: "Pops",
    items: [
      {
        id: "two-million-pops",
        text: "Get **2 million pops** on one tower.",
        check: {
          line: "2 million pops without regrow",
          by: "look",
          fails: "The tower has fewer than 2 million pops.",
        },
      },
      {
        id: "no-regrow-pops",
        text: "Regrow pops do not count towards the 2 million.",
        check: {
          line: "2 million pops without regrow",
          by: "look",
          fails: "Without regrow pops, the tower has fewer than 2 million pops.",
        },
      },
      {
        id: "other-towers-pops",
        text: "Every other tower must have under **42,693** pops.",
        check: {
          line: "Other towers under 42,693 pops",
          by: "look",
          fails: "Another tower has 42,693 pops or more.",
        },
      },
    ],
  },
  { title: "Proof", items: [linkOrUpload, victoryScreenshot, setupScreenshot] },
  afterYouSubmit,
];

export const twoMillionPops = {
  key: "2mp",
  label: "2MP",
  navLabel: "2MPC",
  name: "2 Million Pops CHIMPS",
  summary: "2 million pops on one tower excluding regrow pops",
  description:
    "Get 2 million pops on one tower in a single game. Regrow pops do not count. " +
    "The first verified completion of a tower, on any map, is its OG (original) completion.",
  askedAs: [
    "two million|mil|mill",
    "2mil|2mill|2m",
    "million|mil|mill pop",
    "two million|mil|mill pop",
    "2mil|2mill|2m pop",
    "pop",
  ],
  featured: 1,
  rules: RULES,
  game: { ...CHIMPS, towers: "among", paths: "enough" },
  proofs: [victorySlot, setupSlot],
  fields: {
    entity: { kind: "tower", label: "Tower", position: 0 },
    map: { kind: "map", label: "Map" },
    person: { kind: "person", label: "Player", position: 0 },
    upgrade: { kind: "upgrade", label: "Upgrades", position: 0, ogExtra: true },
    version: { kind: "version", label: "Update", column: "OG Version", ogExtra: true },
    date: { kind: "date", label: "Date", column: "OG Date", ogExtra: true },
    challenge_code: { kind: "code", label: "Challenge code", optional: true },
  },
  keys: ["entity", "map"],
  identity: ["towers", "map"],
  og: ["towers"],
  order: [ascending("tower1"), ascending("map")],
  columns: ["entity", "map", "person", "version", "date", "info", "og"],
  heading: "{entity} 2MP on {map}",
  views: ["list", "table", "person-stats"],
  csv: [],
  versionBox: false,
} satisfies ChallengeDefinition;
