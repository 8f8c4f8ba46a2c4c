import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { gunzipSync, gzipSync } from "node:zlib";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { openEmulatedIndex } from "../../platform/cloudflare/emulated-index.ts";
import { argon2 } from "../../platform/node/argon2.ts";
import { hashOfStream } from "../../platform/node/moving-out/command.ts";
import { folderOfFiles } from "../../platform/node/moving-out/folder.ts";
import { accountService } from "../../server/accounts/service.ts";
import { countersInMemory } from "../../server/counters-in-memory.ts";
import { accountReads, COMMAND_LINE } from "../../server/data/accounts.ts";
import { EXPORTED } from "../../server/data/moving-out.ts";
import type { Manifest } from "../../server/moving-out/manifest.ts";
import { findDamage, readManifest } from "../../server/moving-out/restore.ts";
import { run } from "../moving-in/command-line.ts";
import { FORMS, ODD_INDEX } from "../moving-in/fixture.ts";
import { liveIn, newFolder, openIndex, rowsOf } from "./lived-in.ts";

/** Each starts the command line several times, with Cloudflare's emulation behind it. */
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const EDGE = { DATABASE: "edge" };

/** Runs the command line and answers what it said; it is to work. */
async function done(folder: string, args: readonly string[], env = {}): Promise<string> {
  const { code, said } = await run(folder, args, env).ended;
  expect(code, `${args.join(" ")}\n${said}`).toBe(0);
  return said;
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted();

const EVERYTHING = ["--secrets", "--with-media"];
const PERSON = { email: "cat@example.org", password: "nine lives and a half" };

const [machine, edge, back] = [newFolder(), newFolder(), newFolder()];
const [ofMachine, ofEdge, ofBack] = [machine, edge, back].map((folder) => join(folder, "export")) as [
  string,
  string,
  string,
];

beforeAll(async () => {
  const index = await openIndex(machine);
  await liveIn(index);
  await accountService({
    database: index.database,
    hasher: argon2,
    counters: countersInMemory(),
  }).create({ ...PERSON, roles: [], generated: false }, COMMAND_LINE);
  index.sqlite.close();
  await done(machine, ["export", ofMachine, ...EVERYTHING]);
  expect(await done(edge, ["import", ofMachine, "--apply"], EDGE)).toContain("nothing is wrong");
  await done(edge, ["export", ofEdge, ...EVERYTHING], EDGE);
  expect(await done(back, ["import", ofEdge, "--apply"])).toContain("nothing is wrong");
  await done(back, ["export", ofBack, ...EVERYTHING]);
});

describe("an index that moved from a machine to Cloudflare, and back", () => {
  test.each(EXPORTED.map(({ name, key }) => [name, key] as const))(
    "has the rows of %s as they were",
    (name, key) => {
      const [one, other] = [machine, back].map((folder) => {
        const sqlite = new DatabaseSync(join(folder, "index.sqlite"), { readOnly: true });
        try {
          return rowsOf({ sqlite }, name, key);
        } finally {
          sqlite.close();
        }
      });
      expect(other).toEqual(one);
      if (["account", "completion", "media", "map", "change"].includes(name))
        expect(one?.length, name).toBeGreaterThan(0);
    },
  );

  test("is exported there and after it to the same bytes, each file of media among them", () => {
    const files = filesIn(ofMachine).filter((name) => name !== "manifest.json");
    expect(files.filter((name) => name.startsWith("media/")).length).toBeGreaterThan(10);
    for (const other of [ofEdge, ofBack]) {
      expect(filesIn(other).filter((name) => name !== "manifest.json")).toEqual(files);
      for (const name of files)
        expect(readFileSync(join(other, name)).equals(readFileSync(join(ofMachine, name))), name).toBe(true);
    }
  });

  test("takes the passwords that it took", async () => {
    const index = await openEmulatedIndex({ dataDir: edge }, () => undefined);
    try {
      const account = await accountReads(index.database).findByEmail(PERSON.email);
      const hash = account?.passwordHash ?? "";
      expect(await argon2.verify(hash, PERSON.password)).toBe(true);
      expect(await argon2.verify(hash, "another")).toBe(false);
    } finally {
      await index.close();
    }
  });

  test("is backed up as an export that is read back, and that is put back as one", async () => {
    const dir = join(newFolder(), "backups");
    const said = await done(edge, ["backup", dir], EDGE);
    expect(said).toContain("It was read back whole.");
    const [name = ""] = readdirSync(dir);
    expect(name).toMatch(/^export-\d{4}-\d\d-\d\dT/);
    const restored = newFolder();
    expect(await done(restored, ["import", join(dir, name), "--apply"])).toContain("nothing is wrong");
    const { code, said: refused } = await run(restored, ["restore", dir], EDGE).ended;
    expect([code, refused]).toEqual([1, expect.stringContaining("DATABASE says another place")]);

    // What is read back is compared: lines with their checksums, files with their names.
    const files = folderOfFiles(join(dir, name));
    const manifest = (await readManifest(files)) as Manifest;
    const damage = () => findDamage(manifest, files, { hashOfStream, progress: () => undefined });
    expect(await damage()).toEqual([]);
    const [blob = "", gone = ""] = filesIn(join(dir, name)).filter((each) => each.startsWith("media/"));
    writeFileSync(join(dir, name, blob), "other bytes");
    rmSync(join(dir, name, gone));
    const lines = join(dir, name, "map.jsonl.gz");
    writeFileSync(lines, gzipSync(gunzipSync(readFileSync(lines)).toString().replace("Cargo", "Kargo")));
    expect(await damage()).toEqual([
      expect.stringMatching(/^map\.jsonl\.gz: lines 1 to \d+ do not have the checksum/),
      `${blob}: it is not what its name says.`,
      `${gone}: it is not there.`,
    ]);
  });

  test("is nothing that another export comes in the place of", async () => {
    const { code, said } = await run(edge, ["import", ofMachine, "--apply"], EDGE).ended;
    expect([code, said]).toEqual([1, expect.stringContaining("This index has things of its own")]);
    expect(said).toContain("npm run start:edge on that folder");
  });
});

test("no command works on what is being served, and says so", async () => {
  const serving = await openEmulatedIndex({ dataDir: edge }, () => undefined);
  try {
    const { code, said } = await run(edge, ["admin", "list"], EDGE).ended;
    expect([code, said]).toEqual([1, expect.stringContaining("The site is being served from")]);
  } finally {
    await serving.close();
  }
  expect(await done(edge, ["admin", "list"], EDGE)).not.toContain("being served");
});

test("an import of an export that is stopped half way is known of, and begun again is there whole", async () => {
  const folder = newFolder();
  const stopped = run(folder, ["import", ofMachine, "--apply"], EDGE);
  expect(await stopped.saying("writing rows")).toBe(true);
  // As Ctrl-C does: a command that is killed leaves the emulation's own process behind.
  stopped.child.kill("SIGTERM");
  await stopped.ended;
  const { code, said } = await run(folder, ["check"], EDGE).ended;
  expect([code, said]).toEqual([1, expect.stringContaining("was not imported to its end")]);
  await done(folder, ["import", ofMachine, "--apply"], EDGE);
  expect(await done(folder, ["check"], EDGE)).toContain("nothing is wrong");
  const again = join(newFolder(), "export");
  await done(folder, ["export", again, "--secrets"], EDGE);
  for (const name of filesIn(again).filter((each) => each !== "manifest.json"))
    expect(readFileSync(join(again, name), "utf8"), name).toBe(readFileSync(join(ofMachine, name), "utf8"));
});

test("the community's index is moved in and taken back; administrators and keys are as on a folder", async () => {
  const folder = newFolder();
  const recovered = await done(folder, ["admin", "recover", "ada@example.org"], EDGE);
  expect(recovered).toMatch(/its new password, shown only this once: \S+/);
  expect(await done(folder, ["admin", "list"], EDGE)).toContain("ada@example.org");
  const file = FORMS["an SQL dump"]?.(ODD_INDEX) ?? "";
  expect(await done(folder, ["import", file], EDGE)).toContain("This was a dry run: nothing was written.");
  const said = await done(folder, ["import", file, "--apply"], EDGE);
  const [, act = ""] = /undo-import (\S+)/.exec(said) ?? [];
  expect(readdirSync(folder)).toContain(`left-over-${act}.jsonl`);
  expect(await done(folder, ["import", "list"], EDGE)).toContain(act);
  expect(await done(folder, ["check"], EDGE)).toContain("nothing is wrong");
  expect(await done(folder, ["undo-import", act], EDGE)).toContain("Took back");
  expect(await done(folder, ["keys", "rotate"], EDGE)).toContain("made new keys");
  expect(await done(folder, ["check"], EDGE)).toContain("nothing is wrong");
});
