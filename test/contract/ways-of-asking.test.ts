import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { openEngine } from "#engine";
import { CHALLENGES } from "../../domain/challenges/index.ts";
import { api } from "../../domain/contract/routes.ts";
import { emptyApp } from "../factories.ts";
import { WAYS } from "../ways-of-asking.ts";

let app: Awaited<ReturnType<typeof emptyApp>>;

interface Part {
  readonly kind: string;
  readonly filter: { readonly parameter: string; readonly value: string } | null;
  readonly label: string;
  readonly value: string;
}

const ask = async (path: string, query: Record<string, string>) => {
  const { status, body } = await app.get(`${path}?${new URLSearchParams(query)}`);
  expect(status, JSON.stringify(query)).toBe(200);
  return body;
};
const countOf = async (query: string, key = "2tc"): Promise<number> =>
  Number((await ask(`/fetch-${key}`, { query, count: "0" })).count);

/** Returns what a text is read as, in the form of a list's address. A challenge is not a filter of a list. */
async function filtersOf(query: string): Promise<string> {
  const { parts } = (await ask("/fetch-2tc-understood", { query })) as unknown as { parts: Part[] };
  const named = parts.flatMap(({ filter, label, value }) => {
    if (filter) return [`${filter.parameter}=${filter.value}`];
    return label === "Challenge" ? [`challenge=${value}`] : [];
  });
  return named.join("&") || "=";
}

beforeAll(async () => {
  app = await emptyApp(await openEngine());
  await app.add("2tc", {
    map: "Quad",
    towers: ["Absolute Zero", "Quincy"],
    people: ["Ada"],
    version: "44.1",
  });
  await app.add("2tc", {
    map: "X Factor",
    towers: ["Grand Saboteur", "Crossbow Master"],
    people: ["Zoë 🥇"],
  });
  await app.add("2tc", { map: "#Ouch", towers: ["Absolute Zero", "Crossbow Master"], people: ["x and y"] });
  await app.add("2tc", {
    map: "Adora's Temple",
    towers: ["Perma-Spike", "Druid of the Storm"],
    people: ["Mr. O'Neil-Żak"],
  });
  await app.add("lcc", { map: "Quad", people: ["Ada"], money: 130869, date: "2024-05-01", version: "44.1" });
  await app.add("ltc", {
    map: "Quad",
    towers: ["Quincy", "Ice Monkey"],
    upgrades: [null, "2-0-4"],
    people: ["Ada"],
    completionType: "cheapest",
  });
});

test("there are at least 150 examples", () => expect(WAYS.length).toBeGreaterThanOrEqual(150));

describe("a search text is read as filters", () => {
  test.each(WAYS)("%s", async (text, filters) => expect(await filtersOf(text)).toBe(filters));
});

