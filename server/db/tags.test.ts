import { expect, test } from "vitest";
import {
  addTags,
  collectTags,
  completionsOf,
  completionTag,
  oncePerAnswer,
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

test("a value is made once for an answer, its tags are the answer's, and other answers make it anew", async () => {
  let made = 0;
  const once = oncePerAnswer<number>();
  const read = (key: string) =>
    once(key, async () => {
      addTags(["maps"]);
      return ++made;
    });
  const twice = () => Promise.all([read("quad"), read("quad"), read("logs")]);
  expect(await collectTags(twice)).toEqual({ result: [1, 1, 2], tags: ["maps"] });
  const { result, tags } = await collectTags(async () => [await read("quad"), await collectTags(twice)]);
  // What is collected apart, for a cache, has the tags of all that it was made from.
  expect([result, tags]).toEqual([[3, { result: [4, 4, 5], tags: ["maps"] }], ["maps"]]);
  expect([await read("quad"), await read("quad")]).toEqual([6, 7]);
});

test("a value that could not be made for an answer fails for all that waited for it", async () => {
  const once = oncePerAnswer<never>();
  const broken = () => once("quad", () => Promise.reject(new Error("broken")));
  const { result } = await collectTags(() => Promise.allSettled([broken(), broken()]));
  expect(result.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
});
