import { type CompiledQuery, sql } from "kysely";
import { sqlite } from "../server/db/database.ts";
import type { MediaEntry } from "../server/db/media.ts";

/** Returns the statement that puts a file under a key: a completion's, or (`completion` null) a map's, "maps/NAME". */
export function insertMedia(
  entry: MediaEntry & { readonly thumbnail?: string | null },
  completion: string | null,
  createdAt: string,
): CompiledQuery<unknown> {
  const { key, hash, contentType, bytes, thumbnail = null } = entry;
  const row = { hash, content_type: contentType, bytes, thumbnail, created_at: createdAt };
  if (completion !== null)
    return sqlite
      .insertInto("media")
      .values({ ...row, key, completion })
      .compile();
  const map = sql<number>`(select id from map where name = ${key.replace(/^maps\//, "")})`;
  return sqlite
    .insertInto("media")
    .values({ ...row, key: sql<string>`'map/' || ${map}`, map })
    .compile();
}
