import type { ChallengeDefinition } from "../../../domain/challenges/define.ts";
import {
  appeared,
  challengeReads,
  listTotals,
  newest,
  type OgQuery,
  shares,
  takenClaims,
} from "../../../domain/contract/completions.ts";
import type { Completion } from "../../../domain/fields/attributes.ts";
import type { Condition } from "../../../domain/fields/condition.ts";
import type { Catalogue } from "../../../domain/game/catalogue.ts";
import { preferred } from "../../../domain/lists/key-query.ts";
import {
  filtersOf,
  forPrograms,
  type ListQuery,
  type ListRequest,
  namesCombination,
  readListQuery,
} from "../../../domain/lists/list-query.ts";
import { BadParameter } from "../../../domain/lists/parameters.ts";
import {
  CODE_OF_PROGRAMS,
  inOrderOf,
  presentList,
  presentListRow,
  presentOgInfo,
  presentRow,
  withTexts,
} from "../../../domain/lists/row.ts";
import { possibleIn, shareOf } from "../../../domain/lists/share.ts";
import { fault } from "../../../domain/messages/index.ts";
import type { User } from "../../../server/auth/user.ts";
import { NotFound } from "../../../server/errors.ts";
import type { Deps } from "../../api/deps.server.ts";
import type { Data } from "../../api/repositories.server.ts";
import { type IdentifyReader, NOBODY, type Router } from "../../api/router.server.ts";
import {
  correctionsIn,
  presentUnderstanding,
  understandingOf,
  understandList,
} from "../search/understanding.server.ts";
import { csvRoute } from "./csv.server.ts";
import { claimsOf, meantOf, type Named } from "./find-named.server.ts";
import { gridOf, tableOf } from "./table.server.ts";

type ReadDeps = Pick<Deps, "challenges" | "data">;

const alone = (meant: Completion | undefined): Named<Completion> | null =>
  meant ? { meant, others: [] } : null;

/**
 * Returns the original that a request asks for: a reader's own claim to be it; else the verified one. If there is none
 * yet, a claim to be it: the one that the request names (by all its keys, or by its filekey), else the oldest.
 */
async function findOriginal(
  definition: ChallengeDefinition,
  { original, named }: OgQuery,
  { completions }: Data,
  reader: User | null,
): Promise<Named<Completion> | null> {
  const claims = (conditions: readonly Condition[]) =>
    completions.findAll(definition, [...conditions, { on: "og", og: true }]);
  const meant = (found: readonly Completion[]) =>
    reader ? meantOf(definition, found, reader) : alone(found[0]);
  if (reader) {
    const own = meant(await claims(named ?? original));
    if (own?.meant.pending === reader.id) return own;
  }
  const [verified] = await completions.findAll(definition, [...original, { on: "pending", pending: false }]);
  if (verified) return alone(verified);
  const one = named && meant(await claims(named));
  if (one) return alone((await completions.findOriginalLike(definition, one.meant)) ?? undefined) ?? one;
  return meant(await claims(original));
}

/** A page of a list, and the filekeys of what else its reader could mean by the keys. */
interface ReadPage {
  readonly rows: readonly Completion[];
  readonly total: number;
  readonly claims?: readonly string[];
}

/** Returns a page of one combination as a reader has it: with the one that they mean first, be it one that is left out. */
async function inOrderFor(
  definition: ChallengeDefinition,
  query: ListQuery,
  { rows, total }: ReadPage,
  reader: User,
  { completions }: Data,
): Promise<ReadPage> {
  const named = meantOf(definition, await completions.findAll(definition, query.conditions), reader);
  if (!named) return { rows, total };
  const { meant, others } = named;
  const isLeftOut = meant.pending !== null && (await completions.findLostClaims([meant.id])).length > 0;
  return {
    rows: [meant, ...rows.filter(({ id }) => id !== meant.id)].slice(0, query.count),
    total: total + (query.isWithoutTaken && isLeftOut ? 1 : 0),
    ...claimsOf(others),
  };
}

/** Returns a page of a list, and of the misspelt parts of its text what they were read as. */
function pageOf(
  { rows, total, claims }: ReadPage,
  { offset }: ListQuery,
  understanding: Parameters<typeof correctionsIn>[0],
) {
  const corrected = correctionsIn(understanding);
  return {
    rows,
    count: total,
    more: offset + rows.length < total,
    ...(corrected.length > 0 && { corrected }),
    ...(claims && claimsOf(claims)),
  };
}

async function listFor(
  definition: ChallengeDefinition,
  request: ListRequest,
  reader: IdentifyReader,
  deps: ReadDeps,
) {
  const { data } = deps;
  const { understanding, ...understood } = await understandList(definition, request, deps);
  const query = forPrograms(understood);
  const found: ReadPage = await data.completions.list(definition, query);
  const isOrdered = request.parameters.get("sortby") || query.offset > 0;
  const user = !isOrdered && namesCombination(definition, request.parameters) ? await reader() : null;
  const page = user ? await inOrderFor(definition, query, found, user, data) : found;
  return pageOf(page, query, understanding);
}

