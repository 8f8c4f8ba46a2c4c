import { openData } from "../../app/api/repositories.server.ts";
import {
  insertCompletions,
  type LoadedCompletion,
  stateOf,
} from "../../app/features/completions/repository/stored-completion.server.ts";
import type { MapReference } from "../../app/features/maps/repository.server.ts";
import type { ChallengeDefinition } from "../../domain/challenges/define.ts";
import { fieldsOfKind, identityOf, ogIdentityOf, rowFields } from "../../domain/challenges/fields.ts";
import { CHALLENGES } from "../../domain/challenges/index.ts";
import { emptyAttributes } from "../../domain/fields/attributes.ts";
import { loadInOne } from "../../platform/node/moving-out/one-transaction.ts";
import { databaseFile, openDataFolder } from "../../platform/node/open.ts";
import type { NodeDatabase } from "../../platform/node/sqlite.ts";
import { readSettings } from "../../platform/shared/settings.ts";
import type { Database } from "../../server/db/database.ts";
import { insertMediaEntries, type NewMediaEntry } from "../../server/db/media.ts";
import { BUILT, popularity, TYPES, upgradesOf } from "./pool.ts";
import { type Random, seeded } from "./random.ts";

/**
 * When major versions of the game were released, as far as the fact tables know: 40, 43 and 44 by the heroes and the
 * tower that came with them (domain/game/heroes.ts, domain/game/towers.ts), 49, 50 and 54 by the first data of that version, 25 by
 * the month in which its map was recorded. Days in between are interpolated, not historical.
 */
const KNOWN_RELEASES: readonly (readonly [major: number, day: string])[] = [
  [25, "2021-05-01"],
  [40, "2023-12-05"],
  [43, "2024-05-28"],
  [44, "2024-07-31"],
  [49, "2025-06-17"],
  [50, "2025-08-26"],
  [54, "2026-04-08"],
];
const NEWEST = 54;

const MS_PER_DAY = 86_400_000;

/** Returns the days since 1970-01-01, the unit of time of made-up completions. */
function dayOf(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / MS_PER_DAY;
}

/** Returns a day as yyyy-mm-dd. */
export function dateOf(day: number): string {
  return new Date(day * MS_PER_DAY).toISOString().slice(0, 10);
}

/** Returns a second of a day as ISO 8601, UTC. */
export function timeOf(day: number, second: number): string {
  return new Date(day * MS_PER_DAY + second * 1_000).toISOString();
}

/** The first and the last day on which made-up completions are played. */
export const FIRST_DAY = dayOf("2022-01-01");
export const LAST_DAY = dayOf("2026-06-20");

/** Returns the day on which a major version was released; for the oldest ones, a day by which it was. */
function releaseDay(major: number): number {
  const next = KNOWN_RELEASES.findIndex(([known]) => known >= major);
  const [nextMajor, nextDate] = KNOWN_RELEASES[next] ?? [];
  if (nextMajor === undefined || nextDate === undefined) throw new Error(`Version ${major} is not out yet.`);
  const [lastMajor, lastDate] = KNOWN_RELEASES[next - 1] ?? [nextMajor, nextDate];
  if (nextMajor === lastMajor) return dayOf(nextDate);
  const share = (major - lastMajor) / (nextMajor - lastMajor);
  return Math.round(dayOf(lastDate) + share * (dayOf(nextDate) - dayOf(lastDate)));
}

/**
 * Returns the version played on a day: the minor one follows from the third of the major version's time that the day is
 * in.
 */
export function versionOn(day: number, random: Random): string {
  let major = NEWEST;
  while (releaseDay(major) > day) major -= 1;
  const bare = random.chance(0.15);
  // 54.0 is the last version that the facts know.
  const [from, until] = major === NEWEST ? [0, Infinity] : [releaseDay(major), releaseDay(major + 1)];
  const minor = Math.floor((3 * (day - from)) / (until - from));
  return minor === 0 && bare ? `${major}` : `${major}.${minor}`;
}

/**
 * Fills a database with as many made-up completions as requested, to measure the site with: in all challenges, on every
 * map, with one player for 50 rows. A few towers, maps and players have most of them. Two in a hundred wait for a
 * helper. The rows are the same every time.
 */

/** Each challenge's share of all rows. */
const SHARES: Readonly<Record<string, number>> = {
  "2tc": 0.5,
  "2tcc": 0.2,
  ltc: 0.1,
  lcc: 0.08,
  fttc: 0.06,
  lcd: 0.045,
  "2mp": 0.015,
};

const ROWS_OF_A_PLAYER = 50;
/** Rows per statement. */
const AT_ONCE = 500;

/** Returns a function that draws from a list, each entry with a probability proportional to its weight. */
export function drawer<Item>(items: readonly Item[], weightOf: (item: Item, rank: number) => number) {
  let total = 0;
  const ends = items.map((item, rank) => {
    total += weightOf(item, rank);
    return total;
  });
  return (random: Random): Item => {
    const point = random.next() * total;
    let [low, high] = [0, items.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? 0) > point) high = middle;
      else low = middle + 1;
    }
    return items[low] as Item;
  };
}

/** Returns a function that draws the first few most often, as people have favourites. */
const byRank = <Item>(items: readonly Item[]) => drawer(items, (_, rank) => 1 / (rank + 4));

function makeNames(count: number, random: Random): string[] {
  const syllable = (): string => random.pick([..."bcdfghjklmnprstvwz"]) + random.pick([..."aeiou"]);
  const names = new Set<string>();
  while (names.size < count) {
    const name = Array.from({ length: random.integer(2, 4) }, syllable).join("");
    const tail = random.pick([
      "",
      "",
      "",
      ` ${random.integer(1, 99)}`,
      random.pick([" TV", " Pops", " Monkey"]),
    ]);
    names.add(name.charAt(0).toUpperCase() + name.slice(1) + tail);
  }
  return [...names];
}

