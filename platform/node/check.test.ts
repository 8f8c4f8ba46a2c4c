import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { newFolder, startSite } from "../../test/node/site.ts";
import { checkInBackground } from "./check.ts";

async function foundIn(file: string): Promise<string[]> {
  const found: string[] = [];
  await checkInBackground(file, { noteDamage: (what) => found.push(what) }).done;
  return found;
}

test("the background check finds nothing in an intact database, in use or not, and finds damage", async () => {
  const site = await startSite({ SAMPLE_DATA: "on" });
  const file = join(site.settings.dataDir, "index.sqlite");
  expect(await foundIn(file)).toEqual([]);
  await site.stop();
  // Nobody has it open now, so there is neither a write-ahead log nor its index.
  const copy = join(newFolder(), "index.sqlite");
  copyFileSync(file, copy);
  expect(await foundIn(copy)).toEqual([]);

  const sqlite = new DatabaseSync(copy);
  const page = sqlite.prepare("select rootpage from sqlite_schema where name = 'completion_by_money'").get();
  sqlite.close();
  const begin = (Number(page?.rootpage) - 1) * 4096;
  writeFileSync(copy, readFileSync(copy).fill(0xa5, begin, begin + 4096));
  expect(await foundIn(copy)).toEqual([expect.stringContaining("database")]);
});
