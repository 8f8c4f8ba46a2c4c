import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, lstatSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterEach, expect, test } from "vitest";
import { endAll, startProcess } from "../../test/node/processes.ts";
import { newFolder } from "../../test/node/site.ts";

afterEach(endAll);

/** Runs a command of the command line under a umask. */
async function command(umask: string, args: readonly string[], dataDir: string): Promise<void> {
  const child = spawn(
    "sh",
    ["-c", `umask ${umask}; exec "$@"`, "sh", process.execPath, "platform/node/command.ts", ...args],
    { cwd: resolve(import.meta.dirname, "../.."), env: { ...process.env, DATA_DIR: dataDir } },
  );
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (printed += chunk));
  const [code] = await once(child, "exit");
  expect(code, printed).toBe(0);
}

const everythingIn = (folder: string): string[] => [
  folder,
  ...(lstatSync(folder).isDirectory() ? readdirSync(folder, { recursive: true, encoding: "utf8" }) : []).map(
    (name) => join(folder, name),
  ),
];

/** The paths whose mode is not that of a private folder or file. */
const notPrivate = (folder: string): string[] =>
  everythingIn(folder).filter((path) => {
    const found = lstatSync(path);
    return (found.mode & 0o777) !== (found.isDirectory() ? 0o700 : 0o600);
  });

/** Lets everybody read and write everything, as an earlier version may have under another umask. */
function openToAll(folder: string): void {
  for (const path of everythingIn(folder)) chmodSync(path, lstatSync(path).isDirectory() ? 0o777 : 0o666);
}

const RECOVER = ["admin", "recover", "boss@example.org"];

test.each(["000", "022", "077"])(
  "under umask %s, a data folder, an export, backups and what is restored are their owner's alone",
  async (umask) => {
    const all = newFolder();
    const [data, again] = [join(all, "data"), join(all, "restored")];
    const [exported, backups] = [join(all, "export"), join(all, "backups")];
    await command(umask, RECOVER, data);
    await command(umask, ["export", exported, "--secrets", "--with-media"], data);
    await command(umask, ["backup", backups], data);
    await command(umask, ["restore", backups], again);
    const names = everythingIn(all).map((path) => path.slice(all.length));
    expect(names).toEqual(expect.arrayContaining(["/export/account.jsonl", "/restored/index.sqlite"]));
    expect(notPrivate(all)).toEqual([]);
  },
);

test("what an earlier version left open to others is closed by a start, a backup, an export and a restore", async () => {
  const all = newFolder();
  const [data, again] = [join(all, "data"), join(all, "restored")];
  const [exported, backups] = [join(all, "export"), join(all, "backups")];
  await command("077", RECOVER, data);
  mkdirSync(join(data, "media/ab"), { recursive: true });
  writeFileSync(join(data, "media/ab", `ab${"0".repeat(62)}`), "a picture");
  mkdirSync(exported);
  await command("077", ["backup", backups], data);
  openToAll(all);
  await command("022", ["restore", backups], again);
  expect(notPrivate(again)).toEqual([]);
  await command("022", ["backup", backups], data);
  // The lock is always empty, and the folder itself may hold other things.
  const kept = readdirSync(backups).filter((name) => name !== ".lock");
  expect(kept.flatMap((name) => notPrivate(join(backups, name)))).toEqual([]);
  const site = await startProcess({ DATA_DIR: data });
  const made = ["index.sqlite-wal", "index.sqlite-shm", "counters.sqlite", ".lock"];
  expect(readdirSync(data)).toEqual(expect.arrayContaining(made));
  expect(notPrivate(data)).toEqual([]);
  site.child.kill("SIGTERM");
  await site.ended;
  await command("022", ["export", exported, "--secrets"], data);
  expect(notPrivate(exported)).toEqual([]);
});
