// A restore of each kind of copy that a site can make of itself, into an empty folder, which is then served: everything that
// was acknowledged before the copy began is there, with its pictures.

import { copyFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { startSite } from "../../test/node/site.ts";
import { brokenIn, command, type Drill, lostOf, openSite, type Row } from "./shared.ts";

/** Completions written before the backup, during it (at most) and after it. */
const WRITES = { before: 10, during: 30, after: 5 };

/** Says what is wrong with a restored folder: in itself, which pictures it does not serve, and whether nobody can log in. */
async function wrongIn(dataDir: string, filekeys: readonly string[], hasPasswords = true): Promise<string[]> {
  const wrong = await brokenIn(dataDir);
  const site = await openSite(dataDir);
  await site.begin();
  for (const filekey of filekeys) {
    const status = await site.statusOfPicture(filekey);
    if (status !== 200) wrong.push(`the picture of ${filekey.slice(0, 8)} got ${status}`);
  }
  if (hasPasswords && !(await site.signIn().catch(() => null))) wrong.push("nobody can log in");
  await site.end();
  return wrong;
}

export const backup: Drill = async ({ newFolder }) => {
  const [data, backups, restored] = [newFolder(), newFolder(), newFolder()];
  const site = await openSite(data);
  await site.begin();
  await site.write(WRITES.before);
  const { written } = site;
  const before = [...written];
  let isTaken = false;
  const taking = command(["backup", backups], data).then(() => (isTaken = true));
  for (let done = 0; done < WRITES.during && !isTaken; done++) {
    await site.write();
    await pause(50);
  }
  await taking;
  await site.write(WRITES.after);
  await site.end();
  await command(["restore", backups], restored);
  return {
    did: `a backup taken while people write, the site killed with -9, the backup restored elsewhere and served (${lostOf(written, restored)} of ${written.length - before.length} written since it began are not in it)`,
    acknowledged: before.length,
    lost: lostOf(before, restored) + lostOf(written, data),
    wrong: await wrongIn(restored, before),
  };
};

export const copies: Drill = async ({ newFolder }) => {
  const data = newFolder();
  const site = await openSite(data);
  await site.begin();
  await site.write(5, { verify: "on" });
  const { written } = site;
  const rows: Row[] = [];
  const add = (did: string, folder: string, wrong: readonly string[], hasMedia = true): void =>
    void rows.push({ did, acknowledged: written.length, lost: lostOf(written, folder, hasMedia), wrong });
  /** Imports a copy into a folder that is not there yet. */
  async function imported(copy: string): Promise<string> {
    const into = join(newFolder(), "data");
    await command(["import", copy, "--apply"], into);
    return into;
  }

  for (const [did, hasSecrets, flags] of [
    ["an export with everything, imported and served", true, ["--with-media", "--secrets", "--gzip"]],
    ["an export without secrets, imported and served", false, ["--with-media"]],
  ] as const) {
    const folder = join(newFolder(), "export");
    await command(["export", folder, ...flags], data);
    const into = await imported(folder);
    add(did, into, await wrongIn(into, written, hasSecrets));
  }

  // It is made at night; here it is made now, beside the site.
  const inProcess = await startSite({ DATA_DIR: data });
  await inProcess.run("the public dump");
  await inProcess.stop();
  const [day = ""] = readdirSync(join(data, "dumps"));
  const dump = newFolder();
  for (const name of ["completions.jsonl.gz", "maps.jsonl.gz"])
    copyFileSync(join(data, "dumps", day, name), join(dump, name));
  add("the public dump, imported", await imported(dump), [], false);

  const list = join(newFolder(), "lcd.csv");
  writeFileSync(
    list,
    "map,money,person,version,date,link\nLogs,77,Ada,44.1,2025-01-02,https://example.org/i",
  );
  await command(["import", list, "--apply"], data);
  const copy = join(data, "before-import");
  const when = readdirSync(copy).find((name) => /^\d/.test(name)) ?? "";
  // Such a copy has no media of its own: they are those in the data folder.
  await site.end();
  await command(["restore", join(copy, when), "--overwrite"], data);
  const did = "the copy made before an import, put back in the place of what came after it";
  add(did, data, await wrongIn(data, written));
  return rows;
};
