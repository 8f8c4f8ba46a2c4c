import { expect, test } from "vitest";
import { addTags, collectTags } from "../db/tags.ts";
import { versionsOf } from "../db/versions.ts";
import { cachedByTags } from "./bounded-cache.ts";

/** A cache of what has one tag, which tests move by hand. Every question waits until a test answers it. */
function held() {
  const world = { version: 1 };
  const cached = cachedByTags<string>({
    versions: async () => versionsOf([{ name: "maps", version: world.version }]),
  });
  const asked: { answer(value: string): void; fail(): void }[] = [];
  const ask = () =>
    cached("key", () => {
      addTags(["maps"]);
      return new Promise((resolve, reject) => {
        asked.push({ answer: resolve, fail: () => reject(new Error("no disk")) });
      });
    });
  /** Waits until the questions so far have arrived. */
  const heard = () => new Promise((resolve) => setTimeout(resolve));
  return { world, asked, ask, heard };
}

test("concurrent calls share one question, later calls get its answer, and all of them its tags", async () => {
  const { asked, ask, heard } = held();
  const both = Promise.all([collectTags(ask), collectTags(ask)]);
  await heard();
  expect(asked).toHaveLength(1);
  asked[0]?.answer("one");
  const one = { result: "one", tags: ["maps"] };
  expect(await both).toEqual([one, one]);
  expect(await collectTags(ask)).toEqual(one);
  expect(asked).toHaveLength(1);
});

test("an answer from before a write is neither shared with nor cached for calls after it", async () => {
  const { world, asked, ask, heard } = held();
  const older = ask();
  await heard();
  world.version = 2;
  const newer = ask();
  await heard();
  asked[1]?.answer("new");
  asked[0]?.answer("old");
  expect([await older, await newer]).toEqual(["old", "new"]);
  const third = ask();
  await heard();
  asked[2]?.answer("new again");
  expect(["new", "new again"]).toContain(await third);
});

test("a failure is not remembered", async () => {
  const { asked, ask, heard } = held();
  const both = Promise.allSettled([ask(), ask()]);
  await heard();
  asked[0]?.fail();
  expect((await both).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  const again = ask();
  await heard();
  asked[1]?.answer("there");
  expect(await again).toBe("there");
});
