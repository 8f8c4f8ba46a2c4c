import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { openEngine } from "#engine";
import { openData } from "../../app/api/repositories.server.ts";
import { goOn } from "../../app/features/privacy/erase.server.ts";
import * as erasures from "../../app/features/privacy/repository.server.ts";
import { PERSONAL } from "../../app/features/privacy/repository.server.ts";
import type { OpenCombinationsAnswer } from "../../domain/contract/coverage.ts";
import type { ErasedAnswer, OwnDataAnswer } from "../../domain/contract/privacy.ts";
import { api } from "../../domain/contract/routes.ts";
import { findMiscounts } from "../../server/db/counters.ts";
import { sqlite } from "../../server/db/database.ts";
import { NO_TAGS } from "../../server/db/tags.ts";
import { emptyApp, type TestApp, testApp } from "../factories.ts";
import { FORMS } from "../forms.ts";
import { onePixel } from "../one-pixel.ts";
import { tenantSignIn } from "../sign-in.ts";

const NATTO = { id: "tenant|natto-sub" };
const KIT = { id: "tenant|kit-sub" };
const HELPER = { id: "tenant|helper-sub", roles: ["Index Helper"] };
const OTHER = { id: "tenant|other-helper-sub", roles: ["Index Helper"] };

let app: TestApp;

/** Sends a form that must succeed. */
async function send(path: string, fields: Record<string, string>, who: typeof NATTO) {
  const { status, body } = await app.post(path, fields, who);
  expect(status, `${path} ${JSON.stringify(body)}`).toBe(200);
  return body as Record<string, unknown>;
}

const form = (challenge: string, fields: Record<string, string>) => ({
  ...FORMS[challenge],
  link: "https://example.org/proof",
  ...fields,
});
const add = async (challenge: string, fields: Record<string, string>, who: typeof NATTO) =>
  String((await send(api.addSubmit(challenge), form(challenge, fields), who)).filekey);
const erase = async (fields: Record<string, string>, who = NATTO) =>
  (await send(api.erase(), fields, who)) as unknown as ErasedAnswer;

let ids: Record<"verified" | "open" | "rejected" | "deleted" | "others" | "coop", string>;

beforeEach(async () => {
  app = await emptyApp(await openEngine());
  const all = await tables();
  const keep = new Set([
    "person",
    "message",
    "question",
    "notice",
    "report",
    "wish",
    "name_request",
    "erasure",
    "erased_ban",
    "challenge_code",
  ]);
  await app.database.atomic(
    all
      .filter((table) => keep.has(table))
      .map((table) => sql`delete from ${sql.table(table)}`.compile(sqlite)),
  );
  ids = {
    verified: await add("lcc", { person: "Natto", money: "9000" }, NATTO),
    open: await add("lcd", { person: "NATTO" }, NATTO),
    rejected: await add("2tc", { person: "Natto" }, NATTO),
    deleted: await add("2mp", { person: "Natto" }, NATTO),
    others: await add("lcc", { person: "Kit", money: "8000", map: "Logs" }, KIT),
    coop: await add("2tcc", { person1: "Kit", person2: "Nattō" }, KIT),
  };
  const entries = JSON.stringify([ids.verified, ids.others, ids.coop]);
  await send(api.verifyCompletions(), { entries }, HELPER);
  await send(api.rejectCompletion(), { filekey: ids.rejected, reason: "because" }, HELPER);
  await send(api.deleteSubmit("2mp"), { entries: JSON.stringify([ids.deleted]) }, NATTO);
  await send(api.askPlayer(), { filekey: ids.open, body: "Which version?" }, HELPER);
  await send(api.ownThread(), { filekey: ids.open, body: "It is 44, says Natto." }, NATTO);
  await send(api.report(), { filekey: ids.others, reason: "Not theirs, says Natto." }, NATTO);
  await send(api.requestName(), { name: "Natto", evidence: "My channel." }, NATTO);
  const { results } = (await app.getAs(api.nameRequests(), HELPER.id, HELPER.roles)).body;
  const request = String(results[0]?.request);
  await send(api.decideNameRequest(), { request, outcome: "approved" }, HELPER);
  await send(api.joinPlayers(), { name: "Nattō", into: "Natto" }, HELPER);
  await send(api.changeName(), { name: "Natto's name", public: "1" }, NATTO).catch(() => null);
  await send(api.ownMail(), { turn: "1" }, NATTO);
  const [open] = (
    (await app.get(api.undone({ challenge: "2mp", seed: 1 }))).body as unknown as OpenCombinationsAnswer
  ).results;
  const wish = { challenge: "2mp", towers: open?.towers[0]?.name ?? "", map: open?.map ?? "" };
  for (const who of [NATTO, KIT]) await send(api.wish(), wish, who);
});

