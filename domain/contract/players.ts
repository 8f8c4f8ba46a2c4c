import { z } from "zod";
import { oncePerChallenge } from "../challenges/once-per-challenge.ts";
import { wireName } from "../fields/wire-name.ts";
import { DEFAULT_PAGE, MAX_PAGE } from "../lists/page-sizes.ts";
import { count, flag, get, offset, pageOf, searchText } from "./define.ts";
import { api } from "./routes.ts";

/** SPEC section 9. */
const DEFAULT_LEADERBOARD = 10;

const Count = z.object({
  person: z.string(),
  count: z.int().min(0),
  uniquecount: z.int().min(0).describe("Different maps among them."),
  favoritemap: wireName(z, "map").nullable().describe("Played most often; of several, the first by name."),
  favoritedifficulty: z.string().nullable(),
});
const Counts = z.object({ personData: z.array(Count).readonly() });

/** The leaderboard of a challenge; null where it has none. */
export const personCounts = oncePerChallenge(({ key, label, views }) =>
  views.includes("person-stats")
    ? get(
        api.personCounts(key),
        { limit: count(MAX_PAGE, DEFAULT_LEADERBOARD), offset, og: flag("1 or true: originals only.") },
        {
          summary: `${label} leaderboard`,
          result: Counts,
          isEstablished: true,
        },
      )
    : null,
);

const Names = pageOf(z.string());

export const users = get(
  api.users(),
  { query: searchText("The beginning of a name."), offset, count: count(MAX_PAGE, DEFAULT_PAGE) },
  { summary: "People's names by prefix", result: Names },
);