async function recordHistoryOn(
  definition: ChallengeDefinition,
  spelling: string | null,
  { completions, maps }: Data,
) {
  if (spelling === null) throw new BadParameter("map", fault("missing"));
  const map = await maps.findByAnyName(spelling);
  const rows = map ? await completions.listRecords(definition, map.id) : [];
  const superseded = await completions.listSuperseded(
    definition,
    ["map", "major"],
    rows.map(({ id }) => id),
  );
  return {
    results: rows.map((row) => presentRow(definition, row)),
    superseded: superseded.map(({ completion, ...each }) => ({
      ...each,
      completion: presentRow(definition, completion),
    })),
  };
}

/** What narrows what is new in all challenges; what is absent does not. */
interface NewIn {
  readonly challenge?: string | null;
  readonly map?: string | null;
  readonly count: number;
}

async function newestIn(
  { challenge = null, map: spelling = null, og = false, count }: NewIn & { readonly og?: boolean },
  { challenges, data }: ReadDeps,
) {
  const found = await data.completions.listNewest(challenges, {
    challenge: challenge?.toLowerCase() ?? null,
    // Includes maps that were removed. No map has the id 0.
    map: spelling === null ? null : ((await data.maps.findByAnyName(spelling))?.id ?? 0),
    ogOnly: og,
    count,
  });
  return found.flatMap(({ challenge: key, verifiedAt, completion }) => {
    const definition = challenges.get(key);
    return definition
      ? [{ challenge: key, verified: verifiedAt, completion: presentRow(definition, completion) }]
      : [];
  });
}

async function appearedIn(
  { challenge: key = null, map = null, person = null, count }: NewIn & { readonly person?: string | null },
  { challenges, data }: ReadDeps,
) {
  const catalogue = await data.catalogue.current();
  const given = new URLSearchParams();
  if (map !== null) given.set("map", map);
  if (person !== null) given.set("person", person);
  const lists = [...challenges.values()]
    .filter((definition) => key === null || definition.key === key.toLowerCase())
    .map((definition) => ({ definition, conditions: filtersOf(definition, given, catalogue) }));
  const [{ totals, rows }, player] = await Promise.all([
    data.completions.listAppeared(lists, count),
    person === null ? null : data.players.findByName(person),
  ]);
  const hasPage = player !== null && player.name !== null && player.hidden === 0;
  const counts = lists.map(({ definition }, at) => ({ challenge: definition.key, count: totals[at] ?? 0 }));
  const results = rows.map(({ definition, verifiedAt, completion }) => ({
    challenge: definition.key,
    verified: completion.pending === null ? verifiedAt : null,
    completion: presentRow(definition, completion),
  }));
  return { hasPage, lists: counts.filter((list) => list.count > 0), results };
}

async function sharesIn({ challenges, data }: ReadDeps) {
  const listed = (await data.maps.findAllByDifficulty()).length;
  const all = [...challenges.values()];
  const counted = await data.completions.countDone(all);
  const catalogue = await data.catalogue.current();
  return all.map((definition, at) => ({
    challenge: definition.key,
    ...(counted[at] ?? { verified: 0, done: 0 }),
    possible: shareOf(definition) === "maps" ? listed : possibleIn(definition, catalogue).count,
    of: shareOf(definition),
  }));
}

/** The public reads of completions: what the API answers, and what pages are made from. */
export function completionAnswers(deps: ReadDeps) {
  const { data } = deps;
  return {
    /**
     * Returns a page of a list without claims to what is verified. If the request names one combination, what its reader
     * means comes first.
     */
    list: (definition: ChallengeDefinition, request: ListRequest, reader = NOBODY) =>
      listFor(definition, request, reader, deps),

    /** Returns a page of a list, with when each row was verified or submitted. */
    async dated(definition: ChallengeDefinition, request: ListRequest) {
      const { understanding, ...query } = await understandList(definition, request, deps);
      const {
        appearedAt: appeared,
        revisions,
        codesCheckedAt: code_checked,
        playersAgree: players_agree,
        ...page
      } = await data.completions.list(definition, query);
      return { ...pageOf(page, query, understanding), appeared, revisions, code_checked, players_agree };
    },

    /** Returns what a search text asks for in a list, part by part. */
    understood: async (definition: ChallengeDefinition, text: string | null) =>
      presentUnderstanding(await understandingOf(text, [definition], deps)),

    /** Returns the notes of the completion that the keys mean to their reader. Throws NotFound. */
    async notes(definition: ChallengeDefinition, keys: readonly Condition[], reader = NOBODY) {
      const found = await data.completions.findAll(definition, keys);
      const user = found.length > 1 ? await reader() : null;
      const named = user
        ? meantOf(definition, found, user)
        : alone(preferred(definition, found) ?? undefined);
      if (!named) throw new NotFound("no-such-completion", { challenge: definition.label });
      const { notes, challengeCode } = named.meant;
      return { notes, [CODE_OF_PROGRAMS]: challengeCode, ...claimsOf(named.others) };
    },

    /** Returns an original. Throws NotFound. */
    async ogInfo(definition: ChallengeDefinition, query: OgQuery, reader = NOBODY) {
      const original = await findOriginal(definition, query, data, await reader());
      if (!original) throw new NotFound("no-such-original", { challenge: definition.label });
      // The answer names the pair as the request does, so that its upgrades match the towers of the request.
      const spelled = query.spelledTowers.map((await data.catalogue.current()).nameOf);
      const { meant, others } = original;
      return { result: presentOgInfo(definition, inOrderOf(spelled, meant)), ...claimsOf(others) };
    },

    /** Returns the table of towers and maps. */
    grid: (definition: ChallengeDefinition) => gridOf(definition, data),

    /** Returns how verified completions stand in the records; `isDated`: also since when, and until when. */
    standings: (definition: ChallengeDefinition, filekeys: readonly string[], isDated: boolean) =>
      data.completions.findStandings(definition, filekeys, isDated),

    /** Returns the record of each major version on a map. Throws BadParameter if there is no name. */
    recordHistory: (definition: ChallengeDefinition, map: string | null) =>
      recordHistoryOn(definition, map, data),

    /** Returns which of these claims another was verified before. */
    taken: (filekeys: readonly string[]) => data.completions.findLostClaims(filekeys),

    /** Returns what was verified last. */
    newest: (query: Parameters<typeof newestIn>[0]) => newestIn(query, deps),

    /** Returns what was verified last, or of claims submitted last, with how many there are in each challenge. */
    appeared: (query: Parameters<typeof appearedIn>[0]) => appearedIn(query, deps),

    /** Returns how much of each challenge is done. */
    shares: () => sharesIn(deps),
  };
}