/** The names of all tables that hold rows. */
const tables = async (): Promise<string[]> => {
  const rows = await app.database.query(
    NO_TAGS,
    sql<{
      name: string;
    }>`select name from sqlite_schema where type = 'table' and sql not like 'create virtual%'
      and name not like 'sqlite_%' and name not like '\_cf%' escape '\\' and name not like 'completion_search_%'`.compile(
      sqlite,
    ),
  );
  return rows.map(({ name }) => name);
};

/** Returns every row as JSON, by table. */
async function everything(): Promise<Map<string, string[]>> {
  const all = await tables();
  const rows = await Promise.all(
    all.map((table) => app.database.query(NO_TAGS, sql`select * from ${sql.table(table)}`.compile(sqlite))),
  );
  return new Map(all.map((table, at) => [table, (rows[at] ?? []).map((row) => JSON.stringify(row))]));
}

/** What the log says of redactions of its own. */
const redactionsAfter = async (seq: number): Promise<string[]> => {
  const entries = sql<{ after: string }>`select after from change
    where noun = 'log' and action = 'redact' and seq > ${seq}`.compile(sqlite);
  return (await app.database.query(NO_TAGS, entries)).map(({ after }) => after);
};

/** The rows in which something occurs, ignoring case, by table. */
const holding = (all: Map<string, string[]>, what: RegExp) =>
  [...all].flatMap(([table, rows]) => rows.flatMap((row) => (what.test(row) ? [`${table}: ${row}`] : [])));

test("one's own data has each kind of it, and nothing of others", async () => {
  const { status, body } = await app.getAs(api.ownData(), NATTO.id);
  expect(status).toBe(200);
  const { rows } = body as unknown as OwnDataAnswer;
  const filled = Object.entries(rows).flatMap(([table, found]) => (found.length > 0 ? [table] : []));
  expect(filled).toEqual(
    expect.arrayContaining([
      "completion",
      "change",
      "message",
      "notice",
      "report",
      "name_request",
      "wish",
      "person",
    ]),
  );
  expect(rows.completion).toHaveLength(4);
  expect(rows.completion?.find(({ id }) => id === ids.verified)).toMatchObject({
    ...{ map: "Quad", money: 9000, people: '["Natto"]' },
  });
  expect(rows.message).toEqual([expect.objectContaining({ body: "It is 44, says Natto." })]);
  expect(JSON.stringify(body)).not.toMatch(/kit|helper-sub/i);
  expect((await app.getAs(api.ownData(), "tenant|nobody")).body.rows).toMatchObject({ completion: [] });
});

test("one's own data has all that one wrote of a completion, and the keys of its files", async () => {
  const written = { challenge_code: "ZMYXWVU", "link-setup": "https://example.org/setup" };
  const { body } = await app.post(
    api.addSubmit("2tc"),
    { ...FORMS["2tc"], ...written, image: onePixel() },
    OTHER,
  );
  const filekey = String(body.filekey);
  const { rows } = (await app.getAs(api.ownData(), OTHER.id)).body as unknown as OwnDataAnswer;
  expect(rows.completion?.find(({ id }) => id === filekey)).toMatchObject({
    ...{ challenge_code: "ZMYXWVU", links: '{"setup":"https://example.org/setup"}' },
    files: JSON.stringify([filekey]),
  });
});

