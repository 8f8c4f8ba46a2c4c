import { beforeEach, describe, expect, test } from "vitest";
import { openEngine } from "#engine";
import type { NewCompletion } from "../../app/features/completions/repository/stored-completion.server.ts";
import { CHALLENGES } from "../../domain/challenges/index.ts";
import { api } from "../../domain/contract/routes.ts";
import { sqlite } from "../../server/db/database.ts";
import { emptyApp, type TestApp } from "../factories.ts";

const HELPER = { id: "hel", roles: ["Index Helper"] };
const OTHER = { id: "hal", roles: ["Index Helper"] };
const LINK = "https://example.org/proof";

let app: TestApp;
beforeEach(async () => {
  app = await emptyApp(await openEngine());
});

type Who = { readonly id: string; readonly roles?: readonly string[] };
type Verdict = Readonly<Record<string, unknown>>;
interface Given {
  readonly filekey: string;
  readonly outcome: string;
  readonly change: number | null;
  readonly error: string | null;
  readonly records: readonly { readonly filekey: string }[];
}

interface Answer {
  readonly results: readonly Given[];
  readonly act: string | null;
  readonly notOriginal: readonly string[];
  readonly rivals: readonly unknown[];
}

let minute = 0;
/** Adds a claim, each later than the one before, and returns its filekey. */
async function claim(challenge: string, values: Partial<NewCompletion> = {}): Promise<string> {
  minute += 1;
  const createdAt = new Date(Date.UTC(2025, 0, 1, 0, minute)).toISOString();
  const pending = values.pending ?? "ada";
  const money = CHALLENGES.get(challenge)?.record?.by === "money" ? { money: 10_000 + minute } : {};
  return (await app.add(challenge, { createdAt, pending, submittedBy: pending, ...money, ...values })).id;
}
const give = async (entries: unknown, who: Who | null = HELPER, preview = "0") =>
  app.post(api.giveVerdicts(), { entries: JSON.stringify(entries), preview }, who);
const given = async (entries: readonly Verdict[], who = HELPER, preview = "0") => {
  const { status, body } = await give(entries, who, preview);
  expect(status, body.error).toBe(200);
  return body as unknown as Answer;
};
const verify = (filekey: string, revision = 1): Verdict => ({ filekey, revision, verdict: "verify" });
const reject = (filekey: string, reason = "No victory screen.", revision = 1): Verdict => ({
  ...{ filekey, revision, verdict: "reject", reason },
});
const outcomes = ({ results }: { readonly results: readonly Given[] }) =>
  results.map(({ outcome }) => outcome);
const rowOf = async (challenge: string, filekey: string) =>
  (await app.get(api.list(challenge, { filekey }))).body.results[0];
const edit = (filekey: string, fields: Readonly<Record<string, string>>) =>
  app.post(
    api.addSubmit("lcc"),
    {
      ...{ map: "Quad", money: "12000", person: "Ada", version: "50", date: "2025-01-01", link: LINK },
      ...{ edit: "true", "edited-filekey": filekey, ...fields },
    },
    { id: "ada" },
  );
/** Has a helper look at a completion until a time. */
const hold = (
  completion: string,
  holder: string,
  held_until = new Date(Date.now() + 600_000).toISOString(),
) => app.database.atomic([sqlite.insertInto("review").values({ completion, holder, held_until }).compile()]);

test.each([...CHALLENGES.keys()])("%s: verdicts verify and reject, each by itself", async (challenge) => {
  const one = await claim(challenge, { map: "Quad" });
  const other = await claim(challenge, { map: "Logs" });
  const decided = await given([reject(other), verify(one), verify("no such filekey")]);
  expect(decided.results).toMatchObject([
    { filekey: other, outcome: "done", error: null },
    { filekey: one, outcome: "done", error: null },
    {
      ...{ filekey: "no such filekey", outcome: "gone", change: null },
      error: "This completion is no longer pending. Go on with the next one.",
    },
  ]);
  expect(await rowOf(challenge, one)).toMatchObject({ pending: null });
  expect(await rowOf(challenge, other)).toBeUndefined();
  const own = (await app.getAs(api.mySubmissions(), "ada")).body.results;
  expect(own.find(({ state }) => state === "rejected")).toMatchObject({ reason: "No victory screen." });
  // Each can be taken back by its number, and both by what the log knows them by.
  const [line] = (await app.getAs(api.changes(), HELPER.id, HELPER.roles)).body.results;
  expect(line).toMatchObject({ act: { id: decided.act, size: 2, actions: ["reject", "verify"] } });
  const seq = String(decided.results[1]?.change);
  expect((await app.post(api.undoChange(), { seq }, HELPER)).status).toBe(200);
  expect(await rowOf(challenge, one)).toMatchObject({ pending: "ada" });
  await app.post(api.undoChange(), { act: String(decided.act) }, HELPER);
  expect(await rowOf(challenge, other)).toMatchObject({ pending: "ada" });
});

