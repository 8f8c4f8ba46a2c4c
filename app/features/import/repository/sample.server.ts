import { type CompiledQuery, type RawBuilder, sql } from "kysely";
import { insertLoadedChanges } from "../../../../server/db/changes.ts";
import { type Database, sqlite } from "../../../../server/db/database.ts";
import { MEDIA_COLUMNS } from "../../../../server/db/media.ts";
import { PRIVATE } from "../../../../server/db/tags.ts";
import { deleteSampleStarts, logLoadedStarts } from "../../chimps-starts/repository.server.ts";
import {
  COMPLETION_SHAPE,
  STATE_COLUMNS,
  STORED_COLUMNS,
} from "../../completions/repository/stored-completion.server.ts";
import type { Act } from "./acts.server.ts";
import { extracted, kept, names } from "./json.server.ts";

const START_COLUMNS = ["uuid", "map_id", "title", "link", "created_at", "sample"];
const SAMPLE_MEDIA = [...MEDIA_COLUMNS, "completion"];
const LINK_COLUMNS = ["completion", "role", "url"];

/** Counts the sample completions that an act removes or brings back. */
export async function countSampleOf(
  database: Database,
  { kind, of }: Pick<Act, "kind" | "of">,
): Promise<number> {
  const counted =
    kind === "import"
      ? sql<{ rows: number }>`select count(*) as rows from completion where sample = 1`
      : sql<{
          rows: number;
        }>`select count(*) as rows from act_sample where act = ${of} and kind = 'completion'`;
  return (await database.query(PRIVATE, counted.compile(sqlite)))[0]?.rows ?? 0;
}

/** The statements that remove the sample when the first real rows come, and keep what goes for an undo. */
export function takeSampleAway(act: string, at: string): CompiledQuery<unknown>[] {
  const keep = (kind: string, columns: readonly string[], from: RawBuilder<unknown>) =>
    sql`insert into act_sample (act, kind, kept) select ${act}, ${kind}, ${kept(columns)} from ${from}`.compile(
      sqlite,
    );
  const ofSample = sql`completion in (select id from completion where sample = 1)`;
  return [
    keep("completion", STORED_COLUMNS, sql`completion where sample = 1 order by seq`),
    keep("media", SAMPLE_MEDIA, sql`media where ${ofSample}`),
    keep("proof-link", LINK_COLUMNS, sql`proof_link where ${ofSample}`),
    keep("chimps-start", START_COLUMNS, sql`chimps_start where sample = 1`),
    sql`delete from media where ${ofSample}`.compile(sqlite),
    sql`delete from completion where sample = 1`.compile(sqlite),
    ...deleteSampleStarts(at),
  ];
}

/** The statement that logs the sample completions that came back. */
function logSampleBack(at: string): CompiledQuery<unknown> {
  const values = [...STATE_COLUMNS, "challenge"].map(
    (name) => sql`${sql.lit(name)}, ${sql.ref(`c.${name}`)}`,
  );
  const media = sql`(select json_group_array(${kept(MEDIA_COLUMNS)}) from media where completion = c.id)`;
  const links = sql`(select json_group_array(json_object('role', role, 'url', url)) from proof_link where completion = c.id)`;
  return insertLoadedChanges({
    ...{ noun: "completion", shape: COMPLETION_SHAPE, at },
    states: sql`select c.id, json_object(${sql.join(values)}, 'map', m.name, 'media', json(${media}),
        'links', json(${links})) as state
      from completion as c join map as m on m.id = c.map_id where c.sample = 1`,
  });
}

/** The statements that bring back sample rows whose places are still free. */
export function bringSampleBack(act: string, at: string): CompiledQuery<unknown>[] {
  const of = (kind: string) => sql`act_sample where act = ${act} and kind = ${kind}`;
  const isFree = sql`not exists (select 1 from completion as c where c.challenge = json_extract(kept, '$.challenge')
    and c.deleted_at is null and (c.identity = json_extract(kept, '$.identity')
      or (c.og = 1 and json_extract(kept, '$.og') = 1 and c.og_identity = json_extract(kept, '$.og_identity'))))`;
  return [
    sql`create index if not exists act_identity on completion (challenge, identity)`.compile(sqlite),
    sql`create index if not exists act_original on completion (challenge, og_identity)`.compile(sqlite),
    sql`insert into completion (${names(STORED_COLUMNS)}) select ${extracted("kept", STORED_COLUMNS)}
      from ${of("completion")} and ${isFree} order by rowid`.compile(sqlite),
    sql`drop index act_identity`.compile(sqlite),
    sql`drop index act_original`.compile(sqlite),
    sql`insert into media (${names(SAMPLE_MEDIA)}) select ${extracted("kept", SAMPLE_MEDIA)} from ${of("media")}
      and json_extract(kept, '$.completion') in (select id from completion where sample = 1)`.compile(sqlite),
    sql`insert into proof_link (${names(LINK_COLUMNS)}) select ${extracted("kept", LINK_COLUMNS)}
      from ${of("proof-link")} and json_extract(kept, '$.completion') in (select id from completion where sample = 1)`.compile(
      sqlite,
    ),
    sql`insert into chimps_start (${names(START_COLUMNS)}) select ${extracted("kept", START_COLUMNS)}
      from ${of("chimps-start")}`.compile(sqlite),
    sqlite.deleteFrom("act_sample").where("act", "=", act).compile(),
    logSampleBack(at),
    logLoadedStarts(at),
  ];
}
