import type { ChallengeDefinition } from "../../../domain/challenges/define.ts";
import { challengeReads, listTotals, type OgQuery } from "../../../domain/contract/completions.ts";
import type { Completion } from "../../../domain/fields/completion.ts";
import { findTower } from "../../../domain/game/names.ts";
import { csvColumns } from "../../../domain/lists/csv.ts";
import { preferred } from "../../../domain/lists/key-query.ts";
import { type ListQuery, type ListRequest, readListQuery } from "../../../domain/lists/list-query.ts";
import { MAX_PAGE } from "../../../domain/lists/page-sizes.ts";
import { BadParameter } from "../../../domain/lists/parameters.ts";
import { inOrderOf, presentOgInfo, presentRow, type WireRow } from "../../../domain/lists/row.ts";
import { fault } from "../../../domain/messages/index.ts";
import { NotFound } from "../../../server/errors.ts";
import type { Deps } from "../../api/deps.server.ts";
import type { Data } from "../../api/repositories.server.ts";
import type { Router } from "../../api/router.server.ts";
import { correctionsIn, presentUnderstanding } from "../search/present.server.ts";
import { understandList, understandText } from "../search/understanding.server.ts";
import { gridOf, tableOf } from "./table.server.ts";

/**
 * Returns the original that a request asks for: the verified one. If there is none yet, returns a claim to be it: the one
 * that the request names (by all its keys, or by its filekey), else the oldest.
 */
async function findOriginal(
  definition: ChallengeDefinition,
  { original, named }: OgQuery,
  { completions }: Data,
): Promise<Completion | null> {
  const conditions = [...original, { on: "pending", pending: false } as const];
  const [verified] = await completions.findAll(definition, conditions);
  if (verified) return verified;
  if (named) {
    const [claim] = await completions.findAll(definition, [...named, { on: "og", og: true }]);
    if (claim) return (await completions.findOriginalLike(definition, claim)) ?? claim;
  }
  const [oldest] = await completions.findAll(definition, original);
  return oldest ?? null;
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
  const { list, understood, notes, ogInfo, csv, table, grid, standings, recordHistory } =
    challengeReads(definition);
  router.read(list, async (request) => {
    const { understanding, ...query } = await understandList(definition, request, deps);
    const { rows, total } = await data.completions.list(definition, query);
    const results = rows.map((row) => presentRow(definition, row));
    const corrected = correctionsIn(understanding);
    const more = query.offset + rows.length < total;
    return { results, count: total, more, ...(corrected.length > 0 ? { corrected } : {}) };
  });
  router.read(understood, async (request) =>
    presentUnderstanding(await understandText(request, [definition], deps)),
  );
  router.read(notes, async (conditions) => {
    const completion = preferred(definition, await data.completions.findAll(definition, conditions));
    if (!completion) throw new NotFound("no-such-completion", { challenge: definition.label });
    return { notes: completion.notes };
  });
  if (ogInfo)
    router.read(ogInfo, async (query) => {
      const original = await findOriginal(definition, query, data);
      if (!original) throw new NotFound("no-such-original", { challenge: definition.label });
      // The answer names the pair as the request does, so that its upgrades match the towers of the request.
      const spelled = query.spelledTowers.map((spelling) => findTower(spelling)?.name ?? "");
      return { result: presentOgInfo(definition, inOrderOf(spelled, original)) };
    });
  if (table) router.read(table, () => tableOf(definition, data));
  if (grid) router.read(grid, () => gridOf(definition, data));
  if (standings)
    router.read(standings, async ({ filekeys }) => {
      if (filekeys === null) throw new BadParameter("filekeys", fault("missing"));
      return { results: await data.completions.findStandings(definition, filekeys) };
    });
  if (recordHistory)
    router.read(recordHistory, async ({ map: spelling }) => {
      if (spelling === null) throw new BadParameter("map", fault("missing"));
      const map = await data.maps.findByAnyName(spelling);
      const rows = map ? await data.completions.listRecords(definition, map.id) : [];
      return { results: rows.map((row) => presentRow(definition, row)) };
    });
  router.csv(
    csv,
    { name: `${definition.key}.csv`, columns: csvColumns(definition) },
    async function* (request) {
      yield* allRows(definition, await understandList(definition, request, deps), data);
    },
  );
}
