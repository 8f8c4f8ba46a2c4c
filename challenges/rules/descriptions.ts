/** How a challenge is introduced to a visitor. Plain text. */
export interface ChallengeDescription {
  /** Full name, for headings. */
  readonly name: string;
  /** One line for a card on the home page. */
  readonly summary: string;
  /** Two or three sentences for the top of the list page. */
  readonly description: string;
}

/**
 * The introductions of the seven challenges by key (SPEC section 1, "Challenge types"; section 2, home page).
 * What counts as OG: DESIGN, "Data", `og_identity`.
 */
export const descriptions = {
  "2tc": {
    name: "2 Towers CHIMPS",
    summary: "Completing a CHIMPS game with 2 towers",
    description:
      "Complete a CHIMPS game with only two towers. " +
      "The first verified completion of a pair of towers, on any map, is its OG (original) completion.",
  },
  "2mp": {
    name: "2 Million Pops CHIMPS",
    summary: "2 million pops on one tower excluding regrow pops",
    description:
      "Get 2 million pops on one tower in a single game. Regrow pops do not count. " +
      "The first verified completion of a tower, on any map, is its OG (original) completion.",
  },
  "2tcc": {
    name: "2 Towers CHIMPS Co-op",
    summary: "Completing a co-op CHIMPS game with 2 towers, one for each player",
    description:
      "Complete a CHIMPS game in co-op with only two towers, one for each player. " +
      "The first verified completion of a pair of towers, on any map, is its OG (original) completion.",
  },
  fttc: {
    name: "Fewest Tower Types CHIMPS",
    summary: "Completing a CHIMPS game with the fewest types of tower",
    description:
      "Complete a CHIMPS game with as few different types of tower as you can, and without heroes. " +
      "The first verified completion of a map with a set of tower types is the OG (original) completion.",
  },
  ltc: {
    name: "Least Towers CHIMPS",
    summary: "Completing a CHIMPS game with the least number of towers",
    description:
      "Complete a CHIMPS game with as few towers as you can. " +
      "A completion has one of three types: OG (the original), cheapest or heroless (without a hero).",
  },
  lcc: {
    name: "Least Cost CHIMPS",
    summary: "Completing a CHIMPS game for the least cash",
    description:
      "Complete a CHIMPS game and spend as little cash as you can. " +
      "The least cost is tracked for each map and each major version of the game.",
  },
  lcd: {
    name: "Least Cost Deflation",
    summary: "Completing a deflation game for the least cash",
    description:
      "Complete a game in deflation mode on easy difficulty and spend as little cash as you can. " +
      "Each completion shows its map and the cash that was spent.",
  },
} as const satisfies Readonly<Record<string, ChallengeDescription>>;
