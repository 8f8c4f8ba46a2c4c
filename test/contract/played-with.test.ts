import { beforeEach, expect, test } from "vitest";
import { openEngine } from "#engine";
import type { DatedListAnswer } from "../../domain/contract/completions.ts";
import type { NoticesAnswer } from "../../domain/contract/notices.ts";
import type { PlayedWithAnswer } from "../../domain/contract/played-with.ts";
import type { NameRequestsAnswer } from "../../domain/contract/players.ts";
import type { QueueFactsAnswer, ReportsAnswer } from "../../domain/contract/review.ts";
import { api } from "../../domain/contract/routes.ts";
import { sqlite, statement } from "../../server/db/database.ts";
import { emptyApp, type TestApp } from "../factories.ts";
import { FORMS } from "../forms.ts";

type Who = { readonly id: string; readonly roles?: readonly string[] };
const HELPER = { id: "hel", roles: ["Index Helper"] };
const [ADA, BOB, CY] = [{ id: "adas" }, { id: "bobs" }, { id: "cys" }];

let app: TestApp;
beforeEach(async () => {
  const engine = await openEngine();
  await engine.database.atomic(
    (["name_request", "notice", "partner_answer", "partner_mute", "report"] as const).map((table) =>
      sqlite.deleteFrom(table).compile(),
    ),
  );
  app = await emptyApp(engine);
  // A player is known by their completions.
  for (const [map, person] of [
    ["Quad", "Ada"],
    ["Logs", "Bob"],
  ] as const)
    await app.add("lcc", { map, people: [person], money: 5, towers: [] });
});

const post = async (path: string, fields: Record<string, string>, who: Who) =>
  (await app.post(path, fields, who)).status;
const notices = async ({ id }: Who) =>
  ((await app.getAs(api.notices(), id, [])).body as unknown as NoticesAnswer).results.map(({ kind }) => kind);
const asked = async ({ id }: Who) => {
  const body = (await app.getAs(api.playedWith(), id, [])).body as unknown as PlayedWithAnswer;
  const ids = (list: readonly { readonly filekey: string }[]) => list.map(({ filekey }) => filekey);
  return { asked: ids(body.asked), answered: ids(body.answered), muted: ids(body.muted) };
};
const say = (answer: string, ids: readonly string[], who: Who) =>
  post(api.playedWith(), { entries: JSON.stringify(ids), answer }, who);
const list = async (query: Record<string, string> = {}) =>
  (await app.get(api.dated("2tcc", query))).body as unknown as DatedListAnswer;
/** Whether the list, its filter and the CSV say that both players say so. */
async function both(id: string) {
  const all = await list();
  const found = await list({ players: "both" });
  const csv = await (await app.app.request(api.csv("2tcc", { columns: "all" }))).text();
  const [head = "", ...lines] = csv.trim().split(/\r?\n/);
  const column = head.split(",").indexOf("players_agree");
  return {
    row: all.players_agree[all.results.findIndex(({ filekey }) => filekey === id)],
    filter: found.results.map(({ filekey }) => filekey).includes(id),
    csv: lines.find((line) => line.includes(id))?.split(",")[column],
  };
}

async function own(name: string, who: Who): Promise<void> {
  expect(await post(api.requestName(), { name, evidence: "My channel." }, who)).toBe(200);
  const { results } = (await app.getAs(api.nameRequests(), "hel", HELPER.roles))
    .body as unknown as NameRequestsAnswer;
  const request = results.find((each) => each.name === name)?.request ?? "";
  expect(await post(api.decideNameRequest(), { request, outcome: "approved" }, HELPER)).toBe(200);
}

async function submit(who: Who, values: Record<string, string> = {}): Promise<string> {
  const { body } = await app.post(
    api.addSubmit("2tcc"),
    { ...FORMS["2tcc"], link: "https://youtu.be/aaaaaaaaaaa", ...values },
    who,
  );
  return String(body.filekey);
}

