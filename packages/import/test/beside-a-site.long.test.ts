import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { openData } from "../../../app/api/repositories.server.ts";
import { beginImport, endImport } from "../../../app/features/import/repository.server.ts";
import { openSqlite } from "../../../platform/node/sqlite.ts";
import { testApp } from "../../../test/factories.ts";
import { startSite } from "../../../test/node/site.ts";
import { openEngine } from "../../../test/runtime/node/engine.ts";
import { AT_ONCE } from "../plan.ts";
import { dumpOf, newFolder, PAIRS, read, run } from "./command-line.ts";
import { NOW } from "./site.ts";

const ROWS = 6_000;

/** `npm test` builds the pages first. */
const BUILD = resolve(import.meta.dirname, "../../../build/server/index.js");

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

test("during an import readers see each of its batches whole, and no concurrent write is lost", async () => {
  const folder = newFolder();
  const file = dumpOf(ROWS);
  // Creates the folder and the game's facts in it.
  await run(folder, ["import", file]).ended;
  const site = await openBeside(folder);
  const own = await site.add("2tc", { towers: [...(PAIRS[0] ?? [])], map: "Logs" });

  const importing = run(folder, ["import", file, "--apply"]);
  expect(await importing.saying("comparing completions: 100 %")).toBe(true);
  // Planned but not written yet: meanwhile the last of its combinations is verified here, and another one claimed.
  const verified = await site.add("2tc", { towers: [...(PAIRS[ROWS - 1] ?? [])] });
  const claim = await site.add("2tc", { towers: [...(PAIRS[ROWS - 2] ?? [])], pending: "ada" });
  const seen = new Set<number>();
  let isDone = false;
  void importing.ended.then(() => {
    isDone = true;
  });
  while (!isDone) seen.add(await site.counted());
  seen.add(await site.counted());
  // Two were here before.
  for (const count of seen) if (count !== ROWS + 1) expect(count % AT_ONCE).toBe(2);
  expect(Math.max(...seen)).toBe(ROWS + 1);

  const { code, said } = await importing.ended;
  expect(code).toBe(0);
  expect(said).toContain("Counted again: 5,999 of 6,000; somebody changed the others meanwhile.");
  for (const { id } of [own, verified]) expect(await site.stateOf(id)).toMatchObject({ deleted_at: null });
  expect(await site.stateOf(claim.id)).toMatchObject({ pending: "ada", deleted_at: null });
  expect(read(folder, "select count(*) from import_under_way")).toEqual([0]);
  expect((await run(folder, ["check"]).ended).said).toContain("nothing is wrong");
  site.database.close();
}, 300_000);

test("while an import is under way every page says so and no answer is No, also of what is cached", async () => {
  const site = await startSite({}, await import(pathToFileURL(BUILD).href));
  const textAt = async (path: string): Promise<string> => (await fetch(site.origin + path)).text();
  const shown = async () => {
    const { answers } = JSON.parse(await textAt("/fetch-answer?q=psi+alchemist+quad+2tc"));
    const pages = await Promise.all(["/", "/2tc", "/maps", "/ask?q=psi+alchemist+quad"].map(textAt));
    return {
      answers: answers.map(({ state, reason }: { state: string; reason: string | null }) => [state, reason]),
      says: pages.map((page) => page.includes("not everything is here yet")),
    };
  };
  const not = { answers: [["not-yet", null]], says: [false, false, false, false] };
  expect(await shown()).toEqual(not);
  const backup = "data/before-import/WHEN";
  await site.database.atomic([beginImport(backup, NOW.toISOString())]);
  const reason = "An import is running, and not all completions are here yet.";
  expect(await shown()).toEqual({ answers: [["cannot-say", reason]], says: [true, true, true, true] });
  await site.database.atomic(endImport(NOW.toISOString()));
  expect(await shown()).toEqual(not);
  await site.stop();
});
