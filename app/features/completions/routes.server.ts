import type { ChallengeDefinition } from "../../../domain/challenges/define.ts";
import {
  challengeReads,
  type DatedListAnswer,
  type ListAnswer,
  listTotals,
  type OgQuery,
} from "../../../domain/contract/completions.ts";
import { mediaUrl, pages } from "../../../domain/contract/routes.ts";
import type { Completion } from "../../../domain/fields/attributes.ts";
import type { Condition } from "../../../domain/fields/condition.ts";
import { canonicalName } from "../../../domain/game/names.ts";
import {
  allColumns,
  columnsForPeople,
  establishedColumns,
  type RowForPeople,
} from "../../../domain/lists/csv.ts";
import { preferred } from "../../../domain/lists/key-query.ts";
import {
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
  presentListRow,
  presentOgInfo,
  presentRow,
  type WireRow,
  withTexts,
} from "../../../domain/lists/row.ts";
import { MAX_PAGE } from "../../../domain/lists/url-state.ts";
import { linksByName } from "../../../domain/media/proof-slots.ts";
import { fault } from "../../../domain/messages/index.ts";
import type { User } from "../../../server/auth/user.ts";
import { NotFound } from "../../../server/errors.ts";
import type { Deps } from "../../api/deps.server.ts";
import type { Data } from "../../api/repositories.server.ts";
import type { Router } from "../../api/router.server.ts";
import {
  correctionsIn,
  presentUnderstanding,
  understandList,
  understandText,
} from "../search/understanding.server.ts";
import { claimsOf, meantOf, type Named } from "./find-named.server.ts";
import { gridOf, tableOf } from "./table.server.ts";

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

/** Rows per read of a download, and of its first read. */
const CSV_CHUNK = 10 * MAX_PAGE;
const CSV_FIRST = MAX_PAGE;

/**
 * Yields all rows of a list in chunks: the first rows are sent while the others are read. Which these are is found at
 * once, so that a write during the download neither leaves out a row nor repeats one.
 */
async function* allRows(
  definition: ChallengeDefinition,
  query: ListQuery,
  { completions }: Data,
): AsyncGenerator<readonly WireRow[]> {
  const first = await completions.list(definition, { ...query, offset: 0, count: CSV_FIRST });
  yield first.rows.map((row) => presentRow(definition, row));
  if (first.rows.length >= first.total) return;
  const sent = new Set(first.rows.map(({ id }) => id));
  const numbers = await completions.findNumbers(definition, query);
  for (let at = 0; at < numbers.length; at += CSV_CHUNK) {
    const rows = await completions.findNumbered(definition, numbers.slice(at, at + CSV_CHUNK));
    yield rows.filter(({ id }) => !sent.has(id)).map((row) => presentRow(definition, row));
  }
}

/** Yields the same rows with their further links, each with whether it is one of the sample's. */
async function* withLinks(
  definition: ChallengeDefinition,
  chunks: AsyncGenerator<readonly WireRow[]>,
  { completions, proofLinks }: Data,
): AsyncGenerator<readonly RowForPeople[]> {
  for await (const rows of chunks) {
    const ids = rows.map(({ filekey }) => String(filekey));
    const [samples, links] = await Promise.all([completions.findSamples(ids), proofLinks.findLinksOf(ids)]);
    yield rows.map((row) => ({
      ...row,
      ...linksByName(definition, links.get(String(row.filekey)) ?? []),
      sample: samples.has(String(row.filekey)),
    }));
  }
}

