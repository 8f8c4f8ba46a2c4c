import { START_CASH } from "../game/facts.ts";
import { ascending, type ChallengeDefinition } from "./define.ts";
import { CHIMPS } from "./game-settings.ts";
import {
  afterYouSubmit,
  EXCLUDED_NOW,
  endRound100,
  excludeUnusedTowers,
  hardChimps,
  linkOrUpload,
  noSelectedHero,
  type RuleSection,
  restrictPaths,
  setupScreenshot,
  setupSlot,
  slidersAt100,
  victoryScreenshot,
  victorySlot,
} from "./rules.ts";

/** Maps on which a 2TC run needs a full recording (SPEC section 5; the names: DESIGN, "The site's own settings"). */
const HARD_MAPS = [
  "Geared",
  "Muddy Puddles",
  "Bloody Puddles",
  "#Ouch",
  "Quad",
  "Ravine",
  "Dark Dungeons",
  "X Factor",
  "Glacial Trail",
  "Erosion",
] as const;

/** The rules of 2TC (SPEC section 5). */
const RULES: readonly RuleSection[] = [
  {
    title: "Game settings",
    items: [
      {
        id: "challenge-editor",
        text: "Set up your game in the challenge editor.",
        check: {
          line: "Hard CHIMPS, rounds to 100",
          by: "code",
          checkedBy: ["code-editor"],
          fails: "The game must be set up in the challenge editor.",
        },
      },
      hardChimps,
      {
        id: "default-cash-lives-rounds",
        text: "Keep the default cash and lives, and the default start and end rounds.",
        check: {
          line: "Hard CHIMPS, rounds to 100",
          by: "code",
          checkedBy: ["code-cash", "code-lives", "code-start-round"],
          fails: "The cash, the lives and the start and end rounds must be the default ones.",
        },
      },
      endRound100,
      {
        id: "no-least-cash",
        text: "Leave the least-cash condition unset.",
        check: {
          line: "Hard CHIMPS, rounds to 100",
          by: "code",
          checkedBy: ["code-least-cash"],
          fails: "The least-cash condition must be unset.",
        },
      },
      slidersAt100,
      {
        id: "no-modifiers",
        text: "The game must not allow any of these:",
        items: ["Monkey knowledge", "Powers", "Continues", "Selling", "Double cash", "Fast track"],
        check: {
          line: "No modifiers, all camo or all regrow",
          by: "code",
          checkedBy: ["code-modifiers"],
          fails: "The game allows monkey knowledge, powers, continues, selling or double cash.",
        },
      },
      {
        id: "no-fast-track",
        text: "The game must not allow fast track.",
        isSaidBefore: true,
        check: {
          line: "No modifiers, all camo or all regrow",
          by: "look",
          fails: "The game allows fast track.",
        },
      },
      {
        id: "no-camo-regrow",
        text: "All camo and all regrow must be disabled: do not tick their boxes.",
        check: {
          line: "No modifiers, all camo or all regrow",
          by: "code",
          checkedBy: ["code-camo-regrow"],
          fails: "“All camo” and “all regrow” must be disabled.",
        },
      },
    ],
  },
  {
    title: "Towers",
    items: [
      {
        id: "two-towers",
        text: "Complete the game with two towers.",
        metBy: ["tower"],
        check: {
          line: "Two towers, none wins alone",
          by: "facts",
          brokenBy: ({ code }) => code === "missing",
          fails: "The game must be completed with two towers.",
        },
      },
      {
        id: "no-lone-winners",
        metBy: ["tower"],
        text: `Towers that can win CHIMPS alone with ${START_CASH} cash are not allowed. ${EXCLUDED_NOW}`,
        check: {
          line: "Two towers, none wins alone",
          by: "facts",
          brokenBy: ({ code }) => code === "tower-wins-alone",
          fails: "This tower can win CHIMPS alone, so it is not allowed.",
        },
      },
      excludeUnusedTowers,
      restrictPaths,
      noSelectedHero,
    ],
  },
  {
    title: "Proof",
    items: [
      linkOrUpload,
      victoryScreenshot,
      setupScreenshot,
      {
        id: "challenge-code",
        text: "Give the challenge code.",
        metBy: ["code"],
        check: {
          line: "Challenge code",
          by: "look",
          checkedBy: ["code-in-notes"],
          fails: "We need the challenge code.",
        },
      },
      {
        id: "hard-rounds-recording",
        text: "Recordings of the hard rounds are required.",
        check: {
          line: "Recording",
          by: "look",
          proof: "recording",
          checkedBy: ["full-recording", "missing-recording"],
          fails: "We need recordings of the hard rounds.",
        },
      },
      {
        id: "adora-recording",
        text: "If you use Adora, you need a recording of the full run.",
        check: {
          line: "Recording",
          by: "look",
          proof: "recording",
          checkedBy: ["full-recording", "missing-recording"],
          towers: ["Adora"],
          asks: "You use Adora: you need a recording of the full run.",
          fails: "You used Adora, so we need a recording of the full run.",
        },
      },
      {
        id: "hard-map-recording",
        text: "You also need a recording of the full run on these hard maps:",
        items: HARD_MAPS,
        check: {
          line: "Recording",
          by: "look",
          proof: "recording",
          checkedBy: ["full-recording", "missing-recording"],
          maps: HARD_MAPS,
          asks: "This is one of the hard maps: you need a recording of the full run.",
          fails: "This is one of the hard maps, so we need a recording of the full run.",
        },
      },
    ],
  },
  {
    title: "Fair play",
    items: [
      {
        id: "no-hacks",
        text: "Do not use hacks.",
        check: { line: "No hacks or cheating", by: "trust", fails: "This run was played with hacks." },
      },
      {
        id: "no-cheating",
        text: "We remove runs by players who cheat.",
        check: {
          line: "No hacks or cheating",
          by: "trust",
          fails: "This player has cheated, so their runs are removed.",
        },
      },
      {
        id: "not-banned",
        text: "If you are banned from the community server, you may not submit completions.",
        check: {
          line: "Not banned",
          by: "standing",
          fails: "This player is banned from the community server.",
        },
      },
      {
        id: "past-version",
        text: "You may play on a past version of the game if the combination is not yet done.",
        check: {
          line: "Past version only if not done yet",
          by: "look",
          fails: "This combination is already done, so it has to be played on the current version.",
        },
      },
    ],
  },
  {
    ...afterYouSubmit,
    items: [
      ...afterYouSubmit.items,
      {
        id: "footage",
        text: "A helper may ask you for footage of your run. You then have **48 hours** to provide it.",
        check: null,
      },
    ],
  },
];

