// A restore of each kind of copy that a site can make of itself, into an empty folder, which is then served: everything that
// was acknowledged before the copy began is there, with its pictures.

import { copyFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { mediaUrl } from "../../domain/contract/routes.ts";
import { startSite } from "../../test/node/site.ts";
import { Visitor } from "../../test/node/visitor.ts";
import {
  brokenIn,
  command,
  type Drill,
  EMAIL,
  findings,
  lostOf,
  openSite,
  PASSWORD,
  pause,
  type Row,
  submitOne,
} from "./shared.ts";

/** Completions written before the backup, during it (at most) and after it. */
const WRITES = { before: 10, during: 30, after: 5 };

/** Serves a restored folder, and says which pictures it does not send, and who cannot log in. */
async function servesNot(
  dataDir: string,
  filekeys: readonly string[],
  hasPasswords: boolean,
): Promise<string[]> {
  const site = await openSite(dataDir);
  const serving = await site.begin();
  const wrong: string[] = [];
  for (const filekey of filekeys) {
    const { status } = await new Visitor(site.origin).get(mediaUrl(filekey, null));
    if (status !== 200) wrong.push(`the picture of ${filekey.slice(0, 8)} got ${status}`);
  }
  if (hasPasswords && (await site.signIn(EMAIL, PASSWORD).catch(() => null)) === null)
    wrong.push("nobody can log in");
  await serving.end();
  site.close();
  return wrong;
}

export const backup: Drill = async ({ newFolder }) => {
  const [data, backups, restored] = [newFolder(), newFolder(), newFolder()];
  const { wrong, expect } = findings();
  const site = await openSite(data);
  const serving = await site.begin();
  const tokens = await site.signIn();
  const written: string[] = [];
  const write = async (): Promise<void> => {
    written.push(await submitOne(site.origin, tokens, written.length + 1));
  };
  for (let done = 0; done < WRITES.before; done++) await write();
  let isWhole = false;
  const taking = command(["backup", backups], data).then(() => {
    isWhole = true;
  });
  for (let done = 0; done < WRITES.during && !isWhole; done++) {
    await write();
    await pause(50);
  }
  await taking;
  for (let done = 0; done < WRITES.after; done++) await write();
  await serving.end();
  site.close();
  await command(["restore", backups], restored);
  const before = written.slice(0, WRITES.before);
  for (const each of [...(await brokenIn(restored)), ...(await servesNot(restored, before, true))])
    expect(false, each);
  return [
    {
      did: `a backup taken while people write, the site killed with -9, the backup restored elsewhere and served (${lostOf(written, restored)} of ${written.length - before.length} written since it began are not in it)`,
      ...{ acknowledged: before.length, lost: lostOf(before, restored) + lostOf(written, data), wrong },
    },
  ];
};

export const copies: Drill = async ({ newFolder }) => {
  const data = newFolder();
  const site = await openSite(data);
  const serving = await site.begin();
  const tokens = await site.signIn();
  const written: string[] = [];
  for (let money = 1; money <= 5; money++)
    written.push(await submitOne(site.origin, tokens, money, { verify: "on" }));
  const rows: Row[] = [];

  async function tryOne(
    did: string,
    restore: (into: string) => Promise<unknown>,
    has = { passwords: true, media: true },
  ) {
    const into = newFolder();
    rmSync(into, { recursive: true });
    const { wrong, expect } = findings();
    await restore(into);
    const there = has.media
      ? [...(await brokenIn(into)), ...(await servesNot(into, written, has.passwords))]
      : [];
    for (const each of there) expect(false, each);
    rows.push({ did, acknowledged: written.length, lost: lostOf(written, into, has.media), wrong });
  }

  for (const [did, flags] of [
    ["an export with everything, imported and served", ["--with-media", "--secrets", "--gzip"]],
    ["an export without secrets, imported and served", ["--with-media"]],
  ] as const) {
    const folder = join(newFolder(), "export");
    await command(["export", folder, ...flags], data);
    await tryOne(did, (into) => command(["import", folder, "--apply"], into), {
      ...{ passwords: flags.some((flag) => flag === "--secrets"), media: true },
    });
  }
  // It is made at night; here it is made now, beside the site.
  const inProcess = await startSite({ DATA_DIR: data });
  await inProcess.run("the public dump");
  await inProcess.stop();
  const [day = ""] = readdirSync(join(data, "dumps"));
  const dump = newFolder();
  for (const name of ["completions", "maps"])
    copyFileSync(join(data, "dumps", day, `${name}.jsonl.gz`), join(dump, `${name}.jsonl.gz`));
  await tryOne("the public dump, imported", (into) => command(["import", dump, "--apply"], into), {
    ...{ passwords: false, media: false },
  });

  const list = join(newFolder(), "lcd.csv");
  writeFileSync(
    list,
    "map,money,person,version,date,link\nLogs,77,Ada,44.1,2025-01-02,https://example.org/i",
  );
  await command(["import", list, "--apply"], data);
  const copy = join(data, "before-import");
  const when = readdirSync(copy).find((name) => /^\d/.test(name)) ?? "";
  // Such a copy has no media of its own: they are those in the data folder.
  await serving.end();
  const { wrong, expect } = findings();
  await command(["restore", join(copy, when), "--overwrite"], data);
  for (const each of [...(await brokenIn(data)), ...(await servesNot(data, written, true))])
    expect(false, each);
  rows.push({
    did: "the copy made before an import, put back in the place of what came after it",
    ...{ acknowledged: written.length, lost: lostOf(written, data), wrong },
  });
  site.close();
  return rows;
};