test("the other player of a run is asked, says yes, and takes it back", async () => {
  await own("Ada", ADA);
  await own("Bob", BOB);
  const id = await submit(ADA);
  expect(await notices(ADA)).not.toContain("played-with");
  const { results } = (await app.getAs(api.notices(), BOB.id, [])).body as unknown as NoticesAnswer;
  expect(results.filter(({ kind }) => kind === "played-with")).toMatchObject([
    { filekey: id, text: "As a run of Ada and Bob." },
  ]);
  expect(await asked(BOB)).toEqual({ asked: [id], answered: [], muted: [] });
  const before = (await app.get(api.list("2tcc"))).body;

  const versions = () => app.database.query([], statement`select name, version from source order by name`);
  const unmoved = await versions();
  expect(await say("yes", [id], CY)).toBe(404);
  expect(await say("yes", [id], ADA)).toBe(404);
  expect(await say("none", [id], CY)).toBe(200);
  // Nobody moves the answers about what is not theirs.
  expect(await versions()).toEqual(unmoved);
  expect(await say("perhaps", [id], BOB)).toBe(400);
  expect(await say("yes", ["no-such"], BOB)).toBe(404);
  expect(await both(id)).toMatchObject({ row: false, filter: false });

  expect(await say("yes", [id], BOB)).toBe(200);
  expect(await both(id)).toEqual({ row: true, filter: true, csv: "1" });
  expect(await notices(BOB)).not.toContain("played-with");
  expect(await asked(BOB)).toEqual({ asked: [], answered: [id], muted: [] });
  expect((await app.get(api.list("2tcc"))).body).toEqual(before);
  expect((await app.get(api.list("2tc", { players: "both" }))).status).toBe(200);
  expect((await app.get(api.list("2tcc", { players: "one" }))).status).toBe(400);

  expect(await say("none", [id], BOB)).toBe(200);
  expect(await both(id)).toMatchObject({ row: false, filter: false });
  expect(await asked(BOB)).toEqual({ asked: [id], answered: [], muted: [] });
});

test("a player who says that it was not them asks the submitter, and is a finding and no rejection", async () => {
  await own("Bob", BOB);
  const id = await submit(ADA);
  expect(await say("no", [id], BOB)).toBe(200);
  expect(await notices(ADA)).toEqual(["played-with-no"]);
  const facts = (await app.getAs(api.queueFacts({ filekey: id }), "hel", HELPER.roles))
    .body as unknown as QueueFactsAnswer;
  expect(facts.findings).toContain("denied");
  expect(facts.partners).toEqual([{ name: "Bob", answer: "no" }]);
  const reports = async () =>
    ((await app.getAs(api.reports(), "hel", HELPER.roles)).body as unknown as ReportsAnswer).results;
  expect(await reports()).toEqual([]);

  expect(await say("none", [id], BOB)).toBe(200);
  expect(await notices(ADA)).toEqual([]);
  expect(await post(api.verifyCompletions(), { entries: JSON.stringify([id]) }, HELPER)).toBe(200);
  expect(await say("no", [id], BOB)).toBe(200);
  expect(await reports()).toMatchObject([{ filekey: id, isPending: false }]);
  // Whoever changes their mind takes the report with it.
  expect(await say("yes", [id], BOB)).toBe(200);
  expect(await reports()).toEqual([]);
  expect(await notices(ADA)).toEqual(["verified"]);
});

test("who takes over a name is asked about what is there, once; a name that ends, or is joined, takes its word along", async () => {
  await own("Ada", ADA);
  const ids = [await submit(ADA), await submit(ADA, { map: "Quad" })];
  expect(await notices(BOB)).toEqual([]);
  await own("Bob", BOB);
  expect((await notices(BOB)).toSorted()).toEqual(["name-approved", "played-with-list"]);
  expect((await asked(BOB)).asked).toEqual(ids.toReversed());
  expect(await say("yes", ids, BOB)).toBe(200);
  expect((await list({ players: "both" })).count).toBe(2);

  // Of two owners one ends: what they said counts for nothing, nor that they submitted it.
  expect(await post(api.endName(), {}, ADA)).toBe(200);
  expect((await list({ players: "both" })).count).toBe(0);
  expect((await list()).players_agree).toEqual([false, false]);
  await own("Ada", ADA);
  expect((await list({ players: "both" })).count).toBe(2);
  expect(await notices(ADA)).not.toContain("played-with-list");

  await post(api.banPlayer(), { name: "Bob", reason: "Borrowed recordings." }, HELPER);
  expect((await list({ players: "both" })).count).toBe(0);
  await post(api.banPlayer(), { name: "Bob", banned: "0", reason: "It was a mistake." }, HELPER);
  expect((await list({ players: "both" })).count).toBe(2);
});

