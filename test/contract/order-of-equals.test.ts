import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openEngine } from "#engine";
import type { NewCompletion } from "../../app/features/completions/repository/stored-completion.server.ts";
import { identityOf } from "../../domain/challenges/fields.ts";
import { CHALLENGES } from "../../domain/challenges/index.ts";
import { api } from "../../domain/contract/routes.ts";
import { csvRecords } from "../../domain/lists/csv.ts";
import { emptyApp, type TestApp } from "../factories.ts";

// Existing programs show the first row of an answer as the completion, and its count as what is done. The site that they
// were written for knows one row of each combination, and answers equal rows in the order in which they were written.

/** A completion of an index that was filled bit by bit; `at` is the place in which it was recorded. */
interface Written extends Partial<NewCompletion> {
  readonly at: number;
  readonly map: string;
  readonly towers: readonly string[];
}

const TOWERS = ["Crossbow Master", "Glaive Lord", "Quincy"];
const MAPS = ["Infernal", "Logs", "Quad"];
const PAIRS = [
  ["Crossbow Master", "Glaive Lord"],
  ["Glaive Lord", "Quincy"],
];
const SETS = [["Dart Monkey"], ["Druid", "Dart Monkey"], ["Ice Monkey", "Druid"]];
/** Equal ones, worse ones and unknown ones. */
const AMOUNTS = [9_000, 9_000, 4_190];
const DATES = ["2024-05-02", null, "2024-05-01"];
const TYPES = ["og", "cheapest", "heroless"];

/** Whether two rows of a challenge are of one combination, of which one can be verified. */
const combinationOf = (challenge: string, { map, towers, completionType = null }: Written): string | null => {
  const definition = CHALLENGES.get(challenge);
  return definition ? identityOf(definition, { mapId: MAPS.indexOf(map), towers, completionType }) : null;
};

/** Makes a challenge's rows: of most combinations several claims, and then or before them one that is verified. */
function rowsOf(challenge: string): readonly Written[] {
  const definition = CHALLENGES.get(challenge);
  if (!definition) throw new Error(challenge);
  const isOfPairs = definition.fields.tower1 !== undefined;
  const all = isOfPairs ? PAIRS : definition.fields.entity ? TOWERS.map((each) => [each]) : SETS;
  const rows: Written[] = [];
  const taken = new Set<string>();
  const originals = new Set<string>();
  for (let at = 0; at < 72; at += 1) {
    // Not by turns, so that equal rows lie apart.
    const [a, b, c] = [(at * 7) % 3, (at * 5 + Math.floor(at / 3)) % 3, Math.floor(at / 9) % 3];
    const towers = (definition.fields.money && !definition.og ? [] : all[a % all.length]) ?? [];
    const isSwapped = isOfPairs && at % 4 === 1;
    const row = {
      at,
      map: MAPS[b] ?? "",
      towers: isSwapped ? towers.toReversed() : towers,
      people: (definition.fields.person2 ? ["Ada", "Bob"] : [["Ada", "Bob", "Cyd"][at % 3]]) as string[],
      completionType: definition.fields.completiontype ? (TYPES[c] ?? null) : null,
      notes: String(at),
    };
    const combination = combinationOf(challenge, row);
    // Of some combinations there are claims alone.
    const isOpen = b === 2 && a === 0;
    const isVerified = at % 5 > 2 && !isOpen && !(combination !== null && taken.has(combination));
    if (isVerified && combination !== null) taken.add(combination);
    const original =
      definition.og && JSON.stringify([[...towers].sort(), definition.og.includes("map") && row.map]);
    const og = original !== null && isVerified && !originals.has(original);
    if (og && original !== null) originals.add(original);
    const isDated = og || !definition.og;
    rows.push({
      ...row,
      og,
      money: definition.fields.money && isDated ? (AMOUNTS[c] ?? null) : null,
      version: isDated ? (["44.1", "54", "54"][a] ?? null) : null,
      date: isDated ? (DATES[b] ?? null) : null,
      pending: isVerified ? null : `member-${at}`,
      verifiedBy: isVerified ? "helper" : null,
    });
  }
  return rows;
}

