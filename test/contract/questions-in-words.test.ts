import { beforeAll, describe, expect, test } from "vitest";
import { openEngine } from "#engine";
import type { AnswerResult } from "../../domain/contract/search.ts";
import { LONGEST_SEARCH } from "../../domain/limits.ts";

import { emptyApp } from "../factories.ts";
import { FRESH_QUESTIONS, fillForQuestions, NEIGHBOURS, OTHER_THAN_ASKED } from "../questions-in-words.ts";

let app: Awaited<ReturnType<typeof emptyApp>>;

const ask = async (q: string): Promise<AnswerResult> => {
  const { status, body } = await app.get(`/fetch-answer?${new URLSearchParams({ q })}`);
  expect(status, q).toBe(200);
  return body as unknown as AnswerResult;
};

beforeAll(async () => {
  app = await emptyApp(await openEngine());
  await fillForQuestions(app);
});

describe("the headline of a question", () => {
  const questions = [...FRESH_QUESTIONS, ...NEIGHBOURS, ...OTHER_THAN_ASKED].map(
    ([text, kind, label, ignored = []]) => ({
      ...{ text, kind, label, ignored },
    }),
  );
  test.each(questions)("says of '$text' that it asks for '$kind'", async ({ text, kind, label, ignored }) => {
    const { kind: found, headline } = await ask(text);
    const said = { label: headline?.label.slice(0, label.length), ignored: headline?.ignored };
    expect({ kind: found, ...said }).toEqual({ kind, label, ignored });
  });

  test.each([
    ["how many pairs are done on quad", 2, "/2tc?map=Quad"],
    ["who has the most 2mp", 3, "/players?board=2mp"],
    ["ranking og only", 4, "/players?board=ogs"],
    ["what has kai done", 6, "/players/Kai"],
    ["how do i submit a 2tc on quad with quincy", null, "/add-2tc-form?tower1=Quincy&map=Quad"],
    ["open combos on ravine", null, "/undone?challenge=2tc&map=Ravine"],
    ["bloon solver price", null, "/balance-changes?tower=Glue+Gunner"],
    ["pending lccs", null, "/lcc?pending=1"],
    ["latest 2tcs", null, "/2tc?sortby=newest"],
    ["how many pending 2tc", 1, "/2tc?pending=1"],
    ["is anything pending for 2tc", 1, "/2tc?pending=1"],
    ["which tower has most 2mp", null, "/coverage/2mp"],
    ["which map has the most 2tc", 2, "/coverage"],
    ["who has most 2tc on logs", 1, "/2tc?map=Logs"],
    ["how many people have 2mp on quad", 2, "/2mp?map=Quad"],
    ["how many lcc records does kai have", 2, "/lcc?person=Kai&record=only"],
    ["most lcc records", 2, "/records?challenge=lcc"],
    ["2tc rules", null, "/2tc"],
    ["second most 2tc", null, "/players?board=2tc"],
    ["dark dungeons with three towers", 1, "/ltc?towercount=3&map=Dark+Dungeons"],
  ])("to '%s' has a number and leads to the page that shows it", async (q, number, link) => {
    expect((await ask(q)).headline).toMatchObject({ number, link });
  });

  test("leads to the form of every challenge where a submission names none", async () => {
    const { headline } = await ask("add completion");
    expect(headline?.links.map(({ link }) => link)).toContain("/add-2tc-form");
    expect(headline?.links).toHaveLength(7);
  });

  test("never says no about less than what was asked", async () => {
    for (const q of [
      "quincy hedge qwertz",
      "quincy not psi on hedge",
      'az hedge "qwertz"',
      "psi or sauda hedge",
    ]) {
      const { kind, headline } = await ask(q);
      expect(kind, q).toBe("cannot-say");
      expect(headline?.label, q).not.toMatch(/not in this index/);
    }
  });

  test("keeps to names that hold a question's word", async () => {
    const towers = async (q: string) =>
      (await ask(q)).understood.parts.flatMap(({ filter }) =>
        filter?.parameter === "tower" ? [filter.value] : [],
      );
    expect(await towers("first strike on quad")).toEqual(["First Strike Capability"]);
    expect(await towers("has anyone done pop and awe first")).toEqual(["Pop and Awe"]);
  });

  test("is that of a bounded question, however long or odd it is", async () => {
    const odd = [
      "who ".repeat(75),
      "has a ".repeat(50),
      "''’s’s 's",
      "how many how many",
      '"who" most',
      "top 10 10 10",
      "2 2 2 towers towers",
      "how many most towers ".repeat(12),
      "dart monkeys ".repeat(20),
      "at most 3 towers ".repeat(15),
    ];
    for (const q of odd)
      expect((await ask(q.slice(0, LONGEST_SEARCH))).text).toBe(q.slice(0, LONGEST_SEARCH).trim());
  });
});
