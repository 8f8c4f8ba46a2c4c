import { z } from "zod";
import { MOST_FOLLOWS } from "../limits.ts";
import { DONE, type Endpoint, get, post, text } from "./define.ts";
import { api } from "./routes.ts";

/** The longest query of a list that somebody follows, in characters. */
export const LONGEST_FOLLOWED = 2_000;

const Follow = z.object({
  follow: z.string(),
  challenge: z.string().describe("Its key; empty: all challenges."),
  query: z.string().describe("What narrows its list, as in its address."),
  heading: z.string(),
  page: z.string().nullable().describe("The address of the page that shows it; null: none does now."),
  at: z.string().describe("Since when (ISO 8601, UTC)."),
});
export type Follow = z.infer<typeof Follow>;

const Follows = z.object({
  results: z.array(Follow).readonly().describe(`The newest first; at most ${MOST_FOLLOWS}.`),
  asked: z.string().nullable().describe("The follow of the list that was asked about; null: none."),
  feed: z.string().nullable().describe("When the address of the feed was made; null: there is none."),
});
export type FollowsAnswer = z.infer<typeof Follows>;

const LIST = {
  challenge: text("A challenge's key; absent: all challenges."),
  query: text("A list's query string, such as map=Quad: asks whether one follows it."),
};

export const follows = get(api.follows(), LIST, {
  access: "member",
  summary: "What one follows, and whether a list is among it",
  result: Follows,
});

export const follow = post(api.follow(), {
  access: "member",
  summary:
    "Follows what is verified in a list of a challenge, or of a map (map=) or a player (person=) in all of them",
  result: z.object({ follow: z.string() }),
  fields: ["challenge", "query"],
});

export const endFollow = post(api.endFollow(), {
  access: "member",
  summary: "Follows something no longer",
  result: DONE,
  fields: ["follow"],
  own: ["follow"],
});

const Feed = z.object({ address: z.string().describe("It is told only now.") });
export type FollowFeedAnswer = z.infer<typeof Feed>;

export const makeFollowFeed = post(api.makeFollowFeed(), {
  access: "member",
  summary: "Makes an address for the feed of what one follows; one made before ends",
  result: Feed,
});

export const endFollowFeed = post(api.endFollowFeed(), {
  access: "member",
  summary: "Ends the feed of what one follows",
  result: DONE,
});

export const followAddresses = [
  ...[follows, follow, endFollow, makeFollowFeed, endFollowFeed],
] as readonly Endpoint[];
