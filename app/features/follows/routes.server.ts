import type { Context, Hono } from "hono";
import type { ChallengeDefinition } from "../../../domain/challenges/define.ts";
import { fieldsOfKind, ogIdentityOf } from "../../../domain/challenges/fields.ts";
import { ATOM } from "../../../domain/contract/completions.ts";
import {
  endFollow,
  endFollowFeed,
  type Follow,
  follow,
  follows,
  LONGEST_FOLLOWED,
  makeFollowFeed,
} from "../../../domain/contract/follows.ts";
import { api, FEEDS_OF_FOLLOWS, pages, queryOf } from "../../../domain/contract/routes.ts";
import type { Condition } from "../../../domain/fields/condition.ts";
import type { Catalogue } from "../../../domain/game/catalogue.ts";
import { personKey } from "../../../domain/game/name-key.ts";
import { asWritten } from "../../../domain/game/typed-text.ts";
import { MOST_FOLLOWS } from "../../../domain/limits.ts";
import { FEED_LENGTH, readFeedQuery } from "../../../domain/lists/list-query.ts";
import { BadParameter } from "../../../domain/lists/parameters.ts";
import { fault } from "../../../domain/messages/index.ts";
import type { User } from "../../../server/auth/user.ts";
import { BadForm, Conflict, NotFound } from "../../../server/errors.ts";
import { type ReceivedForm, textsOf } from "../../../server/forms.ts";
import { tagOf } from "../../../server/http/content.ts";
import { isKnown } from "../../../server/media/store.ts";
import type { Deps } from "../../api/deps.server.ts";
import type { Data } from "../../api/repositories.server.ts";
import type { QueryOf, Router, WriteContext } from "../../api/router.server.ts";
import { hashOfSecret, newFeedSecret } from "../accounts/secrets.server.ts";
import { atomOf } from "../feeds/formats.server.ts";
import { entryOf, findAmong, listInWords, type NewlyVerified, narrowedBy } from "../feeds/routes.server.ts";
import type { FollowedList } from "./repository.server.ts";

/** A feed looks at so many of the completions that were verified last, whatever its person follows. */
const MOST_LOOKED_AT = 1_000;

/** What narrows all challenges together. */
const OF_ALL = ["map", "person"];

/** Returns the parameters that narrow what somebody follows: only what is verified makes a notice anyway. */
function narrowing(definition: ChallengeDefinition, query: string): Record<string, string[]> {
  const { pending: _, ...narrowed } = narrowedBy(definition, new URLSearchParams(query));
  return narrowed;
}

/** Returns the key of what a condition asks for; null: none but the list itself says it. */
async function keyOf(
  definition: ChallengeDefinition,
  condition: Condition,
  { maps }: Data,
): Promise<string | null> {
  switch (condition.on) {
    case "map": {
      const map = await maps.findByAnyName(condition.spelling);
      if (!map) throw new NotFound("no-such-map", { map: condition.spelling });
      return `map ${map.id}`;
    }
    case "person": {
      const isAny = condition.position === null || fieldsOfKind(definition, "person").length === 1;
      return isAny ? `player ${personKey(condition.person)}` : null;
    }
    case "pair": {
      const towers = condition.names.map(([name]) => name ?? "");
      const isOfTypes = condition.names.some((names) => names.length > 1);
      return isOfTypes ? null : `towers ${ogIdentityOf(definition, { towers: towers.sort() })}`;
    }
    default:
      return null;
  }
}

/** Reads a list by its challenge and its query string. Throws BadParameter, NotFound. */
async function readList(
  challenge: string,
  query: string,
  { challenges, data }: Pick<Deps, "challenges" | "data">,
): Promise<FollowedList> {
  if (query.length > LONGEST_FOLLOWED)
    throw new BadParameter("query", fault("too-long", { most: LONGEST_FOLLOWED }));
  const definition = challenge === "" ? [...challenges.values()][0] : challenges.get(challenge);
  if (!definition)
    throw new BadParameter("challenge", fault("not-a-choice", { choices: [...challenges.keys()] }));
  const narrowed = narrowing(definition, query);
  const list = { challenge, query: queryOf(narrowed) };
  const { text, query: read } = readFeedQuery(
    definition,
    new URLSearchParams(list.query),
    await data.catalogue.current(),
  );
  const [first, ...others] = read.conditions;
  const isOfAll = Object.keys(narrowed).every((name) => OF_ALL.includes(name));
  if (challenge === "" && (others.length > 0 || !isOfAll)) throw new BadForm("not-to-follow");
  if (text !== null || others.length > 0) return { ...list, key: null };
  return { ...list, key: first ? await keyOf(definition, first, data) : "all" };
}

/** Says what a list is in words, and which page shows it; null: its challenge is gone. */
function present(
  { challenge, query }: FollowedList,
  isHidden: boolean,
  catalogue: Catalogue,
  { challenges }: Pick<Deps, "challenges">,
): Pick<Follow, "heading" | "page"> | null {
  const definition = challenges.get(challenge);
  if (definition) {
    const narrowed = narrowing(definition, query);
    return { heading: listInWords(definition, narrowed, catalogue), page: pages.list(challenge, narrowed) };
  }
  if (challenge !== "") return null;
  const given = new URLSearchParams(query);
  const [map, player] = OF_ALL.map((name) => given.get(name));
  if (map) return { heading: map, page: pages.maps({ map }) };
  return player
    ? { heading: player, page: isHidden ? null : pages.player(player) }
    : { heading: "All challenges", page: pages.home() };
}

