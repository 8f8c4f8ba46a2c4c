import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { beforeAll, expect, test, vi } from "vitest";
import { run } from "../../packages/import/test/command-line.ts";
import { FORMS, ODD_INDEX } from "../../packages/import/test/fixture.ts";
import { openEmulatedIndex } from "../../platform/cloudflare/emulated-index.ts";
import { ROOT } from "../../platform/cloudflare/prepare.ts";
import { ALONE, WRANGLER } from "../../platform/cloudflare/workerd.ts";
import { statement } from "../../server/db/database.ts";
import { newFolder } from "../moving-out/lived-in.ts";
import { done, EDGE, filesIn, livedInFolder } from "../moving-out/to-cloudflare.ts";

/** Each test starts the command line several times, with Cloudflare's emulation behind it. */
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

let ofMachine = "";
beforeAll(async () => {
  ({ exported: ofMachine } = await livedInFolder());
});

/** Runs wrangler on what the emulation keeps in a folder. */
const wrangler = (folder: string, ...args: string[]) =>
  execFileSync(process.execPath, [WRANGLER, "d1", ...args, "--local", "--persist-to", join(folder, "edge")], {
    env: { ...process.env, ...ALONE, CI: "1" },
    stdio: ["ignore", "ignore", "inherit"],
    cwd: ROOT,
  });

test("SQL for D1 makes of a database that has had its migrations the same index, counts and search included", async () => {
  const { folder } = await livedInFolder();
  const document = JSON.stringify({ note: `it's 🐒 ${"ÿ🐒'".repeat(20_000)}`, zero: "\0" });
  const sqlite = new DatabaseSync(join(folder, "index.sqlite"));
  const insert =
    "insert into challenge_code (code, document, found_at, asked_at) values ('ABCDEFG', ?, ?, ?)";
  const at = new Date().toISOString();
  sqlite.prepare(insert).run(document, at, at);
  // A text that ends at a zero character would lose what is behind it.
  sqlite.prepare("insert into person (id, display_name) values ('zero', ?)").run("a\0'b");
  sqlite.close();
  const files = newFolder();
  const sql = join(files, "index.sql");
  expect(await done(folder, ["export", "d1", sql])).toContain("Keep it safe.");
  expect((await run(folder, ["export", "d1", sql]).ended).said).toContain("is there already");
  const longest = Math.max(
    ...readFileSync(sql, "utf8")
      .split(";\n")
      .map((each) => Buffer.byteLength(each)),
  );
  expect(longest).toBeLessThan(100_000);

  const edge = newFolder();
  wrangler(edge, "migrations", "apply", "DB");
  wrangler(edge, "execute", "DB", "--yes", "--file", sql);
  expect(await done(edge, ["check"], EDGE)).toContain("nothing is wrong");
  await done(folder, ["export", join(files, "one"), "--secrets"]);
  await done(edge, ["export", join(files, "other"), "--secrets"], EDGE);
  const tables = filesIn(join(files, "one")).filter((name) => !/^(manifest|blobs)/.test(name));
  expect(tables).toContain("challenge_code.jsonl");
  for (const name of tables)
    expect(readFileSync(join(files, "other", name), "utf8"), name).toBe(
      readFileSync(join(files, "one", name), "utf8"),
    );
  const findable = statement<{ all: number }>`select count(*) as "all" from completion_search`;
  const index = await openEmulatedIndex({ dataDir: edge }, () => undefined);
  const [found] = await index.database.query([], findable);
  await index.close();
  const used = new DatabaseSync(join(folder, "index.sqlite"), { readOnly: true });
  expect(found?.all).toBeGreaterThan(0);
  expect(used.prepare(findable.sql).get()).toEqual(found);
  used.close();
  for (const command of [
    ["export", "d1", join(files, "again.sql")],
    ["backup", files],
    ["restore", files],
  ])
    expect((await run(edge, command, EDGE).ended).said).toContain("DATABASE says another place");
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
