import { type RawBuilder, sql } from "kysely";
import { type AttributeName, columnOf, NULLABLE_COLUMNS } from "../../../../domain/fields/attributes.ts";
import type { Condition, SortTerm } from "../../../../domain/fields/condition.ts";
import { tokenOfLink } from "../../../../domain/fields/link/target.ts";
import {
  CODE_AGREES,
  type Confirmation,
  type Having,
  hasToken,
  matchOf,
  PLAYERS_AGREE,
  type WordQuery,
  wordIn,
} from "../../../../domain/game/words.ts";
import { mapNamed } from "../../../../server/db/names.ts";
import { namesOfPlayer } from "../../players/repository.server.ts";
import { codeAgrees } from "./code-checks.server.ts";

type Where = RawBuilder<boolean>;

/**
 * How the rows of a page are found. "gathered": everything that matches its conditions, which is then sorted; "walked":
 * the rows in the list's order, each tested, until the page is full.
 */
export type ConditionPlan = "gathered" | "walked";

/** What the conditions of one list have in common. In their SQL, `c` is the completion. */
export interface ListScope {
  readonly challenge: string;
  readonly plan?: ConditionPlan;
  /** The numbers of rows that the list leaves out; absent: none. */
  readonly without?: readonly number[];
  /** Whether each of its rows has exactly two towers. */
  readonly hasTwoTowers: boolean;
  /** The attributes that its rows carry from their original (see Condition); null: it has no originals. */
  readonly ofOriginal: readonly AttributeName[] | null;
}

/** `value in (…)` as one bound parameter, however long the list: D1 binds at most 100 in a statement. */
function isAny(value: RawBuilder<unknown>, values: readonly string[]): Where {
  const [only] = values;
  if (values.length === 1) return sql`${value} = ${only}`;
  return sql`${value} in (select value from json_each(${JSON.stringify(values)}))`;
}

/** A column that an index may serve; where the order's index is to be walked, a unary plus keeps it from any index. */
const column = ({ plan = "gathered" }: ListScope, name: string): RawBuilder<unknown> =>
  plan === "gathered" ? sql.ref(`c.${name}`) : sql`+${sql.ref(`c.${name}`)}`;

function holdsAny(scope: ListScope, names: readonly string[]): Where {
  return sql`${column(scope, "seq")} in (select t.completion from completion_tower t
    where ${isAny(sql.ref("t.tower"), names)} and t.challenge = ${scope.challenge})`;
}

/** Whether two different places hold one tower of each list. */
function holdsPair(
  scope: ListScope,
  [first, second]: readonly [readonly string[], readonly string[]],
): Where {
  if (scope.hasTwoTowers) {
    const holds = (one: readonly string[], other: readonly string[]) =>
      sql<boolean>`(${isAny(column(scope, "tower1"), one)} and ${isAny(column(scope, "tower2"), other)})`;
    // For the same names twice, both orders are equal.
    const isSame = first.length === second.length && first.every((name) => second.includes(name));
    const [one, other] = [first[0], second[0]];
    // One comparison with two values: for two equal halves of an "or", a planner that knows the table's statistics
    // would read all rows of a challenge instead of using the index twice.
    if (!isSame && first.length === 1 && second.length === 1)
      return sql`(${column(scope, "tower1")}, ${column(scope, "tower2")}) in (values (${one}, ${other}), (${other}, ${one}))`;
    return isSame ? holds(first, second) : sql`(${holds(first, second)} or ${holds(second, first)})`;
  }
  return sql`${column(scope, "seq")} in (select a.completion from completion_tower a
    join completion_tower b on b.completion = a.completion and b.position <> a.position
    where ${isAny(sql.ref("a.tower"), first)} and a.challenge = ${scope.challenge} and ${isAny(sql.ref("b.tower"), second)})`;
}

const bounded = (amount: RawBuilder<unknown>, from: number | null, to: number | null): Where =>
  sql`(${amount} is not null and ${from === null ? sql`1` : sql`${amount} >= ${from}`}
    and ${to === null ? sql`1` : sql`${amount} <= ${to}`})`;

