import { beforeEach, describe, expect, test } from "vitest";
import { openEngine } from "#engine";
import { openData } from "../../app/api/repositories.server.ts";
import type { NewCompletion } from "../../app/features/completions/repository/stored-completion.server.ts";
import { NOTICES, type Notice, noticeOf, type SubmissionOutcome } from "../../domain/contract/notices.ts";
import { api } from "../../domain/contract/routes.ts";
import { outcomeInWords } from "../../domain/contract/submission-outcome.ts";
import { LONGEST_MESSAGE } from "../../domain/limits.ts";
import { sqlite } from "../../server/db/database.ts";
import { type Engine, emptyApp, type TestApp, testApp } from "../factories.ts";
import { FORMS } from "../forms.ts";
import { tenantSignIn } from "../sign-in.ts";

const ADA = { id: "ada" };
const BOB = { id: "bob" };
const VERIFIER = { id: "vera", roles: ["Index Verifier"] };
const HELPER = { id: "hel", roles: ["Index Helper"] };
const OTHER = { id: "hal", roles: ["Index Helper"] };
const HOUR = 60 * 60_000;
const GONE = "This completion is no longer there.";

type Who = { readonly id: string; readonly roles?: readonly string[] };
type Fields = Readonly<Record<string, string>>;

let engine: Engine;
let app: TestApp;
/** The server's clock. */
let now: Date;
beforeEach(async () => {
  engine = await openEngine();
  await emptyApp(engine);
  // Engines may share a database between tests.
  await engine.database.atomic([sqlite.deleteFrom("notice").compile()]);
  now = new Date("2026-01-01T12:00:00Z");
  app = await testApp(engine, undefined, { now: () => now });
});

let at = 0;
/** Adds an LCC that is pending, each later than the one before, and returns its filekey. */
async function submit(values: Partial<NewCompletion> = {}): Promise<string> {
  at += 1;
  const createdAt = new Date(Date.UTC(2025, 0, 1, 0, at)).toISOString();
  const pending = values.pending ?? ADA.id;
  return (await app.add("lcc", { createdAt, pending, submittedBy: pending, money: 1000 + at, ...values })).id;
}
const later = (hours: number): void => {
  now = new Date(now.getTime() + hours * HOUR);
};
const send = async (path: string, fields: Fields, who: Who) => {
  const { status, body } = await app.post(path, fields, who);
  expect(status, body.error).toBe(200);
  return body;
};
const refusal = async (path: string, fields: Fields, who: Who) => {
  const { status, body } = await app.post(path, fields, who);
  return [status, body.error];
};
const ask = (filekey: string, who: Who = HELPER) =>
  send(api.askPlayer(), { filekey, body: "Where is round 63?" }, who);
const say = (filekey: string, body: string, who: Who = ADA, more: Fields = {}) =>
  send(api.ownThread(), { filekey, body, ...more }, who);
const tell = (filekey: string, body: string, who: Who = HELPER, more: Fields = {}) =>
  send(api.thread(), { filekey, body, ...more }, who);
const read = async (path: string, { id, roles }: Who) => {
  const { status, body } = await app.getAs(path, id, roles);
  expect(status, body.error).toBe(200);
  return body;
};
const own = (filekey: string, who: Who = ADA) => read(api.ownThread({ filekey }), who);
const ofHelpers = (filekey: string, who: Who = HELPER) => read(api.thread({ filekey }), who);
const queue = async (query: Record<string, string> = {}) => {
  const { results, waiting } = await read(api.queue(query), HELPER);
  const items = results.map(({ completion, question }) => [
    (completion as { filekey: string }).filekey,
    question,
  ]);
  return { items, waiting };
};
const noticesOf = async (who: Who) => {
  const { results, unseen } = await read(api.notices(), who);
  return { kinds: results.map(({ kind }) => kind), results, unseen };
};
const decide = (filekey: string, verdict: Fields, who: Who = HELPER) =>
  send(api.giveVerdicts(), { entries: JSON.stringify([{ filekey, revision: 1, ...verdict }]) }, who);
const verify = (filekey: string, who: Who = HELPER) => decide(filekey, { verdict: "verify" }, who);
const reject = (filekey: string, who: Who = HELPER) =>
  decide(filekey, { verdict: "reject", reason: "No victory screen." }, who);
const remove = (filekey: string) =>
  send(api.deleteSubmit("lcc"), { entries: JSON.stringify([filekey]) }, HELPER);
const mend = (filekey: string, fields: Fields) =>
  send(
    api.addSubmit("lcc"),
    {
      ...{ edit: "true", "edited-filekey": filekey, map: "Logs", person: "Ada" },
      ...{ version: "44.1", date: "2024-01-01", ...fields },
    },
    ADA,
  );
const lastSeq = async () => (await read(api.changes(), HELPER)).results[0]?.seq;