type Key = string | number | boolean | null;
/** What a row is sorted by, in the order in which it counts; a name followed by DESC descends. */
type Keys = (row: Written) => Key[];

const nameOf = (row: Written, place: number): string => row.towers[place]?.toLowerCase() ?? "";
const versionOf = ({ version }: Written): number | null => (version ? Number(version) : null);
const sizeOf = ({ towers }: Written): number => towers.length;
const setOf = ({ towers }: Written): string => JSON.stringify(towers).toLowerCase();

/** What each name of `sortby` sorts by. */
const SORTS: Readonly<Record<string, Keys>> = {
  map: ({ map }) => [map],
  tower1: (row) => [nameOf(row, 0)],
  tower2: (row) => [nameOf(row, 1)],
  entity: (row) => [nameOf(row, 0)],
  towerset: (row) => [sizeOf(row), setOf(row)],
  towercount: (row) => [sizeOf(row)],
  completiontype: ({ completionType = null }) => [completionType],
  version: (row) => [versionOf(row)],
  date: ({ date = null }) => [date],
  money: ({ money = null }) => [money],
  og: ({ og = false }) => [og],
};

const OWN: Readonly<Record<string, { readonly keys: Keys; readonly descending: readonly number[] }>> = {
  "2tc": { keys: (row) => [nameOf(row, 0), nameOf(row, 1), row.map], descending: [] },
  "2tcc": { keys: (row) => [nameOf(row, 0), nameOf(row, 1), row.map], descending: [] },
  "2mp": { keys: (row) => [nameOf(row, 0), row.map], descending: [] },
  fttc: { keys: ({ map }) => [map], descending: [] },
  ltc: { keys: ({ map }) => [map], descending: [] },
  lcd: { keys: ({ map }) => [map], descending: [] },
  lcc: { keys: (row) => [row.map, Math.trunc(versionOf(row) ?? 0)], descending: [1] },
};

/** Returns the rows as the existing site has them in an order. */
function inOrder(
  rows: readonly Written[],
  keys: Keys,
  isDown: (place: number) => boolean,
  isOfAmounts: boolean,
) {
  const compare = (one: Key, other: Key, down: boolean): number => {
    if (one === other) return 0;
    if (one === null) return 1;
    if (other === null) return -1;
    return one < other === down ? 1 : -1;
  };
  return rows.toSorted((one, other) => {
    const [own, others] = [keys(one), keys(other)];
    for (const [place, key] of own.entries()) {
      const found = compare(key, others[place] ?? null, isDown(place));
      if (found !== 0) return found;
    }
    return (
      Number(one.pending !== null) - Number(other.pending !== null) ||
      (isOfAmounts ? compare(one.date ?? null, other.date ?? null, false) : 0) ||
      one.at - other.at
    );
  });
}

let app: TestApp;
const written = new Map<string, readonly (Written & { readonly id: string })[]>();
beforeAll(async () => {
  app = await emptyApp(await openEngine());
  for (const challenge of CHALLENGES.keys()) {
    const rows = rowsOf(challenge).map((row) => ({ ...row, id: crypto.randomUUID() }));
    // Neither by their ids nor as they were recorded. No claim comes after what it is a claim of.
    const isVerified = ({ pending }: Written): number => Number(pending === null);
    for (const row of rows.toSorted(
      (one, other) =>
        isVerified(one) - isVerified(other) || (one.at % 4) - (other.at % 4) || other.at - one.at,
    )) {
      const { at, ...values } = row;
      const createdAt = new Date(Date.UTC(2024, 0, 1, 0, at)).toISOString();
      await app.add(challenge, { ...values, createdAt, submittedBy: values.pending ?? "member" });
    }
    written.set(challenge, rows);
  }
});

/** What programs ask for besides an order, which rows that is, and in which challenges. */
interface Asked {
  readonly parameters: Readonly<Record<string, string>>;
  readonly isAsked: (row: Written) => boolean;
  readonly challenges?: readonly string[];
}

const holds = (tower: string) => (row: Written) => row.towers.includes(tower);
const isBy = (player: string) => (row: Written) => row.people?.includes(player) === true;
const isOn = (name: string) => (row: Written) => row.map === name;
const isAll =
  (...each: readonly ((row: Written) => boolean)[]) =>
  (row: Written) =>
    each.every((one) => one(row));
