import { beforeEach, describe, expect, test } from "vitest";
import { openEngine } from "#engine";
import type { NewCompletion } from "../../app/features/completions/repository/stored-completion.server.ts";
import type { QueueAnswer, QueueFactsAnswer, VerdictsAnswer } from "../../domain/contract/review.ts";
import { api } from "../../domain/contract/routes.ts";
import { sqlite } from "../../server/db/database.ts";
import { emptyApp, type TestApp, testApp } from "../factories.ts";
import { insertMedia } from "../media-rows.ts";
import { tenantSignIn } from "../sign-in.ts";

const HELPER = { id: "hel", roles: ["Index Helper"] };
const OTHER = { id: "iris", roles: ["Index Helper"] };
const PAIR = ["Absolute Zero", "Crossbow Master"];
/** What accounts are called; others have no name. */
const CALLED: Readonly<Record<string, string>> = { "account of bob": "Bob", "account of kit": "kit" };
const named = async (ids: readonly string[]) =>
  new Map(ids.flatMap((id) => (CALLED[id] === undefined ? [] : [[id, CALLED[id]] as const])));

let app: TestApp;
beforeEach(async () => {
  const engine = await openEngine();
  await engine.database.atomic([sqlite.deleteFrom("name_request").compile()]);
  await emptyApp(engine);
  const names = { displayNames: named, knownNames: named, findByName: async () => null };
  app = await testApp(engine, undefined, { signIn: { ...tenantSignIn(), names } });
});

let runs = 0;
/** Adds a claim from an account, each with a proof of its own that is a video. */
const claim = async (
  person: string,
  account: string,
  values: Partial<NewCompletion> = {},
  challenge = "lcc",
) => {
  runs += 1;
  const createdAt = new Date(Date.UTC(2025, 0, 1, 0, runs)).toISOString();
  const link = `https://youtu.be/run${String(runs).padStart(8, "0")}`;
  const own = {
    people: [person],
    pending: account,
    submittedBy: account,
    createdAt,
    link,
    money: 100_000 - runs,
  };
  return (await app.add(challenge, { map: "Quad", version: "50.0", ...own, ...values })).id;
};
const verified = (
  person: string,
  account: string | null,
  values: Partial<NewCompletion> = {},
  challenge = "lcc",
) => claim(person, account ?? "", { pending: null, submittedBy: account, ...values }, challenge);
const queue = async () =>
  ((await app.getAs(api.queue({ count: 100 }), HELPER.id, HELPER.roles)).body as unknown as QueueAnswer)
    .results;
const inQueue = async (filekey: string) =>
  (await queue()).find(({ completion }) => completion.filekey === filekey);
const factsOf = async (filekey: string) =>
  (await app.getAs(api.queueFacts({ filekey }), HELPER.id, HELPER.roles)).body as unknown as QueueFactsAnswer;
/** What is found of a claim: the same in the queue and on the desk. */
const found = async (filekey: string) => {
  const { findings } = await factsOf(filekey);
  expect((await inQueue(filekey))?.findings).toEqual(findings);
  return findings;
};
const ban = (name: string) => app.post(api.banPlayer(), { name, reason: "Borrowed recordings." }, OTHER);
/** Gives a name to an account, as a helper does who is asked for it. */
async function own(name: string, account: string) {
  await app.post(api.requestName(), { name, evidence: "My channel." }, { id: account });
  const { results } = (await app.getAs(api.nameRequests(), OTHER.id, OTHER.roles)).body;
  const request = String(results[0]?.request);
  expect((await app.post(api.decideNameRequest(), { request, outcome: "approved" }, OTHER)).status).toBe(200);
}
const verdict = async (entries: readonly object[], who = HELPER) =>
  (await app.post(api.giveVerdicts(), { entries: JSON.stringify(entries) }, who))
    .body as unknown as VerdictsAnswer;
const verify = (filekey: string) => verdict([{ filekey, revision: 1, verdict: "verify" }]);
const original = {
  towers: PAIR,
  upgrades: ["0-5-2", "0-5-2"],
  og: true,
  version: "50.0",
  date: "2025-01-01",
};
const ogOf = async (filekey: string) =>
  (await app.get(api.list("2tc", { filekey }))).body.results.map(({ og, pending }) => [og, pending])[0];

