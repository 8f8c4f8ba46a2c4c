import type { Context, Hono } from "hono";
import type { ChallengeDefinition } from "../../challenges/define.ts";
import { csvLine } from "../../derive/csv.ts";
import { rowFields } from "../../derive/fields.ts";
import { preferred, readKeyQuery, readOgQuery } from "../../derive/key-query.ts";
import { MAX_PAGE, readListQuery } from "../../derive/list-query.ts";
import { inOrderOf, presentOgInfo, presentRow, type WireRow } from "../../derive/row.ts";
import { findTower } from "../../game/names.ts";
import { api } from "../../routes.ts";
import type { Deps } from "../app.ts";
import { NotFound } from "../errors.ts";
import { parametersOf, readRoute } from "../read-route.ts";

/** One page of a list (SPEC section 3, "Paged list response"). */
export interface ListAnswer {
  readonly results: readonly WireRow[];
  /** Of all pages. */
  readonly count: number;
  /** Whether a next page exists. */
  readonly more: boolean;
}

export interface NotesAnswer {
  /** Markdown; empty where there are none. */
  readonly notes: string;
}

export interface OgInfoAnswer {
  readonly result: WireRow;
}

async function list(c: Context, definition: ChallengeDefinition, { data }: Deps): Promise<Response> {
  const query = readListQuery(definition, parametersOf(c));
  const { rows, total } = await data.completions.list(definition, query);
  const results = rows.map((row) => presentRow(definition, row));
  return c.json<ListAnswer>({ results, count: total, more: query.offset + rows.length < total });
}

async function notes(c: Context, definition: ChallengeDefinition, { data }: Deps): Promise<Response> {
  const wanted = readKeyQuery(definition, parametersOf(c));
  const completion = preferred(definition, await data.completions.findAll(definition, wanted));
  if (!completion) throw new NotFound(`Could not find ${definition.label} completion`);
  return c.json<NotesAnswer>({ notes: completion.notes });
}

async function ogInfo(c: Context, definition: ChallengeDefinition, { data }: Deps): Promise<Response> {
  const parameters = parametersOf(c);
  const [original] = await data.completions.findAll(definition, readOgQuery(definition, parameters));
  if (!original) throw new NotFound(`There is no OG ${definition.label} completion of this.`);
  // The answer names the pair the way it was asked for, so that its upgrades stand beside the right towers.
  const asked = ["tower1", "tower2"].map((name) => findTower(parameters.get(name) ?? "")?.name ?? "");
  return c.json<OgInfoAnswer>({ result: presentOgInfo(definition, inOrderOf(asked, original)) });
}

/** Every row of the list that the parameters ask for, as CSV with the wire's names over the columns. */
async function csv(c: Context, definition: ChallengeDefinition, { data }: Deps): Promise<Response> {
  const query = readListQuery(definition, parametersOf(c));
  const names = rowFields(definition).map(([name]) => name);
  const lines = [csvLine(names)];
  for (let offset = 0, total = 1; offset < total; offset += CSV_CHUNK) {
    const chunk = await data.completions.list(definition, { ...query, offset, count: CSV_CHUNK });
    total = chunk.total;
    for (const row of chunk.rows) {
      const wire = presentRow(definition, row);
      lines.push(csvLine(names.map((name) => wire[name])));
    }
  }
  return c.body(lines.join(""), 200, {
    "Content-Type": "text/csv; charset=utf-8",
    "Content-Disposition": `attachment; filename="${definition.key}.csv"`,
  });
}

/** Rows read at once for a download. */
const CSV_CHUNK = 10 * MAX_PAGE;

/** The public reads of one challenge. */
export function completionRoutes(app: Hono, definition: ChallengeDefinition, deps: Deps): void {
  const { key } = definition;
  readRoute(app, api.list(key), (c) => list(c, definition, deps));
  readRoute(app, api.notes(key), (c) => notes(c, definition, deps));
  if (definition.og) readRoute(app, api.ogInfo(key), (c) => ogInfo(c, definition, deps));
  if (definition.csv) readRoute(app, api.csv(key), (c) => csv(c, definition, deps));
}
