import { expect, test } from "vitest";
import {
  addTags,
  collectTags,
  completionsOf,
  completionTag,
  partWhere,
  readTags,
  TAGS,
  type Tag,
  writeTags,
} from "./tags.ts";

const collected = async (...all: readonly Tag[]) => (await collectTags(() => addTags(all))).tags;

test("tags survive the round trip through the header, whatever characters names contain", () => {
  const ofPlayer = completionsOf("2tc", partWhere([["person:ナットー, “x”\n"]]));
  expect(readTags(new Headers({ [TAGS]: writeTags([ofPlayer, "maps"]) }))).toEqual([ofPlayer, "maps"]);
  expect(readTags(new Headers())).toBeNull();
});

test("a part is left out beside its whole", async () => {
  const onQuad = partWhere([["map:quad"]]);
  const [part, other] = [completionsOf("2tc", onQuad), completionsOf("lcc", onQuad)];
  expect(await collected(part, completionsOf("2tc"), other, "maps")).toEqual([
    completionsOf("2tc"),
    other,
    "maps",
  ]);
  expect(await collected(part, "completions", completionsOf("2tc"))).toEqual(["completions"]);
  expect(await collected(completionsOf(null, onQuad), completionsOf("2tc"))).toHaveLength(2);
});

test("of too many parts their wholes remain, and without a tag nobody knows", async () => {
  expect(await collected(...Array.from({ length: 500 }, (_, at) => completionTag(`${at}`)), "maps")).toEqual([
    "completions",
    "maps",
  ]);
  expect(await collected()).toBeNull();
});

test("work within other work has tags of its own, and concurrent work does not mix them", async () => {
  const turn = () => new Promise((resolve) => setTimeout(resolve));
  const each = (tag: Tag) =>
    collectTags(async () => {
      await turn();
      const { tags } = await collectTags(async () => {
        await turn();
        addTags(["day"]);
      });
      addTags([tag]);
      return tags;
    });
  const all = await Promise.all([each("maps"), each("players")]);
  expect(all).toEqual([
    { result: ["day"], tags: ["maps"] },
    { result: ["day"], tags: ["players"] },
  ]);
});