describe("a banned player's submission is found", () => {
  test("by the name that it was played under, any of theirs", async () => {
    const filekey = await claim("Spammy", "a");
    const fair = await claim("Ada", "b");
    expect(await found(filekey)).toEqual([]);
    await ban("Spammy");
    expect(await found(filekey)).toEqual(["banned"]);
    expect(await inQueue(filekey)).toMatchObject({ banned: "Spammy" });
    expect((await factsOf(filekey)).submitter).toMatchObject({ banned: "Spammy" });
    expect([await found(fair), (await inQueue(fair))?.banned]).toEqual([[], null]);
  });

  test("by the account that owns the name, whatever it submits under", async () => {
    await verified("Spammy", "a");
    await own("Spammy", "a");
    const filekey = await claim("Spammy2", "a");
    await ban("Spammy");
    expect(await found(filekey)).toEqual(["banned", "another-account"]);
  });

  test("by the account that submitted under the name before, even if all of that is rejected", async () => {
    const first = await claim("Spammy", "a");
    const second = await claim("Spammy2", "a");
    await ban("Spammy");
    expect(await found(second)).toEqual(["banned-before"]);
    await verdict([{ filekey: first, revision: 1, verdict: "reject", reason: "Banned." }]);
    expect(await found(second)).toEqual(["banned-before"]);
    expect(await inQueue(second)).toMatchObject({ banned: "Spammy" });
  });

  test("of two players, by either", async () => {
    const filekey = await claim("Ada", "b", { towers: PAIR, people: ["Ada", "Spammy"] }, "2tcc");
    await ban("Spammy");
    expect(await found(filekey)).toEqual(["banned"]);
  });

  test("and all that is pending of them is rejected at once and brought back at once", async () => {
    const own = [await claim("Spammy", "a"), await claim("spammy", "a"), await claim("Spammy2", "a")];
    const elsewhere = await claim("Spammy", "b");
    await claim("Ada", "c");
    await ban("Spammy");
    const { open } = (await factsOf(own[0] ?? "")).submitter ?? { open: [] };
    expect(open.map(({ filekey }) => filekey).toSorted()).toEqual([...own, elsewhere].toSorted());
    const entries = open.map((each) => ({ ...each, verdict: "reject", reason: "This player is banned." }));
    const { act, results } = await verdict(entries);
    expect(results.map(({ outcome }) => outcome)).toEqual(["done", "done", "done", "done"]);
    expect(await queue()).toHaveLength(1);
    expect((await app.post(api.undoChange(), { act: String(act) }, HELPER)).body).toMatchObject({
      undone: 4,
    });
    expect(await queue()).toHaveLength(5);
  });
});

describe("no original is a banned player's", () => {
  const ways: readonly (readonly [string, (filekey: string) => Promise<unknown>])[] = [
    ["at the desk", verify],
    [
      "in a list",
      (filekey) => app.post(api.verifyCompletions(), { entries: JSON.stringify([filekey]) }, HELPER),
    ],
    [
      "by the form",
      (filekey) =>
        app.post(
          api.addSubmit("2tc"),
          {
            ...{
              tower1: "Absolute Zero",
              tower2: "Crossbow Master",
              map: "Quad",
              person: "Spammy",
              og: "on",
            },
            ...{ upgrade1: "0-5-2", upgrade2: "0-5-2", version: "50.0", date: "2025-01-01" },
            ...{
              link: "https://youtu.be/anotherrun1",
              edit: "true",
              "edited-filekey": filekey,
              verify: "on",
            },
          },
          HELPER,
        ),
    ],
    [
      "by an undo",
      async (_filekey) => {
        // It was verified as one before the ban, and set back to pending after.
        const { results } = (await app.getAs(api.changes(), HELPER.id, HELPER.roles)).body;
        const seq = String(results.find(({ action }) => action === "undo")?.seq);
        return app.post(api.undoChange(), { seq }, HELPER);
      },
    ],
  ];

  test.each(ways)("however it is verified: %s", async (way, act) => {
    const filekey = await claim("Spammy", "a", original, "2tc");
    expect(await inQueue(filekey)).toMatchObject({ original: true });
    if (way === "by an undo") {
      const [{ change } = { change: null }] = (await verify(filekey)).results;
      expect(await ogOf(filekey)).toEqual([true, null]);
      await app.post(api.undoChange(), { seq: String(change) }, HELPER);
    }
    await ban("Spammy");
    expect(await inQueue(filekey)).toMatchObject({ original: false });
    await act(filekey);
    expect(await ogOf(filekey)).toEqual([false, null]);
    // The next one of the pair is.
    const fair = await claim("Ada", "b", { ...original, map: "Logs" }, "2tc");
    expect(await inQueue(fair)).toMatchObject({ original: true });
    expect((await verify(fair)).results).toMatchObject([{ outcome: "done", original: true }]);
  });

  test("nor does it keep the original from another of the same verdict", async () => {
    const banned = await claim("Spammy", "a", original, "2tc");
    const fair = await claim("Ada", "b", { ...original, map: "Logs" }, "2tc");
    await ban("Spammy");
    const { notOriginal } = await verdict(
      [banned, fair].map((filekey) => ({ filekey, revision: 1, verdict: "verify" })),
    );
    expect(notOriginal).toEqual([banned]);
    expect([await ogOf(banned), await ogOf(fair)]).toEqual([
      [false, null],
      [true, null],
    ]);
  });
});

