import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { beforeAll, expect, test, vi } from "vitest";
import type { Manifest } from "../../app/features/dump/lines.server.ts";
import { readManifest } from "../../app/features/dump/restore.server.ts";
import { run } from "../../packages/import/test/command-line.ts";
import { FORMS, ODD_INDEX } from "../../packages/import/test/fixture.ts";
import { readBack } from "../../platform/node/backups/of-d1.ts";
import { folderOfFiles } from "../../platform/node/moving-out/folder.ts";
import { openSqlite } from "../../platform/node/sqlite.ts";
import { newFolder } from "../moving-out/lived-in.ts";
import { done, EDGE, filesIn, importedAtTheEdge, livedInFolder } from "../moving-out/to-cloudflare.ts";

/** Each test starts the command line several times, with Cloudflare's emulation behind it. */
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

let ofMachine = "";
beforeAll(async () => {
  ({ exported: ofMachine } = await livedInFolder());
});

test("an index at the edge is backed up as an export that is read back, and that is put back as one", async () => {
  const edge = await importedAtTheEdge(ofMachine);
  const dir = join(newFolder(), "backups");
  const said = await done(edge, ["backup", dir], EDGE);
  expect(said).toContain("It was read back whole.");
  const [name = ""] = readdirSync(dir);
  expect(name).toMatch(/^export-\d{4}-\d\d-\d\dT/);
  const restored = newFolder();
  expect(await done(restored, ["import", join(dir, name), "--apply"])).toContain("nothing is wrong");
  const { code, said: refused } = await run(restored, ["restore", dir], EDGE).ended;
  expect([code, refused]).toEqual([1, expect.stringContaining("DATABASE says another place")]);

  // The export is verified: lines against their checksums, files against their names.
  const files = folderOfFiles(join(dir, name));
  const manifest = (await readManifest(files)) as Manifest;
  const sqlite = openSqlite(join(restored, "index.sqlite"));
  const again = () => readBack({ manifest, missing: [] }, join(dir, name), sqlite);
  await again();
  const [blob = "", gone = ""] = filesIn(join(dir, name)).filter((each) => each.startsWith("media/"));
  const bytes = readFileSync(join(dir, name, blob));
  writeFileSync(join(dir, name, blob), bytes.toReversed());
  await expect(again()).rejects.toThrow(`${blob}: it is damaged`);
  rmSync(join(dir, name, gone));
  await expect(again()).rejects.toThrow(`${gone}: it is not there.`);
  const lines = join(dir, name, "map.jsonl.gz");
  writeFileSync(lines, gzipSync(gunzipSync(readFileSync(lines)).toString().replace("Cargo", "Kargo")));
  await expect(again()).rejects.toThrow(/map\.jsonl\.gz: lines 1 to \d+ do not have the checksum/);
  sqlite.close();
});

test("an import of an export that is stopped half way is known of, and begun again is there whole", async () => {
  const folder = newFolder();
  const stopped = run(folder, ["import", ofMachine, "--apply"], EDGE);
  expect(await stopped.saying("writing rows")).toBe(true);
  // Like Ctrl-C. A killed command would leave the emulation's process behind.
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

test("an index from elsewhere is refused there, and says the way; administrators and keys are as on a folder", async () => {
  const folder = newFolder();
  const recovered = await done(folder, ["admin", "recover", "ada@example.org"], EDGE);
  expect(recovered).toMatch(/its new password, shown only this once: \S+/);
  expect(await done(folder, ["admin", "list"], EDGE)).toContain("ada@example.org");
  const file = FORMS["an SQL dump"]?.(ODD_INDEX) ?? "";
  const { code, said } = await run(folder, ["import", file, "--apply"], EDGE).ended;
  expect([code, said]).toEqual([1, expect.stringContaining("Unset DATABASE and import there")]);
  expect(await done(folder, ["keys", "rotate"], EDGE)).toContain("made new keys");
  expect(await done(folder, ["check"], EDGE)).toContain("nothing is wrong");
});
