import { beforeAll, describe, expect, test } from "vitest";
import { openEngine } from "#engine";
import type { NewCompletion } from "../../app/features/completions/repository/stored-completion.server.ts";
import { mostValuesOf } from "../../domain/challenges/fields.ts";
import { CHALLENGES } from "../../domain/challenges/index.ts";
import { api } from "../../domain/contract/routes.ts";
import { ogKeys } from "../../domain/lists/key-query.ts";
import { emptyApp, type TestApp } from "../factories.ts";

const HELPER = { id: "hel", roles: ["Index Helper"] };

/** Names that completions may have from somewhere else, though the game has no such tower. */
const TOWERS = [
  ...["Some Removed Tower", 'Tower, the "Quoted"', "[Bracket]", "Пингвин"],
  // The name of a tower type, where others have the names of upgrades.
  ...["Druid", "✦ ✧", "-", "Naïve  Tower"],
];
/** A map that was never one of the index's, one that is called as another is for short, and one made of signs. */
const MAPS = ["Foo Canyon", "QD", "✦✧"];

/** The towers of a row of each challenge that has two of these names, or one. */
const towersFor = (challenge: string, at: number): string[] => {
  const [one = "", other = ""] = [TOWERS[at], TOWERS[(at + 1) % TOWERS.length]];
  return challenge === "2mp" ? [one] : [one, other];
};

let app: TestApp;
const rows: [challenge: string, NewCompletion][] = [];
beforeAll(async () => {
  app = await emptyApp(await openEngine());
  for (const challenge of CHALLENGES.keys())
    for (const at of TOWERS.keys())
      rows.push([
        challenge,
        await app.add(challenge, {
          towers: towersFor(challenge, at),
          people: [`Player ${at}`, "Bob"],
          map: MAPS[at % MAPS.length] ?? "",
          og: at % 2 === 0 && CHALLENGES.get(challenge)?.og !== null,
          notes: `Of ${challenge} ${at}`,
          ...(challenge === "ltc" ? { completionType: "Ancient type" } : {}),
        }),
      ]);
});

type Row = Readonly<Record<string, unknown>>;
const listOf = async (
  challenge: string,
  query: Record<string, string | readonly string[]>,
): Promise<unknown[]> => {
  const { status, body } = await app.get(api.list(challenge, { ...query, count: 100 }));
  expect(status).toBe(200);
  return body.results.map(({ filekey }) => filekey);
};
const rowOf = async (challenge: string, filekey: string): Promise<Row> =>
  (await app.get(api.list(challenge, { filekey }))).body.results[0] ?? {};
const keysOf = (challenge: string, row: Row): Record<string, string> =>
  Object.fromEntries((CHALLENGES.get(challenge)?.keys ?? []).map((name) => [name, String(row[name])]));

