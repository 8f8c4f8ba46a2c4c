import { expect, test } from "vitest";
import { openEngine } from "#engine";
import { twoTowers } from "../../../../domain/challenges/2tc.ts";
import type { Having } from "../../../../domain/game/words.ts";
import { sqlite } from "../../../../server/db/database.ts";
import { insertMediaEntries } from "../../../../server/db/media.ts";
import { setColumns, testApp } from "../../../../test/factories.ts";
import { completionLists } from "./lists.server.ts";

test("a completion is found by its uploads while both they and the completion exist", async () => {
  const app = await testApp(await openEngine());
  const { id } = await app.add("2tc", { map: "Quad", link: null });
  const count = async (what: Having): Promise<number> => {
    const query = { conditions: [{ on: "has", what } as const], order: [], offset: 0, count: 0 };
    // A new reader each time, since a reader caches its totals.
    return (await completionLists(app.database).list(twoTowers, query)).total;
  };
  const hidden = (at: string | null) => setColumns(id, { deleted_at: at });
  const entry = { hash: "a".repeat(64), bytes: 1, createdAt: "2026-01-01T00:00:00.000Z", completion: id };
  expect(await count("picture")).toBe(0);
  await app.database.atomic([
    insertMediaEntries([
      { ...entry, key: id, contentType: "image/webp" },
      { ...entry, key: `${id}/attach/x`, contentType: "video/webm" },
    ]),
  ]);
  expect([await count("picture"), await count("video"), await count("link")]).toEqual([1, 1, 0]);
  await app.database.atomic(hidden("2026-01-02T00:00:00.000Z"));
  expect([await count("picture"), await count("video")]).toEqual([0, 0]);
  await app.database.atomic([
    sqlite.deleteFrom("media").where("key", "=", `${id}/attach/x`).compile(),
    ...hidden(null),
  ]);
  expect([await count("picture"), await count("video")]).toEqual([1, 0]);
  await app.database.atomic([sqlite.deleteFrom("completion").where("id", "=", id).compile()]);
  expect(await count("picture")).toBe(0);
});