export type CompletionAnswers = ReturnType<typeof completionAnswers>;

/** Registers the read that counts the completions of several lists. */
export function totalsRoute(router: Router, deps: Deps): void {
  const { challenges, data } = deps;
  /** Reads the request of each list; null for a list that does not have these parameters. */
  const askedOf = (lists: readonly string[], given: URLSearchParams, catalogue: Catalogue) =>
    lists.flatMap((key) => {
      const definition = challenges.get(key);
      if (!definition) return [];
      try {
        return { definition, request: readListQuery(definition, given, catalogue) };
      } catch (error) {
        if (error instanceof BadParameter) return { definition, request: null };
        throw error;
      }
    });
  const totalOf = async (definition: ChallengeDefinition, request: ListRequest): Promise<number> => {
    const { understanding: _, ...query } = await understandList(definition, request, deps);
    return (await data.completions.list(definition, { ...query, count: 0 })).total;
  };
  router.read(listTotals([...challenges.values()]), async ({ lists, given }) => {
    const counted = askedOf(lists, given, await data.catalogue.current()).map(
      async ({ definition, request }) =>
        [definition.key, request && (await totalOf(definition, request))] as const,
    );
    return { totals: Object.fromEntries(await Promise.all(counted)) };
  });
}

/** Registers the reads across all challenges: what is new, how much of each is done, and claims to what is verified. */
export function newestRoutes(router: Router, answers: CompletionAnswers): void {
  router.read(newest, async (query) => ({ results: await answers.newest(query) }));
  router.read(appeared, answers.appeared);
  router.read(shares, async () => ({ results: await answers.shares() }));
  router.read(takenClaims, async ({ filekeys }) => {
    if (filekeys === null) throw new BadParameter("filekeys", fault("missing"));
    return { results: await answers.taken(filekeys) };
  });
}

/** Registers the public reads of one challenge. */
export function completionRoutes(
  router: Router,
  definition: ChallengeDefinition,
  answers: CompletionAnswers,
  deps: Deps,
): void {
  const { data } = deps;
  const { list, dated, since, understood, notes, ogInfo, table, grid, standings, recordHistory } =
    challengeReads(definition);
  router.read(list, async (request, reader) => {
    const { rows, ...page } = await answers.list(definition, request, reader);
    const results = rows.map((row) => withTexts(definition, presentListRow(definition, row)));
    return { results, ...page };
  });
  router.read(dated, async (request) => presentList(definition, await answers.dated(definition, request)));
  router.read(since, async ({ request, since: from }) => {
    const { conditions } = await understandList(definition, request, deps);
    return data.completions.countSince(definition, conditions, from);
  });
  router.read(understood, (text) => answers.understood(definition, text));
  router.read(notes, (conditions, reader) => answers.notes(definition, conditions, reader));
  if (ogInfo)
    router.read(ogInfo, async (query, reader) => {
      const { result, ...answer } = await answers.ogInfo(definition, query, reader);
      return { result: withTexts(definition, result, true), ...answer };
    });
  if (table) router.read(table, () => tableOf(definition, data));
  if (grid) router.read(grid, () => answers.grid(definition));
  if (standings)
    router.read(standings, async ({ filekeys, when }) => {
      if (filekeys === null) throw new BadParameter("filekeys", fault("missing"));
      return { results: await answers.standings(definition, filekeys, when) };
    });
  if (recordHistory) router.read(recordHistory, ({ map }) => answers.recordHistory(definition, map));
  csvRoute(router, definition, deps);
}
