import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { openEngine } from "#engine";
import { openData } from "../../app/api/repositories.server.ts";
import { followNotices } from "../../app/features/follows/job.server.ts";
import { webhookPositions } from "../../app/features/webhooks/repository.server.ts";
import { CHALLENGES } from "../../domain/challenges/index.ts";
import type { FollowFeedAnswer, FollowsAnswer } from "../../domain/contract/follows.ts";
import type { NoticesAnswer } from "../../domain/contract/notices.ts";
import { api } from "../../domain/contract/routes.ts";
import { sqlite } from "../../server/db/database.ts";
import { emptyApp, type TestApp } from "../factories.ts";

type Who = { readonly id: string; readonly roles?: readonly string[] };
const HELPER = { id: "hel", roles: ["Index Helper"] };
const [ADA, BOB] = [{ id: "ada" }, { id: "bob" }];

let app: TestApp;
let job: ReturnType<typeof followNotices>;
const tellAll = () => job.run(new AbortController().signal);

beforeEach(async () => {
  const engine = await openEngine();
  app = await emptyApp(engine);
  await app.database.atomic([
    sqlite.deleteFrom("follow").compile(),
    sqlite.deleteFrom("follow_feed").compile(),
    sqlite.deleteFrom("webhook_position").compile(),
  ]);
  const { database } = engine;
  const positions = webhookPositions(database);
  job = followNotices({ data: openData(database), positions, challenges: CHALLENGES, now: () => new Date() });
  await tellAll();
});

const follow = (challenge: string, query: string, who: Who | null = ADA) =>
  app.post(api.follow(), { challenge, query }, who);
const own = async ({ id }: Who, asked = {}) =>
  (await app.getAs(api.follows(asked), id)).body as unknown as FollowsAnswer;
const told = async ({ id }: Who) =>
  ((await app.getAs(api.notices(), id)).body as unknown as NoticesAnswer).results.flatMap(
    ({ kind, filekey }) => (kind === "follow" ? [filekey] : []),
  );

/** Verifies completions together, as a helper. */
async function verify(challenge: string, ...all: readonly object[]): Promise<string[]> {
  const ids: string[] = [];
  for (const values of all) {
    const { id } = await app.add(challenge, {
      pending: "eve",
      verifiedBy: null,
      submittedBy: "eve",
      ...values,
    });
    ids.push(id);
  }
  const { status } = await app.post(api.verifyCompletions(), { entries: JSON.stringify(ids) }, HELPER);
  expect(status).toBe(200);
  return ids;
}

const PAIR = ["Quincy", "Glaive Lord"];
// What is followed, what is in it, and what is not.
const KINDS = [
  ["a map", "", "map=quad", "2tc", { map: "Quad", towers: PAIR }, { map: "Logs", towers: PAIR }],
  ["a map in a challenge", "2tc", "map=Quad", "2tc", { map: "Quad", towers: PAIR }, { map: "Logs" }],
  ["a player", "", "person=ADA", "lcc", { people: ["Ada"], money: 5 }, { people: ["Bo"], money: 6 }],
  [
    "a second player",
    "2tcc",
    "person=ada",
    "2tcc",
    { people: ["Bo", "Ada"] },
    { people: ["Bo", "Cy"], towers: ["Quincy", "Ezili"] },
  ],
  [
    "a pair",
    "2tc",
    "tower=Glaive+Lord&tower=quincy",
    "2tc",
    { towers: PAIR },
    { towers: ["Quincy", "Ezili"] },
  ],
  ["a tower", "2mp", "entity=quincy", "2mp", { towers: ["Quincy"] }, { towers: ["Glaive Lord"] }],
  [
    "a difficulty",
    "2tc",
    "difficulty=expert",
    "2tc",
    { map: "Quad", towers: PAIR },
    { map: "Logs", towers: PAIR },
  ],
  ["a text", "lcc", "query=quad", "lcc", { map: "Quad", money: 5 }, { map: "Logs", money: 5 }],
  [
    "two filters",
    "2tc",
    "map=quad&og=1",
    "2tc",
    { towers: PAIR, og: true, upgrades: ["0-5-2", "0-5-2"], version: "40.0", date: "2024-01-01" },
    { towers: ["Quincy", "Ezili"] },
  ],
] as const;

