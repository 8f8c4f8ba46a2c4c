import type { ChallengeDefinition } from "../../../domain/challenges/define.ts";
import { challengeReads } from "../../../domain/contract/completions.ts";
import { mediaUrl, pages } from "../../../domain/contract/routes.ts";
import { MOST_ROWS_OF_PAGE } from "../../../domain/limits.ts";
import {
  allColumns,
  CODE_CHECKED,
  columnsForPeople,
  establishedColumns,
  PLAYERS_AGREE_COLUMN,
  type RowForPeople,
} from "../../../domain/lists/csv.ts";
import { forPrograms, type ListQuery, type ListRequest } from "../../../domain/lists/list-query.ts";
import { presentRow, type WireRow } from "../../../domain/lists/row.ts";

import { linksByName } from "../../../domain/media/proof-slots.ts";
import type { Deps } from "../../api/deps.server.ts";
import type { Data } from "../../api/repositories.server.ts";
import type { Router } from "../../api/router.server.ts";
import { understandList } from "../search/understanding.server.ts";
import * as codeChecks from "./repository/code-checks.server.ts";

/** Rows per read of a download, and of its first read. */
const CSV_CHUNK = 10 * MOST_ROWS_OF_PAGE;
const CSV_FIRST = MOST_ROWS_OF_PAGE;

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
  { database, completions, proofLinks }: Data,
): AsyncGenerator<readonly RowForPeople[]> {
  for await (const rows of chunks) {
    const ids = rows.map(({ filekey }) => String(filekey));
    const [samples, links, checked, agreed] = await Promise.all([
      completions.findSamples(ids),
      proofLinks.findLinksOf(ids),
      codeChecks.findCheckedAt(database, ids),
      completions.findAgreed(ids),
    ]);
    yield rows.map((row) => ({
      ...row,
      ...linksByName(definition, links.get(String(row.filekey)) ?? []),
      [CODE_CHECKED]: checked.get(String(row.filekey)) ?? null,
      [PLAYERS_AGREE_COLUMN]: agreed.has(String(row.filekey)),
      sample: samples.has(String(row.filekey)),
    }));
  }
}

/** Registers the download of a list. */
export function csvRoute(router: Router, definition: ChallengeDefinition, deps: Deps): void {
  const { data } = deps;
  const rowsOf = async function* (request: ListRequest, isLegacy: boolean) {
    const query = await understandList(definition, request, deps);
    yield* allRows(definition, isLegacy ? forPrograms(query) : query, data);
  };
  const forPeople = columnsForPeople(definition, {
    mediaOf: (filekey) => new URL(mediaUrl(filekey, deps.mediaOrigin), deps.siteOrigin).href,
    pageOf: (filekey) => deps.siteOrigin + pages.notes(definition.key, { filekey }),
  });
  router.csv(challengeReads(definition).csv, `${definition.key}.csv`, ({ request, hasAll, isForPeople }) => {
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