describe("a submission under another's name is found", () => {
  test("where its account owns another name, and where another account owns the player's", async () => {
    for (const [name, account] of [
      ["Ada", "a"],
      ["Bea", "b"],
    ] as const) {
      await verified(name, account);
      await own(name, account);
    }
    expect(await found(await claim("Ada", "a"))).toEqual([]);
    expect(await found(await claim("Bea", "a"))).toEqual(["another-account"]);
    expect(await found(await claim("Bea", "new"))).toEqual(["another-account"]);
    expect(await found(await claim("Cleo", "a"))).toEqual(["another-account"]);
    const together = await claim("Ada", "a", { towers: PAIR, people: ["Bea", "Ada"] }, "2tcc");
    expect(await found(together)).toEqual([]);
  });

  test("where the account is called otherwise, until one of theirs was verified", async () => {
    const first = await claim("Kit", "account of bob");
    expect(await found(first)).toEqual(["another-account"]);
    expect((await factsOf(first)).submitter).toMatchObject({ name: "Bob", address: null });
    expect(await found(await claim("bob", "account of bob"))).toEqual([]);
    expect(await found(await claim("Kit", "account of kit"))).toEqual([]);
    await verify(first);
    expect(await found(await claim("Kit", "account of bob"))).toEqual([]);
  });

  test("where others submitted the player's runs, and not where nobody knows who did", async () => {
    await verified("Ada", "a");
    expect(await found(await claim("Ada", "b"))).toEqual(["another-account"]);
    expect(await found(await claim("Ada", "a"))).toEqual([]);
    await verified("Moved in", null);
    expect(await found(await claim("Moved in", "c"))).toEqual([]);
    expect(await found(await claim("New", "d"))).toEqual([]);
  });
});

describe("what its proof lacks or shares is found", () => {
  test("another completion's link, however it is written, and another's file", async () => {
    const link = "https://youtu.be/samevideo01";
    const [one, other] = [
      await claim("Ada", "a", { link }),
      await claim("Bea", "b", { link: `${link}?t=20` }),
    ];
    expect([await found(one), await found(other)]).toEqual([["same-proof"], ["same-proof"]]);
    const [first, second, third] = [
      await claim("Ada", "a"),
      await claim("Bea", "b"),
      await claim("Cleo", "c"),
    ];
    for (const [id, hash] of [
      [first, "1".repeat(64)],
      [second, "1".repeat(64)],
      [third, "2".repeat(64)],
    ] as const)
      await app.database.atomic([
        insertMedia({ key: id, hash, contentType: "image/png", bytes: 1 }, id, "2025-01-01T00:00:00Z"),
      ]);
    expect([await found(first), await found(second), await found(third)]).toEqual([
      ["same-proof"],
      ["same-proof"],
      [],
    ]);
    expect((await app.getAs(api.lookAlikes({ filekey: first }), HELPER.id, HELPER.roles)).body).toMatchObject(
      {
        files: [{ filekey: second, pending: true }],
      },
    );
    await verdict([{ filekey: second, revision: 1, verdict: "reject", reason: "The same picture." }]);
    expect(await found(first)).toEqual([]);
  });

  test.each([
    ["a video", "https://youtu.be/somevideo01", []],
    ["a picture", "https://i.imgur.com/abcdefg.png", ["no-recording"]],
    ["anything else", "https://example.org/run", ["no-recording"]],
  ])("where the rules ask for a recording and there is %s", async (_, link, findings) => {
    expect(await found(await claim("Ada", "a", { towers: PAIR, link }, "2tc"))).toEqual(findings);
    // LCC asks for none.
    expect(await found(await claim("Ada", "a", { link: `${link}2` }))).toEqual([]);
  });
});
