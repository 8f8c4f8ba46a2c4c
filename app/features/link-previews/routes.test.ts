import { expect, test } from "vitest";
import { NoPicture, type Preview } from "./preview.server.ts";
import { openPictures } from "./routes.server.ts";

const of = (heading: string): Preview => ({
  ...{
    tag: null,
    chips: [],
    plate: null,
    verdict: null,
    heading,
    line: "",
    isOriginal: false,
    siteName: "x",
  },
  stage: { kind: "words", words: "x", plate: null },
});

/** Opens pictures whose drawing ends when the test says so. */
function opened() {
  const under: { heading: string; end: (failure?: Error) => void }[] = [];
  const pictureOf = openPictures(
    ({ heading }) =>
      new Promise((done, fail) => {
        const end = (failure?: Error): void =>
          failure ? fail(failure) : done(new TextEncoder().encode(heading));
        under.push({ heading, end });
      }),
  );
  const turn = (): Promise<void> => new Promise((done) => setTimeout(done, 0));
  return { under, pictureOf, turn };
}

test("a picture is drawn once, for concurrent and for later requests", async () => {
  const { under, pictureOf, turn } = opened();
  const both = [pictureOf(of("a")), pictureOf(of("a"))];
  await turn();
  expect(under).toHaveLength(1);
  under[0]?.end();
  expect(new Set(await Promise.all(both)).size).toBe(1);
  expect(await pictureOf(of("a"))).toBe(await both[0]);
  expect(under).toHaveLength(1);
});

test("one picture is drawn at a time, and a failure does not block the next", async () => {
  const { under, pictureOf, turn } = opened();
  const [first, second] = [pictureOf(of("a")), pictureOf(of("b"))];
  await turn();
  expect(under.map(({ heading }) => heading)).toEqual(["a"]);
  under[0]?.end(new Error("no"));
  await expect(first).rejects.toThrow("no");
  await turn();
  under[1]?.end();
  expect(new TextDecoder().decode(await second)).toBe("b");
  const again = pictureOf(of("a"));
  await turn();
  under[2]?.end();
  expect(new TextDecoder().decode(await again)).toBe("a");
});

test("too many concurrent pictures are refused, until one is finished", async () => {
  const { under, pictureOf, turn } = opened();
  const waiting: unknown[] = [];
  expect(() => {
    for (let at = 0; at < 1_000; at += 1) waiting.push(pictureOf(of(String(at))));
  }).toThrow(NoPicture);
  expect(waiting.length).toBeLessThan(100);
  await turn();
  under[0]?.end();
  await waiting[0];
  await turn();
  expect(() => pictureOf(of("one more"))).not.toThrow();
});
