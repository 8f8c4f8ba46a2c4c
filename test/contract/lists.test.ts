import { beforeAll, describe, expect, test } from "vitest";
import { openEngine } from "#engine";
import type { NewCompletion } from "../../app/features/completions/repository/stored-completion.server.ts";
import { rowFields } from "../../domain/challenges/fields.ts";
import { CHALLENGES } from "../../domain/challenges/index.ts";
import { api } from "../../domain/contract/routes.ts";
import { sortableFields } from "../../domain/lists/list-query.ts";
import { emptyApp, type TestApp, testApp } from "../factories.ts";

/** The values that a valid completion of each challenge needs; the factory supplies the rest. */
const SHAPES: Readonly<Record<string, (index: number) => Partial<NewCompletion>>> = {
  "2tc": (index) => ({ towers: [["Juggernaut", "Crossbow", "Quincy"][index % 3] ?? "", "Absolute Zero"] }),
  "2tcc": (index) => ({ towers: ["Ezili", "Glue Storm"], people: ["Ada", `Player ${index}`] }),
  "2mp": (index) => ({ towers: [["Juggernaut", "Quincy"][index % 2] ?? ""] }),
  fttc: () => ({ towers: ["Druid", "Alchemist"] }),
  ltc: (index) => ({
    towers: ["Druid", "Druid"],
    upgrades: [null, "0-0-5"],
    completionType: ["og", "cheapest", "heroless"][index % 3] ?? null,
    version: `${9 + (index % 3) * 20}.${index}`,
    date: `202${index % 5}-01-02`,
  }),
  lcc: (index) => ({
    towers: [],
    money: 1_000 * index,
    version: `${9 + (index % 3)}.${index}`,
    date: `202${index % 5}-01-02`,
  }),
  lcd: (index) => ({
    towers: [],
    money: 100 * index,
    version: `${30 + index}`,
    date: `202${index % 5}-01-02`,
  }),
};

const MAPS = ["Quad", "#Ouch", "Logs", "Monkey Meadow", "X Factor", "Cubism", "Hedge", "Skates"];
const ROWS = 24;

let app: TestApp;

beforeAll(async () => {
  app = await testApp(await openEngine());
  for (const definition of CHALLENGES.values()) {
    for (let index = 0; index < ROWS; index++) {
      const shape = SHAPES[definition.key]?.(index) ?? {};
      const og = definition.og !== null && index < 1;
      await app
        .add(definition.key, {
          map: MAPS[Math.floor(index / 3)] ?? "Quad",
          ...shape,
          og,
          ...(og
            ? {
                version: "44.1",
                date: "2024-08-01",
                upgrades: shape.towers?.map((_, at) => `0-0-${at}`) ?? [],
              }
            : {}),
          pending: index % 8 === 7 ? "member-7" : null,
          notes: index % 2 === 0 ? "**Well** done" : "",
        })
        .catch((error) => {
          // The index rightly refuses a shape that repeats an identity; such rows are not needed.
          if (error.name !== "ConstraintError") throw error;
        });
    }
  }
});

