import { z } from "zod";
import { oncePerChallenge } from "../challenges/once-per-challenge.ts";
import { InvalidValue } from "../fields/kind.ts";
import { wireName } from "../fields/wire-name.ts";
import { readBoard } from "../lists/boards.ts";
import { DEFAULT_PAGE, MAX_PAGE } from "../lists/page-sizes.ts";
import {
  count,
  type Endpoint,
  flag,
  get,
  offset,
  pageOf,
  parsed,
  required,
  searchText,
  text,
} from "./define.ts";
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

function readYear(given: string): number {
  if (!/^\d{4}$/.test(given)) throw new InvalidValue("not-a-year");
  return Number(given);
}

const amounts = { completions: z.int().min(0), originals: z.int().min(0) };
const withoutDay = z
  .int()
  .describe("Verified completions of which nobody knows the day: no year counts them.");

const hasPage = z.boolean().describe("Whether the player shows their page.");

const BoardLine = z.object({
  rank: z.int().min(1).describe("Equal numbers share it."),
  name: z.string(),
  ...amounts,
  hasPage,
});
/** A line of a board. */
export type BoardLine = z.infer<typeof BoardLine>;

export const players = get(
  api.players(),
  {
    query: searchText("The beginning of one of a player's names."),
    board: parsed(readBoard, "all (if absent), ogs, a challenge's key such as 2tc, or 2tc-ogs."),
    year: parsed(readYear, "Four digits: only what was done, or else verified, in that year (UTC)."),
    offset,
    count: count(MAX_PAGE, DEFAULT_PAGE, "Rows wanted, 0 to 100 (20 if absent)."),
  },
  {
    summary: "Players by what they have done",
    result: pageOf(BoardLine).extend({
      withoutDay,
      years: z.array(z.int()).readonly().describe("The years in which the board has anything, newest first."),
    }),
  },
);

const Player = z.object({
  name: z.string().describe("As most of their completions have it."),
  names: z
    .array(z.object({ name: z.string(), completions: z.int() }))
    .readonly()
    .describe("Every spelling in verified completions, the most used first; at most 50."),
  isBanned: z.boolean().describe("On no board."),
  challenges: z
    .array(
      z.object({
        challenge: z.string(),
        ...amounts,
        maps: z.int().describe("Different maps among them."),
        records: z.int().nullable().describe("Records held; null: the challenge has none."),
      }),
    )
    .readonly()
    .describe("Those with any."),
  years: z.array(z.object({ year: z.int(), ...amounts })).readonly(),
  withoutDay,
  maps: z
    .array(z.object({ map: z.string(), difficulty: z.string().nullable(), ...amounts }))
    .readonly()
    .describe("The most played first."),
  towers: z
    .array(z.object({ tower: z.string(), completions: z.int() }))
    .readonly()
    .describe("The most used first; at most 50."),
  partners: z
    .array(z.object({ name: z.string(), completions: z.int(), hasPage }))
    .readonly()
    .describe("Whom they played with, the most frequent first; at most 50."),
});
export type PlayerAnswer = z.infer<typeof Player>;

export const player = get(
  api.player(),
  { name: required(text("Any of a player's names, ignoring case and accents.")) },
  { summary: "One player over all challenges", result: Player },
);

export const playerAddresses = [users, players, player] as readonly Endpoint[];
