import { z } from "zod";
import { oncePerChallenge } from "../challenges/fields.ts";
import { InvalidValue, wireName } from "../fields/kind.ts";
import { MOST_ROWS_OF_PAGE } from "../limits.ts";
import { readBoard } from "../lists/boards.ts";
import { DEFAULT_PAGE } from "../lists/url-state.ts";
import {
  count,
  DONE,
  type Endpoint,
  flag,
  get,
  offset,
  pageOf,
  parsed,
  post,
  required,
  searchText,
  shape,
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
const Counts = shape("PersonCounts", z.object({ personData: z.array(Count).readonly() }));

/** The leaderboard of a challenge; null where it has none. */
export const personCounts = oncePerChallenge(({ key, label, views }) =>
  views.includes("person-stats")
    ? get(
        api.personCounts(key),
        {
          limit: count(MOST_ROWS_OF_PAGE, DEFAULT_LEADERBOARD),
          offset,
          og: flag("1 or true: originals only."),
        },
        {
          summary: `${label} leaderboard`,
          result: Counts,
          isLegacy: true,
        },
      )
    : null,
);

const Names = pageOf(z.string());

export const users = get(
  api.users(),
  {
    query: searchText("The beginning of a name."),
    user: searchText("The same, as programs of the existing index ask; `query` counts where both are there."),
    offset,
    count: count(MOST_ROWS_OF_PAGE, DEFAULT_PAGE),
  },
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
export type BoardLine = z.infer<typeof BoardLine>;

export const players = get(
  api.players(),
  {
    query: searchText("The beginning of one of a player's names."),
    board: parsed(readBoard, "all (if absent), ogs, a challenge's key such as 2tc, or 2tc-ogs."),
    year: parsed(readYear, "Four digits: only what was done, or else verified, in that year (UTC)."),
    offset,
    count: count(MOST_ROWS_OF_PAGE, DEFAULT_PAGE, "Rows wanted, 0 to 100 (20 if absent)."),
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
  name: z
    .string()
    .describe("As the player is shown everywhere: chosen, or as most of their completions have it."),
  names: z
    .array(z.object({ name: z.string(), completions: z.int() }))
    .readonly()
    .describe("Every spelling in verified completions, the most used first; at most 50."),
  formerNames: z
    .array(z.string())
    .readonly()
    .describe("The other names that are this player's, each in its most used spelling: they were joined."),
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
  months: z
    .array(z.object({ month: z.string().describe("yyyy-mm"), completions: z.int() }))
    .readonly()
    .describe("Those with any, the oldest first."),
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
  { name: required(text("Any of a player's names, in any letter case.")) },
  { summary: "One player over all challenges", result: Player },
);

const counts = z.object({
  name: z.string(),
  ...amounts,
  place: z.int().describe("On the board of all completions."),
});
const Joined = z.object({
  name: counts.describe("The player who would be joined with the other one."),
  into: counts,
  joined: counts.describe("What both would be."),
  together: z
    .int()
    .describe("Completions in which both stand, pending ones too: above 0, they are two people."),
});
export type JoinPreview = z.infer<typeof Joined>;

export const joinPreview = get(
  api.joinPreview(),
  { name: required(text("A name of the one.")), into: required(text("A name of the other.")) },
  { access: "helper", summary: "What joining two players would change", result: Joined },
);

const Changed = z.object({
  seq: z
    .int()
    .describe(
      "The number of this change in the log: with it it is undone. 0: of a name that was erased the log says nothing.",
    ),
  name: z.string().describe("The player's name now."),
});
export type ChangedPlayer = z.infer<typeof Changed>;

export const joinPlayers = post(api.joinPlayers(), {
  access: "helper",
  summary: "Makes two names those of one player, who is shown as the one joined into",
  result: Changed,
  fields: ["name", "into"],
});

export const showPlayerAs = post(api.showPlayerAs(), {
  access: "member",
  summary:
    "Chooses by which of their names, and in which of its spellings, a player is shown; empty: the most used one. Their owner and helpers",
  result: Changed,
  fields: ["name", "shown"],
  own: ["name"],
});

export const banPlayer = post(api.banPlayer(), {
  access: "helper",
  summary:
    "Takes a player off the boards and refuses what is submitted under the name, or takes that back (banned=0)",
  result: Changed,
  fields: ["name", "banned", "reason"],
});

const RemovedRuns = z.object({
  act: z.string().describe("What the log knows all of these changes by: with it they are undone together."),
  removed: z.int().describe("How many completions this request deleted."),
  more: z.boolean().describe("Whether there are more: the next request sends `act`."),
});
export type RemovedRuns = z.infer<typeof RemovedRuns>;

export const removeRuns = post(api.removeRuns(), {
  access: "helper",
  summary: "Deletes all completions of a player, verified and pending ones, a hundred in each request",
  result: RemovedRuns,
  fields: ["name", "act"],
});

const OwnName = z.object({
  names: z
    .array(z.object({ name: z.string(), completions: z.int() }))
    .readonly()
    .describe(
      "Players of whom this account submitted verified completions, the most frequent first; at most 20.",
    ),
  request: z
    .object({ name: z.string(), isApproved: z.boolean(), at: z.string(), isHidden: z.boolean() })
    .nullable()
    .describe("The name that this account owns, or has asked for."),
  isOwned: z.boolean().describe("Whether somebody owns the name that was asked about."),
  denied: z
    .object({ reason: z.string(), at: z.string() })
    .nullable()
    .describe("Why this account was denied the name that was asked about."),
});
export type OwnNameAnswer = z.infer<typeof OwnName>;

export const ownName = get(
  api.ownName(),
  { name: text("A player's name, to ask about.") },
  {
    access: "member",
    summary: "Which player one is, or asks to be",
    result: OwnName,
    mayNameOthers: ["name"],
  },
);

export const requestName = post(api.requestName(), {
  access: "member",
  summary: "Asks the helpers for a player's name",
  result: DONE,
  fields: ["name", "evidence"],
  mayNameOthers: ["name"],
});

export const endName = post(api.endName(), {
  access: "member",
  summary: "Gives one's name back, or withdraws the request for it",
  result: DONE,
});

export const hidePage = post(api.hidePage(), {
  access: "member",
  summary: "Hides the page of the player whose name one owns, or shows it again (hidden=0)",
  result: DONE,
  fields: ["hidden"],
});

const NameRequests = z.object({
  results: z
    .array(
      z.object({
        request: z.string(),
        name: z.string(),
        completions: z.int().describe("The player's, verified."),
        submitted: z.int().describe("Of these, what this account submitted."),
        evidence: z.string(),
        at: z.string().describe("ISO 8601, UTC."),
        by: z.string().nullable().describe("The display name of who asks."),
        account: z.string().nullable().describe("Their address, for administrators."),
      }),
    )
    .readonly()
    .describe("The oldest first."),
  count: z.int(),
});
export type NameRequestsAnswer = z.infer<typeof NameRequests>;

const MOST_REQUESTS = 100;

export const nameRequests = get(
  api.nameRequests(),
  { count: count(MOST_REQUESTS, MOST_REQUESTS, "Requests wanted, 0 to 100; 0 asks for the number alone.") },
  { access: "helper", summary: "Who asks for which name", result: NameRequests },
);

export const decideNameRequest = post(api.decideNameRequest(), {
  access: "helper",
  summary: "Gives somebody the name that they asked for (outcome=approved), or denies it with a reason",
  result: DONE,
  fields: ["request", "outcome", "reason"],
});

export const playerAddresses = [
  ...[users, players, player, joinPreview, joinPlayers, banPlayer, removeRuns],
  ...[ownName, requestName, endName, hidePage, showPlayerAs, nameRequests, decideNameRequest],
] as readonly Endpoint[];