/** Returns what a person follows, and whether that is among it which a request asks for. */
async function listOwn({ challenge, query }: QueryOf<typeof follows>, { id }: User, deps: Deps) {
  const { data } = deps;
  const [rows, feed, list] = await Promise.all([
    data.follows.listOwn(id),
    data.follows.findFeed(id),
    query === null && challenge === null ? null : readList(challenge?.toLowerCase() ?? "", query ?? "", deps),
  ]);
  const catalogue = await data.catalogue.current();
  const results = rows.flatMap((row) => {
    const shown = present(row, row.is_hidden === 1, catalogue, deps);
    const { challenge: of, query: narrowed, at } = row;
    return shown ? [{ follow: row.id, challenge: of, query: narrowed, ...shown, at }] : [];
  });
  return { results, asked: list && (await data.follows.findOwn(id, list)), feed };
}

/** Follows a list. Throws BadParameter, NotFound, Conflict. */
async function add(form: ReceivedForm, context: WriteContext) {
  const { data, user, now } = context;
  const { challenge = "", query = "" } = textsOf(form);
  const list = await readList(asWritten(challenge).toLowerCase(), asWritten(query), context);
  const added = { ...list, id: crypto.randomUUID(), person: user.id, at: now.toISOString() };
  if (await data.follows.add(added, MOST_FOLLOWS)) return { follow: added.id };
  const own = await data.follows.findOwn(user.id, list);
  if (own === null) throw new Conflict("too-many-follows", { most: MOST_FOLLOWS });
  return { follow: own };
}

/** Finds which of these numbers are in a list that somebody follows; none if it takes its query no longer. */
async function findIn(
  { challenge, query }: FollowedList,
  numbers: readonly number[],
  deps: Deps,
): Promise<readonly number[]> {
  const { challenges, data } = deps;
  const definition = challenges.get(challenge);
  if (!definition || numbers.length === 0) return [];
  try {
    const request = readFeedQuery(definition, new URLSearchParams(query), await data.catalogue.current());
    return await findAmong(definition, request, numbers, deps);
  } catch (error) {
    if (error instanceof BadParameter) return [];
    throw error;
  }
}

/** Finds what is newly verified in what a person follows. The work is bounded by what of the index is looked at. */
async function newestOf(person: string, deps: Deps): Promise<readonly NewlyVerified[]> {
  const { challenges, data } = deps;
  const [follows, latest] = await Promise.all([
    data.follows.listOwn(person),
    data.completions.findLatest(MOST_LOOKED_AT),
  ]);
  const lists = follows.filter(({ key }) => key === null);
  const found = await Promise.all([
    follows.length === lists.length ? [] : data.follows.findFollowed(person, [...latest.values()].flat()),
    ...lists.map((list) => findIn(list, latest.get(list.challenge) ?? [], deps)),
  ]);
  const any = { challenge: null, map: null, ogOnly: false, count: FEED_LENGTH, isTimeKnown: true };
  const rows = await data.completions.listNewest(challenges, { ...any, among: [...new Set(found.flat())] });
  return rows.flatMap(({ challenge, verifiedAt, completion }) => {
    const definition = challenges.get(challenge);
    return definition && verifiedAt !== null ? [{ definition, completion, verifiedAt }] : [];
  });
}

/** Answers the feed whose secret the path has. */
async function sendFeed(c: Context, deps: Deps): Promise<Response> {
  const { data, siteOrigin, siteNames } = deps;
  const secret = c.req.path.slice(FEEDS_OF_FOLLOWS.length).replace(/\.atom$/, "");
  const person =
    c.req.path === api.followFeed(secret)
      ? await data.follows.findPersonOfFeed(await hashOfSecret(secret))
      : null;
  if (person === null) throw new NotFound("no-such-feed");
  const entries = (await newestOf(person, deps)).map((each) => entryOf(each, siteOrigin));
  const feed = {
    title: "Newly verified in what you follow",
    page: siteOrigin + pages.following(),
    entries,
    address: siteOrigin + api.followFeed(secret),
    author: siteNames.shortName,
  };
  const text = atomOf(feed);
  // Weak, since what passes it on may compress it.
  const etag = `"${await tagOf(new TextEncoder().encode(text))}"`;
  const headers = {
    "Content-Type": `${ATOM}; charset=utf-8`,
    "Cache-Control": "private, no-store",
    ETag: `W/${etag}`,
  };
  return isKnown(c, etag) ? c.body(null, 304, headers) : new Response(text, { headers });
}

export function followRoutes(app: Hono, router: Router, deps: Deps): void {
  const { data, siteOrigin } = deps;
  router.personal(follows, (query, user) => listOwn(query, user, deps));

  router.write(follow, add);

  router.act(endFollow, async (form, { user }) => {
    if (!(await data.follows.end(asWritten(textsOf(form).follow ?? ""), user.id)))
      throw new NotFound("no-such-follow");
  });

  router.write(makeFollowFeed, async (_, { user, now }) => {
    const secret = newFeedSecret();
    await data.follows.saveFeed(user.id, await hashOfSecret(secret), now.toISOString());
    return { address: siteOrigin + api.followFeed(secret) };
  });

  router.act(endFollowFeed, async (_, { user }) => void (await data.follows.endFeed(user.id)));

  // Its path has a secret, so it is no address of the contract.
  app.get(`${FEEDS_OF_FOLLOWS}*`, (c) => sendFeed(c, deps));
}
