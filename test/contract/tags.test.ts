import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { openEngine } from "#engine";
import { insertTowers } from "../../app/features/catalogue/repository.server.ts";
import { CHALLENGES } from "../../domain/challenges/index.ts";
import { api } from "../../domain/contract/routes.ts";
import { insertChange } from "../../server/db/changes.ts";
import { sqlite } from "../../server/db/database.ts";
import { completionsOf, type Tag } from "../../server/db/tags.ts";
import { emptyApp, setColumns, type TestApp } from "../factories.ts";
import { MOSS } from "../made-up/tower.ts";

let app: TestApp;
beforeEach(async () => {
  app = await emptyApp(await openEngine());
});

const LCD = completionsOf("lcd");
const ALL: readonly Tag[] = [
  ...Array.from(CHALLENGES.keys(), (key) => completionsOf(key)),
  ...([
    "maps",
    "players",
    "accounts",
    "spellings",
    "starts",
    "balance-changes",
    "game-versions",
    "catalogue",
    "sample",
    "import",
  ] as const),
];

/** Returns the tags that a write moves. */
async function movedBy(write: () => Promise<unknown>): Promise<Tag[]> {
  const before = await app.database.versions();
  await write();
  const after = await app.database.versions();
  return ALL.filter((tag) => before?.of([tag]) !== after?.of([tag]));
}

const run = (statement: string) => app.database.atomic([sql.raw(statement).compile(sqlite)]);

test("how players are shown moves when a second spelling of a name comes or goes, in any challenge", async () => {
  const shown = async () => {
    const { body } = await app.get(api.personCounts("2mp"));
    return (body.personData as { person: string }[]).map(({ person }) => person);
  };
  expect(await movedBy(() => app.add("2mp", { people: ["Ada"] }))).toEqual([completionsOf("2mp")]);
  expect(await movedBy(() => app.add("lcc", { people: ["Ada"] }))).toEqual([completionsOf("lcc")]);
  expect(await movedBy(() => app.add("lcc", { people: ["Bob"] }))).toEqual([completionsOf("lcc")]);
  expect(await shown()).toEqual(["Ada"]);
  for (let each = 0; each < 3; each++)
    expect(await movedBy(() => app.add("lcc", { people: ["ADA"] }))).toEqual([
      completionsOf("lcc"),
      "players",
    ]);
  expect(await shown()).toEqual(["ADA"]);
  expect(await movedBy(() => run(`delete from completion where people = '["ADA"]'`))).toEqual([
    completionsOf("lcc"),
    "players",
  ]);
  expect(await shown()).toEqual(["Ada"]);
});

test("merging or splitting the names of players moves how players are shown", async () => {
  await app.add("lcd", { people: ["Ada"] });
  await app.add("lcd", { people: ["Bob"] });
  const merge = `update player_name set player = (select player from player_name where name_key = 'ada')
    where name_key = 'bob'`;
  expect(await movedBy(() => run(merge))).toEqual(["players"]);
  const split = `update player_name set player = (select id from player where origin_key = 'bob') where name_key = 'bob'`;
  expect(await movedBy(() => run(split))).toEqual(["players"]);
});

test("a completion moves with its files and its history, but not while it is deleted", async () => {
  const { id } = await app.add("lcd", {});
  const attach = `insert into media (key, hash, content_type, bytes, created_at, completion)
    values ('${id}/attach/1', 'x', 'image/png', 1, '', '${id}')`;
  const log = () =>
    app.database.atomic([
      insertChange({
        ...{ at: "2026-01-01T00:00:00.000Z", actor: "system", action: "note", noun: "completion", id },
        ...{ before: null, after: null },
      }),
    ]);
  const edit = `update completion set notes = notes || 'x' where id = '${id}'`;
  for (const write of [() => run(attach), log, () => run(edit)]) expect(await movedBy(write)).toEqual([LCD]);
  expect(await movedBy(() => run(`update media set thumbnail = 'y' where completion = '${id}'`))).toEqual([
    LCD,
  ]);
  const hide = (at: string | null) => app.database.atomic(setColumns(id, { deleted_at: at }));
  expect(await movedBy(() => hide("2026"))).toEqual([LCD]);
  const detach = `delete from media where completion = '${id}'`;
  for (const write of [() => run(edit), log, () => run(detach)]) expect(await movedBy(write)).toEqual([]);
  expect(await movedBy(() => hide(null))).toEqual([LCD]);
});

test("the presence of a sample moves with the first and the last of its rows", async () => {
  const start = (uuid: string) =>
    run(`insert into chimps_start (uuid, map_id, title, link, created_at, sample)
      select '${uuid}', id, '', '', '', 1 from map limit 1`);
  const end = (uuid: string) => run(`delete from chimps_start where uuid = '${uuid}'`);
  expect(await movedBy(() => start("one"))).toEqual(["starts", "sample"]);
  expect(await movedBy(() => start("two"))).toEqual(["starts"]);
  expect(await movedBy(() => app.add("lcd", { sample: true }))).toEqual([LCD]);
  expect(await movedBy(() => end("one"))).toEqual(["starts"]);
  expect(await movedBy(() => end("two"))).toEqual(["starts"]);
  expect(await movedBy(() => run("delete from completion where sample = 1"))).toEqual([LCD, "sample"]);
});

test("accounts move only when a display name that everybody reads is added, changed or removed", async () => {
  const add = (id: string, name: string) =>
    run(`insert into account (id, email, email_key, display_name, name_public, created_at)
      values ('${id}', '${id}', '${id}', ${name}, 1, '')`);
  expect(await movedBy(() => add("nameless", "null"))).toEqual([]);
  expect(await movedBy(() => add("named", "'Ada'"))).toEqual(["accounts"]);
  expect(await movedBy(() => run("update account set roles = '[]', signed_in_at = '2026'"))).toEqual([]);
  expect(await movedBy(() => run("update account set display_name = 'Ada' where id = 'named'"))).toEqual([]);
  expect(await movedBy(() => run("update account set display_name = 'Bea' where id = 'named'"))).toEqual([
    "accounts",
  ]);
  expect(await movedBy(() => run("update account set name_public = 0 where id = 'named'"))).toEqual([
    "accounts",
  ]);
  expect(await movedBy(() => run("update account set display_name = 'Cea' where id = 'named'"))).toEqual([]);
  expect(await movedBy(() => run("update account set name_public = 1 where id = 'named'"))).toEqual([
    "accounts",
  ]);
  expect(await movedBy(() => run("delete from account where id = 'nameless'"))).toEqual([]);
  expect(await movedBy(() => run("delete from account where id = 'named'"))).toEqual(["accounts"]);
});

test("the catalogue moves with each tower or hero that is added, changed, taken out or brought back, and nothing else does", async () => {
  const set = (what: string) => run(`update tower set ${what} where name = 'Moss'`);
  const add = () => app.database.atomic([insertTowers([MOSS], [100])]);
  expect(await movedBy(add)).toEqual(["catalogue"]);
  // What is there already is not loaded again.
  expect(await movedBy(add)).toEqual([]);
  for (const what of ["prices = '[]'", "deleted_at = '2026'", "deleted_at = null"])
    expect(await movedBy(() => set(what)), what).toEqual(["catalogue"]);
  await app.add("2mp", { towers: ["Moss"] });
  expect(await movedBy(() => app.add("2mp", { towers: ["Moss"], map: "Logs" }))).toEqual([
    completionsOf("2mp"),
  ]);
});