test.each(KINDS)("whoever follows %s is told once of what is verified in it", async (...kind) => {
  const [, challenge, query, of, is, isNot] = kind;
  const towers = of.startsWith("2tc") ? PAIR : of === "2mp" ? ["Quincy"] : [];
  expect((await follow(challenge, query)).status).toBe(200);
  await follow(challenge, query, { id: "eve" });
  const [id] = await verify(of, { map: "Quad", towers, ...is });
  await verify(of, { map: "Quad", towers, ...isNot });
  await tellAll();
  await tellAll();
  expect(await told(ADA)).toEqual([id]);
  // It is her own.
  expect(await told({ id: "eve" })).toEqual([]);
  expect(await told(BOB)).toEqual([]);
});

test.each([
  ["map=Quad", "", "MAP=quad", false],
  ["map=Quad", "", "sortby=date&offset=20&map=quad&view=table&nonsense=1", true],
  ["person=Ada", "2tc", "person=ada&pending=1", true],
  ["tower1=Quincy&tower2=Glaive+Lord", "2tc", "tower=Glaive Lord&tower=Quincy", true],
  ["difficulty=expert", "2tc", "difficulty=expert&count=5", true],
  ["difficulty=expert", "2tc", "difficulty=advanced", false],
])("%s of “%s” and %s are one: %s", async (query, challenge, other, isOne) => {
  if (!isOne && challenge === "") {
    expect((await follow(challenge, other)).body.follow).toBeDefined();
    expect((await own(ADA)).results).toMatchObject([{ heading: "All challenges", page: "/" }]);
    return;
  }
  const { body } = await follow(challenge, query);
  expect((await own(ADA, { challenge, query: other })).asked).toBe(isOne ? body.follow : null);
  const again = await follow(challenge, other);
  expect(again.status).toBe(200);
  expect((await own(ADA)).results).toHaveLength(isOne ? 1 : 2);
});

test.each([
  ["nothing of the site's", "3tc", "map=Quad", 400],
  ["a map that there is not", "", "map=Atlantis", 404],
  ["a filter of all challenges", "", "difficulty=expert", 400],
  ["a player on a map of all challenges", "", "map=Quad&person=Ada", 400],
  ["a filter that the list refuses", "2tc", "og=maybe", 400],
  ["a query as long as a book", "2tc", `query=${"a".repeat(2_000)}`, 400],
  ["a text as long as a page", "2tc", `query=${"a".repeat(900)}`, 400],
  ["a NUL", "2tc", "map=%00", 400],
  ["half an escape", "2tc", "map=%E0%A4", 404],
])("nobody follows %s", async (_, challenge, query, status) => {
  expect((await follow(challenge, query)).status).toBe(status);
  expect((await own(ADA)).results).toEqual([]);
});