/** In any order, as a completion is the same in any. */
function towersAre(scope: ListScope, towers: readonly string[]): Where {
  const [first] = towers;
  if (first === undefined) return sql`c.tower1 is null`;
  const sorted = JSON.stringify([...towers].sort());
  return sql`${holdsAny(scope, [first])} and ${sorted} =
    (select json_group_array(value) from (select value from json_each(c.towers) order by value))`;
}

/**
 * A condition on an attribute. Where rows carry it from their original, an OG row has its own value, others the verified
 * one's.
 */
function attributeIs(scope: ListScope, attribute: AttributeName, value: string | number): Where {
  const ref = sql.ref(columnOf(attribute));
  if (!scope.ofOriginal?.includes(attribute)) return sql`${column(scope, columnOf(attribute))} = ${value}`;
  const originals = sql`select g.og_identity from completion g
    where g.challenge = ${scope.challenge} and g.deleted_at is null and g.og = 1 and g.${ref} = ${value}`;
  // The first lookup, which includes claims, is what an index serves; the second decides whose extras count.
  return sql`${column(scope, "og_identity")} in (${originals})
    and case c.og when 1 then c.${ref} = ${value} else c.og_identity in (${originals} and g.pending is null) end`;
}

/** The upgrade that the original has for this row's tower: the original may name the pair the other way round. */
function upgradeIs(scope: ListScope, position: number, upgrade: string): Where {
  const own = sql.lit(`$[${position}]`);
  if (!scope.ofOriginal?.includes("upgrades")) return sql`json_extract(c.upgrades, ${own}) = ${upgrade}`;
  const other = sql.lit(`$[${1 - position}]`);
  return sql`exists (select 1 from completion g
    where g.challenge = ${scope.challenge} and g.deleted_at is null and g.og = 1 and g.og_identity = c.og_identity
    and case c.og when 1 then g.seq = c.seq else g.pending is null end
    and json_extract(g.upgrades, case when g.tower1 = c.tower1 then ${own} else ${other} end) = ${upgrade})`;
}

const PART_COLUMNS = { major: "major_version", completiontype: "completion_type" } as const;

/**
 * Whether a row has the record of its scope: its map, or its map and one part more. It steps from map to map, and there
 * from one value of that part to the next, and reads the best of each alone.
 */
function hasRecord(scope: ListScope, within: Extract<Condition, { on: "record" }>["within"]): Where {
  const [part] = within.filter((each) => each !== "map");
  const of = part && sql.ref(`r.${PART_COLUMNS[part]}`);
  const onMap = (
    map: string,
  ) => sql`completion r where r.challenge = ${scope.challenge} and r.map_id = ${sql.ref(map)}
    and r.deleted_at is null and r.pending is null and r.record_amount is not null
    and ${of ? sql`${of} is not null` : sql`true`}`;
  const holds = of ? sql`${of} = scope.part and` : sql``;
  const scopes = of
    ? sql`select m.id, (select min(${of}) from ${onMap("m.id")}) from map m
        union all
        select map, (select min(${of}) from ${onMap("scope.map")} and ${of} > scope.part)
        from scope where part is not null`
    : sql`select id, 0 from map`;
  return sql`${column(scope, "seq")} in (with recursive scope (map, part) as (${scopes})
    select r.seq from scope cross join ${onMap("scope.map")} and ${holds} r.record_amount =
      (select min(r.record_amount) from ${onMap("scope.map")} ${of ? sql`and ${of} = scope.part` : sql``}))`;
}

/** Rows whose words and tokens match. A find of words alone reads nothing but the index. */
export const isFound = (scope: ListScope, find: WordQuery): Where =>
  sql`${column(scope, "seq")} in (select rowid from completion_search
    where completion_search match ${matchIn(scope, find)})`;

/** A find within one challenge, as an FTS5 query. */
export const matchIn = ({ challenge }: Pick<ListScope, "challenge">, find: WordQuery): string =>
  matchOf(find, challenge);

