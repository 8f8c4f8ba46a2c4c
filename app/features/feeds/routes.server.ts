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
import type { Completion } from "../../../domain/fields/completion.ts";
import type { Field } from "../../../domain/fields/index.ts";
import { headingOf, playersOf, wordsOf } from "../../../domain/lists/heading.ts";
import { FEED_LENGTH, type ListRequest, listParameters } from "../../../domain/lists/list-query.ts";
import { isOfOriginal } from "../../../domain/lists/of-original.ts";
import { presentRow } from "../../../domain/lists/row.ts";
import type { Deps } from "../../api/deps.server.ts";
import type { Router } from "../../api/router.server.ts";
import { understandList } from "../search/understanding.server.ts";
import type { Feed, FeedEntry } from "./feed.server.ts";
import { atomOf, jsonFeedOf } from "./formats.server.ts";

/** Returns the parameters that narrow a list, which narrow its feed in the same way. */
function narrowedBy(definition: ChallengeDefinition, { parameters }: ListRequest): Record<string, string[]> {
  const texts = listParameters(definition)
    .filter((name) => !["sortby", "offset", "count"].includes(name))
    .map((name): [string, string[]] => [name, parameters.getAll(name).filter((text) => text.trim() !== "")]);
  return Object.fromEntries(texts.filter(([, values]) => values.length > 0));
}

/** For example "Newly verified: 2TC, Map: Quad · “abs zero”". */
function titleOf(definition: ChallengeDefinition, narrowed: Readonly<Record<string, readonly string[]>>) {
  const filters = Object.entries(narrowed).flatMap(([name, texts]) =>
    texts.map((text) => {
      if (name === "query") return `“${text}”`;
      const { label, value } = filterInWords(definition, [name, text]);
      return `${label}: ${value}`;
    }),
  );
  const title = `Newly verified: ${definition.label}`;
  return filters.length === 0 ? title : `${title}, ${filters.join(" · ")}`;
}

function entryOf(
  definition: ChallengeDefinition,
  completion: Completion,
  verifiedAt: string,
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

/** Registers the feeds of newly verified completions: of each list, narrowed as the list is, and of all. */
export function feedRoutes(router: Router, deps: Deps): void {
  const { challenges, data, siteOrigin } = deps;
  const author = deps.siteNames.shortName;

  /** Returns a list's verified completions; those from elsewhere without a time are not new, and left out. */
  async function findNewest(definition: ChallengeDefinition, request: ListRequest): Promise<FeedEntry[]> {
    const { understanding: _, ...query } = await understandList(definition, request, deps);
    const conditions = [...query.conditions, { on: "pending", pending: false } as const];
    const { rows, verifiedAt: times } = await data.completions.list(definition, { ...query, conditions });
    return rows.flatMap((completion, at) => {
      const verifiedAt = times[at];
      return verifiedAt ? [entryOf(definition, completion, verifiedAt, siteOrigin)] : [];
    });
  }

  for (const definition of challenges.values()) {
    const reads = challengeReads(definition);
    for (const { of, write, contentType, address } of FORMATS)
      router.raw(reads[of], async (request) => {
        const entries = await findNewest(definition, request);
        const narrowed = narrowedBy(definition, request);
        const feed: Feed = {
          title: titleOf(definition, narrowed),
          page: siteOrigin + pages.list(definition.key, narrowed),
          address: siteOrigin + address(definition.key, narrowed),
          ...{ author, entries },
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
        ? [entryOf(definition, completion, verifiedAt, siteOrigin)]
        : [];
    });
    const [title, page] = [`Newly verified: ${HEADINGS.home}`, siteOrigin + pages.home()];
    return { title, page, address: siteOrigin + address, author, entries };
  }
  router.raw(atomOfAll, async () => send(atomOf(await feedOfAll(api.atomOfAll())), ATOM));
  router.raw(jsonFeedOfAll, async () => send(jsonFeedOf(await feedOfAll(api.jsonFeedOfAll())), JSON_FEED));
}