const isClaim = ({ pending }: Written) => pending !== null;

const ASKED: readonly Asked[] = [
  { parameters: {}, isAsked: () => true },
  { parameters: { map: "Quad" }, isAsked: isOn("Quad") },
  { parameters: { person: "ada" }, isAsked: isBy("Ada") },
  { parameters: { person: "Ada", map: "Logs" }, isAsked: isAll(isBy("Ada"), isOn("Logs")) },
  { parameters: { pending: "0" }, isAsked: (row) => !isClaim(row) },
  { parameters: { pending: "1" }, isAsked: isClaim },
  { parameters: { query: "quad" }, isAsked: isOn("Quad") },
  { parameters: { query: "pending quad" }, isAsked: isAll(isOn("Quad"), isClaim) },
  {
    parameters: { og: "1" },
    isAsked: ({ og }) => og === true,
    challenges: ["2tc", "2tcc", "2mp", "fttc"],
  },
  {
    parameters: { towerquery: '["Glaive Lord"]' },
    isAsked: holds("Glaive Lord"),
    challenges: ["2tc", "2tcc", "2mp"],
  },
  {
    parameters: { towerquery: '["Quincy","Glaive Lord"]', map: "Quad" },
    isAsked: isAll(isOn("Quad"), holds("Quincy"), holds("Glaive Lord")),
    challenges: ["2tc", "2tcc"],
  },
  { parameters: { towerincludes: "Druid" }, isAsked: holds("Druid"), challenges: ["fttc", "ltc"] },
];

