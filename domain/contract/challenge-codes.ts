import { z } from "zod";
import { codeIn } from "../challenge-codes/code.ts";
import { InvalidValue } from "../fields/kind.ts";
import { AnyCompletion, type Endpoint, get, parsed, required } from "./define.ts";
import { api } from "./routes.ts";

const id = z.string().nullable();
const number = z.number().nullable();
const flag = z.boolean().nullable();
const limit = z.union([z.number(), z.literal("none")]).nullable();
const amount = z.union([z.int(), z.literal("any")]).nullable();
const tier = z.int().nullable();

const Document = z.object({
  createdAt: id.describe("ISO 8601, UTC."),
  gameVersion: id,
  map: id.describe("Maps, towers, modes and difficulties have the game's ids."),
  mode: id,
  difficulty: id,
  startingCash: number,
  lives: number,
  maxLives: number,
  startRound: number,
  endRound: number,
  roundSets: z.array(z.string()).readonly().nullable(),
  leastCash: limit,
  leastTiers: limit,
  maxTowers: limit,
  maxParagons: limit,
  disableDoubleCash: flag,
  disableInstas: flag,
  disableMK: flag,
  disablePowers: flag,
  disableSelling: flag,
  noContinues: flag,
  multipliers: z
    .object({
      speed: number,
      moabSpeed: number,
      bossSpeed: number,
      regrowRate: number,
      ceramicHealth: number,
      moabHealth: number,
      bossHealth: number,
      abilityCooldown: number,
    })
    .describe("1 is the game's own."),
  removalCost: z
    .union([z.number(), z.literal("not-allowed")])
    .nullable()
    .describe("What obstacles cost, as a multiple of the game's own."),
  allCamo: flag,
  allRegrow: flag,
  powers: z
    .array(z.object({ power: z.string(), max: amount }))
    .readonly()
    .nullable(),
  towers: z
    .array(
      z.object({
        tower: z.string(),
        max: amount.describe("0: not allowed."),
        isHero: flag,
        tiers: z
          .tuple([tier, tier, tier])
          .readonly()
          .nullable()
          .describe("The highest tiers that are allowed in the top, middle and bottom path. Null: a hero."),
      }),
    )
    .readonly()
    .nullable(),
  allowsSelectedHero: flag,
});

const KnownCode = z.object({
  code: z.string(),
  outcome: z
    .enum(["found", "none", "not-asked", "could-not-ask"])
    .describe("none: the game's server had no such challenge. not-asked: nothing is known of the code."),
  document: Document.nullable().describe(
    "What the game's server says of the challenge. Null in it: not said, or not certain.",
  ),
  foundAt: id.describe("When the document was fetched (ISO 8601, UTC)."),
  askedAt: id.describe(
    "When the server last answered. Later than foundAt: it then had no such challenge any more.",
  ),
  completions: z
    .array(z.object({ challenge: z.string(), completion: AnyCompletion }))
    .readonly()
    .describe("Completions with the code in its field or in their notes, of each challenge 20 at most."),
});
export type KnownCodeAnswer = z.infer<typeof KnownCode>;

const AskedCode = KnownCode.extend({
  why: id.describe("Why the server could not be asked; null: it could, or was not asked."),
  retryAfter: z.int().nullable().describe("Seconds until it is worth trying again."),
});
export type AskedCodeAnswer = z.infer<typeof AskedCode>;

const CODE = {
  code: required(
    parsed((text) => {
      const code = codeIn(text);
      if (code === null) throw new InvalidValue("not-a-challenge-code");
      return code;
    }, "A challenge code in any letter case, or a link of the game's that has it."),
  ),
};

export const challengeCode = get(api.challengeCode(), CODE, {
  summary: "What is known of a challenge code, and which completions have it",
  result: KnownCode,
  isSmall: true,
});

export const askChallengeCode = get(api.askChallengeCode(), CODE, {
  access: "member",
  summary: "The same, after asking the game's server where the code is not known: 30 times an hour at most",
  result: AskedCode,
  waitsForHosts: true,
});

export const challengeCodeAddresses = [challengeCode, askChallengeCode] as readonly Endpoint[];
