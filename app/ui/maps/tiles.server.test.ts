import { expect, test } from "vitest";
import { CHALLENGES } from "../../../domain/challenges/index.ts";
import { type Completion, emptyAttributes } from "../../../domain/fields/attributes.ts";
import { presentRow } from "../../../domain/lists/row.ts";
import { FACTS } from "../../../test/catalogue.ts";
import type { PageContext } from "../context.ts";
import { tilesOf } from "./tiles.server.ts";

const definition = CHALLENGES.get("2tc");

/** A pair's completion on a map, as it is stored. */
const completionOn = (map: string): Completion => ({
  ...emptyAttributes(),
  ...{ towers: ["Corvus", "Ezili"], upgrades: ["", ""], people: ["Ada"] },
  ...{ id: map, mapId: 1, map, difficulty: "expert", og: false, pending: null },
});

/** An index of three maps. Its list has this many completions of a pair, all of them on the first map. */
function indexWith(count: number): PageContext {
  const rows = Array.from({ length: count }, () => completionOn("Logs"));
  const maps = ["Logs", "Quad", "#Ouch"].map((map) => ({
    map,
    abbreviation: map.slice(0, 2),
    difficulty: "expert",
  }));
  const list: PageContext["reads"]["completions"]["list"] = async (_, { query }) => {
    const page = rows.slice(query.offset, query.offset + query.count);
    return { rows: page, count, more: query.offset + query.count < count };
  };
  const reads = { completions: { list }, maps: { all: async () => maps } };
  return { reads, catalogue: async () => FACTS } as unknown as PageContext;
}

test("a map without a completion is open once all of the pair's completions have been read", async () => {
  if (!definition) throw new Error("no 2TC");
  const tiles = await tilesOf(definition, presentRow(definition, completionOn("Quad")), indexWith(500));
  expect(tiles?.more).toBe(null);
  expect(tiles?.groups[0]?.tiles.map(({ state }) => state)).toEqual(["done", "open", "open"]);
});

test("when a pair has too many completions to read, the ones read are shown and no map is called open", async () => {
  if (!definition) throw new Error("no 2TC");
  const tiles = await tilesOf(definition, presentRow(definition, completionOn("Quad")), indexWith(501));
  expect(tiles?.more).toEqual({ read: 500, count: 501, page: "/2tc?tower=Corvus&tower=Ezili" });
  expect(tiles?.groups.flatMap(({ tiles: those }) => those.map(({ map, state }) => [map, state]))).toEqual([
    ["Logs", "done"],
  ]);
  expect([tiles?.done, tiles?.maps]).toEqual([1, 3]);
});
