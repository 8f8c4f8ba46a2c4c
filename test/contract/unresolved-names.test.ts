import { beforeAll, expect, test } from "vitest";
import { openEngine } from "#engine";
import { api } from "../../domain/contract/routes.ts";
import type { AnswerResult } from "../../domain/contract/search.ts";
import { emptyApp, type TestApp } from "../factories.ts";

// Completions that were moved in with names that nobody has resolved: an answer is never "not yet" where one of them may be
// what is asked for.

let app: TestApp;

beforeAll(async () => {
  app = await emptyApp(await openEngine());
  await app.add("2mp", { map: "Quad", towers: ["Tack Zne"], people: ["Bob"] });
  await app.add("2mp", { map: "Qaud", towers: ["Glue Gunner"], people: ["Bob"] });
  await app.add("2tc", { map: "Logs", towers: ["Quincy", "Absolutely Zero"], people: ["Bob"] });
  await app.add("fttc", { map: "Logs", towers: ["Tack Shootr", "Ice Monkey"], people: ["Bob"] });
});

test.each([
  ["the tack zone quad", "2mp", "Tack Zne"],
  ["glue gunner quad", "2mp", "Qaud"],
  ["quincy absolute zero logs", "2tc", "Absolutely Zero"],
  ["absolute zero logs", "2tc", "Absolutely Zero"],
  ["tack shooter ice monkey logs", "fttc", "Tack Shootr"],
])("%s may be the %s completion that says %s", async (q, challenge, name) => {
  const { body } = await app.get(api.answer({ q }));
  const { answers } = body as unknown as AnswerResult;
  expect(answers.find((each) => each.challenge === challenge)).toMatchObject({
    ...{ state: "cannot-say", why: "not-understood", reason: expect.stringContaining(`“${name}”`) },
  });
});

test.each([
  ['tower:"tack zne" quad', { "2mp": "done", "2tc": "cannot-say" }],
  ['tower:"Tack Zne" map:logs', { "2mp": "cannot-say" }],
  ['glue gunner map:"Qaud"', { "2mp": "done" }],
  ['ice monkey map:"Qaud"', { "2mp": "cannot-say", "2tc": "cannot-say" }],
])("%s asks for a name as rows have it: it is done, or nobody can say", async (q, states) => {
  const { body } = await app.get(api.answer({ q }));
  const { answers } = body as unknown as AnswerResult;
  const said = Object.keys(states).map((key) => [
    key,
    answers.find(({ challenge }) => challenge === key)?.state,
  ]);
  expect(Object.fromEntries(said)).toEqual(states);
});

test.each([
  // Another map, another tower, or another partner than those of the rows above.
  ["the tack zone logs", "2mp"],
  ["ice monkey quad", "2mp"],
  ["psi absolute zero logs", "2tc"],
  ["quincy absolute zero quad", "2tc"],
])("%s is not done in %s: no row with an unresolved name may be it", async (q, challenge) => {
  const { body } = await app.get(api.answer({ q }));
  const { answers } = body as unknown as AnswerResult;
  expect(answers.find((each) => each.challenge === challenge)).toMatchObject({ state: "not-yet" });
});