test("a preview changes nothing, and without the word nothing is deleted", async () => {
  const before = await everything();
  expect(await erase({ preview: "1", confirm: "DELETE", name: "erase" })).toEqual({
    ...{ withdrawn: 1, kept: 1, name: "Natto", named: 3, messages: 1, isDone: false },
    ...{ backupDays: 14, timeTravelDays: null },
  });
  expect((await app.post(api.erase(), { confirm: "yes" }, NATTO)).status).toBe(400);
  expect(await everything()).toEqual(before);
});

test("after an erasure nothing has the person's id or name, and everything else is as it was", async () => {
  const before = await everything();
  const last = await openData(app.database).history.last();
  expect(await erase({ confirm: "delete", name: "erase" })).toMatchObject({ withdrawn: 1, isDone: true });
  const after = await everything();
  expect(holding(after, /natt[oō]/i)).toEqual([]);
  expect(await findMiscounts(app.database)).toEqual([]);

  // Rows and entries that did not name them.
  const known = (all: Map<string, string[]>, table: string) =>
    // With a submission its question goes, and with that the news of its answer.
    (all.get(table) ?? []).filter((row) => !/natt[oō]|"kind":"answer"/i.test(row));
  for (const table of [
    "completion",
    "change",
    "message",
    "notice",
    "wish",
    "player",
    "player_name",
    "person",
    "map",
  ])
    expect(after.get(table), table).toEqual(expect.arrayContaining(known(before, table)));

  // The completions stay, under no name.
  const { body } = await app.get(api.list("lcc"));
  expect(body.results).toMatchObject(
    expect.arrayContaining([expect.objectContaining({ filekey: ids.verified, person: "a player" })]),
  );
  expect((await app.get(api.list("2tcc"))).body.results).toMatchObject([
    { person1: "Kit", person2: "a player" },
  ]);
  expect((await app.get(api.list("lcd"))).body.results).toEqual([]);
  for (const name of ["Natto", "a player"])
    expect((await app.get(api.player({ name }))).status, name).toBe(404);
  const board = (await app.get(api.players())).body;
  expect(board.results).toMatchObject([{ name: "Kit", completions: 2 }]);
  expect((await app.get(api.users({ query: "a p" }))).body.results).toEqual([]);

  const again = await app.post(api.addSubmit("lcd"), form("lcd", { person: "A Player" }), KIT);
  expect([again.status, again.body.error]).toEqual([400, expect.stringContaining("whose name was erased")]);

  // Whoever follows the changes reads each row that is another one now, and nothing else twice.
  const followed = (await app.get(api.publicChanges({ since: String(last) }))).body.results;
  expect(followed.map(({ action, kind, id, row }) => [action, kind, id, row === null])).toEqual(
    expect.arrayContaining([
      ["removed", "completion", ids.open, true],
      ["changed", "completion", ids.verified, false],
      ["changed", "completion", ids.coop, false],
    ]),
  );
  expect(followed.filter(({ id }) => id === ids.others)).toEqual([]);
  expect(await redactionsAfter(last)).toEqual([expect.stringMatching(/^\{"entries":\d+\}$/)]);

  // The history of a completion still reads as before, and what can be undone is undone without the name.
  expect((await app.get(api.history({ filekey: ids.verified }))).body.results).toMatchObject([
    { who: "the index", changes: [] },
    { action: "verify" },
    { who: "a member", action: "add" },
  ]);
  expect((await app.getAs(api.ownData(), NATTO.id)).body.rows).toMatchObject({ completion: [], change: [] });
});

