import { beforeEach, expect, test } from "vitest";
import { openEngine } from "#engine";
import { openData } from "../../app/api/repositories.server.ts";
import { api } from "../../domain/contract/routes.ts";
import { sqlite } from "../../server/db/database.ts";
import { insertMediaEntries } from "../../server/db/media.ts";
import { type TestApp, testApp } from "../factories.ts";

const ADMINISTRATOR = { id: "boss", roles: ["Admin"] };
const HELPER = { id: "hel", roles: ["Index Helper"] };

let app: TestApp;
beforeEach(async () => {
  const engine = await openEngine();
  const tables = ["completion", "media", "chimps_start", "balance_change", "map", "change"] as const;
  await engine.database.atomic(tables.map((table) => sqlite.deleteFrom(table).compile()));
  app = await testApp(engine);
});

/** Adds sample completions and a real one, whose id it returns. */
async function fill(samples: number): Promise<string> {
  for (let player = 0; player < samples; player += 1)
    await app.add(player % 2 ? "lcc" : "lcd", { map: "Quad", people: [`Sample ${player}`], sample: true });
  return (await app.add("lcc", { map: "Quad", people: ["Ada"] })).id;
}

const left = async () => (await app.getAs(api.sample(), ADMINISTRATOR.id, ADMINISTRATOR.roles)).body;
const remove = (who = ADMINISTRATOR) => app.post(api.removeSample(), {}, who);
const removals = async () =>
  (
    await app.database.query(
      [],
      sqlite
        .selectFrom("change")
        .select(["actor", "before"])
        .where("noun", "=", "sample")
        .where("action", "=", "remove")
        .compile(),
    )
  ).map(({ actor, before }) => ({ actor, before: JSON.parse(before ?? "null") }));
const completions = () => app.database.query([], sqlite.selectFrom("completion").select("id").compile());

test("removing the sample removes its media, keeps real completions, and is logged with its author", async () => {
  const own = await fill(3);
  const [sample] = await app.database.query(
    [],
    sqlite.selectFrom("completion").select("id").where("sample", "=", 1).limit(1).compile(),
  );
  await app.database.atomic([
    insertMediaEntries(
      [sample?.id ?? "", own].map((key) => {
        const file = { hash: "a".repeat(64), contentType: "image/png", bytes: 1 };
        return { key, completion: key, createdAt: "2026-01-01T00:00:00Z", ...file };
      }),
    ),
  ]);
  expect(await left()).toEqual({ completions: 3, starts: 0 });
  expect(await openData(app.database).sample.isThere()).toBe(true);
  const { status, body } = await remove();
  expect({ status, body }).toEqual({ status: 200, body: { completions: 0, starts: 0 } });
  expect(await completions()).toEqual([{ id: own }]);
  expect(await app.database.query([], sqlite.selectFrom("media").select("key").compile())).toEqual([
    { key: own },
  ]);
  expect(await openData(app.database).sample.isThere()).toBe(false);
  expect(await removals()).toEqual([{ actor: "boss", before: { lcc: 1, lcd: 2, "chimps-starts": 0 } }]);
  expect((await remove()).status).toBe(200);
  expect(await removals()).toHaveLength(1);
});

test("concurrent removals of the sample remove and log each row once", async () => {
  const own = await fill(6);
  const pressed = await Promise.all([remove(), remove(), remove()]);
  expect(pressed.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await completions()).toEqual([{ id: own }]);
  expect(await removals()).toHaveLength(1);
});

test("only administrators may remove the sample", async () => {
  await fill(1);
  expect((await remove(HELPER)).status).toBe(403);
  expect((await app.getAs(api.sample(), HELPER.id, HELPER.roles)).status).toBe(403);
  expect((await app.app.request(api.removeSample(), { method: "POST" })).status).toBe(401);
  expect((await app.app.request(api.removeSample())).status).toBe(405);
  expect(await left()).toEqual({ completions: 1, starts: 0 });
});
