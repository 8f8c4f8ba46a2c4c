import { join } from "node:path";
import { expect, test } from "vitest";
import { openData } from "../../app/api/repositories.server.ts";
import { openSqlite } from "../../platform/node/sqlite.ts";
import { testApp } from "../factories.ts";
import { openEngine } from "../runtime/node/engine.ts";
import { dumpOf, newFolder, PAIRS, read, run } from "./command-line.ts";

const ROWS = 6_000;

/** Opens a site on the same folder, with a function that asks it how many verified 2TCs there are. */
async function openBeside(folder: string) {
  const { media, receiveForm } = await openEngine();
  const database = openSqlite(join(folder, "index.sqlite"));
  const site = await testApp({ database, media, receiveForm });
  const counted = async (): Promise<number> =>
    (await site.getAs("/fetch-2tc?count=1&pending=0", "ada")).body.count;
  const stateOf = async (id: string) => (await openData(database).completions.findById(id))?.state;
  return { ...site, database, counted, stateOf };
}

test("during an import readers see the state before or after it, and no concurrent write is lost", async () => {
  const folder = newFolder();
  const file = dumpOf(ROWS);
  // Creates the folder and the game's facts in it.
  await run(folder, ["import", file]).ended;
  const site = await openBeside(folder);
  const own = await site.add("2tc", { towers: [...(PAIRS[0] ?? [])], map: "Logs" });

  const importing = run(folder, ["import", file, "--apply"]);
  expect(await importing.saying("making ready: 0 %")).toBe(true);
  // Planned but not done yet: meanwhile one of its combinations is verified here, and another one claimed.
  const verified = await site.add("2tc", { towers: [...(PAIRS[3] ?? [])] });
  const claim = await site.add("2tc", { towers: [...(PAIRS[4] ?? [])], pending: "ada" });
  expect(read(folder, "select state from act")).toEqual(["staging"]);
  const seen = new Set<number>();
  let isDone = false;
  void importing.ended.then(() => {
    isDone = true;
  });
  while (!isDone) seen.add(await site.counted());
  seen.add(await site.counted());
  expect([...seen]).toEqual([2, ROWS + 1]);

  const { code, said } = await importing.ended;
  expect(code).toBe(0);
  expect(said).toContain("taken-here (1)");
  for (const { id } of [own, verified]) expect(await site.stateOf(id)).toMatchObject({ deleted_at: null });
  expect(await site.stateOf(claim.id)).toMatchObject({ pending: "ada", deleted_at: null });
  expect((await run(folder, ["check"]).ended).said).toContain("nothing is wrong");
  site.database.close();
}, 300_000);