/** Registers the read that counts the completions of several lists. */
export function totalsRoute(router: Router, deps: Deps): void {
  const { challenges, data } = deps;
  /** Reads the request of each list; null for a list that does not have these parameters. */
  const askedOf = (lists: readonly string[], given: URLSearchParams) =>
    lists.flatMap((key) => {
      const definition = challenges.get(key);
      if (!definition) return [];
      try {
        return { definition, request: readListQuery(definition, given) };
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
    const counted = askedOf(lists, given).map(
      async ({ definition, request }) =>
        [definition.key, request && (await totalOf(definition, request))] as const,
    );
    return { totals: Object.fromEntries(await Promise.all(counted)) };
  });
}

/** Registers the public reads of one challenge. */
export function completionRoutes(router: Router, definition: ChallengeDefinition, deps: Deps): void {
  const { data } = deps;
  const { list, dated, since, understood, notes, ogInfo, csv, table, grid, standings, recordHistory } =
    challengeReads(definition);
  const answerOf = (
    rows: readonly Completion[],
    total: number,
    { offset }: ListQuery,
    understanding: Parameters<typeof correctionsIn>[0],
  ): ListAnswer => {
    const corrected = correctionsIn(understanding);
    return {
      ...{ results: rows.map((row) => presentListRow(definition, row)), count: total },
      more: offset + rows.length < total,
      ...(corrected.length > 0 ? { corrected } : {}),
    };
  };
  router.read(
    list,
    async (request, reader) => {
      const { understanding, ...understood } = await understandList(definition, request, deps);
      const query = forPrograms(understood);
      const page: ReadPage = await data.completions.list(definition, query);
      const isOrdered = request.parameters.get("sortby") || query.offset > 0;
      const user = !isOrdered && namesCombination(definition, request.parameters) ? await reader() : null;
      const {
        rows,
        total,
        claims = [],
      } = user ? await inOrderFor(definition, query, page, user, data) : page;
      return { ...answerOf(rows, total, query, understanding), ...claimsOf(claims) };
    },
    (answer) => ({ ...answer, results: answer.results.map((row) => withTexts(definition, row)) }),
  );
  router.read(dated, async (request): Promise<DatedListAnswer> => {
    const { understanding, ...query } = await understandList(definition, request, deps);
    const { rows, total, appearedAt, revisions } = await data.completions.list(definition, query);
    return { ...answerOf(rows, total, query, understanding), appeared: appearedAt, revisions };
  });
  router.read(since, async ({ request, since: from }) => {
    const { conditions } = await understandList(definition, request, deps);
    return data.completions.countSince(definition, conditions, from);
  });
  router.read(understood, async (request) =>
    presentUnderstanding(await understandText(request, [definition], deps)),
  );
  router.read(notes, async (conditions, reader) => {
    const found = await data.completions.findAll(definition, conditions);
    const user = found.length > 1 ? await reader() : null;
    const named = user ? meantOf(definition, found, user) : alone(preferred(definition, found) ?? undefined);
    if (!named) throw new NotFound("no-such-completion", { challenge: definition.label });
    const { notes: text, challengeCode } = named.meant;
    return { notes: text, [CODE_OF_PROGRAMS]: challengeCode, ...claimsOf(named.others) };
  });
  if (ogInfo)
    router.read(
      ogInfo,
      async (query, reader) => {
        const original = await findOriginal(definition, query, data, await reader());
        if (!original) throw new NotFound("no-such-original", { challenge: definition.label });
        // The answer names the pair as the request does, so that its upgrades match the towers of the request.
        const spelled = query.spelledTowers.map(canonicalName);
        const { meant, others } = original;
        return { result: presentOgInfo(definition, inOrderOf(spelled, meant)), ...claimsOf(others) };
      },
      ({ result, ...answer }) => ({ result: withTexts(definition, result, true), ...answer }),
    );
  if (table) router.read(table, () => tableOf(definition, data));
  if (grid) router.read(grid, () => gridOf(definition, data));
  if (standings)
    router.read(standings, async ({ filekeys, when }) => {
      if (filekeys === null) throw new BadParameter("filekeys", fault("missing"));
      return { results: await data.completions.findStandings(definition, filekeys, when) };
    });
  if (recordHistory)
    router.read(recordHistory, async ({ map: spelling }) => {
      if (spelling === null) throw new BadParameter("map", fault("missing"));
      const map = await data.maps.findByAnyName(spelling);
      const rows = map ? await data.completions.listRecords(definition, map.id) : [];
      const superseded = await data.completions.listSuperseded(
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
    });
  const rowsOf = async function* (request: ListRequest, isEstablished: boolean) {
    const query = await understandList(definition, request, deps);
    yield* allRows(definition, isEstablished ? forPrograms(query) : query, data);
  };
  const forPeople = columnsForPeople(definition, {
    mediaOf: (filekey) => new URL(mediaUrl(filekey, deps.mediaOrigin), deps.siteOrigin).href,
    pageOf: (filekey) => deps.siteOrigin + pages.notes(definition.key, { filekey }),
  });
  router.csv(csv, `${definition.key}.csv`, ({ request, hasAll, isForPeople }) => {
    const rows = rowsOf(request, !isForPeople && !hasAll);
    if (isForPeople)
      return { columns: forPeople, hasGameNames: true, rows: withLinks(definition, rows, data) };
    if (hasAll)
      return {
        columns: allColumns(definition),
        hasGameNames: false,
        rows: withLinks(definition, rows, data),
      };
    return { columns: establishedColumns(definition), hasGameNames: false, rows };
  });
}
