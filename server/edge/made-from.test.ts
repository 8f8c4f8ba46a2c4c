import { expect, test } from "vitest";
import { completionOf, completionsOf, partWhere, type Source } from "../../contract/sources.ts";
import { MADE_FROM, readSources, writeSources } from "./made-from.ts";

function told(...all: readonly (readonly Source[] | null)[]): readonly Source[] | null {
  const value = writeSources(all);
  return value === null ? null : readSources(new Headers({ [MADE_FROM]: value }));
}

test("sources survive the round trip through the header, whatever characters names contain", () => {
  const ofPlayer = completionsOf("2tc", partWhere([["person:ナットー, “x”\n"]]));
  expect(told([ofPlayer, "maps"], ["maps"])).toEqual([ofPlayer, "maps"]);
  expect(readSources(new Headers())).toBeNull();
});

test("a part is left out when the header names the whole", () => {
  const onQuad = partWhere([["map:quad"]]);
  const [part, other] = [completionsOf("2tc", onQuad), completionsOf("lcc", onQuad)];
  expect(told([part], [completionsOf("2tc")], [other])).toEqual([completionsOf("2tc"), other]);
  expect(told([part, "completions"])).toEqual(["completions"]);
  expect(told([completionsOf(null, onQuad), completionsOf("2tc")])).toHaveLength(2);
});

test("the header is left out when something depends on everything, or when there are too many sources", () => {
  expect(told(["maps"], null)).toBeNull();
  expect(told(Array.from({ length: 500 }, (_, at) => completionOf(`${at}`)))).toBeNull();
});