describe.each([...CHALLENGES.values()])("/fetch-$key", (definition) => {
  const path = (query = "") => `/fetch-${definition.key}${query && `?${query}`}`;

  test("returns rows with every field of the challenge, the total, and whether there are more", async () => {
    const { status, body } = await app.get(path("count=2"));
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual(["count", "more", "results"]);
    expect(body.results).toHaveLength(2);
    expect(body.count).toBeGreaterThan(2);
    expect(body.more).toBe(true);
    for (const row of body.results) {
      // Programs of the existing index read the code by another name.
      const names = rowFields(definition).flatMap(([name]) =>
        name === "challenge_code" ? [name, "challengeCode"] : [name],
      );
      expect(Object.keys(row)).toEqual(names);
      expect(typeof row.og).toBe("boolean");
      expect(row.difficulty).toMatch(/^(beginner|intermediate|advanced|expert)$/);
    }
  });

  test("pages split the list without loss or repetition", async () => {
    const { body: whole } = await app.get(path("count=100"));
    const pieces = [];
    for (let offset = 0; offset < whole.count; offset += 5) {
      const { body } = await app.get(path(`count=5&offset=${offset}`));
      expect(body.more).toBe(offset + 5 < whole.count);
      pieces.push(...body.results);
    }
    expect(pieces).toEqual(whole.results);
  });

  test("filtering by each value of a row finds that row, and only rows with that value", async () => {
    const { body } = await app.get(path("count=100"));
    const row = body.results.find(({ og }) => og) ?? body.results[0];
    for (const [name] of rowFields(definition)) {
      const value = row?.[name];
      if (value === null || value === "" || value === undefined) continue;
      const found = await app.get(path(`count=100&${name}=${encodeURIComponent(String(value))}`));
      expect(found.status, name).toBe(200);
      expect(found.body.results, name).toContainEqual(row);
      for (const each of found.body.results) expect(each[name], name).toEqual(value);
    }
  });

  test("a filter value that matches nothing gives an empty list", async () => {
    for (const filter of ["map=null", "person=Nobody", "filekey=null", "difficulty=impossible", "link=x"]) {
      const { status, body } = await app.get(path(filter));
      expect({ filter, status, body }).toEqual({
        filter,
        status: 200,
        body: { results: [], count: 0, more: false },
      });
    }
  });

  test("pending and og accept 1 and true, 0 and false", async () => {
    const { count: shown } = (await app.get(path("count=0"))).body;
    const { count: all } = (await app.get(api.dated(definition.key, { count: 0 }))).body;
    for (const [name, count] of [
      // With those that programs see only where they ask for what is pending (order-of-equals.test.ts).
      ["pending", all],
      ["og", shown],
    ] as const) {
      const yes = (await app.get(path(`${name}=1&count=100`))).body;
      const no = (await app.get(path(`${name}=0&count=100`))).body;
      expect(yes.count + no.count).toBe(count);
      expect((await app.get(path(`${name}=true&count=100`))).body).toEqual(yes);
      expect((await app.get(path(`${name}=False&count=100`))).body).toEqual(no);
      for (const row of yes.results) expect(row[name]).toBeTruthy();
      for (const row of no.results) expect(row[name]).toBeFalsy();
    }
  });

  test("a parameter with an empty value counts as absent, and an unknown one is ignored", async () => {
    const plain = await app.get(path());
    expect(await app.get(path("query=&sortby=&map=&pending=&offset=&utm_source=chat"))).toEqual(plain);
  });

  test("count ranges from 0, which gives the total alone, to 100", async () => {
    const { body: none } = await app.get(path("count=0"));
    expect(none.results).toEqual([]);
    expect(none.count).toBeGreaterThan(0);
    const { body: most } = await app.get(path("count=100000"));
    expect(most.results).toHaveLength(Math.min(most.count, 100));
  });

  test("sorts by every sortable column in both directions, with rows without a value last", async () => {
    for (const name of sortableFields(definition).keys()) {
      const comparable = (value: unknown): string | number | boolean | null => {
        if (name !== "version" || typeof value !== "string") return value as string | number | boolean | null;
        const [major = "0", minor = "0"] = value.split(".");
        return Number(major) * 1000 + Number(minor);
      };
      for (const direction of ["", " DESC"]) {
        const { status, body } = await app.get(
          path(`count=100&sortby=${encodeURIComponent(name + direction)}`),
        );
        expect(status).toBe(200);
        const isExtra = definition.fields[name]?.ogExtra ?? false;
        const sortedBy = (row: Readonly<Record<string, unknown>>): unknown =>
          name === "towercount" ? JSON.parse(String(row.towerset)).length : row[name];
        const values = body.results.map((row) => (isExtra && !row.og ? null : comparable(sortedBy(row))));
        const known = values.filter((value) => value !== null);
        expect(values.slice(0, known.length), `${name}${direction}`).toEqual(known);
        const sorted = known.toSorted((one, other) => (one < other ? -1 : one > other ? 1 : 0));
        expect(known, `${name}${direction}`).toEqual(direction ? sorted.reverse() : sorted);
      }
    }
  });

  const broken: (readonly [parameter: string, query: string])[] = [
    ["count", "count=-1"],
    ["count", "count=NaN"],
    ["count", "count=1e3"],
    ["offset", "offset=-20"],
    ["offset", "offset=1.5"],
    ["sortby", "sortby=person"],
    ["sortby", "sortby=map;drop"],
    ["sortby", "sortby=map%20SIDEWAYS"],
    ["query", `query=${"a".repeat(100_000)}`],
    ["query", "query=a&query=b"],
    ["query", "query=a%00b"],
    ["map", "map=%00"],
    ["map", "map=Quad&map=Logs"],
    ["pending", "pending=maybe"],
    ["og", "og=2"],
  ];
  if (definition.fields.money) broken.push(["money", "money=lots"] as const, ["money", "money=-5"] as const);
  test.each(broken)("refuses a bad %s (%.40s), naming the parameter", async (parameter, query) => {
    const { status, body } = await app.get(path(query));
    expect(status).toBe(400);
    expect(Object.keys(body)).toEqual(["error"]);
    expect(body.error).toContain(`"${parameter}"`);
    expect(body.error).not.toMatch(/\bat .*:\d+/);
  });

  test("can be read from any origin, errors included; other methods are refused", async () => {
    for (const query of ["", "count=-1"]) {
      const response = await app.app.request(path(query));
      expect(response.headers.get("Access-Control-Allow-Origin")).toBe("*");
    }
    const posted = await app.app.request(path(), { method: "POST" });
    expect([posted.status, posted.headers.get("Allow")]).toEqual([405, "GET, HEAD"]);
    expect(await posted.json()).toEqual({ error: expect.stringContaining("POST") });
  });

  test("notes are found by the row's keys or its filekey, and are empty if it has none", async () => {
    const { body } = await app.get(path("count=100"));
    for (const row of [body.results.find(({ notes }) => notes), body.results.find(({ notes }) => !notes)]) {
      const keys = definition.keys
        .map((name) => `${name}=${encodeURIComponent(String(row?.[name]))}`)
        .join("&");
      expect(await app.get(`/fetch-${definition.key}-notes?${keys}`)).toEqual({
        status: 200,
        body: { notes: row?.notes, challengeCode: null },
      });
      const byFilekey = await app.get(`/fetch-${definition.key}-notes?filekey=${row?.filekey}`);
      expect(byFilekey.body).toEqual({ notes: row?.notes, challengeCode: null });
    }
  });

  test("notes without keys say what is needed; notes of an unknown completion are answered with 404", async () => {
    const missing = await app.get(`/fetch-${definition.key}-notes`);
    expect(missing.status).toBe(400);
    expect(missing.body.error).toMatch(/^Need to specify /);
    const unknown = await app.get(`/fetch-${definition.key}-notes?filekey=${crypto.randomUUID()}`);
    expect(unknown).toEqual({
      status: 404,
      body: { error: `Could not find ${definition.label} completion` },
    });
  });
});

test("a download that begins before a write has every row that the write leaves alone, once and in order", async () => {
  const helper = { id: "hel", roles: ["Index Helper"] };
  const own = await emptyApp(await openEngine());
  const ids: string[] = [];
  for (let at = 0; at < 150; at++) {
    const people = [`Player ${String(at).padStart(3, "0")}`];
    ids.push((await own.add("lcc", { map: "Quad", people, money: 1_000 + at })).id);
  }
  const download = () => own.app.request(api.csv("lcc", { sortby: "money" }));
  const linesIn = async (response: Response) => (await response.text()).trimEnd().split("\r\n").slice(1);
  const whole = await linesIn(await download());
  expect(whole).toHaveLength(150);
  // Its first rows are read before it is answered.
  const begun = await download();
  const entries = JSON.stringify(ids.slice(0, 5));
  expect((await own.post(api.deleteSubmit("lcc"), { entries }, helper)).status).toBe(200);
  expect(await linesIn(begun)).toEqual(whole);
});
