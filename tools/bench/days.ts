import type { Random } from "./random.ts";

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
