import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { EXPORTED } from "../../app/features/dump/repository/tables.server.ts";
import { run } from "../../packages/import/test/command-line.ts";
import { findByEmail } from "../../packages/sign-in/accounts/repository/accounts.ts";
import { openEmulatedIndex } from "../../platform/cloudflare/emulated-index.ts";
import { argon2 } from "../../platform/node/argon2.ts";
import { newFolder, rowsOf } from "./lived-in.ts";
import { done, EDGE, exportAll, filesIn, importedAtTheEdge, livedInFolder, PERSON } from "./to-cloudflare.ts";

// test/edge/cloudflare.long.test.ts tests what else the command line does on Cloudflare.

/** Each test starts the command line several times, with Cloudflare's emulation behind it. */
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

let [machine, edge, back] = ["", "", ""];
let [ofMachine, ofEdge, ofBack] = ["", "", ""];

beforeAll(async () => {
  ({ folder: machine, exported: ofMachine } = await livedInFolder());
  edge = await importedAtTheEdge(ofMachine);
  ofEdge = await exportAll(edge, EDGE);
  back = newFolder();
  expect(await done(back, ["import", ofEdge, "--apply"])).toContain("nothing is wrong");
  ofBack = await exportAll(back);
});

describe("an index that was moved from a machine to Cloudflare and back", () => {
  test.each(EXPORTED)("has the same rows of %s", (name) => {
    const [one, other] = [machine, back].map((folder) => {
      const sqlite = new DatabaseSync(join(folder, "index.sqlite"), { readOnly: true });
      try {
        return rowsOf({ sqlite }, name);
      } finally {
        sqlite.close();
      }
    });
    expect(other).toEqual(one);
    if (["account", "completion", "media", "map", "change"].includes(name))
      expect(one?.length, name).toBeGreaterThan(0);
  });

  test("gives byte-identical exports there and back, media files included", () => {
    const files = filesIn(ofMachine).filter((name) => name !== "manifest.json");
    expect(files.filter((name) => name.startsWith("media/")).length).toBeGreaterThan(10);
    for (const other of [ofEdge, ofBack]) {
      expect(filesIn(other).filter((name) => name !== "manifest.json")).toEqual(files);
      for (const name of files)
        expect(readFileSync(join(other, name)).equals(readFileSync(join(ofMachine, name))), name).toBe(true);
    }
  });

  test("still accepts its passwords", async () => {
    const index = await openEmulatedIndex({ dataDir: edge }, () => undefined);
    try {
      const account = await findByEmail(index.database, PERSON.email);
      const hash = account?.passwordHash ?? "";
      expect(await argon2.verify(hash, PERSON.password)).toBe(true);
      expect(await argon2.verify(hash, "another")).toBe(false);
    } finally {
      await index.close();
    }
  });

  test("cannot be overwritten with another export", async () => {
    const { code, said } = await run(edge, ["import", ofMachine, "--apply"], EDGE).ended;
    expect([code, said]).toEqual([1, expect.stringContaining("This index has things of its own")]);
    expect(said).toContain("npm run start:edge on that folder");
  });
});

test("a command refuses to work on a folder that is being served", async () => {
  const serving = await openEmulatedIndex({ dataDir: edge }, () => undefined);
  try {
    const { code, said } = await run(edge, ["admin", "list"], EDGE).ended;
    expect([code, said]).toEqual([1, expect.stringContaining("The site is being served from")]);
  } finally {
    await serving.close();
  }
  expect(await done(edge, ["admin", "list"], EDGE)).not.toContain("being served");
});
