import type { ChallengeDefinition } from "../../../domain/challenges/define.ts";
import {
  appeared,
  challengeReads,
  listTotals,
  newest,
  shares,
  takenClaims,
} from "../../../domain/contract/completions.ts";
import { mediaUrl, pages } from "../../../domain/contract/routes.ts";
import {
  allColumns,
  columnsForPeople,
  establishedColumns,
  type RowForPeople,
} from "../../../domain/lists/csv.ts";
import {
  forPrograms,
  type ListQuery,
  type ListRequest,
  readListQuery,
} from "../../../domain/lists/list-query.ts";
import { BadParameter } from "../../../domain/lists/parameters.ts";
import { presentRow, type WireRow, withTexts } from "../../../domain/lists/row.ts";
import { MAX_PAGE } from "../../../domain/lists/url-state.ts";
import { linksByName } from "../../../domain/media/proof-slots.ts";
import { fault } from "../../../domain/messages/index.ts";
import type { Deps } from "../../api/deps.server.ts";
import type { Data } from "../../api/repositories.server.ts";
import type { Router } from "../../api/router.server.ts";
import { understandList } from "../search/understanding.server.ts";
import type { CompletionAnswers } from "./reads.server.ts";
import { tableOf } from "./table.server.ts";

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
  const { list, dated, since, understood, notes, ogInfo, csv, table, grid, standings, recordHistory } =
    challengeReads(definition);
  router.read(
    list,
    (request, reader) => answers.list(definition, request, reader),
    (answer) => ({ ...answer, results: answer.results.map((row) => withTexts(definition, row)) }),
  );
  router.read(dated, (request) => answers.dated(definition, request));
  router.read(since, async ({ request, since: from }) => {
    const { conditions } = await understandList(definition, request, deps);
    return data.completions.countSince(definition, conditions, from);
  });
  router.read(understood, (text) => answers.understood(definition, text));
  router.read(notes, (conditions, reader) => answers.notes(definition, conditions, reader));
  if (ogInfo)
    router.read(
      ogInfo,
      (query, reader) => answers.ogInfo(definition, query, reader),
      ({ result, ...answer }) => ({ result: withTexts(definition, result, true), ...answer }),
    );
  if (table) router.read(table, () => tableOf(definition, data));
  if (grid) router.read(grid, () => answers.grid(definition));
  if (standings)
    router.read(standings, async ({ filekeys, when }) => {
      if (filekeys === null) throw new BadParameter("filekeys", fault("missing"));
      return { results: await answers.standings(definition, filekeys, when) };
    });
  if (recordHistory) router.read(recordHistory, ({ map }) => answers.recordHistory(definition, map));
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