test("a single verdict is one change, and no act", async () => {
  expect((await given([verify(await claim("lcc"))])).act).toBeNull();
  const [line] = (await app.getAs(api.changes(), HELPER.id, HELPER.roles)).body.results;
  expect(line).toMatchObject({ action: "verify", act: null });
});

describe("a verdict counts for the revision that it names", () => {
  test.each([verify, reject])("so an edit since then is not overwritten, and is shown", async (verdict) => {
    const filekey = await claim("lcc", { money: 12000, version: "50", date: "2025-01-01" });
    expect((await edit(filekey, { money: "13000" })).status).toBe(200);
    const { results } = await given([verdict(filekey)]);
    expect(results).toMatchObject([
      {
        ...{ outcome: "stale", change: null },
        error: "Somebody changed Cash Spent in the meantime. Reload to see the current version.",
        differs: [{ label: "Cash Spent", before: 12000, after: 13000 }],
      },
    ]);
    expect(await rowOf("lcc", filekey)).toMatchObject({ pending: "ada", money: 13000 });
    const dated = await app.get(api.dated("lcc", { filekey }));
    expect(dated.body.revisions).toEqual([2]);
    const second = verdict === verify ? verify(filekey, 2) : reject(filekey, "why", 2);
    expect(outcomes(await given([second]))).toEqual(["done"]);
  });

  test("and one that is yet to come is none", async () => {
    expect(outcomes(await given([verify(await claim("lcc"), 7)]))).toEqual(["stale"]);
  });

  test("and of two helpers at once one decides", async () => {
    const filekey = await claim("lcc");
    const both = await Promise.all([given([verify(filekey)]), given([reject(filekey)], OTHER)]);
    expect(both.flatMap(outcomes).toSorted()).toEqual(["done", "gone"]);
  });
});

test("what another helper looks at is theirs until their time is over", async () => {
  const filekeys = [await claim("lcc"), await claim("lcc"), await claim("lcc")];
  const [held = "", over = "", own = ""] = filekeys;
  await hold(held, OTHER.id);
  await hold(over, "yet another", "2020-01-01T00:00:00.000Z");
  await hold(own, HELPER.id);
  const { results } = await given(filekeys.map((each) => verify(each)));
  expect(results).toMatchObject([
    {
      ...{ outcome: "held", by: "Another helper" },
      error: "Another helper is reviewing this completion. Take it over to decide on it yourself.",
    },
    { outcome: "done" },
    { outcome: "done" },
  ]);
  expect(await rowOf("lcc", held)).toMatchObject({ pending: "ada" });
  // Nobody looks at what is decided.
  const left = await app.database.query([], sqlite.selectFrom("review").select("completion").compile());
  expect(left).toEqual([{ completion: held }]);
});

describe("of claims of one combination", () => {
  const towers = ["Absolute Zero", "Crossbow Master"];

  test("the one that was submitted first is verified, whatever their order here", async () => {
    const first = await claim("2tc", { towers, map: "Quad", pending: "ada" });
    const second = await claim("2tc", { towers, map: "Quad", pending: "zoe" });
    const preview = await given([verify(second), verify(first)], HELPER, "1");
    const { results } = await given([verify(second), verify(first)]);
    for (const each of [preview.results, results])
      expect(each).toMatchObject([
        {
          ...{ outcome: "not-allowed", error: "2TC already exists" },
          takenBy: { filekey: first, heading: "Absolute Zero and Crossbow Master 2TC on Quad" },
        },
        { outcome: "done" },
      ]);
  });

  test("the others are named, for a helper to decide on", async () => {
    const first = await claim("2tc", { towers, map: "Quad", pending: "ada" });
    const second = await claim("2tc", { towers, map: "Quad", pending: "zoe" });
    const third = await claim("2tc", { towers, map: "Quad", pending: "kim" });
    const { rivals } = await given([verify(first), reject(second)]);
    expect(rivals).toEqual([{ filekey: third, challenge: "2tc", of: first }]);
  });

  test("the second to claim to be the OG is verified as not original", async () => {
    const first = await claim("2tc", { towers, map: "Quad", og: true });
    const second = await claim("2tc", { towers, map: "Logs", og: true, pending: "zoe" });
    const entries = [verify(first), verify(second)];
    const preview = await given(entries, HELPER, "1");
    const done = await given(entries);
    for (const { notOriginal, results } of [preview, done]) {
      expect(notOriginal).toEqual([second]);
      expect(results).toMatchObject([{ original: true }, { original: false }]);
    }
    expect(await rowOf("2tc", second)).toMatchObject({ og: false, pending: null });
  });
});