describe("what a helper asks the player", () => {
  test("takes the item off the queue until it is answered, and then it is marked so", async () => {
    const [asked, other] = [await submit(), await submit()];
    expect(await ask(asked)).toEqual({ until: "2026-01-03T12:00:00.000Z" });
    expect(await queue()).toEqual({ items: [[other, null]], waiting: 1 });
    expect((await send(api.claimReview(), {}, OTHER)).filekey).toBe(other);
    expect(await own(asked)).toMatchObject({
      ...{ state: "pending", place: 1, reason: null, mayAppeal: false },
      question: { until: "2026-01-03T12:00:00.000Z", answeredAt: null },
      messages: [{ side: "helper", kind: "ask", by: null, private: false, body: "Where is round 63?" }],
    });
    later(1);
    await say(asked, "Here:\nhttps://example.org/63");
    expect((await queue()).items).toEqual([
      [asked, "answered"],
      [other, null],
    ]);
    expect((await queue({ answered: "1" })).items).toEqual([[asked, "answered"]]);
    expect((await read(api.queueFacts({ filekey: asked }), HELPER)).question).toEqual({
      ...{ until: "2026-01-03T12:00:00.000Z", answeredAt: "2026-01-01T13:00:00.000Z" },
    });
    const { messages } = await ofHelpers(asked, OTHER);
    expect(messages).toMatchObject([
      { kind: "ask", by: "Another helper" },
      { kind: "answer", side: "player", by: "The player", body: "Here:\nhttps://example.org/63" },
    ]);
  });

  test("is first in what its player submitted, until they answer", async () => {
    const [first, second, asked] = [await submit(), await submit(), await submit()];
    // What changed last comes first, unless one is asked.
    await app.post(api.verifyCompletions(), { entries: JSON.stringify([first]) }, HELPER);
    await ask(second);
    const mine = async () =>
      (await read(api.mySubmissions({ count: 2 }), ADA)).results.map(
        ({ row }) => (row as { filekey: string }).filekey,
      );
    expect(await mine()).toEqual([second, first]);
    await say(second, "At 63:00.");
    expect(await mine()).toEqual([first, asked]);
  });

  test("names its helper to others, and whoever wrote it reads that it was they", async () => {
    const asked = await submit();
    await ask(asked, VERIFIER);
    const by = async (who: Who) => (await ofHelpers(asked, who)).messages;
    expect(await by(VERIFIER)).toMatchObject([{ by: "You" }]);
    expect(await by(HELPER)).toMatchObject([{ by: "Another helper" }]);
    expect((await own(asked)).messages).toMatchObject([{ side: "helper", by: null }]);
  });

  test("comes back after 48 hours as not answered, and may still be answered then", async () => {
    const asked = await submit();
    await ask(asked, VERIFIER);
    later(48);
    expect(await queue()).toEqual({ items: [[asked, "no-answer"]], waiting: 1 });
    expect((await queue({ answered: "1" })).items).toEqual([]);
    await say(asked, "Sorry, I was away.");
    expect((await queue()).items).toEqual([[asked, "answered"]]);
  });

  test("is answered by an edit of the player, but not by a helper's", async () => {
    const asked = await submit();
    await ask(asked);
    later(1);
    const edit = async (who: Who, notes: string) => {
      const row = (await app.get(api.list("lcc", { filekey: asked }))).body.results[0] ?? {};
      const { map, person, version = "50.1", date = "2025-01-01", money, link } = row as Fields;
      const texts = { map, person, money: String(money), link, notes };
      const form = { ...texts, version: version ?? "50.1", date: date ?? "2025-01-01" };
      const edited = { edit: "true", "edited-filekey": asked };
      await send(api.addSubmit("lcc"), { ...(form as Fields), ...edited }, who);
    };
    await edit(HELPER, "A helper's remark");
    expect((await queue()).items).toEqual([]);
    await edit(ADA, "Round 63: https://example.org/63");
    expect((await queue()).items).toEqual([[asked, "answered"]]);
    expect((await noticesOf(HELPER)).kinds).toEqual(["answer"]);
    expect((await ofHelpers(asked)).differs).toContainEqual({
      ...{ label: "Notes", before: "", after: "Round 63: https://example.org/63" },
    });
    // What is asked next is about what it is now, and what is decided is looked at no more.
    await ask(asked);
    expect((await ofHelpers(asked)).differs).toEqual([]);
    await edit(ADA, "Round 64");
    expect((await ofHelpers(asked)).differs).toEqual([
      { label: "Notes", before: "Round 63: https://example.org/63", after: "Round 64" },
    ]);
    await send(api.verifyCompletions(), { entries: JSON.stringify([asked]) }, HELPER);
    expect((await ofHelpers(asked)).differs).toEqual([]);
  });

  test.each([
    ["a message", (asked: string) => say(asked, "At 63:00.")],
    ["an edit", (asked: string) => mend(asked, { money: "999", link: "https://example.org/again" })],
  ])("is answered by %s to every helper who asked since the last answer, once", async (_, answer) => {
    const asked = await submit();
    await ask(asked, HELPER);
    later(1);
    await ask(asked, OTHER);
    await ask(asked, OTHER);
    later(1);
    await answer(asked);
    for (const who of [HELPER, OTHER]) expect((await noticesOf(who)).kinds).toEqual(["answer"]);
    later(1);
    await ask(asked, OTHER);
    later(1);
    await answer(asked);
    expect((await noticesOf(HELPER)).kinds).toEqual(["answer"]);
    expect((await noticesOf(OTHER)).kinds).toEqual(["answer", "answer"]);
  });

  test("is over with a decision, whoever gives it", async () => {
    const asked = await submit();
    await ask(asked);
    await verify(asked, OTHER);
    expect(await own(asked)).toMatchObject({ state: "verified", question: null, place: null });
    expect((await noticesOf(ADA)).kinds).toEqual(["verified"]);
  });

  test("is refused for one's own, for what another looks at, and for what is decided", async () => {
    const body = "Where is round 63?";
    const mine = await submit({ pending: HELPER.id });
    expect(await refusal(api.askPlayer(), { filekey: mine, body }, HELPER)).toEqual([
      409,
      "This is your own submission, so another helper has to ask.",
    ]);
    const held = await submit();
    await send(api.claimReview(), { filekey: held }, OTHER);
    expect(await refusal(api.askPlayer(), { filekey: held, body }, HELPER)).toEqual([
      409,
      "Another helper is reviewing this completion. Take it over to decide on it yourself.",
    ]);
    await verify(held, OTHER);
    expect(await refusal(api.askPlayer(), { filekey: held, body }, HELPER)).toEqual([
      409,
      "This completion is no longer pending. Go on with the next one.",
    ]);
    expect(await refusal(api.askPlayer(), { filekey: "none", body }, HELPER)).toEqual([404, GONE]);
  });
});