describe.each([...CHALLENGES.keys()])("a %s whose names the game does not know", (challenge) => {
  const definition = CHALLENGES.get(challenge);
  const own = () => rows.filter(([key]) => key === challenge).map(([, row]) => row);

  test("is found by its keys as its row spells them: in the list, by its notes and as an original", async () => {
    for (const { id, notes, og } of own()) {
      const row = await rowOf(challenge, id);
      const keys = keysOf(challenge, row);
      expect(await listOf(challenge, keys), JSON.stringify(keys)).toEqual([id]);
      expect((await app.get(api.notes(challenge, keys))).body.notes).toBe(notes);
      if (!og || !definition) continue;
      const named = Object.fromEntries(ogKeys(definition).map((name) => [name, keys[name] ?? ""]));
      const info = await app.get(api.ogInfo(challenge, named));
      expect(info, JSON.stringify(named)).toMatchObject({ status: 200, body: { result: { filekey: id } } });
    }
  });

  test("is found by each filter with a value of its row", async () => {
    const parameters = [
      "tower1",
      "tower2",
      "entity",
      "map",
      "person",
      "person1",
      "completiontype",
      "towerset",
    ];
    for (const { id, towers, people } of own()) {
      const row = await rowOf(challenge, id);
      for (const name of parameters)
        if (row[name] !== undefined)
          expect(await listOf(challenge, { [name]: String(row[name]) }), `${name}=${row[name]}`).toContain(
            id,
          );
      expect(await listOf(challenge, { person: people[0] ?? "" })).toContain(id);
      if (!definition || ["lcc", "lcd"].includes(challenge)) continue;
      for (const tower of towers) expect(await listOf(challenge, { tower }), tower).toContain(id);
      if (mostValuesOf(definition, "tower") > 1)
        expect(await listOf(challenge, { tower: towers })).toContain(id);
      const list = JSON.stringify(towers);
      const older = row.towerset === undefined ? { towerquery: list } : { towerincludes: list };
      expect(await listOf(challenge, older), list).toContain(id);
    }
  });

  test("is found by the search's keys with a name of its row, however it is capitalized", async () => {
    const hasTowers = !["lcc", "lcd"].includes(challenge);
    for (const { id, towers, map } of own()) {
      // A listed map is meant by its abbreviation, even if another one has it as its name.
      const keyed = map === "QD" ? [] : [`map:"${map}"`];
      for (const [at, tower] of towers.entries())
        if (hasTowers && !tower.includes('"')) keyed.push(`${at === 0 ? "tower" : "with"}:"${tower}"`);
      for (const query of [...keyed, ...keyed.map((each) => each.toLowerCase()), keyed.join(" ")])
        expect(await listOf(challenge, { query }), query).toContain(id);
    }
    const parts = [
      'map:"Foo Canyo"',
      "map:canyon",
      ...(hasTowers ? ['tower:"Some Removed Towe"', "with:removed"] : []),
    ];
    for (const query of parts) expect(await listOf(challenge, { query }), query).toEqual([]);
  });

  test("is edited and deleted by its keys", async () => {
    for (const { id, og } of own().slice(0, 4)) {
      const row = await rowOf(challenge, id);
      const keys = keysOf(challenge, row);
      const form = Object.fromEntries(
        Object.entries(row)
          .filter(
            ([name, value]) => value !== null && !["og", "pending", "filekey", "difficulty"].includes(name),
          )
          .map(([name, value]) => [name, String(value)]),
      );
      const edited = Object.fromEntries(
        Object.entries(keys).map(([name, value]) => [`edited-${name}`, value]),
      );
      const edit = { ...form, ...edited, ...(og ? { og: "on" } : {}), edit: "true", notes: "mended" };
      expect((await app.post(api.addSubmit(challenge), edit, HELPER)).body).toEqual({
        inserted: true,
        filekey: id,
      });
      const entries = JSON.stringify([Object.values(keys)]);
      expect((await app.post(api.deleteSubmit(challenge), { entries }, HELPER)).status).toBe(200);
      expect(await listOf(challenge, { filekey: id })).toEqual([]);
    }
  });
});

test("no sign in a tower's name is too odd to ask for", async () => {
  const signs = Array.from({ length: 0x80 - 1 }, (_, at) => String.fromCharCode(at + 1)).filter((each) =>
    each.trim(),
  );
  for (const sign of signs) {
    const asked = await app.get(api.list("ltc", { tower: [`${sign} ${sign}`, sign], map: "Quad" }));
    expect([sign, asked.status]).toEqual([sign, 200]);
  }
});

test("as the list of faults has it: /fetch-2tc?tower1=Some+Removed+Tower&tower2=Gwen&map=Cubism", async () => {
  const { id } = await app.add("2tc", {
    towers: ["Some Removed Tower", "Gwen"],
    map: "Cubism",
    notes: "here",
  });
  const asked = "?tower1=Some+Removed+Tower&tower2=Gwen&map=Cubism";
  expect((await app.get(`${api.list("2tc")}${asked}`)).body.results).toMatchObject([{ filekey: id }]);
  expect((await app.get(`${api.notes("2tc")}${asked}`)).body.notes).toBe("here");
  expect(
    (await app.get(`${api.list("2tc")}?tower1=No+Such+Tower&tower2=Gwen&map=Cubism`)).body.results,
  ).toEqual([]);
});