test("the creator of somebody's challenges goes with them, here and in others' codes, and does not come back", async () => {
  const { challengeCodes } = openData(app.database);
  const [natto, kit] = ["https://game.example/users/natto", "https://game.example/users/kit"];
  const save = (code: string, creator: string) =>
    challengeCodes.save(
      ...([code, JSON.stringify({ map: "Quad", name: "2 towers", creator })] as const),
      ...(["2026-01-01T00:00:00.000Z", ""] as const),
    );
  await add("2tc", { map: "Logs", person: "Natto", challenge_code: "ZNATTO1" }, NATTO);
  await add("lcd", { map: "Logs", notes: "code znatto2" }, NATTO);
  await add("2tc", { map: "Ravine", person: "Kit", challenge_code: "ZKITKIT" }, KIT);
  for (const code of ["ZNATTO1", "ZNATTO2", "ZOFNATT"]) await save(code, natto);
  await save("ZKITKIT", kit);
  const { rows } = (await app.getAs(api.ownData(), NATTO.id)).body as unknown as OwnDataAnswer;
  expect(rows.completion?.map((row) => row.challenge_code_creator).filter((creator) => creator)).toEqual([
    natto,
  ]);

  await erase({ confirm: "DELETE", name: "erase" });
  const documents = async () =>
    Promise.all(
      ["ZNATTO1", "ZNATTO2", "ZOFNATT", "ZKITKIT"].map(
        async (code) => (await challengeCodes.find(code))?.document,
      ),
    );
  const without = '{"map":"Quad"}';
  const kept = JSON.stringify({ map: "Quad", name: "2 towers", creator: kit });
  expect(await documents()).toEqual([without, without, without, kept]);
  for (const code of ["ZNATTO1", "ZNATTO2", "ZOFNATT"]) await save(code, natto);
  expect(await documents()).toEqual([without, without, without, kept]);
});

test("a ban does not end with the name that its player has erased, and a helper can take it back", async () => {
  await send(api.banPlayer(), { name: "Natto", reason: "Borrowed recordings." }, HELPER);
  expect(await app.post(api.endName(), {}, NATTO)).toMatchObject({ status: 409 });
  await erase({ confirm: "DELETE", name: "erase" });
  const again = () => app.post(api.addSubmit("lcc"), form("lcc", { map: "Quad", person: " NATTO " }), OTHER);
  const refused = expect.stringContaining("submissions under this name are not accepted");
  expect(await again()).toMatchObject({ status: 400, body: { error: refused } });
  const [kept] = await app.database.query(
    NO_TAGS,
    sql<{ hash: string }>`select hash from erased_ban`.compile(sqlite),
  );
  expect(kept?.hash).toMatch(/^[0-9a-f]{64}$/);
  expect(await app.post(api.banPlayer(), { name: "Natto", banned: "0" }, NATTO)).toMatchObject({
    status: 403,
  });
  await send(api.banPlayer(), { name: "Natto", banned: "0" }, HELPER);
  expect(await again()).toMatchObject({ status: 200 });
  expect(await app.post(api.banPlayer(), { name: "Nobody", banned: "0" }, HELPER)).toMatchObject({
    status: 404,
  });
});

test("a name that is kept stays on all completions, and nothing says whose it was", async () => {
  await erase({ confirm: "DELETE" });
  const after = await everything();
  expect(holding(after, /natto-sub/)).toEqual([]);
  expect((await app.get(api.player({ name: "Natto" }))).body).toMatchObject({ name: "Natto" });
  expect(await findMiscounts(app.database)).toEqual([]);
  // The name has no owner, and can be asked for.
  await send(api.requestName(), { name: "Natto", evidence: "It is mine." }, KIT);
});

test("an erasure that was cut off after any of its steps goes on where it was", async () => {
  const data = openData(app.database);
  const parts = { data, now: () => new Date() };
  const last = await data.history.last();
  const player = (await data.players.findOwnRequest(NATTO.id))?.player ?? null;
  const id = await erasures.begin(data.database, NATTO.id, player, new Date().toISOString());
  // Each step a second time, as after a crash between what it read and what it wrote.
  for (let steps = 0; steps < 60; steps += 1) {
    const erasure = await erasures.find(data.database, id);
    if (!erasure) break;
    await Promise.all([goOn(id, 1, parts), goOn(id, 1, parts)]);
  }
  expect(await erasures.find(data.database, id)).toBeNull();
  expect(await erasures.listOpen(data.database)).toEqual([]);
  expect(holding(await everything(), /natt[oō]/i)).toEqual([]);
  expect(await findMiscounts(app.database)).toEqual([]);
  expect(await redactionsAfter(last)).toHaveLength(1);
});

