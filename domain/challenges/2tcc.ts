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

/** The rules of 2TCC (SPEC section 5). */
const RULES: readonly RuleSection[] = [
  {
    title: "Game and towers",
    items: [
      {
        id: "real-coop",
        text: "Play a real co-op game with another player.",
        check: {
          line: "Real co-op, one tower each",
          by: "look",
          fails: "This was not a real co-op game with another player.",
        },
      },
      {
        id: "one-tower-each",
        text: "Each player uses one tower.",
        metBy: ["tower"],
        check: { line: "Real co-op, one tower each", by: "look", fails: "Each player must use one tower." },
      },
    ],
  },
  { title: "Proof", items: [linkOrUpload, victoryScreenshot, setupScreenshot] },
  {
    title: "Fair play",
    items: [
      {
        id: "no-cash-glitches",
        text: "Do not use cash glitches.",
        check: { line: "No cash glitch or disconnect trick", by: "look", fails: "A cash glitch was used." },
      },
      {
        id: "no-disconnect-trick",
        text: "Do not use the disconnect trick.",
        check: {
          line: "No cash glitch or disconnect trick",
          by: "look",
          fails: "The disconnect trick was used.",
        },
      },
    ],
  },
  afterYouSubmit,
];

const { startingCash: _, ...CHIMPS_COOP } = CHIMPS;

/** More starting cash than any co-op game gives, to catch typing mistakes. */
const MAX_STARTING_CASH = 1_000_000;

export const twoTowersCoop = {
  key: "2tcc",
  label: "2TCC",
  name: "2 Towers CHIMPS Co-op",
  summary: "Completing a co-op CHIMPS game with 2 towers, one for each player",
  description:
    "Complete a CHIMPS game in co-op with only two towers, one for each player. " +
    "The first verified completion of a pair of towers, on any map, is its OG (original) completion.",
  askedAs: [
    "coop",
    "co op",
    "multiplayer",
    "coop two tower",
    "co op two tower",
    "coop pair|combo|duo|combination",
    "co op pair|combo|duo|combination",
  ],
  rules: RULES,
  // What a co-op game starts with is recorded of each.
  game: { ...CHIMPS_COOP, towers: "only", paths: "enough" },
  proofs: [victorySlot, setupSlot],
  fields: {
    tower1: { kind: "tower", label: "Tower 1", position: 0 },
    tower2: { kind: "tower", label: "Tower 2", position: 1 },
    map: { kind: "map", label: "Map" },
    person1: { kind: "person", label: "Player 1", position: 0 },
    person2: { kind: "person", label: "Player 2", position: 1 },
    upgrade1: { kind: "upgrade", label: "Tower 1 Upgrades", position: 0, ogExtra: true },
    upgrade2: { kind: "upgrade", label: "Tower 2 Upgrades", position: 1, ogExtra: true },
    money: { kind: "money", label: "Starting Cash", max: MAX_STARTING_CASH, ogExtra: true },
    version: { kind: "version", label: "Update", column: "OG Version", ogExtra: true },
    date: { kind: "date", label: "Date", column: "OG Date", ogExtra: true },
    challenge_code: { kind: "code", label: "Challenge code", optional: true },
  },
  keys: ["tower1", "tower2", "map"],
  identity: ["towers", "map"],
  og: ["towers"],
  order: [ascending("tower1"), ascending("tower2"), ascending("map")],
  columns: ["tower1", "tower2", "map", "person1", "person2", "version", "date", "info", "og"],
  heading: "{tower1} and {tower2} 2TCC on {map}",
  views: ["list"],
  csv: [],
  versionBox: false,
} satisfies ChallengeDefinition;
