import type { CompiledQuery } from "kysely";
import { statement } from "./database.ts";

/** The statement that moves the tags of live completions: answers that have one of them are made anew. */
export const touchCompletions = (ids: readonly string[]): CompiledQuery<unknown> =>
  statement`insert into touched_completion
    select challenge, id, map_id, towers, people_keys, words || tokens || ' ', og, pending from completion
    where id in (select value from json_each(${JSON.stringify(ids)})) and deleted_at is null`;

/** The statements that make the search rows of completions anew (the view completion_found_by), and move their tags. */
export const reindexCompletions = (ids: readonly string[]): readonly CompiledQuery<unknown>[] => {
  const listed = JSON.stringify(ids);
  return [
    statement`delete from completion_search where rowid in (
      select seq from completion where id in (select value from json_each(${listed})))`,
    statement`insert into completion_search (rowid, words)
      select seq, words from completion_found_by where id in (select value from json_each(${listed}))`,
    touchCompletions(ids),
  ];
};
