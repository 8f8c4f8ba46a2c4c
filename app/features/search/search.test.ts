import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openEngine } from "#engine";
import type { ChallengeDefinition } from "../../../domain/challenges/define.ts";
import { CHALLENGES } from "../../../domain/challenges/index.ts";
import { nameKey } from "../../../domain/game/name-key.ts";
import { readListQuery } from "../../../domain/lists/list-query.ts";
import { loadSample } from "../../../packages/import/sample.ts";
import { SAMPLE } from "../../../platform/node/sample.ts";
import type { NodeDatabase } from "../../../platform/node/sqlite.ts";
import { seedFacts } from "../../../site/seed.ts";
import { FACTS } from "../../../test/catalogue.ts";
import { openData } from "../../api/repositories.server.ts";
import { listStatements } from "../completions/repository/lists.server.ts";
import { understandList } from "./understanding.server.ts";

let database: NodeDatabase;
let data: ReturnType<typeof openData>;

beforeAll(async () => {
  const engine = await openEngine();
  database = engine.database as NodeDatabase;
  await seedFacts(database, new Date());
  await loadSample(database, engine.media, SAMPLE, new Date());
  data = openData(database);
});
afterAll(() => database.close());

const challenge = (key: string): ChallengeDefinition => {
  const definition = CHALLENGES.get(key);
  if (!definition) throw new Error(key);
  return definition;
};

const listOf = (key: string, parameters: Record<string, string>) =>
  understandList(challenge(key), readListQuery(challenge(key), new URLSearchParams(parameters), FACTS), {
    challenges: CHALLENGES,
    data,
  });

async function countOf(key: string, parameters: Record<string, string>): Promise<number> {
  const query = await listOf(key, { ...parameters, count: "0" });
  return (await data.completions.list(challenge(key), query)).total;
}

async function idsOf(key: string, query: string): Promise<string[]> {
  const list = { ...(await listOf(key, { query })), count: 100_000 };
  return (await data.completions.list(challenge(key), list)).rows.map(({ id }) => id);
}

/** Finds rows as before texts were understood: each typed word begins a word of the row or its map. */
function plainly(key: string, query: string): Set<string> {
  const wordsOf = (text: string): string[] =>
    text
      .normalize("NFKD")
      .replace(/\p{M}/gu, "")
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{S}]+/gu) ?? [];
  const rows = database.sqlite
    .prepare(`select c.id, c.towers, c.people, c.completion_type, c.version, c.link, m.name, m.abbreviation
      from completion c join map m on m.id = c.map_id where c.challenge = ? and c.deleted_at is null`)
    .all(key);
  const asked = wordsOf(query);
  const found = rows.filter(({ id: _, ...texts }) => {
    const words = wordsOf(Object.values(texts).join(" "));
    return asked.every((each) => words.some((word) => word.startsWith(each)));
  });
  return new Set(found.map(({ id }) => String(id)));
}

const CONNECTING = ["+", "&", "|", "/", ",", "x", "and", "ON", "with", "vs", "by"];
const word = fc.constantFrom(
  ...[
    "quad",
    "abs",
    "zero",
    "Quincy",
    "x factor",
    "ninja",
    "050",
    "sample",
    "ada",
    "44",
    "monkey",
    "dark",
    "of",
  ],
  ...["youtube", "m.o.a.r", "druid", "og", "zoë", "perma", "spike", "storm", "a", "qu"],
);
const text = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(" "));
const key = fc.constantFrom("2tc", "2mp", "lcc", "ltc", "fttc");

describe("a search", () => {
  test("finds at least what a plain word search finds", () =>
    fc.assert(
      fc.asyncProperty(key, text, async (list, query) => {
        const found = new Set(await idsOf(list, query));
        const missed = [...plainly(list, query)].filter((id) => !found.has(id));
        expect(missed, `${list}: ${query}`).toEqual([]);
      }),
      { numRuns: 50 },
    ));

  test("finds no less with a connecting word or sign, or with the challenge's own name", () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(word, { minLength: 1, maxLength: 4 }),
        fc.constantFrom(...CONNECTING, "2tc", "2TCs"),
        fc.nat(4),
        async (words, each, at) => {
          // A path belongs to the type beside it and never crosses a sign: "050 and ninja" asks for something else.
          fc.pre(words[at - 1] !== "050" && words[at] !== "050");
          const more = [...words.slice(0, at), each, ...words.slice(at)].join(" ");
          const [before, after] = await Promise.all([idsOf("2tc", words.join(" ")), idsOf("2tc", more)]);
          const found = new Set(after);
          expect(
            before.filter((id) => !found.has(id)),
            more,
          ).toEqual([]);
        },
      ),
      { numRuns: 50 },
    ));

  test("finds the same rows with the challenge's own name in between", async () => {
    const found = new Set(await idsOf("2tc", "zero 2tc a"));
    expect((await idsOf("2tc", "zero a")).filter((id) => !found.has(id))).toEqual([]);
  });

  test("finds by any spelling of a name what the name itself finds", async () => {
    const vocabulary = await data.search.vocabulary([...CHALLENGES.values()]);
    const less: string[] = [];
    for (const meaning of vocabulary.meanings) {
      if (meaning.kind === "challenge") continue;
      const parameter = meaning.kind === "tower" ? "tower" : "map";
      const wanted = await countOf("2tc", { [parameter]: meaning.name });
      for (const spelling of [...vocabulary.spellingsOf(meaning), nameKey(meaning.name)]) {
        const found = await countOf("2tc", { query: spelling });
        if (found < wanted) less.push(`${spelling}: ${found} of ${wanted}`);
      }
    }
    expect(less).toEqual([]);
  });

  test("finds an upgrade by tower and tier, in either order", async () => {
    for (const { name, type, tier, kind } of FACTS.names) {
      if (kind !== "upgrade" || tier === null || tier === "base") continue;
      const wanted = await countOf("2tc", { tower: name });
      for (const query of [`${type} ${tier}`, `${tier} ${type}`])
        expect(await countOf("2tc", { query }), query).toBeGreaterThanOrEqual(wanted);
    }
  });

  test("finds the same rows in the same order by either plan", () =>
    fc.assert(
      fc.asyncProperty(
        key,
        text,
        fc.constantFrom("", "date", "date DESC", "map", "map DESC", "newest", "recorded"),
        fc.constantFrom({}, { pending: "0" }, { og: "1" }, { difficulty: "expert" }, { has: "video" }),
        async (list, query, sortby, narrowed) => {
          const asked = await listOf(list, { query, ...narrowed, ...(sortby ? { sortby } : {}) });
          const all = listStatements(challenge(list), asked);
          const total = (await database.query([], all.total))[0]?.total ?? 0;
          const count = Math.min(total, 50);
          const first = listStatements(challenge(list), { ...asked, offset: 0, count });
          const gathered = await database.query([], first.page("gathered"));
          expect(await database.query([], first.page("walked")), query).toEqual(gathered);
        },
      ),
      { numRuns: 30 },
    ));
});