export const twoTowers = {
  key: "2tc",
  label: "2TC",
  name: "2 Towers CHIMPS",
  summary: "Completing a CHIMPS game with 2 towers",
  description:
    "Complete a CHIMPS game with only two towers. " +
    "The first verified completion of a pair of towers, on any map, is its OG (original) completion.",
  askedAs: ["two tower", "pair|combo|duo|combination"],
  featured: 2,
  rules: RULES,
  game: { ...CHIMPS, leastCash: "none", selectedHero: "forbidden", towers: "exactly", paths: "exactly" },
  proofs: [
    victorySlot,
    setupSlot,
    {
      role: "recording",
      label: "Recording",
      isVideo: true,
    },
  ],
  fields: {
    tower1: {
      kind: "tower",
      label: "Tower 1",
      position: 0,
      affordableAtStart: true,
      excludesFor: "2tc",
    },
    tower2: { kind: "tower", label: "Tower 2", position: 1, excludesFor: "2tc" },
    map: { kind: "map", label: "Map" },
    person: { kind: "person", label: "Player", position: 0 },
    upgrade1: { kind: "upgrade", label: "Tower 1 Upgrades", position: 0, ogExtra: true },
    upgrade2: { kind: "upgrade", label: "Tower 2 Upgrades", position: 1, ogExtra: true },
    version: { kind: "version", label: "Update", column: "OG Version", ogExtra: true },
    date: { kind: "date", label: "Date", column: "OG Date", ogExtra: true },
    challenge_code: { kind: "code", label: "Challenge code", optional: true },
  },
  keys: ["tower1", "tower2", "map"],
  identity: ["towers", "map"],
  og: ["towers"],
  order: [ascending("tower1"), ascending("tower2"), ascending("map")],
  columns: ["tower1", "tower2", "map", "person", "version", "date", "info", "og"],
  heading: "{tower1} and {tower2} 2TC on {map}",
  views: ["list", "person-stats"],
  // The order that people's spreadsheets have relied on for years.
  csv: [
    ...["tower1", "tower2", "map", "person", "link", "og", "pending", "filekey"],
    ...["upgrade1", "upgrade2", "version", "date"],
  ],
  versionBox: true,
} satisfies ChallengeDefinition;
