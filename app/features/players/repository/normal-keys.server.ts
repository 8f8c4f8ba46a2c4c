import { type CompiledQuery, sql } from "kysely";
import { personKey, personSortKey } from "../../../../domain/game/name-key.ts";
import { findSeeded, insertSeedChange, SYSTEM } from "../../../../server/db/changes.ts";
import {
  ConstraintError,
  type Database,
  inTexts,
  sqlite,
  statement,
} from "../../../../server/db/database.ts";
import { NO_TAGS } from "../../../../server/db/tags.ts";
import { write } from "../../completions/repository/effects.server.ts";
import { changePlayer, type PlayerState, playerStates } from "./changes.server.ts";
import { nameRequests } from "./name-requests.server.ts";

/** What the log calls it that stored keys were made anew. */
const NOUN = "player-keys";
const FILE = "domain/game/name-key.ts";

/** A name whose key is another by the present rule. */
interface OldName {
  readonly id: number;
  readonly key: string;
  readonly player: number;
}

/** Keys of ASCII letters alone were the same by every rule. */
const BEYOND_ASCII = "*[^ -~]*";

const oldNamesStatement = () =>
  statement<OldName>`select id, name_key as key, player from player_name where name_key glob ${BEYOND_ASCII} order by id`;

interface Played {
  readonly seq: number;
  /** JSON. */
  readonly people: string;
}

/** The statements that give completions the keys of their people, unless these were changed meanwhile. */
function rekey(played: readonly Played[]): CompiledQuery<unknown>[] {
  const rows = played.map(({ seq, people }) => {
    const names = JSON.parse(people) as string[];
    return { seq, people, keys: names.map(personKey), sort: names.map(personSortKey) };
  });
  return inTexts(rows).map(
    (
      text,
    ) => statement`update completion set people_keys = row.value -> '$.keys', people_sort_keys = row.value -> '$.sort'
      from json_each(${text}) as row
      where completion.seq = row.value ->> '$.seq' and completion.people = row.value ->> '$.people'`,
  );
}

/**
 * Makes two players one, whose names have one key: the one who is owned, else who is banned, else who has more. A ban
 * holds for both. Where each has an owner, helpers decide anew whose the name is, so that nobody gets another's page; but
 * whoever is banned does not lose the name that says so. False: they stand in one completion.
 */
async function unite(
  database: Database,
  [one, other]: readonly [number, number],
  at: string,
): Promise<boolean> {
  const players = { ...playerStates(database), ...nameRequests(database) };
  const found = await Promise.all(
    [one, other].map(async (id) => {
      const stored = await players.findState(id);
      return stored && { ...stored, owners: await players.ownersOf(id) };
    }),
  );
  const [into, from] = found
    .flatMap((each) => each ?? [])
    .sort(
      (first, second) =>
        second.owners.length - first.owners.length ||
        second.state.banned - first.state.banned ||
        second.completions - first.completions ||
        first.id - second.id,
    );
  if (!into || !from) return false;
  const entry = { at, actor: SYSTEM, level: null, act: null };
  const joined: PlayerState = { ...from.state, names: [], into: into.id, intoName: into.state.name };
  const banned: PlayerState = {
    ...into.state,
    banned: 1,
    reason: "The same name as that of a banned player.",
  };
  const isDisputed = into.owners.length > 0 && from.owners.length > 0;
  const unbanned = [into, from].flatMap(({ state, owners }) => (state.banned === 1 ? [] : owners));
  try {
    await database.atomic([
      ...(from.state.banned > into.state.banned
        ? changePlayer(into.id, into.state, banned, { ...entry, action: "ban" })
        : []),
      ...changePlayer(from.id, from.state, joined, { ...entry, action: "join" }),
      ...(isDisputed ? [openAgain(unbanned)] : []),
    ]);
    return true;
  } catch (error) {
    if (error instanceof ConstraintError) return false;
    throw error;
  }
}

/** The statement by which helpers decide anew whether these people own their name. */
const openAgain = (people: readonly string[]) =>
  statement`update name_request set state = 'open', decided_by = null, decided_at = null
    where state = 'approved' and person in (select value from json_each(${JSON.stringify(people)}))`;

async function normalise(database: Database, { id, key, player }: OldName, at: string): Promise<void> {
  const next = personKey(key);
  const [other] = await database.query(
    NO_TAGS,
    statement<{ player: number }>`select player from player_name where name_key = ${next}`,
  );
  if (other && other.player !== player && !(await unite(database, [player, other.player], at))) return;
  const played = await database.query(
    NO_TAGS,
    statement<Played>`select distinct c.seq, c.people from completion_player as p
      cross join completion as c on c.seq = p.completion where p.name = ${id}`,
  );
  const isNew = sql`not exists (select 1 from player_name where name_key = ${next})`;
  const rename = [
    statement`update player set origin_key = ${next} where origin_key = ${key} and ${isNew}`,
    statement`update player_name set name_key = ${next}, sort_key = ${personSortKey(next)} where id = ${id} and ${isNew}`,
  ];
  await write(database, [
    ...(other ? [] : rename),
    ...rekey(played),
    // Its completions are counted anew.
    sqlite
      .updateTable("player_name")
      .set({ sort_key: personSortKey(next) })
      .where("id", "=", id)
      .compile(),
  ]);
}

/**
 * Returns the statements that make the keys anew that stand outside of names: of completions that an undo may bring back, and
 * of what people follow or have erased.
 */
async function normaliseOthers(database: Database): Promise<CompiledQuery<unknown>[]> {
  const deleted = await database.query(
    NO_TAGS,
    statement<Played>`select seq, people from completion where deleted_at is not null and people_keys glob ${BEYOND_ASCII}`,
  );
  const followed = await database.query(
    NO_TAGS,
    statement<{
      id: string;
      key: string;
    }>`select id, substr(key, 8) as key from follow where key glob ${`player ${BEYOND_ASCII}`}`,
  );
  const erased = await database.query(
    NO_TAGS,
    statement<{ id: string; names: string }>`select id, names from erasure where names <> '[]'`,
  );
  return [
    ...rekey(deleted),
    ...followed.flatMap(({ id, key }) => [
      statement`update or ignore follow set key = ${`player ${personKey(key)}`} where id = ${id}`,
      // They follow the other already.
      statement`delete from follow where id = ${id} and key <> ${`player ${personKey(key)}`}`,
    ]),
    ...erased.map(({ id, names }) => {
      const keys = JSON.parse(names) as string[];
      const all = JSON.stringify([...new Set([...keys, ...keys.map(personKey)])]);
      return statement`update erasure set names = ${all} where id = ${id}`;
    }),
  ];
}

/**
 * Makes the stored keys of names anew, once, by the rule of personKey: names that it says are one become one player's.
 * Returns how many were others before. It can be repeated where a process ended in it.
 */
export async function normaliseNameKeys(database: Database, now: Date): Promise<number> {
  const { times } = await findSeeded(database, NOUN);
  if (times > 0) return 0;
  const found = await database.query(NO_TAGS, oldNamesStatement());
  const old = found.filter(({ key }) => personKey(key) !== key);
  if (old.length === 0) return 0;
  for (const { id } of old) {
    // An earlier one may have moved it.
    const [name] = await database.query(
      NO_TAGS,
      statement<OldName>`select id, name_key as key, player from player_name where id = ${id}`,
    );
    if (name) await normalise(database, name, now.toISOString());
  }
  await write(database, [
    ...(await normaliseOthers(database)),
    insertSeedChange(NOUN, { file: FILE, count: old.length, times }, now),
  ]);
  return old.length;
}