describe("a search finds what a row holds", () => {
  test.each([
    ["lcc", "quad 130869"],
    ["lcc", "quad 130,869"],
    ["lcc", "$130,869"],
    ["lcc", "130869 on quad"],
    ["lcc", "quad 130.869"],
    ["lcc", "quad 130 869"],
    ["lcc", "quad 130'869"],
    ["lcc", "quad 130\u00a0869"],
    ["lcc", "Cost 130.869"],
    ["lcc", "quad 130869$"],
    ["lcc", "cash spent $130 869"],
    ["lcc", "money:130.869"],
    ["lcc", "money:>130.000"],
    ["lcc", "2024/05/01"],
    ["lcc", "1.5.2024"],
    ["lcc", "01/05/2024"],
    ["lcc", "5/2024"],
    ["lcc", "May 2024"],
    ["lcc", "1 May 2024 quad"],
    ["lcc", "since:1.5.2024 before:5/2025"],
    ["lcc", "update 44.1"],
    ["lcc", "quad version 44"],
    ["lcc", "44,1"],
    ["lcc", "least cost quad"],
    ["lcc", "2024-05-01"],
    ["lcc", "2024-5-1"],
    ["lcc", "2024-05"],
    ["lcc", "44.1 quad"],
    ["lcc", "v44.1"],
    ["lcc", "v44"],
    ["lcc", "44"],
    ["lcc", "money:130869"],
    ["lcc", "money:>=130,000 money:<131000"],
    ["lcc", "version:>=44 version:<=44.1"],
    ["lcc", "since:2024-05 before:2024-06"],
    ["ltc", "2-0-4"],
    ["ltc", "204 ice"],
    ["ltc", "quincy + ice 2-0-4 quad"],
    ["ltc", "type:cheapest towers:2"],
    ["2tc", "Zoë"],
    ["2tc", "zoe"],
    ["2tc", "🥇"],
    ["2tc", "Zoë🥇 xf"],
    ["2tc", "O'Neil"],
    ["2tc", "oneil"],
    ["2tc", "o neil zak"],
    ["2tc", "MrONeilZak"],
    ["2tc", "zak adoras"],
    ["2tc", "x and y"],
    ["2tc", '"absolute zero" quincy'],
    ["2tc", "map:quad,ravine"],
    ["2tc", "abs -quincy #ouch"],
    ["2tc", "-map:quad xbm az"],
  ])("%s: %s", async (key, query) => expect(await countOf(query, key)).toBe(1));

  test.each([
    ["lcc", "quad 130868"],
    ["lcc", "quad 130.868"],
    ["lcc", "June 2024"],
    ["lcc", "2/5/2024"],
    ["lcc", "quad update 44.2"],
    ["lcc", "money:>130869"],
    ["lcc", "2023"],
    ["lcc", "since:2024-05-02"],
    ["2tc", '"zero absolute"'],
    ["2tc", "abs -quincy -crossbow"],
    ["2tc", "map:qud"],
    ["2tc", "version:nine"],
    ["2tc", "-abs quad"],
  ])("%s: %s finds nothing", async (key, query) => expect(await countOf(query, key)).toBe(0));

  test("a search for too many towers finds nothing, and text that was not read is reported", async () => {
    expect(await countOf("tower:ninja tower:sub tower:dart")).toBe(0);
    const many = `map:quad ${"is:verified ".repeat(20)}tower:psi`;
    const { parts } = (await ask("/fetch-2tc-understood", { query: many })) as unknown as { parts: Part[] };
    expect(parts.at(-1)?.label).toBe("Not read");
  });

  test("a suggestion keeps the text around it", async () => {
    const { parts } = (await ask("/fetch-2tc-understood", { query: "-map:qaud" })) as unknown as {
      parts: { near: { text: string }[] }[];
    };
    expect(parts[0]?.near[0]?.text).toBe('-map:"Quad"');
  });

  test("numbers in a link are found even next to letters", async () => {
    await app.add("2tc", {
      map: "Hedge",
      towers: ["Psi", "Pat"],
      people: ["Foo"],
      link: "https://example.com/2024-05-01T12/44.12abc",
    });
    for (const query of ["2024-05-01 hedge", "44.12 hedge", "example.com/2024-05-01"])
      expect(await countOf(query), query).toBe(1);
  });

  test("an unknown key is reported, and the rest of the search applies", async () => {
    expect(await countOf("colour:red quad")).toBe(1);
    const { parts } = (await ask("/fetch-2tc-understood", { query: "colour:red quad" })) as unknown as {
      parts: Part[];
    };
    expect(parts.map(({ kind, value }) => [kind, value])).toEqual([
      ["unknown-key", "colour"],
      ["reading", "Quad"],
    ]);
  });

  test("a correction is reported, and only if there is one", async () => {
    const { corrected } = await ask("/fetch-2tc", { query: "abzolute zero quad" });
    expect(corrected).toEqual([{ typed: "abzolute zero", read: "Absolute Zero" }]);
    expect(await ask("/fetch-2tc", { query: "absolute zero" })).not.toHaveProperty("corrected");
  });

  test("a key is combined with the filters of the address", async () => {
    const both = async (tower: string, query: string) =>
      Number((await ask("/fetch-2tc", { tower, query, count: "0" })).count);
    expect(await both("Absolute Zero", "with:quincy")).toBe(1);
    expect(await both("Absolute Zero", "with:psi")).toBe(0);
    expect(Number((await ask("/fetch-2tc", { map: "Quad", query: "map:ravine", count: "0" })).count)).toBe(0);
  });
});