const uploaded = (type: string): Where =>
  sql`exists (select 1 from media where media.completion = c.id and media.content_type like ${`${type}/%`})`;

/** Whether all players of `c` say that it is right, of which there are several: a token of its search row says so. */
export const playersAgree = sql<boolean>`exists (select 1 from completion_search
  where completion_search match '"' || c.challenge || ${wordIn("", hasToken(PLAYERS_AGREE))} || '"' and rowid = c.seq)`;

function has(what: Having | Confirmation): Where {
  switch (what) {
    case CODE_AGREES:
      return codeAgrees;
    case PLAYERS_AGREE:
      return playersAgree;
    case "notes":
      return sql`c.notes <> ''`;
    case "link":
      return sql`instr(c.words, ${` ${hasToken("link")} `}) > 0`;
    case "picture":
      return uploaded("image");
    case "video":
      return sql`(instr(c.words, ${` ${hasToken("video")} `}) > 0 or ${uploaded("video")})`;
  }
}

/** The live completions `p` that somebody played, in one position or in any. */
export const playedBy = (
  { person, position }: Extract<Condition, { on: "person" }>,
  { challenge }: Pick<ListScope, "challenge">,
): RawBuilder<unknown> => sql`from completion_player p
  where p.name in ${namesOfPlayer(person)} and p.challenge = ${challenge}
    ${position === null ? sql`` : sql`and p.position = ${position}`}`;

const every = (conditions: readonly Condition[], scope: ListScope): Where =>
  conditions.length === 0
    ? sql`1`
    : sql`(${sql.join(
        conditions.map((each) => whereOf(each, scope)),
        sql` and `,
      )})`;

/** One condition as SQL on `c`. */
export function whereOf(condition: Condition, scope: ListScope): Where {
  switch (condition.on) {
    case "nothing":
      return sql`0`;
    case "map":
      return sql`${column(scope, "map_id")} = ${mapNamed(condition.spelling)}`;
    case "onMap":
      return sql`${column(scope, "map_id")} = ${condition.map}`;
    case "difficulty":
      return sql`${column(scope, "map_id")} in (select id from map where difficulty = ${condition.difficulty} and deleted_at is null)`;
    case "tower":
      return isAny(column(scope, condition.position === 0 ? "tower1" : "tower2"), condition.names);
    case "pair":
      return holdsPair(scope, condition.names);
    case "anyTower":
      return holdsAny(scope, condition.names);
    case "towers":
      return towersAre(scope, condition.towers);
    case "towerCount":
      return sql`${column(scope, "tower_count")} = ${condition.count}`;
    case "upgrade":
      return upgradeIs(scope, condition.position, condition.upgrade);
    case "person":
      return sql`${column(scope, "seq")} in (select p.completion ${playedBy(condition, scope)})`;
    case "attribute":
      return attributeIs(scope, condition.attribute, condition.value);
    case "version":
      return sql`${column(scope, "version_order")} between ${condition.from} and ${condition.to}`;
    case "id":
      return sql`c.id = ${condition.id}`;
    case "og":
      return sql`${column(scope, "og")} = ${condition.og ? 1 : 0}`;
    case "pending":
      return sql`${column(scope, "pending")} is ${condition.pending ? sql`not null` : sql`null`}`;
    case "money":
      return bounded(column(scope, "money"), condition.from, condition.to);
    case "date": {
      const { from, before } = condition;
      const date = column(scope, "date");
      return sql`(${date} >= ${from ?? ""} ${before === null ? sql`` : sql`and ${date} < ${before}`})`;
    }
    case "record":
      return hasRecord(scope, condition.within);
    case "link":
      return isFound(scope, { word: tokenOfLink(condition.link) });
    case "has":
      return has(condition.what);
    case "search":
      return isFound(scope, condition.find);
    case "phrase":
      return sql`instr(c.words, ${` ${condition.words.join(" ")} `}) > 0`;
    case "any":
      return sql`(${sql.join(
        condition.of.map((each) => every(each, scope)),
        sql` or `,
      )})`;
    case "not":
      // An unknown value does not meet a condition, so it meets the negation.
      return sql`not coalesce(${every(condition.all, scope)}, 0)`;
  }
}