test("somebody follows fifty at most, also where they are sent at once", async () => {
  const all = Array.from({ length: 52 }, (_, at) => follow("2tc", `person=${at}`));
  const statuses = (await Promise.all(all)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(50);
  expect(await follow("2tc", "")).toMatchObject({
    status: 409,
    body: { error: "You follow 50 things. Unfollow one before you follow another." },
  });
  const { results } = await own(ADA);
  expect(results).toHaveLength(50);
  const [one] = results;
  expect((await app.post(api.endFollow(), { follow: one?.follow ?? "" }, BOB)).status).toBe(404);
  expect((await app.post(api.endFollow(), { follow: one?.follow ?? "" }, ADA)).status).toBe(200);
  expect((await follow("2tc", "")).status).toBe(200);
});

test("what is verified before one follows, or by an import, is no news", async () => {
  await verify("lcc", { towers: [], money: 5 });
  await follow("", "map=Quad");
  await follow("lcc", "query=quad");
  await app.add("lcc", { towers: [], money: 4, map: "Quad" });
  await tellAll();
  expect(await told(ADA)).toEqual([]);
});

test("what somebody was told is not told again with the list's next news, though its notice was swept", async () => {
  await follow("lcc", "query=quad");
  const verified: string[] = [];
  for (const money of [5, 4]) {
    const [id = ""] = await verify("lcc", { map: "Quad", towers: [], money });
    await tellAll();
    expect(await told(ADA)).toEqual([id]);
    verified.push(id);
    await app.database.atomic([sqlite.deleteFrom("notice").where("completion", "=", id).compile()]);
    await new Promise((done) => setTimeout(done, 2));
  }
  expect(new Set(verified).size).toBe(2);
});

test("what is not verified any more is no news, and is news when it is verified again", async () => {
  await follow("", "map=Quad");
  const [id = ""] = await verify("lcc", { towers: [], money: 5 });
  await tellAll();
  expect(await told(ADA)).toEqual([id]);
  const logged = await openData(app.database).history.findAllLast("completion", [id]);
  await app.post(api.undoChange(), { seq: String(logged[0]?.seq) }, HELPER);
  expect(await told(ADA)).toEqual([]);
  await app.post(api.verifyCompletions(), { entries: JSON.stringify([id]) }, HELPER);
  await tellAll();
  expect(await told(ADA)).toEqual([id]);
});

test("what has ended before it is told is not told, whether pending again or deleted", async () => {
  await follow("", "map=Quad");
  await follow("lcc", "query=quad");
  const [id = ""] = await verify("lcc", { towers: [], money: 5 });
  await app.post(api.deleteSubmit("lcc"), { entries: JSON.stringify([id]) }, HELPER);
  await tellAll();
  expect(await told(ADA)).toEqual([]);
});

test("of many at once twenty are told, and what somebody has seen makes room", async () => {
  await follow("", "map=Quad");
  const many = Array.from({ length: 25 }, (_, money) => ({ towers: [], money, people: [`P${money}`] }));
  await verify("lcc", ...many);
  await tellAll();
  expect(await told(ADA)).toHaveLength(20);
  await app.post(api.seeNotices(), { until: "9999" }, ADA);
  await verify("lcc", { towers: [], money: 100 });
  await tellAll();
  expect(await told(ADA)).toHaveLength(21);
});

test("whoever follows one name of a player is told of the other ones", async () => {
  await verify("lcc", { towers: [], money: 5, people: ["Ada"] });
  await verify("lcc", { towers: [], money: 6, people: ["Lovelace"], map: "Logs" });
  await follow("", "person=Lovelace");
  const joined = await app.post(api.joinPlayers(), { name: "Lovelace", into: "Ada" }, HELPER);
  expect(joined.status).toBe(200);
  const [id] = await verify("lcc", { towers: [], money: 7, people: ["Ada"], map: "Cubism" });
  await tellAll();
  expect(await told(ADA)).toEqual([id]);
});

test("a run that broke off is done once more, and tells nobody twice", async () => {
  await follow("", "map=Quad");
  await follow("lcc", "query=quad");
  const before = (
    await app.database.query([], sqlite.selectFrom("webhook_position").select("seq").compile())
  )[0]?.seq;
  const [id] = await verify("lcc", { towers: [], money: 5 });
  await tellAll();
  await app.database.atomic([
    sqlite
      .updateTable("webhook_position")
      .set({ seq: Number(before), leased_until: "2026-01-01" })
      .compile(),
  ]);
  await tellAll();
  expect(await told(ADA)).toEqual([id]);
});

const feedOf = (address: string) => app.app.request(new URL(address).pathname);
const makeFeed = async (who: Who = ADA) =>
  ((await app.post(api.makeFollowFeed(), {}, who)).body as unknown as FollowFeedAnswer).address;

test("a list that cannot be queried holds up nobody else's news", async () => {
  await follow("lcc", "query=quad", ADA);
  await follow("lcc", "query=quad&has=link", BOB);
  await app.database.atomic([
    sql`create trigger no_news before insert on notice when new.person = 'ada' begin
      select raise(abort, 'no news for them'); end`.compile(sqlite),
  ]);
  const [filekey] = await verify("lcc", { towers: [], money: 5, link: "https://example.org/a" });
  await expect(tellAll()).rejects.toThrow();
  expect([await told(ADA), await told(BOB)]).toEqual([[], [filekey]]);
  await app.database.atomic([sql`drop trigger no_news`.compile(sqlite)]);
  await tellAll();
  expect([await told(ADA), await told(BOB)]).toEqual([[filekey], [filekey]]);
});

test("the feed has all that somebody follows once, under an address that nobody else is told and that ends", async () => {
  await follow("", "map=Quad");
  await follow("lcc", "query=quad");
  await follow("", "person=Bo");
  const [first, second] = [
    await verify("lcc", { towers: [], money: 5 }),
    await verify("2tc", { towers: PAIR, map: "Logs", people: ["Bo"] }),
  ];
  await verify("2tc", { towers: PAIR, map: "Cubism" });
  await app.add("lcc", { towers: [], money: 4, map: "Quad", pending: "eve", verifiedBy: null });
  const address = await makeFeed();
  expect(address).toMatch(/^http:\/\/localhost:3000\/follow\/[\w-]{22}\.atom$/);

  const response = await feedOf(address);
  expect(response.status).toBe(200);
  expect(response.headers.get("Cache-Control")).toBe("private, no-store");
  expect(response.headers.get("Content-Type")).toContain("application/atom+xml");
  const etag = response.headers.get("ETag") ?? "";
  expect(etag).toMatch(/^W\/"/);
  const again = (known: string) =>
    app.app.request(new URL(address).pathname, { headers: { "If-None-Match": known } });
  expect([(await again(etag)).status, (await again(`"other", ${etag}`)).status]).toEqual([304, 304]);
  expect((await again('"other"')).status).toBe(200);
  const text = await response.text();
  const ids = Array.from(text.matchAll(/<entry>\s*<id>[^<]*filekey=([^<]*)</g), ([, id]) => id);
  expect(ids).toEqual([...second, ...first]);

  // Neither the list nor the database says it again.
  expect(JSON.stringify(await own(ADA))).not.toContain(address.slice(-27, -5));
  const stored = await app.database.query([], sqlite.selectFrom("follow_feed").selectAll().compile());
  expect(JSON.stringify(stored)).not.toContain(address.slice(-27, -5));
  expect((await own(ADA)).feed).not.toBeNull();

  // A new address ends the old one, and one press ends it.
  const newer = await makeFeed();
  expect((await feedOf(address)).status).toBe(404);
  expect((await feedOf(newer)).status).toBe(200);
  await app.post(api.endFollowFeed(), {}, BOB);
  expect((await feedOf(newer)).status).toBe(200);
  expect((await app.post(api.endFollowFeed(), {}, ADA)).status).toBe(200);
  const ended = await feedOf(newer);
  expect([ended.status, await ended.json()]).toEqual([
    404,
    { error: "This feed has ended, or there was none." },
  ]);
  expect((await own(ADA)).feed).toBeNull();
});

test("a feed has fifty entries at most, and none where nothing is followed", async () => {
  const address = await makeFeed();
  const count = async () => (await (await feedOf(address)).text()).split("<entry>").length - 1;
  for (const from of [0, 30]) {
    const many = Array.from({ length: 30 }, (_, at) => ({ money: from + at, people: [`P${from + at}`] }));
    await verify("lcc", ...many.map((values) => ({ towers: [], ...values })));
  }
  expect(await count()).toBe(0);
  await follow("", "");
  await follow("lcc", "");
  expect(await count()).toBe(50);
});

test("only those who are signed in follow, and each sees only their own", async () => {
  expect((await follow("", "map=Quad", null)).status).toBe(401);
  await follow("", "map=Quad");
  expect((await own(BOB)).results).toEqual([]);
  expect((await app.get(api.follows())).status).toBe(401);
  expect((await app.get(api.followFeed("x".repeat(22)))).status).toBe(404);
});

test("the page of a player whom somebody follows is named as long as there is one", async () => {
  for (const [money, person] of ["Ada", "Bo"].entries())
    await verify("lcc", { towers: [], money, people: [person] });
  for (const query of ["person=ada", "person=Bo"]) await follow("", query, BOB);
  await follow("lcc", "person=Ada", BOB);
  const pagesOf = async () => (await own(BOB)).results.map(({ page }) => page);
  const seen = await pagesOf();
  expect(seen.toSorted()).toEqual(["/lcc?person=Ada", "/players/Bo", "/players/ada"]);
  await app.post(api.requestName(), { name: "Ada", evidence: "It is me." }, ADA);
  const { results } = (await app.getAs(api.nameRequests(), HELPER.id, HELPER.roles)).body;
  await app.post(
    api.decideNameRequest(),
    { request: String(results[0]?.request), outcome: "approved" },
    HELPER,
  );
  await app.post(api.hidePage(), {}, ADA);
  const without = seen.map((page) => (page === "/players/ada" ? null : page));
  expect(await pagesOf()).toEqual(without);
  await app.post(api.hidePage(), { hidden: "0" }, ADA);
  expect(await pagesOf()).toEqual(seen);
  await app.post(api.removeRuns(), { name: "Bo" }, HELPER);
  expect(await pagesOf()).toEqual(seen.map((page) => (page === "/players/Bo" ? null : page)));
});