test("a list finds the rows of everything that a short form may stand for, also behind a key", async () => {
  await app.add("2tc", { map: "Logs", towers: ["Grand Saboteur", "Psi"], people: ["Foo"] });
  await app.add("2tc", { map: "Logs", towers: ["Glue Storm", "Psi"], people: ["Foo"] });
  await app.add("2tc", { map: "Logs", towers: ["Glue Strike", "Psi"], people: ["Foo"] });
  for (const query of ["gs logs", "tower:gs logs", 'with:"gs" on:logs'])
    expect(await countOf(query), query).toBe(3);
  expect(await countOf("-tower:gs logs")).toBe(0);
});

test.each([
  "",
  " ",
  "\u{E000}",
  "\u{E000}cx",
  "-",
  "--",
  '"',
  '""',
  ":",
  "tower:",
  '-"',
  "tower:,",
  "is:",
  "x".repeat(300),
  "a ".repeat(150),
  "- ".repeat(150),
  '"'.repeat(300),
  "map:quad ".repeat(33),
  // As many different maps as fit: a statement of D1 has at most 100 values.
  Array.from({ length: 42 }, (_, at) => `map:${String.fromCharCode(97 + (at % 26))}${at < 26 ? "" : "z"}`)
    .join(" ")
    .slice(0, 300),
  Array.from({ length: 33 }, (_, at) => `tower:${String.fromCharCode(97 + (at % 26))}`)
    .join(" ")
    .slice(0, 300),
  "(a OR b) NEAR/2 c*",
  "\ud800",
  "1,000,000,000,000,000",
  "9".repeat(300),
  "v9999999.1",
])("any text is answered: %j", async (query) => {
  await ask("/fetch-2tc", { query });
  await ask("/fetch-2tc-understood", { query });
  const { status } = await app.get(`/fetch-answer?${new URLSearchParams({ q: query })}`);
  expect(status).toBe(200);
});

test("a text of more than 300 characters is refused by every address that searches, each letter counted once however it is typed", async () => {
  const search = [
    ...[...CHALLENGES.values()].flatMap(({ key }) =>
      [api.list(key), api.understood(key), api.csv(key), api.atom(key), api.jsonFeed(key)].map(
        (path) => [path, "query"] as const,
      ),
    ),
    ...([
      [api.totals(), "query"],
      [api.users(), "query"],
      [api.answer(), "q"],
    ] as const),
    [api.playerNames(), "prefix"] as const,
  ];
  for (const [path, name] of search) {
    const statusOf = async (text: string) =>
      (await app.app.request(`${path}?${new URLSearchParams({ [name]: text })}`)).status;
    expect([path, await statusOf("e\u{301}".repeat(300)), await statusOf("\u{e9}".repeat(301))]).toEqual([
      path,
      200,
      400,
    ]);
  }
  const { body } = await app.get(`/fetch-2tc?query=${"x".repeat(301)}`);
  expect(body).toEqual({ error: 'The parameter "query" is longer than 300 characters.' });
});

test("connecting words and signs never reduce the number of results", () =>
  fc.assert(
    fc.asyncProperty(
      fc.constantFrom("abs zero quad", "xbm xf", "perma druid", "zoe xf"),
      fc.constantFrom("+", "&", "|", "/", ",", "x", "and", "on", "with", "vs", "by", "2tc"),
      async (query, each) => {
        const [first = "", ...rest] = query.split(" ");
        expect(await countOf([first, each, ...rest].join(" "))).toBeGreaterThanOrEqual(await countOf(query));
      },
    ),
    { numRuns: 40 },
  ));
