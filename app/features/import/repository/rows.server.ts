import { type CompiledQuery, type RawBuilder, sql } from "kysely";
import { BALANCE_FIELDS } from "../../../../domain/nouns/balance-change.ts";
import { columnsOf, type NounFields } from "../../../../domain/nouns/define.ts";
import { MAP_FIELDS } from "../../../../domain/nouns/map.ts";
import { sqlite } from "../../../../server/db/database.ts";
import { MEDIA_COLUMNS } from "../../../../server/db/media.ts";
import { STATE_COLUMNS } from "../../completions/repository/stored-completion.server.ts";
import type { ActNoun } from "./acts.server.ts";
import { extracted, names } from "./json.server.ts";

/** How a noun's rows are stored: its table, the key there, and the columns with their names in the log. */
interface Kept {
  readonly noun: ActNoun;
  readonly table: string;
  readonly key: string;
  /** Each column, and its name in the state. */
  readonly columns: readonly (readonly [column: string, name: string])[];
  /** Columns that follow from the state. */
  readonly derived: readonly string[];
}

const same = (columns: readonly string[]) => columns.map((column) => [column, column] as const);
const ofFields = (fields: NounFields) => columnsOf(fields).map(([name, column]) => [column, name] as const);

const KEPT: readonly Kept[] = [
  {
    ...{ noun: "completion", table: "completion", key: "id" },
    columns: same([...STATE_COLUMNS]),
    derived: ["challenge", "words", "updated_at"],
  },
  {
    ...{ noun: "chimps-start", table: "chimps_start", key: "uuid" },
    columns: same(["map_id", "title", "link", "created_at", "sample"]),
    derived: [],
  },
  {
    ...{ noun: "balance-change", table: "balance_change", key: "uuid" },
    columns: [...ofFields(BALANCE_FIELDS), ["version_order", "version_order"], ["created_at", "created_at"]],
    derived: [],
  },
];

/** The statements that write everything staged for an act. */
export function writeRows(act: string): CompiledQuery<unknown>[] {
  const staged = (noun: ActNoun, which: RawBuilder<unknown>) =>
    sql`act_row as r indexed by act_row_of_noun where r.act = ${act} and r.noun = ${noun} and ${which}`;
  const GOES = sql`r.after is null`;
  const COMES = sql`r.before is null and r.after is not null`;
  const CHANGES = sql`r.before is not null and r.after is not null`;
  const STAYS = sql`r.after is not null`;
  const ids = (noun: ActNoun, which: RawBuilder<unknown>) => sql`(select r.id from ${staged(noun, which)})`;
  const numbers = (which: RawBuilder<unknown>) =>
    sql`(select cast(r.id as integer) from ${staged("map", which)})`;
  const values = ({ columns, derived }: Pick<Kept, "columns" | "derived">) =>
    sql.join([
      ...columns.map(([, name]) => sql`json_extract(r.after, ${sql.lit(`$.${name}`)})`),
      ...derived.map((name) => sql`json_extract(r.derived, ${sql.lit(`$.${name}`)})`),
      sql`r.revision`,
    ]);
  const allOf = ({ columns, derived }: Pick<Kept, "columns" | "derived">): string[] => [
    ...[...columns.map(([column]) => column), ...derived, "revision"],
  ];

  const gone = KEPT.map(({ noun, table, key }) =>
    sql`delete from ${sql.table(table)} where ${sql.ref(key)} in ${ids(noun, GOES)}`.compile(sqlite),
  );
  const written = KEPT.flatMap((kept) => {
    const { noun, table, key } = kept;
    return [
      sql`update ${sql.table(table)} set (${names(allOf(kept))}) = (select ${values(kept)}
        from ${staged(noun, sql`r.id = ${sql.ref(`${table}.${key}`)}`)})
        where ${sql.ref(key)} in ${ids(noun, CHANGES)}`.compile(sqlite),
      sql`insert into ${sql.table(table)} (${names([key, ...allOf(kept)])}) select r.id, ${values(kept)}
        from ${staged(noun, COMES)} order by r.position`.compile(sqlite),
    ];
  });
  const map = { columns: ofFields(MAP_FIELDS), derived: ["name_key", "sort_key", "abbreviation_key"] };
  return [
    sql`delete from media where completion in ${ids("completion", sql`(r.after is null or r.before is not null)`)}`.compile(
      sqlite,
    ),
    sql`delete from proof_link where completion in ${ids("completion", sql`r.before is not null`)}`.compile(
      sqlite,
    ),
    ...gone,
    // Rows that change give up their places before others take them.
    sql`update completion set identity = null, og = 0 where id in ${ids("completion", CHANGES)}`.compile(
      sqlite,
    ),
    sql`update map set (${names(allOf(map))}) = (
        select ${values(map)} from ${staged("map", sql`cast(r.id as integer) = map.id`)})
      where id in ${numbers(STAYS)}`.compile(sqlite),
    ...written,
    sql`insert into media (${names(MEDIA_COLUMNS)}, completion)
      select ${extracted("media.value", MEDIA_COLUMNS)}, r.id
      from act_row as r, json_each(r.after, '$.media') as media
      where r.act = ${act} and r.noun = 'completion' and r.after is not null`.compile(sqlite),
    sql`insert into proof_link (completion, role, url)
      select r.id, link.value ->> '$.role', link.value ->> '$.url'
      from act_row as r, json_each(r.after, '$.links') as link
      where r.act = ${act} and r.noun = 'completion' and r.after is not null`.compile(sqlite),
    sql`delete from media where map in ${numbers(sql`true`)}`.compile(sqlite),
    sql`insert into media (${names(MEDIA_COLUMNS)}, map)
      select ${extracted("r.after", MEDIA_COLUMNS, "$.picture")}, cast(r.id as integer)
      from ${staged("map", sql`json_extract(r.after, '$.picture') is not null`)}`.compile(sqlite),
    // A map that an act added, or that was made for something it added, goes with it.
    sql`delete from map where id in ${numbers(GOES)}`.compile(sqlite),
  ];
}

/** The statement that removes maps that have only a name, were never listed, and have nothing on them any more. */
export const deleteBareMaps = (): CompiledQuery<unknown> =>
  sql`delete from map where difficulty is null and abbreviation is null and deleted_at is null
    and not exists (select 1 from completion where map_id = map.id)
    and not exists (select 1 from chimps_start where map_id = map.id)
    and not exists (select 1 from spelling where map = map.id)
    and not exists (select 1 from media where map = map.id)`.compile(sqlite);