describe.each([...CHALLENGES.keys()])("%s", (challenge) => {
  /** The rows that programs are shown: of a combination that is verified no claims, unless they ask for them. */
  const shown = (isAsked: (row: Written) => boolean, asksForClaims: boolean) => {
    const rows = written.get(challenge) ?? [];
    const taken = new Set(
      rows.flatMap((row) => (row.pending === null ? [combinationOf(challenge, row)] : [])),
    );
    taken.delete(null);
    return rows.filter(
      (row) =>
        isAsked(row) && (asksForClaims || row.pending === null || !taken.has(combinationOf(challenge, row))),
    );
  };
  const asksForClaims = (asked: Record<string, string>): boolean =>
    asked.pending === "1" || asked.query?.includes("pending") === true;
  const placeOf = (filekey: unknown) => written.get(challenge)?.find(({ id }) => id === filekey)?.at;
  const read = async (asked: Record<string, string>) => {
    const { status, body } = await app.get(api.list(challenge, asked));
    expect(status, JSON.stringify(asked)).toBe(200);
    return { rows: body.results.map(({ filekey }) => placeOf(filekey)), count: body.count };
  };
  const own = OWN[challenge] as (typeof OWN)[string];
  const asked = ASKED.filter(({ challenges }) => challenges?.includes(challenge) ?? true);

  test.each(asked)("in its own order: $parameters", async ({ parameters, isAsked }) => {
    const rows = shown(isAsked, asksForClaims(parameters));
    const places = inOrder(rows, own.keys, (place) => own.descending.includes(place), false).map(
      ({ at }) => at,
    );
    expect(places.length).toBeGreaterThan(0);
    expect(await read({ ...parameters, count: "100" })).toEqual({ rows: places, count: places.length });
    for (const offset of [0, Math.max(0, places.length - 2)])
      expect(await read({ ...parameters, count: "3", offset: String(offset) })).toEqual({
        rows: places.slice(offset, offset + 3),
        count: places.length,
      });
  });

  const sortable = Object.keys(SORTS).filter((name) => name in (CHALLENGES.get(challenge)?.fields ?? {}));
  const sorts = [
    ...sortable,
    ...(CHALLENGES.get(challenge)?.og ? ["og"] : []),
    ...(CHALLENGES.get(challenge)?.fields.towerset ? ["towercount"] : []),
  ].flatMap((name) => [name, `${name} DESC`]);
  test.each(sorts)("sorted by %s", async (sortby) => {
    const [name = "", direction] = sortby.split(" ");
    const isOfAmounts = ["money", "towercount"].includes(name);
    for (const { parameters, isAsked } of asked) {
      const rows = shown(isAsked, asksForClaims(parameters));
      const places = inOrder(rows, SORTS[name] as Keys, () => direction === "DESC", isOfAmounts).map(
        ({ at }) => at,
      );
      const all = await read({ ...parameters, sortby, count: "100" });
      expect({ parameters, ...all }).toEqual({ parameters, rows: places, count: places.length });
      const offset = Math.max(0, places.length - 4);
      const last = await read({ ...parameters, sortby, count: "3", offset: String(offset) });
      expect({ parameters, ...last }).toEqual({
        ...{ parameters, rows: places.slice(offset, offset + 3), count: places.length },
      });
    }
  });

  /** The parameters that name a row's combination, or the row itself. */
  const keysOf = ({
    id,
    map,
    towers,
    completionType,
  }: Written & { readonly id: string }): Record<string, string> => {
    const [first = "", second = ""] = towers;
    const all: Readonly<Record<string, string>> = {
      ...{ map, tower1: second, tower2: first, entity: first, filekey: id },
      ...{ towerset: JSON.stringify(towers.toReversed()), completiontype: completionType ?? "" },
    };
    const { keys = [] } = CHALLENGES.get(challenge) ?? {};
    return Object.fromEntries(keys.map((name) => [name, all[name] ?? ""]));
  };

  test("by its keys: the verified one alone, else the claims as they were recorded", async () => {
    for (const row of written.get(challenge) ?? []) {
      const combination = combinationOf(challenge, row);
      const isAsked = (each: Written): boolean =>
        combination === null ? each.at === row.at : combinationOf(challenge, each) === combination;
      const keys = keysOf(row);
      for (const more of [{}, { count: "100" }, { pending: "1" }, { pending: "0" }]) {
        const rows = shown(isAsked, asksForClaims(more) || combination === null).filter(
          ({ pending }) => !("pending" in more) || (pending !== null) === (more.pending === "1"),
        );
        const places = rows.map(({ at }) => at);
        const found = await read({ ...keys, ...more });
        expect({ keys, more, ...found }).toEqual({ keys, more, rows: places, count: places.length });
      }
      const [first] = shown(isAsked, combination === null);
      const { body } = await app.get(api.notes(challenge, keys));
      expect([keys, body.notes]).toEqual([keys, `${first?.at}`]);
    }
  });

  test("as CSV", async () => {
    const rows = shown(() => true, false);
    const places = inOrder(rows, own.keys, (place) => own.descending.includes(place), false).map(
      ({ at }) => at,
    );
    const text = await (await app.app.request(api.csv(challenge))).text();
    const [names = [], ...records] = csvRecords(text);
    expect(records.map((record) => placeOf(record[names.indexOf("filekey")]))).toEqual(places);
  });

  test("sorted by map and time as in its own order, where that begins with the map", async () => {
    const own = await read({ map: "Quad", pending: "0", count: "100" });
    const byTime = await read({ map: "Quad", pending: "0", count: "100", sortby: "map,recorded" });
    if (["fttc", "ltc", "lcd"].includes(challenge)) expect(byTime).toEqual(own);
    expect(byTime.rows).toEqual(byTime.rows.toSorted((one, other) => Number(one) - Number(other)));
  });
});

const EXTRAS = { upgrades: ["0-0-0", "0-5-2"], version: "44", date: "2025-01-02" };

