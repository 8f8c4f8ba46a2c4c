import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makePublicDump } from "../../app/features/dump/public-dump.server.ts";
import { CHALLENGES } from "../../domain/challenges/index.ts";
import type { Dump } from "../../domain/contract/dumps.ts";
import { api, pages } from "../../domain/contract/routes.ts";
import { run } from "../../packages/import/test/command-line.ts";
import { stateOf } from "../../platform/cloudflare/prepare.ts";
import { startWorkerd } from "../../platform/cloudflare/workerd.ts";
import { folderOfFiles } from "../../platform/node/moving-out/folder.ts";
import { openDataFolder } from "../../platform/node/open.ts";
import { readSettings } from "../../platform/shared/settings.ts";
import { namesIn } from "../../server/db/names.ts";
import { hashOf } from "../../server/media/store.ts";
import { freePort, newFolder } from "../node/site.ts";
import { claimsOf, Visitor } from "../node/visitor.ts";

const EMAIL = "ada@example.org";

let worker: ChildProcess;
let origin: string;
let password: string;
const machine = newFolder();
const edge = newFolder();

async function done(folder: string, args: readonly string[], env = {}): Promise<string> {
  const { code, said } = await run(folder, args, env).ended;
  expect(code, said).toBe(0);
  return said;
}

beforeAll(async () => {
  await done(machine, ["sample", "load"]);
  const recovered = await done(machine, ["admin", "recover", EMAIL]);
  password = /only this once: (\S+)/.exec(recovered)?.[1] ?? "";
  const exported = join(newFolder(), "export");
  await done(machine, ["export", exported, "--secrets", "--with-media"]);
  await done(edge, ["import", exported, "--apply"], { DATABASE: "edge" });
  const port = await freePort();
  origin = `http://localhost:${port}`;
  const env = { PORT: String(port), DATA_DIR: edge, DUMP_LICENCE: "CC0" };
  const settings = readSettings(env);
  mkdirSync(stateOf(settings), { recursive: true });
  worker = await startWorkerd(settings, env);
}, 600_000);

afterAll(async () => {
  if (worker.exitCode !== null) return;
  const ended = once(worker, "exit");
  worker.kill();
  await ended;
});

test("whoever had a password on the machine signs in on Cloudflare with it", async () => {
  const tokens = await new Visitor(origin).signIn(EMAIL, password);
  expect(claimsOf(tokens.id_token)).toMatchObject({ email: EMAIL });
  const list = await fetch(origin + api.list("2tc", {}));
  const { results } = (await list.json()) as { results: { filekey: string }[] };
  expect(results.length).toBeGreaterThan(5);
});

test("the command line does not work on what is served", async () => {
  const { code, said } = await run(edge, ["check"], { DATABASE: "edge" }).ended;
  expect([code, said]).toEqual([1, expect.stringContaining("The site is being served from")]);
});

/** Triggers Cloudflare's cron, at a time when every job is due. */
async function cron(): Promise<void> {
  const day = 24 * 60 * 60 * 1000;
  const time = Math.floor(Date.now() / day) * day;
  const { status } = await fetch(`${origin}/cdn-cgi/local/scheduled?time=${time}`);
  expect(status).toBe(200);
}

test("the cron makes the public dump of the day, byte for byte as a machine makes it of the same rows", async () => {
  const none = (await (await fetch(origin + api.dumps())).json()) as { results: Dump[] };
  expect(none.results).toEqual([]);
  await cron();
  const { results } = (await (await fetch(origin + api.dumps())).json()) as { results: Dump[] };
  expect(results.length).toBe(1);
  const [dump] = results as [Dump];

  const { database } = await openDataFolder(readSettings({ DATA_DIR: machine }), () => undefined);
  const folder = newFolder();
  const made = await makePublicDump(dump.day, {
    ports: {
      files: folderOfFiles(folder),
      rowsAtOnce: 200,
      openSnapshot: async () => ({ database, close: () => undefined }),
    },
    ...{ challenges: CHALLENGES, licence: { text: "CC0", address: null } },
    ...{ displayNames: namesIn(database, "account").displayNames, now: () => new Date(dump.madeAt) },
  });
  database.close();
  expect(dump).toEqual(made);
  expect(dump.files.find(({ noun }) => noun === "completions")?.rows).toBeGreaterThan(6_000);

  for (const { file, bytes, sha256 } of dump.files) {
    const answer = await fetch(origin + api.dumpFile(dump.day, file));
    expect([answer.status, answer.headers.get("Content-Length")], file).toEqual([200, String(bytes)]);
    const whole = new Uint8Array(await answer.arrayBuffer());
    expect(await hashOf(whole), file).toBe(sha256);
  }
  const file = api.dumpFile(dump.day, "completions.jsonl.gz");
  const part = await fetch(origin + file, { headers: { Range: "bytes=10-19" } });
  expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 10]);
  const manifest = await fetch(origin + api.dumpFile(dump.day, "manifest.json"));
  expect(await manifest.json()).toEqual(dump);
  const page = await fetch(origin + pages.dump());
  expect(await page.text()).toContain(dump.day);

  // The dump is made only once a day.
  await cron();
  expect(await (await fetch(origin + api.dumps())).json()).toEqual(
    expect.objectContaining({ results: [dump] }),
  );
  expect((await fetch(origin + file)).status).toBe(200);
}, 120_000);
