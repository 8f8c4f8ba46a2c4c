import type { ChallengeDefinition } from "../../../domain/challenges/define.ts";
import { fieldsOfKind, filterInWords } from "../../../domain/challenges/fields.ts";
import {
  ATOM,
  atomOfAll,
  challengeReads,
  JSON_FEED,
  jsonFeedOfAll,
} from "../../../domain/contract/completions.ts";
import { api, pages } from "../../../domain/contract/routes.ts";
import { HEADINGS } from "../../../domain/contract/site-pages.ts";
import type { Completion } from "../../../domain/fields/attributes.ts";
import type { Field } from "../../../domain/fields/index.ts";
import type { Catalogue } from "../../../domain/game/catalogue.ts";
import { FEED_LENGTH, type ListRequest, listParameters } from "../../../domain/lists/list-query.ts";
import { isOfOriginal } from "../../../domain/lists/of-original.ts";
import { headingOf, playersOf, presentRow, wordsOf } from "../../../domain/lists/row.ts";
import type { Deps } from "../../api/deps.server.ts";
import type { Router } from "../../api/router.server.ts";
import { understandList } from "../search/understanding.server.ts";
import { atomOf, type Feed, type FeedEntry, jsonFeedOf } from "./formats.server.ts";

/** Returns the parameters that narrow a list, which narrow its feed in the same way. */
export function narrowedBy(
  definition: ChallengeDefinition,
  parameters: URLSearchParams,
): Record<string, string[]> {
  const texts = listParameters(definition)
    .filter((name) => !["sortby", "offset", "count"].includes(name))
    .map((name): [string, string[]] => [name, parameters.getAll(name).filter((text) => text.trim() !== "")]);
  return Object.fromEntries(texts.filter(([, values]) => values.length > 0));
}

/** For example "2TC, Map: Quad · “abs zero”". */
export function listInWords(
  definition: ChallengeDefinition,
  narrowed: Readonly<Record<string, readonly string[]>>,
  catalogue: Catalogue,
): string {
  const filters = Object.entries(narrowed).flatMap(([name, texts]) =>
    texts.map((text) => {
      if (name === "query") return `“${text}”`;
      const { label, value } = filterInWords(definition, [name, text], catalogue);
      return `${label}: ${value}`;
    }),
  );
  return [definition.label, ...(filters.length > 0 ? [filters.join(" · ")] : [])].join(", ");
}

export function entryOf(
  { definition, completion, verifiedAt }: NewlyVerified,
  siteOrigin: string,
): FeedEntry {
  const row = presentRow(definition, completion);
  const facts = Object.entries<Field>(definition.fields).flatMap(([name, field]) => {
    const isSaid = field.kind === "person" || definition.heading.includes(`{${name}}`);
    if (isSaid || isOfOriginal(field, row) || (row[name] ?? null) === null) return [];
    return [`${field.label}: ${wordsOf(definition, name, row)}`];
  });
  return {
    address: siteOrigin + pages.notes(definition.key, { filekey: completion.id }),
    title: headingOf(definition, row),
    summary: [
      `${completion.og ? "OG completion" : "Completed"} by ${playersOf(definition, row)}`,
      ...facts,
    ].join(" · "),
    people: fieldsOfKind(definition, "person").flatMap(([name]) => (row[name] ? [String(row[name])] : [])),
    verifiedAt,
  };
}

const FORMATS = [
  { of: "atom", write: atomOf, contentType: ATOM, address: api.atom },
  { of: "jsonFeed", write: jsonFeedOf, contentType: JSON_FEED, address: api.jsonFeed },
] as const;

const send = (text: string, contentType: string): Response =>
  new Response(text, { headers: { "Content-Type": `${contentType}; charset=utf-8` } });

/** A completion of a feed. */
export interface NewlyVerified {
  readonly definition: ChallengeDefinition;
  readonly completion: Completion;
  readonly verifiedAt: string;
}

/** Returns a list's verified completions; those from elsewhere without a time are not new, and left out. */
async function findNewest(
  definition: ChallengeDefinition,
  request: ListRequest,
  deps: Pick<Deps, "challenges" | "data">,
): Promise<NewlyVerified[]> {
  const { understanding: _, ...query } = await understandList(definition, request, deps);
  const conditions = [...query.conditions, { on: "pending", pending: false } as const];
  const { rows, verifiedAt: times } = await deps.data.completions.list(definition, { ...query, conditions });
  return rows.flatMap((completion, at) => {
    const verifiedAt = times[at];
    return verifiedAt ? [{ definition, completion, verifiedAt }] : [];
  });
}

/** Returns the ids of a list's completions that the challenge's last changes submitted or verified. */
export async function findLately(
  definition: ChallengeDefinition,
  request: ListRequest,
  deps: Pick<Deps, "challenges" | "data">,
): Promise<readonly string[]> {
  const { conditions } = await understandList(definition, request, deps);
  return (await deps.data.completions.countSince(definition, conditions, 0)).filekeys;
}

/** Returns which of these completions' numbers are in a list. */
export async function findAmong(
  definition: ChallengeDefinition,
  request: ListRequest,
  numbers: readonly number[],
  deps: Pick<Deps, "challenges" | "data">,
): Promise<readonly number[]> {
  const { conditions } = await understandList(definition, request, deps);
  return deps.data.completions.findAmong(definition, conditions, numbers);
}

/** Registers the feeds of newly verified completions: of each list, narrowed as the list is, and of all. */
export function feedRoutes(router: Router, deps: Deps): void {
  const { challenges, data, siteOrigin } = deps;
  const author = deps.siteNames.shortName;

  for (const definition of challenges.values()) {
    const reads = challengeReads(definition);
    for (const { of, write, contentType, address } of FORMATS)
      router.raw(reads[of], async (request) => {
        const found = await findNewest(definition, request, deps);
        const entries = found.map((each) => entryOf(each, siteOrigin));
        const narrowed = narrowedBy(definition, request.parameters);
        const catalogue = await data.catalogue.current();
        const feed: Feed = {
          title: `Newly verified: ${listInWords(definition, narrowed, catalogue)}`,
          page: siteOrigin + pages.list(definition.key, narrowed),
          address: siteOrigin + address(definition.key, narrowed),
          author,
          entries,
        };
        return send(write(feed), contentType);
      });
  }

  async function feedOfAll(address: string): Promise<Feed> {
    const newest = { challenge: null, map: null, ogOnly: false, count: FEED_LENGTH, isTimeKnown: true };
    const found = await data.completions.listNewest(challenges, newest);
    const entries = found.flatMap(({ challenge, verifiedAt, completion }) => {
      const definition = challenges.get(challenge);
      return definition && verifiedAt !== null
        ? [entryOf({ definition, completion, verifiedAt }, siteOrigin)]
        : [];
    });
    const [title, page] = [`Newly verified: ${HEADINGS.home}`, siteOrigin + pages.home()];
    return { title, page, address: siteOrigin + address, author, entries };
  }
  router.raw(atomOfAll, async () => send(atomOf(await feedOfAll(api.atomOfAll())), ATOM));
  router.raw(jsonFeedOfAll, async () => send(jsonFeedOf(await feedOfAll(api.jsonFeedOfAll())), JSON_FEED));
}
