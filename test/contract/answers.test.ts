import { beforeAll, describe, expect, test } from "vitest";
import { openEngine } from "#engine";
import type { AnswerResult, ChallengeAnswer } from "../../domain/contract/search.ts";
import { emptyApp } from "../factories.ts";

let app: Awaited<ReturnType<typeof emptyApp>>;

const ask = async (q: string): Promise<AnswerResult> => {
  const { status, body } = await app.get(`/fetch-answer?${new URLSearchParams({ q })}`);
  expect(status, q).toBe(200);
  return body as unknown as AnswerResult;
};
async function answerOf(q: string, challenge: string): Promise<ChallengeAnswer> {
  const found = (await ask(q)).answers.find((each) => each.challenge === challenge);
  if (!found) throw new Error(`no answer of ${challenge} to ${q}`);
  return found;
}

beforeAll(async () => {
  app = await emptyApp(await openEngine());
  await app.add("2tc", { map: "Quad", towers: ["Absolute Zero", "Quincy"], people: ["Ada"], og: true });
  await app.add("2tc", { map: "Logs", towers: ["Quincy", "Absolute Zero"], people: ["Zoë"] });
  await app.add("2tc", { map: "Quad", towers: ["Psi", "Adora"], people: ["Ben"], pending: "user-1" });
  await app.add("2mp", { map: "Hedge", towers: ["Absolute Zero"], people: ["Ada"] });
  await app.add("fttc", { map: "Quad", towers: ["Ice Monkey"], people: ["Ada"] });
  await app.add("lcc", { map: "Quad", people: ["Ada"], money: 130869 });
});