const NOTES = [
  "Camo lead on 24 is the only risky round; micro the *targeting* there.",
  "Placement is pixel perfect. Challenge code: **ZMABCDE**",
  "Took about 40 attempts, and round 98 is still random.",
];

interface Made {
  readonly row: LoadedCompletion;
  readonly media: readonly NewMediaEntry[];
}

/** Returns a function that makes the next row of a challenge; null: it drew a combination that exists already. */
function makerOf(definition: ChallengeDefinition, { random, drawMap, drawPlayer }: Drawn): () => Made | null {
  const kinds = new Set(rowFields(definition).map(([, { kind }]) => kind));
  const places = Math.max(fieldsOfKind(definition, "tower").length, definition.fields.entity ? 1 : 0);
  const types = fieldsOfKind(definition, "completiontype")[0]?.[1].choices ?? [];
  const players = fieldsOfKind(definition, "person").length;
  const drawTower = drawer(random.shuffle(BUILT), (tower, rank) => popularity(tower) / (rank + 10));
  const drawType = byRank(TYPES);
  const taken = new Set<string>();
  const distinct = (size: number, draw: () => string): string[] => {
    const drawn = new Set<string>();
    while (drawn.size < size) drawn.add(draw());
    return [...drawn];
  };

  return () => {
    const map = drawMap(random);
    const size = kinds.has("towerset") ? random.integer(1, 5) : places;
    const towers = distinct(size, () => (places > 0 ? drawTower(random) : drawType(random)).name);
    const completionType = types.length > 0 ? random.pick(types) : null;
    const same = { mapId: map.id, towers, completionType };
    const identity = identityOf(definition, same);
    if (identity !== null && taken.has(identity)) return null;
    if (identity !== null) taken.add(identity);
    const original = ogIdentityOf(definition, same);
    const isFirst = original !== null && (original === identity ? random.chance(0.3) : !taken.has(original));
    if (isFirst) taken.add(original);

    const id = random.uuid();
    const day = random.integer(FIRST_DAY, LAST_DAY);
    const isDated = definition.og === null || isFirst;
    const isUploaded = random.chance(0.3);
    const isPending = random.chance(0.02);
    const createdAt = timeOf(day + random.integer(0, 9), random.integer(0, 86_399));
    const completion = {
      ...emptyAttributes(),
      id,
      map: map.name,
      towers,
      upgrades: isFirst || types.length > 0 ? towers.map((tower) => upgradesOf(tower, random)) : [],
      people: distinct(players, () => drawPlayer(random)),
      money: kinds.has("money") && isDated ? random.integer(500, 100_000) : null,
      completionType,
      og: isFirst,
      version: isDated && kinds.has("version") ? versionOn(day, random) : null,
      date: isDated && kinds.has("date") ? dateOf(day) : null,
      notes: random.chance(0.2) ? random.pick(NOTES) : "",
      link: isUploaded ? null : `https://youtu.be/${id.slice(-11)}`,
      pending: isPending ? "member" : null,
      submittedBy: "member",
      createdAt,
      verifiedBy: isPending ? null : "helper",
      sample: false,
    };
    const hash = id.replaceAll("-", "").padEnd(64, "0");
    const file = { key: id, hash, contentType: "image/webp", bytes: 1, createdAt, completion: id };
    return {
      row: { id, state: stateOf(definition, completion, map), sample: false },
      media: isUploaded ? [file] : [],
    };
  };
}

/** What the rows of all challenges are drawn from. */
interface Drawn {
  readonly random: Random;
  readonly drawMap: (random: Random) => MapReference;
  readonly drawPlayer: (random: Random) => string;
}

function* makeRows(count: number, maps: ReadonlyMap<string, number>): Generator<Made> {
  const random = seeded("bench");
  const drawn = {
    random,
    drawMap: byRank(random.shuffle(Array.from(maps, ([name, id]) => ({ name, id })))),
    drawPlayer: byRank(makeNames(Math.max(20, Math.floor(count / ROWS_OF_A_PLAYER)), random)),
  };
  const makers = new Map(
    Array.from(CHALLENGES.values(), (definition) => [definition.key, makerOf(definition, drawn)]),
  );
  const drawChallenge = drawer(Object.entries(SHARES), ([, share]) => share);
  for (let made = 0; made < count; ) {
    const row = makers.get(drawChallenge(random)[0])?.();
    if (!row) continue;
    made += 1;
    yield row;
  }
}

/** Writes this many rows into a new data folder, and returns the open database. */
export async function seed(folder: string, count: number): Promise<NodeDatabase> {
  const settings = readSettings({ DATA_DIR: folder, SITE_ORIGIN: "http://localhost", SAMPLE_DATA: "off" });
  const { database } = await openDataFolder(settings, () => {});
  const maps = await openData(database).maps.findAllIds();
  await loadInOne(databaseFile(settings), (writing) => insertRows(writing, makeRows(count, maps)));
  await database.analyze();
  database.sqlite.exec("pragma wal_checkpoint(truncate)");
  return database;
}

async function insertRows(database: Database, all: Iterable<Made>): Promise<void> {
  let some: Made[] = [];
  const write = async (): Promise<void> => {
    const media = some.flatMap((each) => each.media);
    await database.atomic([insertCompletions(some.map(({ row }) => row)), insertMediaEntries(media)]);
    some = [];
  };
  for (const made of all) {
    some.push(made);
    if (some.length === AT_ONCE) await write();
  }
  if (some.length > 0) await write();
}