describe("a thread", () => {
  test("has for the player what helpers wrote without their names, and nothing of their notes", async () => {
    const filekey = await submit();
    await tell(filekey, "We wait for the second helper.", HELPER, { private: "1" });
    later(1);
    await tell(filekey, "Nice run!", VERIFIER);
    later(1);
    await say(filekey, "Thanks.");
    const answer = await own(filekey);
    expect(JSON.stringify(answer)).not.toMatch(/second helper|vera|hel"/);
    expect(answer.messages).toMatchObject([{ body: "Nice run!" }, { kind: "text", body: "Thanks." }]);
    expect((await ofHelpers(filekey, VERIFIER)).messages).toMatchObject([
      { private: true, body: "We wait for the second helper." },
      { private: false },
      { private: false },
    ]);
    expect((await noticesOf(ADA)).kinds).toEqual(["reply"]);
  });

  test("says what was decided, and that it was taken back", async () => {
    const filekey = await submit();
    await reject(filekey);
    later(1);
    await send(api.undoChange(), { seq: String(await lastSeq()) }, HELPER);
    later(1);
    await verify(filekey);
    expect((await own(filekey)).messages).toMatchObject([
      { kind: "rejected", side: "helper", by: null, body: "No victory screen." },
      { kind: "returned", by: null },
      { kind: "verified", by: null },
    ]);
  });

  test("is its submitter's alone, and closed to them once it is decided", async () => {
    const filekey = await submit();
    expect((await app.getAs(api.ownThread({ filekey }), BOB.id)).body.error).toBe(GONE);
    expect((await app.getAs(api.ownThread({ filekey }), HELPER.id, HELPER.roles)).body.error).toBe(GONE);
    expect(await refusal(api.ownThread(), { filekey, body: "Me too." }, BOB)).toEqual([404, GONE]);
    await verify(filekey);
    expect(await refusal(api.ownThread(), { filekey, body: "Thanks!" }, ADA)).toEqual([
      409,
      "This submission is no longer pending, so nobody reads messages here any more.",
    ]);
  });

  test("takes ten messages an hour from a player, over all that they submitted", async () => {
    const [one, two] = [await submit(), await submit()];
    for (let count = 0; count < 10; count += 1) await say(count % 2 ? one : two, `Message ${count}`);
    expect(await refusal(api.ownThread(), { filekey: one, body: "Hello?" }, ADA)).toEqual([
      429,
      "You have written 10 messages within an hour, which is the limit. Please wait a while.",
    ]);
    later(1);
    await say(one, "Hello?");
  });

  test("tells helpers when its reader was last heard of", async () => {
    const filekey = await submit();
    const { reader } = await ofHelpers(filekey);
    // The accounts are not kept here.
    expect(reader).toMatchObject({ hasAccount: null, seen: expect.stringMatching(/^2025-01-01T/) });
    await say(filekey, "Hello.");
    expect((await ofHelpers(filekey)).reader).toMatchObject({ seen: "2026-01-01T12:00:00.000Z" });
    const imported = (await app.add("lcd", { submittedBy: null, money: 1 })).id;
    expect((await ofHelpers(imported)).reader).toBeNull();
    expect(await refusal(api.thread(), { filekey: imported, body: "Hello?" }, HELPER)).toEqual([
      409,
      "No account is known to have submitted this completion, so nobody would read this.",
    ]);
  });

  test.each([
    ["empty", "", "Please write something."],
    ["blank", " \n ", "Please write something."],
    ["long", "a".repeat(LONGEST_MESSAGE + 1), "The message is longer than 2000 characters."],
  ])("refuses a message that is too %s", async (_, body, error) => {
    const filekey = await submit();
    for (const [path, who] of [
      [api.ownThread(), ADA],
      [api.thread(), HELPER],
      [api.askPlayer(), HELPER],
    ] as const)
      expect(await refusal(path, { filekey, body }, who)).toEqual([400, error]);
  });
});

describe("an appeal", () => {
  test("makes what was rejected pending again, for another helper than the one who rejected it", async () => {
    const filekey = await submit();
    await reject(filekey);
    expect(await own(filekey)).toMatchObject({
      state: "rejected",
      mayAppeal: true,
      reason: "No victory screen.",
    });
    later(1);
    await say(filekey, "It is at the end of the video.", ADA, { appeal: "1" });
    expect(await own(filekey)).toMatchObject({ state: "pending", mayAppeal: false, place: 1 });
    expect((await ofHelpers(filekey)).messages).toContainEqual(
      expect.objectContaining({ kind: "appeal", body: "It is at the end of the video." }),
    );
    const queueOf = async (who: Who) => (await read(api.queue(), who)).results;
    expect(await queueOf(HELPER)).toMatchObject([{ question: "appealed", skipped: true, rejected: true }]);
    expect(await queueOf(OTHER)).toMatchObject([{ question: "appealed", skipped: false, rejected: false }]);
    expect(await send(api.claimReview(), {}, HELPER)).toMatchObject({
      filekey: null,
      rejected: 1,
      skipped: 0,
    });
    // Another helper who puts it off has not rejected it.
    await send(api.skipReview(), { filekey }, VERIFIER);
    expect(await queueOf(VERIFIER)).toMatchObject([{ skipped: true, rejected: false }]);
    expect((await send(api.claimReview(), {}, OTHER)).filekey).toBe(filekey);
  });

  test.each([
    ["an appeal", (filekey: string) => say(filekey, "It is there.", ADA, { appeal: "1" })],
    ["a change", (filekey: string) => mend(filekey, { money: "999", link: "https://example.org/again" })],
  ])("after %s nobody has verified what was verified once, and then removed", async (_, bringBack) => {
    const filekey = await submit();
    await verify(filekey);
    await send(api.report(), { filekey, reason: "Edited." }, BOB);
    const [open] = (await read(api.reports(), HELPER)).results as { report: string }[];
    await send(
      api.decideReport(),
      { report: open?.report ?? "", outcome: "removed", reason: "Edited." },
      OTHER,
    );
    await bringBack(filekey);
    const stored = await openData(app.database).completions.findById(filekey);
    expect(stored?.state).toMatchObject({ pending: ADA.id, verified_by: null, verified_at: null });
  });

  test.each([
    [
      "an appeal nothing differs",
      (filekey: string) => say(filekey, "It is there.", ADA, { appeal: "1" }),
      [],
    ],
    [
      "a change it differs from what was rejected",
      (filekey: string) => mend(filekey, { money: "999", link: "https://example.org/again" }),
      ["Cash Spent", "Link"],
    ],
  ])("after %s", async (_, bringBack, labels) => {
    const filekey = await submit({ money: 5000, link: "https://example.org/1" });
    await mend(filekey, { money: "5000", link: "https://example.org/1" });
    await send(api.rejectCompletion(), { filekey, reason: "No victory screen." }, HELPER);
    expect((await ofHelpers(filekey)).differs).toEqual([]);
    later(1);
    await bringBack(filekey);
    expect((await ofHelpers(filekey)).differs).toMatchObject(labels.map((label) => ({ label })));
  });

  describe("is not decided by who rejected it", () => {
    const REFUSED =
      "You rejected this completion, and its player has appealed. Another helper has to decide on the appeal.";
    let filekey = "";
    beforeEach(async () => {
      // The other helper is known by what they decided.
      await verify(await submit(), OTHER);
      filekey = await submit();
      await reject(filekey);
      later(1);
      await say(filekey, "It is there.", ADA, { appeal: "1" });
      later(48);
    });
    const rows = async () => (await app.get(api.list("lcc", { filekey }))).body.results;
    const entries = () => JSON.stringify([filekey]);
    const lastChange = async () => {
      const { results } = await read(api.changes({ noun: "completion", id: filekey }), HELPER);
      return String(results[0]?.seq);
    };

    test.each<[way: string, path: string, fields: () => Promise<Fields> | Fields]>([
      ["verifying", api.verifyCompletions(), () => ({ entries: entries(), take: "1" })],
      ["rejecting", api.rejectCompletion(), () => ({ filekey, reason: "No." })],
      ["rejecting several", api.rejectCompletion(), () => ({ entries: entries(), reason: "No." })],
      ["deleting", api.deleteSubmit("lcc"), () => ({ entries: entries() })],
      ["undoing the appeal", api.undoChange(), async () => ({ seq: await lastChange() })],
    ])("by %s", async (_, path, fields) => {
      expect(await refusal(path, await fields(), HELPER)).toEqual([409, REFUSED]);
      expect(await rows()).toMatchObject([{ pending: ADA.id }]);
      // Another does, and the appeal was not spent before.
      expect((await app.post(path, await fields(), OTHER)).status).toBe(200);
    });

    test("at the desk, by an edit, a report or by removing all runs", async () => {
      const given = await send(
        api.giveVerdicts(),
        { entries: JSON.stringify([{ verdict: "reject", filekey, revision: 1, reason: "No." }]) },
        HELPER,
      );
      expect(given.results).toMatchObject([{ outcome: "not-allowed", error: REFUSED }]);
      const edit = { ...FORMS.lcc, map: "Quad", link: "https://example.org/1", date: "2025-01-01" };
      const fields = { ...edit, edit: "true", "edited-filekey": filekey, verify: "on" };
      expect(await refusal(api.addSubmit("lcc"), fields, HELPER)).toEqual([409, REFUSED]);
      await send(api.report(), { filekey, reason: "Edited." }, BOB);
      const [open] = (await read(api.reports(), HELPER)).results as { report: string }[];
      const decided = { report: open?.report ?? "", outcome: "removed", reason: "Edited." };
      expect(await refusal(api.decideReport(), decided, HELPER)).toEqual([409, REFUSED]);
      await send(api.removeRuns(), { name: "Ada" }, HELPER);
      expect(await rows()).toMatchObject([{ pending: ADA.id }]);
      expect(await read(api.queueFacts({ filekey }), HELPER)).toMatchObject({ refusal: REFUSED });
      expect(await read(api.queueFacts({ filekey }), OTHER)).toMatchObject({ refusal: null });
      expect(await read(api.editInfo("lcc", { filekey }), HELPER)).toMatchObject({ mayVerify: false });
      expect(await send(api.claimReview(), {}, HELPER)).toMatchObject({ filekey: null, rejected: 1 });
      expect(await send(api.claimReview(), { filekey, take: "1" }, HELPER)).toMatchObject({ until: null });
    });

    test("but by them where nobody else could", async () => {
      const signIn = { ...tenantSignIn(), countVerifiers: async () => 0 };
      app = await testApp(engine, undefined, { now: () => now, signIn });
      await verify(filekey, HELPER);
      expect(await rows()).toMatchObject([{ pending: null }]);
    });

    test("once another has rejected it anew and its player mended it, by anybody", async () => {
      await reject(filekey, OTHER);
      later(1);
      await mend(filekey, { money: "999", link: "https://example.org/again" });
      await send(api.verifyCompletions(), { entries: entries() }, HELPER);
      expect(await rows()).toMatchObject([{ pending: null }]);
    });
  });

  test("is possible once, unless the completion is changed", async () => {
    const filekey = await submit();
    await reject(filekey);
    await say(filekey, "It is there.", ADA, { appeal: "1" });
    expect(await refusal(api.ownThread(), { filekey, body: "x", appeal: "1" }, ADA)).toEqual([
      409,
      "Only what was rejected can be appealed.",
    ]);
    await reject(filekey, OTHER);
    expect(await own(filekey)).toMatchObject({ mayAppeal: false });
    expect(await refusal(api.ownThread(), { filekey, body: "No!", appeal: "1" }, ADA)).toEqual([
      409,
      "You have appealed this once already. Please fix what the reason says and resubmit it.",
    ]);
    expect(await own(filekey)).toMatchObject({ state: "rejected" });
  });
});

describe("besides the decision, a player is told", () => {
  const EXTRAS = { upgrade1: "20", upgrade2: "0-2-5", version: "44.1", date: "2024-01-01" };
  /** Sends in a 2TC of one pair, and returns its filekey. */
  const sendIn = async (who: Who, fields: Fields = {}) => {
    const as = { link: "https://example.org/p", person: who.id, og: "true" };
    later(1);
    const form = { ...FORMS["2tc"], ...EXTRAS, ...as, ...fields };
    return String((await send(api.addSubmit("2tc"), form, who)).filekey);
  };
  const verifyAll = (...filekeys: string[]) =>
    send(api.verifyCompletions(), { entries: JSON.stringify(filekeys) }, HELPER);
  /** What a person reads of theirs, which is the same in all three places. */
  const cameOf = async (filekey: string, who: Who) => {
    const { came, mayAppeal } = await own(filekey, who);
    const { results: mine } = await read(api.mySubmissions(), who);
    const one = mine.find(({ row }) => (row as { filekey: string }).filekey === filekey);
    expect([one?.came, one?.mayAppeal]).toEqual([came, mayAppeal]);
    const [notice] = (await noticesOf(who)).results.filter((each) => each.filekey === filekey);
    if (notice) expect(notice.came).toEqual(came);
    const said = outcomeInWords(one?.state as "pending", came as SubmissionOutcome);
    return {
      came: came as SubmissionOutcome,
      mayAppeal,
      said: said.map(({ says, of }) => [says, of?.filekey ?? null]),
    };
  };

  test("that what they sent in as the OG is not that, and which one is", async () => {
    const first = await sendIn(BOB);
    const second = await sendIn(ADA, { map: "Logs" });
    await verifyAll(first, second);
    expect(await cameOf(first, BOB)).toMatchObject({ said: [] });
    expect(await cameOf(second, ADA)).toMatchObject({
      came: { takenBy: null, original: { filekey: first, players: BOB.id }, isDenied: true, changed: [] },
      said: [["You sent it in as the OG. It is verified, but not as the OG, which is", first]],
    });
    // Of one that is gone nothing is known.
    await send(api.deleteSubmit("2tc"), { entries: JSON.stringify([first]) }, HELPER);
    expect((await cameOf(second, ADA)).said).toEqual([
      ["You sent it in as the OG. It is verified, but not as the OG.", null],
    ]);
  });

  test("nothing of an OG where they sent in none", async () => {
    const first = await sendIn(BOB);
    const second = await sendIn(ADA, { map: "Logs", og: "false" });
    await verifyAll(first, second);
    expect((await cameOf(second, ADA)).said).toEqual([]);
  });

  test("what a helper changed before it was verified, but not what they changed themselves", async () => {
    const filekey = await sendIn(ADA);
    const edit = (who: Who, fields: Fields) =>
      sendIn(who, { person: ADA.id, edit: "true", "edited-filekey": filekey, ...fields });
    await edit(ADA, { notes: "Mine" });
    await edit(HELPER, { notes: "Mine", map: "Logs", verify: "false" });
    expect((await cameOf(filekey, ADA)).said).toEqual([]);
    await verifyAll(filekey);
    expect((await cameOf(filekey, ADA)).said).toEqual([["A helper changed what you sent: Map.", null]]);
  });

  test("which one was first of the same: no appeal can help, and once that is gone it can", async () => {
    const [first, second] = [await sendIn(BOB), await sendIn(ADA)];
    await verifyAll(first);
    expect((await cameOf(second, ADA)).said).toEqual([
      ["Another one of the same was verified first:", first],
    ]);
    await send(api.rejectCompletion(), { filekey: second, reason: "A double." }, HELPER);
    expect(await cameOf(second, ADA)).toMatchObject({
      came: { takenBy: { filekey: first, heading: "Quincy and Absolute Zero 2TC on Quad", players: BOB.id } },
      mayAppeal: false,
      said: [
        ["The one that was verified first:", first],
        [expect.stringContaining("refused again"), null],
      ],
    });
    const appeal = { filekey: second, body: "No!", appeal: "1" };
    expect(await refusal(api.ownThread(), appeal, ADA)).toEqual([409, "2TC already exists"]);
    await send(api.deleteSubmit("2tc"), { entries: JSON.stringify([first]) }, HELPER);
    expect(await cameOf(second, ADA)).toMatchObject({ mayAppeal: true, said: [] });
  });

  test("that what was rejected can come back, but not as the OG", async () => {
    const [first, second] = [await sendIn(BOB), await sendIn(ADA, { map: "Logs" })];
    await verifyAll(first);
    expect((await cameOf(second, ADA)).said).toEqual([
      ["If it is verified, it will not be the OG, which is now", first],
    ]);
    await send(api.rejectCompletion(), { filekey: second, reason: "No victory." }, HELPER);
    expect(await cameOf(second, ADA)).toMatchObject({
      mayAppeal: false,
      said: [["To resubmit it, untick the OG box: the OG is now", first]],
    });
  });

  test("in an edit form, the question that it answers", async () => {
    const filekey = await sendIn(ADA);
    const question = async (who: Who) => (await read(api.editInfo("2tc", { filekey }), who)).question;
    expect(await question(ADA)).toBeNull();
    await ask(filekey);
    expect([await question(ADA), await question(HELPER)]).toEqual(["Where is round 63?", null]);
    later(1);
    await say(filekey, "Here.");
    expect(await question(ADA)).toBeNull();
  });
});

describe("a notice", () => {
  test("of a decision comes once, by whichever way it is given", async () => {
    const ways: readonly [kind: string, give: (filekey: string) => Promise<unknown>][] = [
      ["verified", (filekey) => verify(filekey)],
      [
        "verified",
        (filekey) => send(api.verifyCompletions(), { entries: JSON.stringify([filekey]) }, HELPER),
      ],
      ["rejected", (filekey) => reject(filekey)],
      ["rejected", (filekey) => send(api.rejectCompletion(), { filekey, reason: "Because." }, HELPER)],
      ["removed", (filekey) => remove(filekey)],
    ];
    for (const [kind, give] of ways) {
      const filekey = await submit();
      await give(filekey);
      const { results } = await noticesOf(ADA);
      expect(results.filter((each) => each.filekey === filekey)).toMatchObject([{ kind, seen: false }]);
      later(1);
    }
    expect((await noticesOf(ADA)).unseen).toBe(ways.length);
  });

  test("of a verified completion that a helper deletes comes too, and goes when it is there again", async () => {
    const filekey = await submit();
    await verify(filekey);
    await remove(filekey);
    // That it was verified had not been seen, and is over.
    expect((await noticesOf(ADA)).kinds).toEqual(["removed"]);
    await send(api.undoChange(), { seq: String(await lastSeq()) }, HELPER);
    expect((await noticesOf(ADA)).kinds).toEqual([]);
  });

  test("has the words that are needed, and says no name", async () => {
    const filekey = await submit({ map: "Quad", money: 77 });
    await ask(filekey);
    later(1);
    await reject(filekey);
    // The question is over before it was seen.
    const { results } = await noticesOf(ADA);
    expect(results).toEqual([
      {
        ...{ id: expect.any(String), kind: "rejected", at: "2026-01-01T13:00:00.000Z", seen: false },
        ...{
          challenge: "lcc",
          filekey,
          heading: "LCC on Quad for $77",
          text: "No victory screen.",
          until: null,
        },
        came: { takenBy: null, original: null, isDenied: false, changed: [] },
      },
    ]);
  });

  test("of a question is its reader's turn until it is answered or decided", async () => {
    const [answered, decided] = [await submit(), await submit()];
    for (const filekey of [answered, decided]) await ask(filekey);
    await send(api.seeNotices(), { until: now.toISOString() }, ADA);
    const titles = async () =>
      (await read(api.notices(), ADA)).results.map((each) => noticeOf(each as Notice).title);
    const asks = "Your turn: a helper asks about";
    expect(await titles()).toEqual([asks, asks]);
    later(1);
    await say(answered, "Here.");
    await verify(decided);
    expect((await titles()).sort()).toEqual(["A helper wrote about", "A helper wrote about", "Verified:"]);
    later(1);
    await ask(answered);
    expect((await titles()).sort().slice(2)).toEqual(["Verified:", asks]);
  });

  test("is withdrawn by an undo, or followed by another if it was seen", async () => {
    const [one, two] = [await submit(), await submit()];
    await verify(one);
    await send(api.undoChange(), { seq: String(await lastSeq()) }, HELPER);
    expect((await noticesOf(ADA)).kinds).toEqual([]);
    await verify(two);
    await send(api.seeNotices(), { until: now.toISOString() }, ADA);
    later(1);
    await send(api.undoChange(), { seq: String(await lastSeq()) }, HELPER);
    const undone = await noticesOf(ADA);
    expect(undone).toMatchObject({ kinds: ["pending", "verified"], unseen: 1 });
    expect(noticeOf(undone.results[0] as Notice).title).toBe("A helper set this back to pending:");
    later(1);
    await verify(two);
    expect(await noticesOf(ADA)).toMatchObject({ kinds: ["verified", "verified"], unseen: 1 });
  });

  test("is not of what one does oneself", async () => {
    const filekey = await submit();
    await send(api.deleteSubmit("lcc"), { entries: JSON.stringify([filekey]) }, ADA);
    const mine = await submit({ pending: HELPER.id });
    await verify(mine);
    for (const who of [ADA, HELPER]) expect((await noticesOf(who)).kinds).toEqual([]);
  });

  test("is its reader's alone, is seen up to a time, and is forgotten after 90 days", async () => {
    const filekey = await submit();
    await ask(filekey);
    later(1);
    await say(filekey, "Here.");
    expect((await noticesOf(HELPER)).kinds).toEqual(["answer"]);
    expect(await read(api.notices({ count: 0 }), ADA)).toEqual({ results: [], unseen: 1 });
    await send(api.seeNotices(), { until: now.toISOString() }, BOB);
    await send(api.seeNotices(), { until: "2026-01-01T11:00:00.000Z" }, ADA);
    expect((await noticesOf(ADA)).unseen).toBe(1);
    await send(api.seeNotices(), { until: now.toISOString() }, ADA);
    expect((await noticesOf(ADA)).unseen).toBe(0);
    later(91 * 24);
    await send(api.seeNotices(), { until: now.toISOString() }, ADA);
    expect((await noticesOf(ADA)).kinds).toEqual([]);
  });

  test("leads somewhere, of whichever kind", () => {
    for (const { path } of Object.values(NOTICES))
      expect(path({ challenge: "lcc", filekey: "a b", heading: "Ada" })).toMatch(
        /^\/[A-Za-z/-]+(\?filekey=a\+b)?(#(thread|new-proof))?$/,
      );
  });
});

test("members neither ask, nor read or write what is the helpers'", async () => {
  const filekey = await submit();
  const refused = [403, "You are not authorized to view this page."];
  for (const path of [api.askPlayer(), api.thread()])
    expect(await refusal(path, { filekey, body: "x" }, ADA)).toEqual(refused);
  const { status, body } = await app.getAs(api.thread({ filekey }), ADA.id);
  expect([status, body.error]).toEqual(refused);
  for (const path of [api.ownThread({ filekey }), api.notices(), api.thread({ filekey })])
    expect((await app.get(path)).status).toBe(401);
});

const writes: readonly [what: string, write: (filekey: string) => Promise<unknown>][] = [
  ["asking", (filekey) => ask(filekey)],
  ["writing to a player", (filekey) => tell(filekey, "Nice run!")],
  ["a note for helpers", (filekey) => tell(filekey, "Hm.", HELPER, { private: "1" })],
  ["what a player writes", (filekey) => say(filekey, "Hello.")],
  ["seeing notices", () => send(api.seeNotices(), { until: "2099" }, ADA)],
];
test.each(writes)("moves no tag and is not logged: %s", async (_, write) => {
  const filekey = await submit();
  const state = async () => [
    await engine.database.query([], sqlite.selectFrom("source").selectAll().orderBy("name").compile()),
    await engine.database.query([], sqlite.selectFrom("change").selectAll().compile()),
  ];
  const before = await state();
  await write(filekey);
  expect(await state()).toEqual(before);
});

describe("/fetch-queue", () => {
  const wait = async () => (await app.get(api.waiting())).body;

  test("says what is pending, since when, and within how long half of the verdicts were given", async () => {
    expect(await wait()).toEqual({ waiting: 0, oldest: null, decided: 0, median: null });
    const waits = [1, 2, 30, 400];
    for (const hours of waits) {
      const createdAt = new Date(now.getTime() - hours * HOUR).toISOString();
      await verify(await submit({ createdAt }));
    }
    expect(await wait()).toEqual({ waiting: 0, oldest: null, decided: 4, median: 2 * 3600 });
    const [oldest] = [await submit({ createdAt: "2025-03-01T00:00:00.000Z" }), await submit()];
    // Of a question nothing is public.
    const before = await wait();
    expect(before).toMatchObject({ waiting: 2 });
    await ask(oldest);
    expect(await wait()).toEqual(before);
  });

  test("knows of no time that an import has made up", async () => {
    const movedIn = { createdAt: "1970-01-01T00:00:07.000Z" };
    await verify(await submit(movedIn));
    expect(await wait()).toEqual({ waiting: 0, oldest: null, decided: 0, median: null });
    const filekey = await submit(movedIn);
    await submit();
    expect(await wait()).toMatchObject({ waiting: 2, oldest: null });
    const { results } = (await app.getAs(api.queue(), HELPER.id, HELPER.roles)).body;
    expect(results).toMatchObject([{ submitted: null }, { submitted: expect.any(String) }]);
    const facts = await app.getAs(api.queueFacts({ filekey }), HELPER.id, HELPER.roles);
    expect(facts.body).toMatchObject({ submitted: null });
  });

  test("counts what was submitted anew from then on", async () => {
    const filekey = await submit({ createdAt: "2025-12-01T12:00:00.000Z" });
    await reject(filekey);
    expect(await wait()).toMatchObject({ decided: 1, median: 31 * 24 * 3600 });
    later(1);
    await say(filekey, "It is there.", ADA, { appeal: "1" });
    later(2);
    await verify(filekey, OTHER);
    expect(await wait()).toMatchObject({ decided: 2, median: 2 * 3600 });
  });
});