describe("an answer", () => {
  test("is 'done' when there is a verified completion, with who made it and whether it is the original", async () => {
    const { state, verified, found, filters } = await answerOf("az quincy quad", "2tc");
    expect({ state, verified }).toEqual({ state: "done", verified: 1 });
    expect(found[0]).toMatchObject({ players: "Ada", sample: false, completion: { og: true, map: "Quad" } });
    expect(filters.map(({ parameter, value }) => `${parameter}=${value}`)).toEqual([
      "tower=Absolute Zero",
      "tower=Quincy",
      "map=Quad",
    ]);
  });

  test("does not depend on the order or the wording of the question", async () => {
    for (const q of [
      "quincy + abs zero on QD",
      "ice 050 / quincy quad",
      'map:quad tower:quincy with:"abs zero"',
      "Absolute Zero and Quincy 2TC on Quad",
    ])
      expect((await answerOf(q, "2tc")).state, q).toBe("done");
  });

  test("is 'pending' when there are only claims", async () => {
    const { state, verified, pending, found } = await answerOf("psi adora quad", "2tc");
    expect({ state, verified, pending }).toEqual({ state: "pending", verified: 0, pending: 1 });
    expect(found[0]?.at).toMatch(/^\d{4}-/);
  });

  test("is 'not yet' when nothing matches, with near matches and the values for the form", async () => {
    const { state, near, submit } = await answerOf("az quincy hedge", "2tc");
    expect(state).toBe("not-yet");
    const [, , elsewhere] = near;
    expect(elsewhere).toMatchObject({ without: { parameter: "map" }, verified: 2, pending: 0 });
    expect([...(elsewhere?.examples ?? [])].sort()).toEqual(["Logs", "Quad"]);
    expect(submit).toEqual([
      { parameter: "tower1", value: "Absolute Zero" },
      { parameter: "tower2", value: "Quincy" },
      { parameter: "map", value: "Hedge" },
    ]);
  });

  test.each([
    ["pspke quad", "2tc", '"pspke" was not understood.'],
    ["brick psi", "2tc", '"brick" could be Brickell or Another Brick.'],
    ['"hedg"', "2tc", 'An answer is only possible without "hedg".'],
    ['"az quad"', "2tc", 'An answer is only possible without "az quad".'],
    ["az -quad", "2tc", /^An answer is only possible without/],
    ["az map:quad,logs", "2tc", /only possible without "map:quad,logs"/],
    ["quad not quincy", "2tc", '"not" was not understood.'],
    ["2tc quad quincy psi pending", "2tc", /^No 2TC completion here matches that\./],
    ["az quincy quad has:video", "2tc", /^No 2TC completion here matches that\./],
    ["quad version:60..62", "lcc", /^No LCC completion here matches that\./],
    ["quad difficulty:beginner", "lcc", /^No LCC completion here matches that\./],
    ["ninja ninja quad", "ltc", /not by how many of each\.$/],
    [`${"the ".repeat(18)}quad az by zzzz and psi`, "2tc", /were? not understood\.$/],
    ["az quad", "lcc", "LCC does not record towers."],
    ["az quincy quad", "2mp", "A 2MP completion has one tower, but you asked for 2."],
    ["az quincy psi quad", "2tc", "A 2TC completion has 2 towers, but you asked for 3."],
    ["az hedge", "fttc", "FTTC records only tower types, not Absolute Zero."],
    [
      "sauda psi quad",
      "2tc",
      "Sauda is not allowed in this challenge, because it can win the game alone. So a 2TC completion like that is not possible.",
    ],
    ["az quad v44.1", "2tc", "2TC records versions only for originals, and none of these has it."],
    ["quad 130,869", "2tc", "2TC does not record cash."],
  ])("to '%s' is 'cannot say' for %s, with the reason", async (q, challenge, reason) => {
    expect(await answerOf(q, challenge)).toMatchObject({
      state: "cannot-say",
      reason,
      found: [],
      submit: null,
    });
  });

  test.each([
    ["az quad", "lcc", "not-tracked"],
    ["az quincy quad", "2mp", "not-tracked"],
    ["az hedge", "fttc", "not-tracked"],
    ["az quad v44.1", "2tc", "not-tracked"],
    ["bh quad", "2tc", "which-one"],
    ["brick psi", "2tc", "which-one"],
    ["lcc 01/05/2024", "lcc", "which-one"],
    ["pspke quad", "2tc", "not-understood"],
    ["quad 544", "lcc", "not-understood"],
    ["az quincy hedge by:Nobody", "2tc", "not-understood"],
    ["green hedge", "2tc", "not-understood"],
    ["gwen pat quad", "2tc", "not-possible"],
    ["quad 178.910", "lcc", "not-possible"],
    ["sauda psi quad", "2tc", "not-possible"],
    ["obyn sav quad", "2tc", "not-at-todays-prices"],
    ["-psi quad", "2tc", "no-answer"],
    ["az quincy quad has:video", "2tc", "no-answer"],
  ])("to '%s' in %s cannot be given for the reason %s", async (q, challenge, why) => {
    expect(await answerOf(q, challenge)).toMatchObject({ state: "cannot-say", why });
  });

  test("is given beside a word that is not understood, to the rest of the question", async () => {
    const { state, verified, partly, submit } = await answerOf("az quad pspke", "2tc");
    expect({ state, verified, submit }).toEqual({ state: "cannot-say", verified: 0, submit: null });
    expect(partly).toMatchObject({ state: "done", verified: 1, without: ["pspke"] });
    expect(partly?.found[0]?.players).toBe("Ada");
    expect((await answerOf("az hedge pspke", "2tc")).partly).toMatchObject({ state: "not-yet" });
    expect((await answerOf("az quad pspke", "lcc")).partly).toMatchObject({ why: "not-tracked" });
    expect((await answerOf("az pspke quad qwertz", "2tc")).partly?.without).toEqual(["pspke", "qwertz"]);
    expect((await answerOf('az quad "psi"', "2tc")).partly).toBeNull();
    expect((await answerOf("pspke", "2tc")).partly).toBeNull();
    const { question, summary } = await ask("az quad pspke");
    expect([question, summary]).toEqual(["Absolute Zero on Quad", "az quad pspke: cannot say"]);
  });

  test("is given for each meaning of a word that fits several names", async () => {
    await app.add("2mp", { map: "Hedge", towers: ["Bounty Hunter"], people: ["Ada"] });
    const { each, partly } = await answerOf("bh hedge pspke", "2mp");
    expect(each.map(({ meant, state, text, without }) => ({ meant, state, text, without }))).toEqual([
      { meant: ["Bounty Hunter"], state: "done", text: "Bounty Hunter hedge pspke", without: ["pspke"] },
      { meant: ["Beast Handler"], state: "not-yet", text: "Beast Handler hedge pspke", without: ["pspke"] },
    ]);
    expect(partly).toMatchObject({ state: "done", without: ["bh", "pspke"] });
    const { each: both } = await answerOf("bh gs hedge", "2tc");
    expect(both.map(({ meant }) => meant.join("+"))).toHaveLength(6);
    for (const { meant, text } of both) expect(text).toBe(`${meant[0]} ${meant[1]} hedge`);
    const { each: tooMany, partly: rest } = await answerOf("bb ss mp quad", "2tc");
    expect(tooMany.length).toBeLessThanOrEqual(16);
    expect(tooMany[0]?.without.length).toBeGreaterThan(0);
    expect(rest?.without).toEqual(["bb", "ss", "mp"]);
  });

  test("is never a firm no for the beginning of a name, and says what was found for it", async () => {
    expect(await answerOf("green hedge", "2tc")).toMatchObject({
      state: "cannot-say",
      reason: '"green" is the start of Obyn, but could mean something else. Please type the whole name.',
      submit: null,
    });
    expect((await answerOf("absolu quin quad", "2tc")).state).toBe("done");
    expect((await ask("absolu quad")).understood.parts[0]).toMatchObject({
      guess: true,
      value: "Absolute Zero",
    });
    expect((await ask("abs zero quad")).understood.parts[0]).toMatchObject({ guess: false });
  });

  test("does not say no to a pair that today's prices forbid, and says yes where it is recorded", async () => {
    const asked = await answerOf("obyn sav ravine", "2tc");
    expect(asked).toMatchObject({
      state: "cannot-say",
      reason:
        "Not at today's prices: Obyn costs $700, you start with $650 (prices before 38.3 are not known here).",
    });
    expect(asked.submit).toContainEqual({ parameter: "tower1", value: "Obyn" });
    await app.add("2tc", { map: "Ravine", towers: ["Obyn", "Sun Avatar"], people: ["Ada"] });
    expect((await answerOf("obyn sav ravine", "2tc")).state).toBe("done");
  });

  test("does not call impossible what is recorded on another map", async () => {
    expect((await answerOf("quincy gwen hedge", "2tc")).why).toBe("not-possible");
    await app.add("2tc", { map: "Logs", towers: ["Quincy", "Gwen"], people: ["Ada"] });
    const { state, submit } = await answerOf("quincy gwen hedge", "2tc");
    expect({ state, submit }).toEqual({ state: "not-yet", submit: null });
    expect((await answerOf("quincy gwen hedge by:Ada", "2tc")).state).toBe("not-yet");
  });

  test("reads as a version what is less than ten majors above the newest one that two players have", async () => {
    const isVersion = async (version: string): Promise<boolean> =>
      (await answerOf(`lcc quad ${version}`, "lcc")).filters.some(({ parameter }) => parameter === "version");
    expect([await isVersion("65.9"), await isVersion("66")]).toEqual([true, false]);
    const run = { map: "Logs", date: "2024-05-01" };
    await app.add("lcc", { ...run, people: ["Ada"], money: 9_001, version: "60.4" });
    await app.add("lcc", { ...run, people: ["Ada"], money: 9_002, version: "60.5" });
    await app.add("lcc", { ...run, people: ["Ben"], money: 9_003, version: "60.1", pending: "user-9" });
    expect(await isVersion("66")).toBe(false);
    await app.add("ltc", { map: "Logs", towers: ["Psi"], people: ["Ben"], version: "60.2" });
    expect([await isVersion("69"), await isVersion("70")]).toEqual([true, false]);
    expect((await app.get("/fetch-names")).body.newestVersion).toBe("60.2");
  });

  test("reads a name after 'by' as a player, and a number never as a player who only has a claim", async () => {
    await app.add("2tc", { map: "Logs", towers: ["Psi", "Quincy"], people: ["Ninja"] });
    await app.add("2tc", { map: "Cubism", towers: ["Psi", "Quincy"], people: ["130869"], pending: "user-2" });
    expect((await answerOf("2tc by Ninja logs", "2tc")).filters).toContainEqual({
      parameter: "person",
      value: "Ninja",
    });
    expect((await answerOf("lcc quad 130869", "lcc")).state).toBe("done");
  });

  test("is not 'not yet' for a name that no player has, until somebody with it has anything verified", async () => {
    const asked = "az quincy hedge by:Elsewhere";
    expect(await answerOf(asked, "2tc")).toMatchObject({
      state: "cannot-say",
      reason: 'No player here is called "Elsewhere". Search for it as a word to find names that contain it.',
    });
    await app.add("fttc", { map: "Hedge", towers: ["Ice Monkey"], people: ["elsewhere"] });
    expect((await answerOf(asked, "2tc")).state).toBe("not-yet");
  });

  test("is 'not yet' for a tower that cannot come first, since it may come second", async () => {
    const { state, submit, near } = await answerOf("adora hedge", "2tc");
    expect(state).toBe("not-yet");
    expect(submit).toEqual([
      { parameter: "tower2", value: "Adora" },
      { parameter: "map", value: "Hedge" },
    ]);
    expect(near[1]).toMatchObject({ without: { parameter: "map" }, pending: 1 });
    expect((await answerOf("adora sav hedge", "2tc")).state).toBe("cannot-say");
  });

  test("is about the player who is named exactly, and otherwise about none of several with the same letters", async () => {
    await app.add("2tc", { map: "Hedge", towers: ["Psi", "Quincy"], people: ["Chloé"] });
    await app.add("2tc", { map: "Quad", towers: ["Psi", "Quincy"], people: ["Chloe"] });
    await app.add("2tc", { map: "Cubism", towers: ["Psi", "Quincy"], people: ["Chlöe"] });
    for (const q of ["psi quincy quad chloe", "psi quincy quad by Chloe", "psi quincy hedge chloé"])
      expect((await answerOf(q, "2tc")).state, q).toBe("done");
    for (const q of ["psi quincy quad chlòe", "psi quincy quad by chlòe"]) {
      expect(await answerOf(q, "2tc"), q).toMatchObject({
        state: "cannot-say",
        reason: '"chlòe" could be Chloé, Chloe, or Chlöe.',
      });
      const [part] = (await ask(q)).understood.parts.slice(-1);
      expect(part?.near.map(({ text }) => text).at(-1)).toMatch(/ by:"Chlöe"$/);
    }
  });

  test("is not 'not yet' while a completion does not say its version, its date or its cash", async () => {
    await app.add("ltc", { map: "Quad", towers: ["Psi"], people: ["Ada"], version: null, date: null });
    await app.add("ltc", {
      map: "Hedge",
      towers: ["Psi"],
      people: ["Ada"],
      version: "44",
      date: "2024-05-01",
    });
    await app.add("lcc", { map: "Hedge", people: ["Ada"], money: null });
    for (const [q, challenge, what] of [
      ["ltc psi quad v44", "ltc", "version"],
      ["ltc psi quad 2024-05-01", "ltc", "date"],
      ["lcc hedge 99999", "lcc", "cash"],
    ] as const)
      expect(await answerOf(q, challenge), q).toMatchObject({
        state: "cannot-say",
        reason: `A similar ${challenge.toUpperCase()} completion does not say its ${what}, so it may be this one.`,
      });
    for (const q of ["ltc psi hedge v45", "ltc psi hedge 2024-05-02", "ltc adora quad v44"])
      expect((await answerOf(q, "ltc")).state, q).toBe("not-yet");
  });

  test("distinguishes quoted, excluded and unread text from text that is not understood", async () => {
    const kinds = async (q: string) => (await ask(q)).understood.parts.map(({ kind }) => kind);
    expect(await kinds('"az" -psi quad "hedge"')).toEqual(["text", "text", "reading", "reading"]);
    expect((await kinds(`quad ${"the ".repeat(20)}`)).at(-1)).toBe("unread");
    const names = Array.from({ length: 60 }, (_, at) => `p${at}`);
    for (const key of ["by", "-by", "map", "-map", "tower", "difficulty"]) {
      expect(await kinds(`quad ${key}:${names.join()}`), key).toEqual(["reading", "unread"]);
      const { status } = await app.get(
        `/fetch-2tc?${new URLSearchParams({ query: `${key}:${names.join()}` })}`,
      );
      expect(status, key).toBe(200);
    }
  });

  test("counts a repeated prefix of a name twice", async () => {
    const { filters } = await answerOf("2tc permasp permasp", "2tc");
    expect(filters).toHaveLength(2);
  });

  test("says what exists for the part of the question that a challenge records", async () => {
    const { near } = await answerOf("az quad", "lcc");
    expect(near).toMatchObject([{ filters: [{ parameter: "map", value: "Quad" }], verified: 1, pending: 0 }]);
    const { near: types } = await answerOf("az quad", "fttc");
    expect(types[0]?.filters[0]).toEqual({ parameter: "tower", value: "Ice Monkey" });
    expect(types[0]?.verified).toBe(1);
  });

  test("covers the challenges that the question names, or all of them if it names none", async () => {
    expect((await ask("2tc az")).answers.map(({ challenge }) => challenge)).toEqual(["2tc"]);
    expect((await ask("az")).answers).toHaveLength(7);
  });

  test("is empty when the question names nothing but challenges", async () => {
    for (const q of ["", "2tc", "2tc 2mp"])
      expect(await ask(q), q).toMatchObject({ answers: [], summary: null });
  });

  test("names as other partners only those that were not asked for, by their type or by name", async () => {
    await app.add("2tc", { map: "Cubism", towers: ["Grand Saboteur", "Sky Shredder"], people: ["Ada"] });
    const { near } = await answerOf("ninja druid cubism", "2tc");
    const withOthers = near.find(({ without }) => without.value === "Druid");
    expect(withOthers?.examples).toEqual(["Sky Shredder"]);
  });

  test("says of a sample that it is one", async () => {
    const run = { map: "Logs", towers: ["Ezili", "Glaive Lord"], people: ["Eve", "Fay"] };
    await app.add("2tcc", { ...run, sample: true });
    expect((await ask("2tcc ezili glaive lord logs")).summary).toBe(
      "Ezili + Glaive Lord on Logs: done by Eve and Fay (2TCC, a sample)",
    );
  });

  test("asks for a thing once that is named twice, except for a tower", async () => {
    const filters = async (q: string) =>
      (await answerOf(q, "2tc")).filters.map(({ parameter, value }) => `${parameter}=${value}`);
    expect(await filters("quad az quincy on quad map:QD")).toEqual([
      "map=Quad",
      "tower=Absolute Zero",
      "tower=Quincy",
    ]);
    expect(await filters("az az quad")).toEqual(["tower=Absolute Zero", "tower=Absolute Zero", "map=Quad"]);
  });

  test("has a one-line summary", async () => {
    expect((await ask("az quincy quad")).summary).toBe("Absolute Zero + Quincy on Quad: done by Ada (2TC)");
    expect((await ask("2tc psi adora quad")).summary).toBe("Psi + Adora on Quad: pending (2TC)");
    expect((await ask("2tc az quincy hedge")).summary).toBe(
      "Absolute Zero + Quincy on Hedge: not in this index yet",
    );
    expect((await ask("pspke quad")).summary).toBe("pspke quad: cannot say");
  });
});
