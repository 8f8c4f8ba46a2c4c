import { sql } from "kysely";
import { expect, test } from "vitest";
import { openEngine } from "#engine";
import { api } from "../../domain/contract/routes.ts";
import { sqlite } from "../../server/db/database.ts";
import { emptyApp, type TestApp } from "../factories.ts";

// On D1 a request may run a thousand statements.

const HELPER = { id: "hel", roles: ["Index Helper"] };
const AT_ONCE = 100;

let statements = 0;

/** Opens an app that counts its statements, with so many submissions of a challenge that wait. */
async function withWaiting(challenge: string): Promise<{ app: TestApp; ids: string[] }> {
  const engine = await openEngine();
  const { database } = engine;
  const counted: typeof database = {
    ...database,
    query(tags, statement) {
      statements += 1;
      return database.query(tags, statement);
    },
    atomic(batch) {
      statements += batch.length;
      return database.atomic(batch);
    },
  };
  const app = await emptyApp({ ...engine, database: counted });
  const ids: string[] = [];
  for (let at = 0; at < AT_ONCE; at += 1) {
    const own = challenge === "2tc" ? { map: `Moved in ${at}` } : { map: "Quad", money: 1000 + at };
    const { id } = await app.add(challenge, {
      ...{ ...own, pending: `ada${at}`, submittedBy: `ada${at}`, verifiedBy: null },
    });
    ids.push(id);
  }
  return { app, ids };
}

async function countOf(send: () => Promise<{ status: number; body: unknown }>): Promise<number> {
  statements = 0;
  const { status, body } = await send();
  expect(status, JSON.stringify(body)).toBe(200);
  return statements;
}

/** Undoes the last act, and counts that. */
async function countOfUndo(app: TestApp): Promise<number> {
  const [last] = await app.database.query<{ act: string }>(
    [],
    sql<{ act: string }>`select act from change where noun = 'completion' order by seq desc limit 1`.compile(
      sqlite,
    ),
  );
  return countOf(() => app.post(api.undoChange(), { act: last?.act ?? "" }, HELPER));
}

const statesOf = async (app: TestApp) => {
  const rows = await app.database.query<{ state: string; count: number }>(
    [],
    sql<{ state: string; count: number }>`select
      iif(deleted_at is not null, 'deleted', iif(pending is null, 'verified', 'pending')) as state, count(*) as count
      from completion group by 1`.compile(sqlite),
  );
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
};

test.each(["2tc", "lcc"])(
  "a hundred %s are verified or deleted at once in three statements each, and undone in nine",
  async (challenge) => {
    const { app, ids } = await withWaiting(challenge);
    const entries = JSON.stringify(ids);
    expect(await countOf(() => app.post(api.verifyCompletions(), { entries }, HELPER))).toBeLessThan(340);
    expect(await statesOf(app)).toEqual({ verified: AT_ONCE });
    for (const state of ["pending", "verified", "pending", "verified"]) {
      expect(await countOfUndo(app)).toBeLessThan(900);
      expect(await statesOf(app)).toEqual({ [state]: AT_ONCE });
    }
    expect(await countOf(() => app.post(api.deleteSubmit(challenge), { entries }, HELPER))).toBeLessThan(340);
    for (const state of ["verified", "deleted", "verified"]) {
      expect(await countOfUndo(app)).toBeLessThan(900);
      expect(await statesOf(app)).toEqual({ [state]: AT_ONCE });
    }
  },
);

test.each([
  ["verify", "verified"],
  ["reject", "deleted"],
])("a hundred verdicts, each by itself, take less than 900 statements: %s", async (verdict, state) => {
  const { app, ids } = await withWaiting("lcc");
  const entries = JSON.stringify(ids.map((filekey) => ({ verdict, filekey, revision: 1, reason: "No." })));
  expect(await countOf(() => app.post(api.giveVerdicts(), { entries }, HELPER))).toBeLessThan(900);
  expect(await statesOf(app)).toEqual({ [state]: AT_ONCE });
  for (const undone of ["pending", state]) {
    expect(await countOfUndo(app)).toBeLessThan(900);
    expect(await statesOf(app)).toEqual({ [undone]: AT_ONCE });
  }
});
