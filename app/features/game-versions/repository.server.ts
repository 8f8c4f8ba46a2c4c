import { type CompiledQuery, sql } from "kysely";
import type { ValuesOf } from "../../../domain/nouns/define.ts";
import { GAME_VERSION_FIELDS } from "../../../domain/nouns/fields.ts";
import { entriesOf, insertChangeOf, type LogEntry } from "../../../server/db/changes.ts";
import { type Database, selectionOf, sqlite } from "../../../server/db/database.ts";

/** When a version of the game came out. */
export type GameVersion = ValuesOf<typeof GAME_VERSION_FIELDS>;

export const GAME_VERSION_SHAPE = 1;

/** What the log keeps. */
export interface GameVersionState extends GameVersion {
  readonly version_order: number;
}

export function gameVersionReads(database: Database) {
  const findAll = (): Promise<GameVersionState[]> =>
    database.query(
      ["game-versions"],
      sqlite
        .selectFrom("game_version")
        .select(selectionOf("game_version", GAME_VERSION_FIELDS))
        .select("version_order")
        .orderBy("version_order", "desc")
        .$castTo<GameVersionState>()
        .compile(),
    );
  return {
    /** All of them, newest first. */
    findAll,

    /** Finds one that is about to be changed, however the version is written. */
    findByOrder: async (order: number | null): Promise<GameVersionState | null> =>
      (await findAll()).find(({ version_order }) => version_order === order) ?? null,
  };
}

const logOf = entriesOf<GameVersionState>("game-version", GAME_VERSION_SHAPE);

/** The batch that adds a version. It throws ConstraintError when it exists already. */
export function insertGameVersion(state: GameVersionState, entry: LogEntry): CompiledQuery<unknown>[] {
  const { releasedOn: released_on, ...columns } = state;
  return [
    insertChangeOf(logOf(entry, null, state), sql`${state.version}`),
    sqlite
      .insertInto("game_version")
      .values({ ...columns, released_on })
      .compile(),
  ];
}

/** The batch that deletes a version. It throws ConstraintError when it no longer exists. */
export function deleteGameVersionOf(state: GameVersionState, entry: LogEntry): CompiledQuery<unknown>[] {
  return [
    insertChangeOf(
      logOf(entry, state, null),
      sql`(select version from game_version where version = ${state.version})`,
    ),
    sqlite.deleteFrom("game_version").where("version", "=", state.version).compile(),
  ];
}
