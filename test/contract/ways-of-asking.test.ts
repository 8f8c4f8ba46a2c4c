import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { openEngine } from "#engine";
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

/** What a text is read as, in the words of a list's address; another challenge is no filter of a list. */
async function filtersOf(query: string): Promise<string> {
  const { parts } = (await ask("/fetch-2tc-understood", { query })) as { parts: Part[] };
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

test("there are ways enough", () => expect(WAYS.length).toBeGreaterThanOrEqual(150));

describe("what is asked is understood", () => {
  test.each(WAYS)("%s", async (text, filters) => expect(await filtersOf(text)).toBe(filters));
});
