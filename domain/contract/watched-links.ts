import { z } from "zod";
import { InvalidValue } from "../fields/kind.ts";
import { LINK_HOSTS, type LinkHost } from "../media/link-hosts.ts";
import { LINK_STATES, type LinkState } from "../media/link-watch.ts";
import { count, type Endpoint, get, parsed, text } from "./define.ts";
import { Named } from "./notices.ts";
import { api } from "./routes.ts";

// Whether links to proof still lead to something.

const STATES = Object.keys(LINK_STATES) as [LinkState, ...LinkState[]];
const HOSTS = Object.keys(LINK_HOSTS) as [LinkHost, ...LinkHost[]];

/** The parameters of the page that lists them. */
export const LINK_FILTERS = ["state", "host"] as const;

const Counts = z.object({
  isOn: z.boolean().describe("False: the site is set to ask nobody."),
  hosts: z
    .array(
      z.object({
        host: z.enum(HOSTS),
        isAsked: z.boolean().describe("False: nobody can be asked, or the site is not set to."),
        links: z
          .record(z.enum(STATES), z.int())
          .describe("How many links are in each state, counted up to `most`."),
      }),
    )
    .readonly(),
  most: z.int(),
});
/** How many links of each host are in each state. */
export type LinkCountsAnswer = z.infer<typeof Counts>;

export const linkCounts = get(
  api.linkCounts(),
  {},
  {
    access: "helper",
    summary: "How many links to proof are there, gone or never asked about, by host",
    result: Counts,
  },
);

const Watched = z.object({
  url: z.string().describe("The same for every way in which one thing's address is written."),
  host: z.enum(HOSTS),
  at: z
    .string()
    .describe(
      "Since when it is in this state (ISO 8601, UTC); of one that ends by itself its last day (yyyy-mm-dd).",
    ),
  endsOn: z.string().nullable().describe("Its last day, where it says so itself (yyyy-mm-dd)."),
  askedAt: z.string().nullable(),
  dueAt: z.string().nullable().describe("When it is asked about next; null: nobody can be asked."),
  firstFailedAt: z.string().nullable(),
  failedTimes: z.int(),
  why: z
    .string()
    .nullable()
    .describe("Why its host did not say: a status, or a reason for which it could not be asked."),
  title: z.string().nullable(),
  channel: z.string().nullable(),
  length: z.int().nullable().describe("In seconds."),
  day: z.string().nullable().describe("When it was published (yyyy-mm-dd)."),
  completions: z.array(Named).readonly().describe("Some of the verified completions that have it."),
});
/** A link to proof, and what its host said of it last. */
export type ListedWatchedLink = z.infer<typeof Watched>;

const Page = z.object({
  results: z.array(Watched).readonly(),
  next: z.string().nullable().describe("Pass it as `after` for the next page; null at the end."),
});
export type WatchedLinksAnswer = z.infer<typeof Page>;

/** One of some words; null: none is given. */
const oneOf = <Word extends string>(words: readonly Word[], note: string) =>
  parsed((given) => {
    const found = words.find((each) => each === given.toLowerCase());
    if (!found) throw new InvalidValue("not-a-choice", { choices: words });
    return found;
  }, note);

/** Links of a page. */
const LINKS_PAGE = 50;

export const watchedLinks = get(
  api.watchedLinks(),
  {
    state: oneOf(STATES, `${STATES.join(", ")}; gone by default.`),
    host: oneOf(HOSTS, `${HOSTS.join(", ")}; all by default.`),
    after: text("The `next` of the page before."),
    count: count(LINKS_PAGE, LINKS_PAGE),
  },
  {
    access: "helper",
    summary:
      "Links to proof in one state: those that end by themselves by their last day, all others from the newest in it on",
    result: Page,
  },
);

export const watchedLinkAddresses = [linkCounts, watchedLinks] as readonly Endpoint[];
