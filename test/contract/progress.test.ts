import { expect, test } from "vitest";
import { openEngine } from "#engine";
import { api } from "../../domain/contract/routes.ts";
import type { Month } from "../../domain/contract/site.ts";
import { sqlite } from "../../server/db/database.ts";
import { emptyApp } from "../factories.ts";

test("months count what is verified, by its date, else by its verification, else apart", async () => {
  const app = await emptyApp(await openEngine());
  const createdAt = "2025-03-31T23:00:00.000Z";
  const add = (map: string, date: string | null) =>
    app.add("lcc", { map, date, createdAt, money: 5, towers: [] });
  await add("Quad", "2024-05-06");
  await add("Logs", "2024-05-31");
  await add("Cubism", null);
  const { id } = await add("Muddy Puddles", null);
  await app.database.atomic([
    sqlite.updateTable("completion").set({ verified_at: null }).where("id", "=", id).compile(),
  ]);
  await app.add("lcc", { map: "Spice Islands", money: 5, pending: "ada", verifiedBy: null });
  await app.add("2tc", { map: "Quad", og: true, createdAt });
  const { results } = (await app.get(api.months())).body as unknown as { results: readonly Month[] };
  expect(results).toEqual([
    { challenge: "2tc", month: "2025-03", completions: 1, originals: 1 },
    { challenge: "lcc", month: null, completions: 1, originals: 0 },
    { challenge: "lcc", month: "2024-05", completions: 2, originals: 0 },
    { challenge: "lcc", month: "2025-03", completions: 1, originals: 0 },
  ]);
});
