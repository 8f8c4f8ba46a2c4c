import type { RuleSection } from "./rules.ts";
import {
  afterYouSubmit,
  endRound100,
  excludeUnusedTowers,
  hardChimps,
  linkOrUpload,
  noSelectedHero,
  restrictPaths,
  setupScreenshot,
  slidersAt100,
  victoryScreenshot,
} from "./shared.ts";

/** Maps on which a 2TC run needs a full recording (SPEC section 5; the names: DESIGN, "The site's own settings"). */
export const hardMaps = [
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

/** Towers that win CHIMPS alone from the starting cash, and so are no choice in a 2TC (SPEC sections 5 and 9). */
export const excludedTowers2tc = ["Sauda", "Geraldo"] as const;

/** Hours that a player has to provide footage after a helper asks for it (SPEC sections 5 and 9). */
export const footageHours = 48;

/** The rules of 2TC (SPEC section 5). */
export const rules2tc: readonly RuleSection[] = [
  {
    title: "Game settings",
    items: [
      "Set up your game in the challenge editor.",
      hardChimps,
      "Keep the default cash and lives, and the default start and end rounds.",
      endRound100,
      "Leave the least-cash condition unset.",
      slidersAt100,
      {
        text: "The game must not allow any of these:",
        items: ["Monkey knowledge", "Powers", "Continues", "Selling", "Double cash", "Fast track"],
      },
      "All camo and all regrow must be disabled: do not tick their boxes.",
    ],
  },
  {
    title: "Towers",
    items: [
      "Complete the game with two towers.",
      "Towers that can win CHIMPS alone with 650 cash are not allowed. " +
        `At present these are ${excludedTowers2tc.join(" and ")}.`,
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
      "Give the challenge code. Please write it in the notes.",
      "Recordings of the hard rounds are required.",
      "If you use Adora, you need a recording of the full run.",
      { text: "You also need a recording of the full run on these hard maps:", items: hardMaps },
    ],
  },
  {
    title: "Fair play",
    items: [
      "Do not use hacks.",
      "We remove runs by players who cheat.",
      "If you are banned from the community server, you may not submit completions.",
      "You may play on a past version of the game if the combination is not yet done.",
    ],
  },
  {
    ...afterYouSubmit,
    items: [
      ...afterYouSubmit.items,
      `A helper may ask you for footage of your run. You then have **${footageHours} hours** to provide it.`,
    ],
  },
];