test("a submitter who is neither player: both are asked, and both have to say so", async () => {
  await own("Ada", ADA);
  await own("Bob", BOB);
  const id = await submit(CY);
  expect(await notices(ADA)).toContain("played-with");
  expect(await notices(BOB)).toContain("played-with");
  expect(await say("yes", [id], BOB)).toBe(200);
  expect((await both(id)).row).toBe(false);
  expect(await say("yes", [id], ADA)).toBe(200);
  expect((await both(id)).row).toBe(true);
});

test("an account that owns both names, and a partner who is banned or erased", async () => {
  await own("Ada", ADA);
  await app.add("lcc", { map: "Cubism", people: ["Lovelace"], money: 5, towers: [] });
  const alone = await submit(ADA, { person2: "Lovelace", map: "Logs" });
  // Two players of one run are never made one, so that an account owns one of its names at most.
  expect(await post(api.joinPlayers(), { name: "Lovelace", into: "Ada" }, HELPER)).toBe(409);
  expect(await notices(ADA)).toEqual(["name-approved"]);
  expect((await both(alone)).row).toBe(false);

  await own("Bob", BOB);
  const id = await submit(ADA);
  expect(await say("yes", [id], BOB)).toBe(200);
  expect((await both(id)).filter).toBe(true);
  expect(await post(api.erase(), { confirm: "DELETE" }, BOB)).toBe(200);
  expect(await both(id)).toMatchObject({ row: false, filter: false });
  // Nobody is asked in place of who was erased, or is banned.
  await post(api.banPlayer(), { name: "Bob", reason: "Borrowed recordings." }, HELPER);
  expect(await asked(BOB)).toEqual({ asked: [], answered: [], muted: [] });
});

test("nobody is asked about an account that they do not want to be asked about, until they do", async () => {
  await own("Bob", BOB);
  const id = await submit(CY);
  expect(await post(api.mutePlayedWith(), { filekey: id, muted: "1" }, ADA)).toBe(404);
  expect(await post(api.mutePlayedWith(), { filekey: id, muted: "1" }, BOB)).toBe(200);
  expect(await notices(BOB)).not.toContain("played-with");
  await submit(CY, { map: "Quad" });
  expect(await notices(BOB)).not.toContain("played-with");
  const other = await submit(ADA, { map: "Logs" });
  expect(await asked(BOB)).toEqual({ asked: [other], answered: [], muted: [id] });
  expect(await post(api.mutePlayedWith(), { filekey: id, muted: "0" }, BOB)).toBe(200);
  expect((await asked(BOB)).asked.length).toBe(3);
});

test("another name, or a deletion, takes the question away; an undo brings no second one", async () => {
  await own("Bob", BOB);
  const id = await submit(ADA);
  const edit = { edit: "true", "edited-filekey": id, person2: "Cy", link: "https://youtu.be/aaaaaaaaaaa" };
  expect(await post(api.addSubmit("2tcc"), { ...FORMS["2tcc"], ...edit }, ADA)).toBe(200);
  expect(await notices(BOB)).not.toContain("played-with");
  expect(await say("yes", [id], BOB)).toBe(404);
  expect(await post(api.addSubmit("2tcc"), { ...FORMS["2tcc"], ...edit, person2: "Bob" }, ADA)).toBe(200);
  expect(await notices(BOB)).toContain("played-with");
  expect(await post(api.deleteSubmit("2tcc"), { entries: JSON.stringify([id]) }, ADA)).toBe(200);
  expect(await notices(BOB)).not.toContain("played-with");
  expect(await say("yes", [id], BOB)).toBe(404);
});