describe("a preview", () => {
  test("writes nothing and says what each verdict would do", async () => {
    const one = await claim("lcc");
    const other = await claim("lcc");
    const entries = [verify(one), reject(other), verify("gone"), verify(one.replace(/./, "z"), 3)];
    const preview = await given(entries, HELPER, "1");
    expect(outcomes(preview)).toEqual(["done", "done", "gone", "gone"]);
    expect(preview).toMatchObject({ act: null });
    expect((await app.getAs(api.changes(), HELPER.id, HELPER.roles)).body.results).toEqual([]);
    expect(await rowOf("lcc", one)).toMatchObject({ pending: "ada" });
  });

  const withRecord = [...CHALLENGES.values()].filter(({ record }) => record);
  test.each(withRecord.map(({ key, record }) => [key, record?.by ?? ""] as const))(
    "names whose record would fall: %s",
    async (challenge, by) => {
      const of = (amount: number): Partial<NewCompletion> =>
        by === "money"
          ? { money: 1000 * amount }
          : { towers: ["Dart Monkey", "Ice Monkey", "Glue Gunner", "Druid"].slice(0, amount) };
      const on = { map: "Quad", version: "50.0" };
      const holder = await app.add(challenge, { ...on, ...of(2), people: ["Zoë"] });
      await app.add(challenge, { ...on, ...of(3), people: ["Kim"] });
      const better = await claim(challenge, { ...on, ...of(1) });
      const worse = await claim(challenge, { ...on, ...of(4) });
      const free = await claim(challenge, { ...on, map: "Logs", ...of(3), pending: "kim" });
      const { results } = await given([verify(better), verify(worse), verify(free)], HELPER, "1");
      expect(results[0]).toMatchObject({ records: [{ filekey: holder.id, players: "Zoë" }] });
      expect(results.slice(1).map(({ records }) => records)).toEqual([[], []]);
    },
  );

  test("tells the record of a version from that of all", async () => {
    const best = await app.add("lcc", { map: "Quad", version: "50.0", money: 1000 });
    const ofVersion = await app.add("lcc", { map: "Quad", version: "51.0", money: 5000 });
    const narrow = await claim("lcc", { map: "Quad", version: "51.1", money: 2000 });
    const both = await claim("lcc", { map: "Quad", version: "51.1", money: 500 });
    const { results } = await given([verify(narrow), verify(both)], HELPER, "1");
    expect(results.map(({ records }) => records.map(({ filekey }) => filekey).toSorted())).toEqual([
      [ofVersion.id],
      [best.id, ofVersion.id].toSorted(),
    ]);
  });
});

test.each([
  ["nobody", null, 401],
  ["a member", { id: "zoe" }, 403],
  ["a member, of their own", { id: "ada" }, 403],
  ["a verifier", { id: "vera", roles: ["Index Verifier"] }, 200],
  ["a helper", HELPER, 200],
  ["a helper, of their own", { id: "ada", roles: ["Index Helper"] }, 200],
] as const)("verdicts of %s", async (_, who, status) => {
  const filekey = await claim("lcc");
  expect((await give([verify(filekey)], who)).status).toBe(status);
  expect((await rowOf("lcc", filekey))?.pending).toBe(status === 200 ? null : "ada");
});

const NOT_VERDICTS =
  "entries takes a JSON array with, for each completion once, its filekey, its revision, a verdict (verify or reject) and, of a rejection, the reason.";
test.each([
  [[], NOT_VERDICTS],
  ["x", NOT_VERDICTS],
  [null, NOT_VERDICTS],
  [[null], NOT_VERDICTS],
  [[{ filekey: "a", verdict: "verify" }], NOT_VERDICTS],
  [[{ filekey: "a", revision: "1", verdict: "verify" }], NOT_VERDICTS],
  [[{ filekey: "a", revision: 1.5, verdict: "verify" }], NOT_VERDICTS],
  [[{ filekey: "", revision: 1, verdict: "verify" }], NOT_VERDICTS],
  [[{ filekey: "a", revision: 1, verdict: "delete" }], NOT_VERDICTS],
  [[{ filekey: "a", revision: 1, verdict: "reject", reason: 7 }], NOT_VERDICTS],
  [[verify("a"), reject("a")], NOT_VERDICTS],
  [[reject("a", " ")], "Please say why, so that the player can fix it."],
  [Array.from({ length: 101 }, (_, at) => verify(`${at}`)), "entries takes 100 completions at most."],
])("%j are no verdicts", async (entries, error) => {
  expect(await give(entries)).toEqual({ status: 400, body: { error } });
});

test("a hundred verdicts are as many as may be given at once", async () => {
  const filekeys: string[] = [];
  for (let at = 0; at < 100; at += 1) filekeys.push(await claim("lcc", { pending: `member ${at}` }));
  const { results } = await given(filekeys.map((each) => verify(each)));
  expect(results.map(({ filekey, outcome }) => [filekey, outcome])).toEqual(
    filekeys.map((each) => [each, "done"]),
  );
});
