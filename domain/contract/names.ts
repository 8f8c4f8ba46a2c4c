import { z } from "zod";
import { TIER_KEYS } from "../game/facts.ts";
import { readAllSearchTexts } from "../lists/parameters.ts";
import { allOf, type Endpoint, get, type Parameter } from "./define.ts";
import { api } from "./routes.ts";

const Spelled = z
  .array(z.string())
  .readonly()
  .describe("Its name, then the spellings that say more than the name does.");

const Type = z.object({
  category: z.enum(["primary", "military", "magic", "support"]),
  names: Spelled,
  tiers: z.partialRecord(z.enum(TIER_KEYS), Spelled),
});

const NamedMap = z.object({
  names: Spelled,
  abbreviation: z.string().nullable(),
  difficulty: z.string().nullable(),
});

const Names = z.object({
  types: z.array(Type).readonly(),
  heroes: z.array(Spelled).readonly(),
  maps: z.array(NamedMap).readonly(),
  challenges: z.array(z.object({ key: z.string(), label: z.string(), name: z.string() })).readonly(),
  pages: z.array(z.object({ label: z.string(), path: z.string() })).readonly(),
});
/** Everything that a search suggests while somebody types, except players. */
export type NamesAnswer = z.infer<typeof Names>;

export const names = get(
  api.names(),
  {},
  {
    summary: "All names and spellings of towers, maps, challenges and pages, for suggestions",
    result: Names,
  },
);

const PlayerNames = allOf(z.string());

/** The most endings of the typed text in one request. */
const MOST_PREFIXES = 3;

const prefixes: Parameter<readonly string[]> = {
  read: (given, name) => readAllSearchTexts(given, name).slice(0, MOST_PREFIXES),
  schema: z.string(),
  note: "The beginning of a name, whatever its letter case and accents; given again (3 at most), names that begin as one of them, those of the first first.",
};

export const playerNames = get(
  api.playerNames(),
  { prefix: prefixes },
  {
    summary: "At most 8 players whose names begin so",
    result: PlayerNames,
    isSmall: true,
  },
);

export const nameAddresses: readonly Endpoint[] = [names, playerNames] as readonly Endpoint[];
