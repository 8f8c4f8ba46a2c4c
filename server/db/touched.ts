import { type CompiledQuery, type RawBuilder, sql } from "kysely";
import { statement } from "./database.ts";

/** Ids of completions, or SQL that selects them. */
type Ids = readonly string[] | RawBuilder<unknown>;

const selecting = (ids: Ids): RawBuilder<unknown> =>
  "compile" in ids ? ids : sql`select value from json_each(${JSON.stringify(ids)})`;

/** The statement that moves the tags of live completions: answers that have one of them are made anew. */
export const touchCompletions = (ids: Ids): CompiledQuery<unknown> =>
  statement`insert into touched_completion
    select challenge, id, map_id, towers, people_keys, words || tokens || ' ', og, pending from completion
    where id in (${selecting(ids)}) and deleted_at is null`;

/** The statements that make the search rows of completions anew (the view completion_found_by), and move their tags. */
export const reindexCompletions = (ids: Ids): readonly CompiledQuery<unknown>[] => [
  statement`delete from completion_search where rowid in (select seq from completion where id in (${selecting(ids)}))`,
  statement`insert into completion_search (rowid, words)
    select seq, words from completion_found_by where id in (${selecting(ids)})`,
  touchCompletions(ids),
];