test.each(["completions", "log", "end"] as const)(
  "what somebody had sent before, and was written only in the step %s, is erased too",
  async (late) => {
    const data = openData(app.database);
    const parts = { data, now: () => new Date() };
    const id = await erasures.begin(data.database, NATTO.id, null, new Date().toISOString());
    while ((await erasures.find(data.database, id))?.step !== late) await goOn(id, 1, parts);
    await add("lcc", { person: "Natto", money: "7000", map: "Ravine" }, NATTO);
    await send(api.makeFollowFeed(), {}, NATTO);
    await send(api.follow(), { challenge: "", query: "map=Quad" }, NATTO);
    expect(await goOn(id, 60, parts)).toBe(true);
    expect(holding(await everything(), /natto-sub/)).toEqual([]);
    const waiting = sql<{ id: string }>`select id from completion
      where substr(pending, 1, 7) = 'erased-' and deleted_at is null`.compile(sqlite);
    expect(await app.database.query(NO_TAGS, waiting)).toEqual([]);
  },
);

test("an administrator does it for a blocked account, and nobody for anybody else", async () => {
  const blocked = new Set([NATTO.id]);
  const site = await testApp(app, undefined, {
    signIn: {
      ...tenantSignIn(),
      findAccount: async (id) => ({ signedInAt: null, blocked: blocked.has(id) }),
    },
  });
  const admin = { id: "tenant|admin-sub", roles: ["Admin"] };
  const by = async (who: typeof admin, account: string, confirm = "DELETE") =>
    (await site.post(api.eraseAccount(), { account, confirm }, who)).status;
  expect(await by(HELPER, NATTO.id)).toBe(403);
  expect(await by(admin, KIT.id)).toBe(409);
  expect(await by(admin, NATTO.id, "")).toBe(400);
  expect((await site.getAs(api.accountData({ account: NATTO.id }), HELPER.id, HELPER.roles)).status).toBe(
    403,
  );
  expect((await site.getAs(api.accountData({ account: KIT.id }), admin.id, admin.roles)).status).toBe(409);
  const { body } = await site.getAs(api.accountData({ account: NATTO.id }), admin.id, admin.roles);
  expect((body as unknown as OwnDataAnswer).rows.completion).toHaveLength(4);
  expect(await by(admin, NATTO.id)).toBe(200);
  expect(holding(await everything(), /natto-sub/)).toEqual([]);
});

test("what a helper did stays, under no id", async () => {
  await erase({ confirm: "DELETE" }, OTHER);
  const { isDone } = await erase({ confirm: "DELETE" }, HELPER);
  expect(isDone).toBe(true);
  expect(holding(await everything(), /helper-sub/)).toEqual([]);
  expect((await app.get(api.list("lcc"))).body.count).toBe(2);
});

test("every column that may hold a person's id is declared", async () => {
  /** Not an id of a person. */
  const others = new Set([
    "change.shape",
    "completion.pending_by",
    "restoration.made_at",
    "dump.holder",
    "sign_in_record.holder",
  ]);
  const declared = new Set(PERSONAL.map(({ table, column }) => `${table}.${column}`));
  const columns = await Promise.all(
    (await tables()).map((table) =>
      app.database.query(
        NO_TAGS,
        sql<{ place: string }>`select ${table} || '.' || name as place from pragma_table_xinfo(${table})
          where lower(type) = 'text'`.compile(sqlite),
      ),
    ),
  );
  const people =
    /\.(by|actor|account|author|holder|helper|member|owner|pending|person|reporter|sub|user)$|_by$|_of$|^(account|person)\.id$/;
  const found = columns
    .flat()
    .map(({ place }) => place)
    .filter((place) => people.test(place));
  expect(found.filter((place) => !declared.has(place) && !others.has(place))).toEqual([]);
  expect([...declared].filter((place) => !columns.flat().some((each) => each.place === place))).toEqual([]);

  // Nor is an id anywhere else in an index that people have used.
  const all = await everything();
  const holders = new Set<string>();
  for (const [table, rows] of all)
    for (const row of rows)
      for (const [column, value] of Object.entries(JSON.parse(row) as Record<string, unknown>))
        if (typeof value === "string" && /tenant\|(natto|kit|helper|other-helper)-sub/.test(value))
          holders.add(`${table}.${column}`);
  const elsewhere = ["change.before", "change.after"];
  expect([...holders].filter((place) => !declared.has(place) && !elsewhere.includes(place))).toEqual([]);
});