describe("what is pending changes nothing that is shown of what is verified", () => {
  const pair = { towers: ["Quincy", "Absolute Zero"], og: true, ...EXTRAS };
  const claim = { ...pair, pending: "mallory", verifiedBy: null, version: "12" };
  let own: TestApp;
  beforeEach(async () => {
    own = await emptyApp(await openEngine());
  });
  const filekeysOf = async (challenge: string, query: Record<string, string>) => {
    const { body } = await own.get(api.list(challenge, query));
    return [body.results.map(({ filekey }) => filekey), body.count];
  };

  test("a claim to an original that is verified is none of the originals, unless claims are asked for", async () => {
    const first = await own.add("2tc", { ...claim, map: "Infernal", people: ["Mallory"] });
    await own.add("2tc", { towers: pair.towers, map: "Logs" });
    expect(await filekeysOf("2tc", { og: "1" })).toEqual([[first.id], 1]);
    const { id } = await own.add("2tc", { ...pair, map: "Quad" });
    for (const query of [{ og: "1" }, { og: "1", towerquery: '["Quincy","Absolute Zero"]' }])
      expect(await filekeysOf("2tc", query)).toEqual([[id], 1]);
    expect(await filekeysOf("2tc", { og: "1", pending: "1" })).toEqual([[first.id], 1]);
    // Its own combination is open.
    expect((await filekeysOf("2tc", {}))[1]).toBe(3);
    const { body } = await own.get(api.ogInfo("2tc", { tower1: "Absolute Zero", tower2: "Quincy" }));
    expect(body.result).toMatchObject({ filekey: id, version: "44" });
  });

  test("a claim of the type that a challenge lists first does not stand before a verified one of another", async () => {
    const towers = ["Quincy", "Druid"];
    const keys = { map: "Quad", towerset: '["Druid","Quincy"]' };
    await own.add("ltc", {
      towers,
      completionType: "og",
      pending: "mallory",
      verifiedBy: null,
      notes: "claim",
    });
    const { id } = await own.add("ltc", { towers, completionType: "heroless", notes: "verified" });
    const { body } = await own.get(api.list("ltc", keys));
    expect([body.results[0]?.filekey, body.count]).toEqual([id, 2]);
    expect((await own.get(api.notes("ltc", keys))).body.notes).toBe("verified");
  });

  test("claims come back when the verified one goes, and go again when it comes back", async () => {
    const helper = { id: "hel", roles: ["Index Helper"] };
    const { id: first } = await own.add("2mp", { pending: "mallory", verifiedBy: null });
    const { id } = await own.add("2mp", { people: ["Bob"] });
    expect(await filekeysOf("2mp", {})).toEqual([[id], 1]);
    const deleted = await own.post(api.deleteSubmit("2mp"), { entries: JSON.stringify([id]) }, helper);
    expect(deleted.status).toBe(200);
    expect(await filekeysOf("2mp", {})).toEqual([[first], 1]);
    const [last] = (await own.getAs(api.changes(), helper.id, helper.roles)).body.results;
    expect((await own.post(api.undoChange(), { seq: String(last?.seq) }, helper)).status).toBe(200);
    expect(await filekeysOf("2mp", {})).toEqual([[id], 1]);
  });

  test("sample rows take no combination", async () => {
    await own.add("2mp", { sample: true });
    await own.add("2mp", { pending: "mallory", verifiedBy: null });
    expect((await filekeysOf("2mp", {}))[1]).toBe(2);
  });
});

test("of equal amounts the first in the list has the record's mark", async () => {
  const own = await emptyApp(await openEngine());
  const amounts = [
    { money: 4_190, date: null },
    { money: 3_792, date: "2024-05-02" },
    { money: 3_792, date: null },
    { money: 3_792, date: "2024-05-01" },
    { money: 3_792, date: "2024-05-01" },
  ];
  for (const challenge of ["lcd", "lcc"]) {
    const ids: string[] = [];
    for (const [at, each] of amounts.entries()) {
      const row = { ...each, version: "54", verifiedBy: null, createdAt: `2026-01-0${9 - at}T00:00:00.000Z` };
      ids.push((await own.add(challenge, { ...row, towers: [] })).id);
    }
    const best = { sortby: "money", map: "Quad", pending: "0" };
    const { results } = (await own.get(api.list(challenge, best))).body;
    const filekeys = results.map(({ filekey }) => filekey);
    expect(filekeys.map((filekey) => ids.indexOf(String(filekey)))).toEqual([4, 3, 1, 2, 0]);
    const standings = await own.get(api.standings(challenge, { filekeys: JSON.stringify(ids) }));
    const marked = standings.body.results.filter(({ isFirst }) => isFirst).map(({ filekey }) => filekey);
    expect(new Set(marked)).toEqual(new Set([filekeys[0]]));
    // Of those that are equally new the last one that was recorded is first.
    const newest = await own.get(api.list(challenge, { sortby: "newest" }));
    expect(newest.body.results.map(({ filekey }) => ids.indexOf(String(filekey)))).toEqual([0, 2, 1, 3, 4]);
  }
});
