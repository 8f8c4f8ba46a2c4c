import { sql } from "kysely";
import { findTower } from "../../../../domain/game/names.ts";
import { type Database, sqlite } from "../../../../server/db/database.ts";
import { completionsOf } from "../../../../server/db/tags.ts";

/** The names in a challenge's completions that nobody has resolved yet: of no tower, and of maps that no list has. */
export interface Unresolved {
  readonly towers: readonly string[];
  readonly maps: readonly { readonly id: number; readonly name: string }[];
}

/** The statement that lists the towers of a challenge's completions: it looks up one name after the other, not the rows. */
export const towersInStatement = (challenge: string) =>
  sql<{ tower: string }>`with recursive held (tower) as (
      select min(tower) from completion_tower
      union all
      select (select min(tower) from completion_tower where tower > held.tower) from held where held.tower is not null
    ) select tower from held where exists (
      select 1 from completion_tower where tower = held.tower and challenge = ${challenge})`.compile(sqlite);

/** The statement that lists the unlisted maps with a completion of a challenge. There are some hundred maps. */
const unlistedMapsStatement = (challenge: string) =>
  sql<{ id: number; name: string }>`select id, name from map where listed = 0 and exists (
      select 1 from completion_count where challenge = ${challenge} and map = map.id and count > 0)`.compile(
    sqlite,
  );

/** Reads of what imports brought and nobody has resolved. */
export const unresolvedReads = (database: Database) => ({
  async findUnresolved(challenge: string): Promise<Unresolved> {
    const tag = completionsOf(challenge);
    const [held, maps] = await Promise.all([
      database.query([tag], towersInStatement(challenge)),
      database.query([tag, "maps"], unlistedMapsStatement(challenge)),
    ]);
    const towers = held.map(({ tower }) => tower).filter((tower) => findTower(tower)?.name !== tower);
    return { towers, maps };
  },
});