/** Nullable columns. An order by any other needs no `nulls last`, so an index can serve it. */
const NULLABLE: ReadonlySet<SortTerm["column"]> = new Set([...NULLABLE_COLUMNS, "major_version"]);

/** Columns whose order some index of a challenge's rows has: a list in such an order can be walked. */
export const WALKED_COLUMNS: ReadonlySet<SortTerm["column"]> = new Set([
  ...(["tower1", "tower2", "map", "version_order", "date", "money", "created_at", "recency"] as const),
  ...(["og", "towers", "tower_count", "upgrades", "completion_type"] as const),
]);

/**
 * The sort key of a row's map, for orders that do not begin with it: as a lookup, it leaves the index to the other
 * terms.
 */
const MAP_KEY = sql`(select sort_key from map where id = c.map_id)`;

/** Whether an order begins with the map: then the maps are walked in order, and each one's rows within it. */
export const beginsWithMap = ([first]: readonly SortTerm[]): boolean => first?.column === "map";

/** A column of an order, as SQL. */
interface Ordered {
  readonly by: RawBuilder<unknown>;
  readonly descending: boolean;
  readonly isNullable: boolean;
}

/** The columns of one term of an order, as SQL. `isMapJoined`: the map is joined as `m`. */
function columnsOf(column: SortTerm["column"], isMapJoined: boolean): RawBuilder<unknown>[] {
  // With the map's id, walking each map's rows needs no sort: rows of maps with equal sort keys do not mix.
  if (column === "map") return isMapJoined ? [sql.ref("m.sort_key"), sql.ref("m.id")] : [MAP_KEY];
  // Fewer towers first, then by name, as the index has them.
  if (column === "towers") return [sql.ref("c.tower_count"), sql`c.towers collate nocase`];
  if (column === "verified_first") return [sql.ref("c.is_claim"), sql.ref("c.created_at")];
  return [sql.ref(`c.${column}`)];
}

/** Orders by time: among equals the time of recording goes in the same direction. */
const TIMES: ReadonlySet<SortTerm["column"]> = new Set(["recency", "created_at", "verified_first"]);

/** What a record may go by: of equal amounts the earlier day is first, as the record's mark goes (records.server.ts). */
const AMOUNTS: ReadonlySet<SortTerm["column"]> = new Set(["money", "tower_count"]);

/**
 * Returns how rows that are equal in an order follow each other: verified ones first, then as they were recorded, then as
 * they were written.
 */
function orderOfEquals(order: readonly SortTerm[]): Ordered[] {
  const time = order.find(({ column }) => TIMES.has(column));
  const columns = time
    ? [...(time.column === "recency" ? ["created_at"] : []), "seq"]
    : [
        "is_claim",
        ...(order.some(({ column }) => AMOUNTS.has(column)) ? ["date_order"] : []),
        "created_at",
        "seq",
      ];
  return columns.map((name) => ({
    by: sql.ref(`c.${name}`),
    descending: time?.descending ?? false,
    isNullable: false,
  }));
}

/**
 * Returns a total order: its terms, then the order of equals. Rows without a value come last either way.
 * @param isMapJoined whether the map is joined as `m`
 */
export function orderOf(order: readonly SortTerm[], isMapJoined: boolean): RawBuilder<unknown> {
  const terms = order.flatMap(({ column, descending }) =>
    columnsOf(column, isMapJoined).map((by) => ({ by, descending, isNullable: NULLABLE.has(column) })),
  );
  return sql.join(
    [...terms, ...orderOfEquals(order)].map(({ by, descending, isNullable }) =>
      // SQLite puts nulls first in ascending order and last in descending order.
      descending ? sql`${by} desc` : isNullable ? sql`${by} asc nulls last` : sql`${by} asc`,
    ),
  );
}
