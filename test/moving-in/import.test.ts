import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { CHALLENGES } from "../../challenges/index.ts";
import { migrate } from "../../platform/node/migrate.ts";
import { readIndex } from "../../platform/node/moving-in/read.ts";
import { openSqlite } from "../../platform/node/sqlite.ts";
import { openData } from "../../server/data/index.ts";
import { dryRun, type Importing, type ImportOptions } from "../../server/moving-in/import.ts";
import { seedFacts } from "../../server/seed.ts";
import { FORMS, MISSING_TABLES, ODD_INDEX, OLD_MEDIA } from "./fixture.ts";

const NOW = new Date("2026-07-01T00:00:00Z");

/** A site with the game's facts, one map of which was renamed. */
async function openSite(): Promise<Importing & { readonly sqlite: ReturnType<typeof openSqlite>["sqlite"] }> {
  const database = openSqlite(":memory:");
  migrate(database.sqlite, resolve(import.meta.dirname, "../../migrations"));
  await seedFacts(database, NOW);
  database.sqlite.exec(`update map set name = 'Former Name', name_key = 'formername' where name = 'Cargo';
    update map set name = 'Cargo', name_key = 'cargo' where name = 'Former Name'`);
  return {
    ...{ database, sqlite: database.sqlite, data: openData(database), challenges: CHALLENGES },
    ...{ now: () => NOW, progress: () => {} },
  };
}

const OPTIONS: ImportOptions = { oldMedia: OLD_MEDIA, people: null, media: null };

describe.each(Object.entries(FORMS))("an index as %s", (_, write) => {
  test("has everything odd in it named, and each row counted once", async () => {
    const { data } = await readIndex(write(ODD_INDEX));
    const { findings, tallies } = await dryRun(data, OPTIONS, await openSite());
    for (const [table, rows] of Object.entries(ODD_INDEX)) {
      const said = rows.map((_row, at) => ({
        row: at + 1,
        rules: findings
          .filter((found) => found.table === table && found.row === at + 1)
          .map(({ rule }) => rule)
          .sort(),
      }));
      expect({ table, said }).toEqual({
        table,
        said: rows.map(({ rules }, at) => ({ row: at + 1, rules: [...rules].sort() })),
      });
      const counts = { read: rows.length, added: 0, updated: 0, same: 0, merged: 0, aside: 0 };
      for (const { fate } of rows) counts[fate] += 1;
      expect({ table, ...tallies.get(table) }).toEqual({ table, ...counts });
    }
  });
});

test("the made-up index has every table", () => {
  expect(MISSING_TABLES).toEqual([]);
});
