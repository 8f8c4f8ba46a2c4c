import { expect, test } from "vitest";
import { type Answer, AnswerCache, chooseEncoding, isKeepable, isKnown } from "./answers.ts";

function answer(version: number, bytes: number): Answer {
  return {
    version,
    contentType: "text/html",
    tag: "tag",
    headers: [],
    body: new Uint8Array(bytes),
    encoded: new Map(),
  };
}

test("an answer is good for its data version alone", () => {
  const answers = new AnswerCache(1_000_000);
  answers.set("/a", answer(1, 10));
  expect(answers.get("/a", 1)?.version).toBe(1);
  expect(answers.get("/a", 2)).toBeNull();
  answers.set("/a", answer(2, 10));
  expect(answers.get("/a", 2)?.version).toBe(2);
});

test("it holds no more than its limit, and keeps what is asked for again and again", () => {
  const answers = new AnswerCache(100_000);
  answers.set("/often", answer(1, 1_000));
  let kept = 0;
  for (let index = 0; index < 500; index++) {
    answers.set(`/${index}`, answer(1, 1_000));
    expect(answers.get("/often", 1), `after ${index}`).not.toBeNull();
  }
  for (let index = 0; index < 500; index++) if (answers.get(`/${index}`, 1)) kept += 1;
  // About 2,500 bytes each with what an entry weighs besides.
  expect(kept).toBeLessThanOrEqual(50);
  expect(kept).toBeGreaterThan(10);
});

test("an answer that would push out most of the others is not kept", () => {
  const answers = new AnswerCache(100_000);
  answers.set("/huge", answer(1, 50_000));
  expect(answers.get("/huge", 1)).toBeNull();
});

test.each([
  ["br", "br"],
  ["gzip, deflate, br, zstd", "br"],
  ["gzip;q=0.5, br;q=0", "gzip"],
  ["br;q=0.0,gzip", "gzip"],
  ["brotli", null],
  ["identity", null],
  [undefined, null],
])("of %s it chooses %s", (accepted, expected) => {
  expect(chooseEncoding(accepted)).toBe(expected);
});

test("If-None-Match knows the answer in any encoding, and among others", () => {
  for (const known of ['"tag"', '"tag-br"', 'W/"tag-gzip"', '"other", "tag"', "*"])
    expect(isKnown(known, answer(1, 1))).toBe(true);
  for (const unknown of [undefined, "", '"ta"', '"tags"', "tag"])
    expect(isKnown(unknown, answer(1, 1))).toBe(false);
});

test("only whole public answers are kept", () => {
  expect(isKeepable(new Response("", { status: 200 }))).toBe(true);
  expect(isKeepable(new Response("", { status: 404 }))).toBe(false);
  expect(isKeepable(new Response("", { headers: { "Set-Cookie": "a=b" } }))).toBe(false);
  expect(isKeepable(new Response("", { headers: { "Cache-Control": "no-store" } }))).toBe(false);
});
