// Keeps what a revision makes, for old-data.test.ts to start on: node test/old-data/make.ts REVISION. Run it with the
// revision before the one that adds a migration, and commit the file that it writes.
//
// The revision is built and serves an empty site, to which people write by its API: completions of all seven challenges
// (verified, pending, rejected, deleted), accounts, a player's page, notices, media, maps. REVISION.tar.br then holds
//   data/      its data folder
//   backup/    what its command `backup` wrote
//   archive/   what its command `export --secrets --with-media` wrote
//   public/    its public dump
//   made.json  what it answered, and who can sign in

import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { brotliCompressSync, constants, gunzipSync } from "node:zlib";
import { CHALLENGES } from "../../domain/challenges/index.ts";
import { api } from "../../domain/contract/routes.ts";
import { buildRevision } from "../../qa/revision.ts";
import { ADMINISTRATOR } from "../administrator.ts";
import { FORMS } from "../forms.ts";
import { freePort } from "../node/free-port.ts";
import { newFolder } from "../node/site.ts";
import { newMember, Visitor } from "../node/visitor.ts";
import { onePixel } from "../one-pixel.ts";
import type { Made } from "./kept.ts";

const DAY = "2026-11-28";
const MEMBER = { email: "ada@example.org", password: "a very good password" };
const LINK = "https://example.org/proof";
const MAP = {
  ...{ map: "Frozen Pond", abbreviation: "FRP", difficulty: "advanced", version: "52", length: "20.5" },
  ...{ numEntrances: "1", numExits: "2", numObjects: "0" },
};

type Fields = Readonly<Record<string, string | File>>;
type Writer = "administrator" | "member";
/** Makes a write, and returns the JSON of the answer. */
type Write = (who: Writer, path: string, fields?: Fields) => Promise<Record<string, unknown>>;

async function writeAll(write: Write, read: (who: Writer, path: string) => Promise<Record<string, unknown>>) {
  for (const challenge of CHALLENGES.keys()) {
    const add = async (fields: Fields, who: Writer = "member"): Promise<string> => {
      const form = { ...FORMS[challenge], link: LINK, ...fields };
      const answer = await write(who, api.addSubmit(challenge), form);
      if (typeof answer.filekey !== "string") throw new Error(JSON.stringify(answer));
      return answer.filekey;
    };
    const entriesOf = (filekey: string): Fields => ({ entries: JSON.stringify([filekey]) });
    const first = await add({ notes: "**Ünï** code ZFXABCD", attachments: onePixel() });
    // A claim to the same.
    await add({ person: "Bob", person1: "Eve", money: "200" }, "administrator");
    await write("administrator", api.verifyCompletions(), entriesOf(first));
    const rejected = await add({ map: "Infernal" });
    await write("administrator", api.rejectCompletion(), { filekey: rejected, reason: "No round 100." });
    const deleted = await add({ map: "Cargo", attachments: onePixel() });
    await write("administrator", api.verifyCompletions(), entriesOf(deleted));
    await write("administrator", api.deleteSubmit(challenge), entriesOf(deleted));
    const pending = await add({ map: "Ravine", link: "", image: onePixel() });
    await write("administrator", api.askPlayer(), { filekey: pending, body: "Which version?" });
    if (challenge === "2tc")
      await write("administrator", api.report(), { filekey: first, reason: "Not theirs." });
  }
  await write("member", api.changeName(), { name: "Ada" });
  await write("member", api.requestName(), { name: "Ada", evidence: "My channel says so." });
  const { results } = await read("administrator", api.nameRequests());
  const [asked] = results as { request: string }[];
  await write("administrator", api.decideNameRequest(), {
    request: asked?.request ?? "",
    outcome: "approved",
  });
  await write("member", api.follow(), { challenge: "", query: "map=Quad" });
  await write("member", api.wish(), { challenge: "lcc", towers: "", map: "Glacial Trail" });
  await write("administrator", api.addMap(), { ...MAP, image: onePixel() });
  await write("administrator", api.addMap(), { ...MAP, map: "Frozen Lake", oldMap: "Frozen Pond" });
  await write("administrator", api.addMap(), { ...MAP, map: "Another Pond", abbreviation: "ANP" });
  await write("administrator", api.deleteMap(), { map: "Another Pond" });
  await write("administrator", api.addChimpsStart(), { map: "Quad", title: "Start with Quincy", link: LINK });
  await write("administrator", api.addBalanceChange(), {
    ...{ tower: "Ice Monkey", version: "99.1", change: "A longer freeze", nature: "buff" },
  });
  await write("administrator", api.addSpelling(), { spelling: "cold one", name: "Absolute Zero" });
  await write("administrator", api.keepCannedReason(), {
    ...{ challenge: "2tc", kind: "ask", title: "Round 100", text: "Please show it." },
  });
  await write("administrator", api.banPlayer(), { name: "Bob", banned: "1", reason: "Cheats." });
}

const [name] = process.argv.slice(2);
if (name === undefined) throw new Error("node test/old-data/make.ts REVISION");
const revision = await buildRevision(name);
const whole = newFolder();
const folderOf = (part: string): string => join(whole, part);
const [data, port] = [folderOf("data"), await freePort()];
const origin = `http://localhost:${port}`;
const env = { ...process.env, DATA_DIR: data, SITE_ORIGIN: origin, SAMPLE_DATA: "off" };

const site = spawn(process.execPath, ["platform/node/main.ts"], {
  ...{ cwd: revision.folder, stdio: ["ignore", "pipe", "inherit"] },
  env: {
    ...{
      ...env,
      PORT: String(port),
      ADMIN_EMAIL: ADMINISTRATOR.email,
      ADMIN_PASSWORD: ADMINISTRATOR.password,
    },
    ...{ TRUST_PROXY: "on", RATE_LIMITS: "0", ANSWER_THREADS: "0", CACHE_STALE_SECONDS: "0" },
  },
});
const ended = once(site, "exit");
process.on("exit", () => site.kill());
await new Promise<void>((serves) =>
  site.stdout.on("data", (text) => String(text).includes("serving on") && serves()),
);

const visitor = new Visitor(origin);
const tokens = {
  administrator: await visitor.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password),
  member: (await newMember(origin, MEMBER.email, MEMBER.password)).tokens,
};
async function ask(who: Writer, path: string, fields?: Fields): Promise<Record<string, unknown>> {
  const { status, text } = await visitor.call(path, tokens[who], fields);
  if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`);
  return JSON.parse(text);
}
await writeAll((who, path, fields = {}) => ask(who, path, fields), ask);

const lists: Made["lists"] = {};
for (const challenge of CHALLENGES.keys()) {
  const { results } = await ask("member", api.list(challenge));
  lists[challenge] = (results as Made["lists"][string]).map(({ filekey, map, pending }) => ({
    ...{ filekey, map, pending },
  }));
}
const { results: notices } = await ask("member", api.notices());
site.kill();
await ended;

const command = (...args: readonly string[]): void => {
  execFileSync(process.execPath, ["platform/node/command.ts", ...args], {
    ...{ cwd: revision.folder, env, stdio: ["ignore", "ignore", "inherit"] },
  });
};
const sqlite = new DatabaseSync(join(data, "index.sqlite"));
sqlite.exec("pragma journal_mode = delete; vacuum; pragma journal_mode = wal");
sqlite.close();
command("backup", folderOf("backup"));
command("export", folderOf("archive"), "--secrets", "--with-media");
const dumped = newFolder();
execFileSync(process.execPath, [
  ...["--input-type=module", "--eval", publicDump(), revision.folder, data, dumped],
]);
// Compressed twice it would be as large as all else; the log is in the archive.
mkdirSync(folderOf("public"));
for (const name of readdirSync(join(dumped, DAY))) {
  const bytes = readFileSync(join(dumped, DAY, name));
  if (name.endsWith(".gz")) writeFileSync(join(folderOf("public"), name.slice(0, -3)), gunzipSync(bytes));
}
rmSync(join(folderOf("public"), "history.jsonl"));
const made: Made = { commit: revision.commit, member: MEMBER, lists, notices: (notices as unknown[]).length };
writeFileSync(folderOf("made.json"), JSON.stringify(made));

const tar = spawnSync("tar", ["-cf", "-", "-C", whole, "."], { maxBuffer: 1024 ** 3 });
if (tar.status !== 0) throw new Error(String(tar.stderr));
const packed = brotliCompressSync(tar.stdout, {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    // The data folder, the backup and the archive have much in common.
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
  },
});
const file = join(import.meta.dirname, `${revision.commit.slice(0, 8)}.tar.br`);
writeFileSync(file, packed);
console.log(`${file}: ${Math.round(packed.length / 1024)} KB of ${Math.round(tar.stdout.length / 1024)} KB`);

/** Makes the public dump of the day with the modules of the revision, whose job would wait ten minutes. */
function publicDump(): string {
  return `
    import { pathToFileURL } from "node:url";
    const [folder, data, to] = process.argv.slice(1);
    const load = (path) => import(pathToFileURL(folder + "/" + path).href);
    const { makePublicDump } = await load("app/features/dump/public-dump.server.ts");
    const { folderOfFiles } = await load("platform/node/moving-out/folder.ts");
    const { oneTransaction } = await load("platform/node/moving-out/one-transaction.ts");
    const { CHALLENGES } = await load("domain/challenges/index.ts");
    await makePublicDump("${DAY}", {
      ports: { files: folderOfFiles(to), rowsAtOnce: 100, openSnapshot: async () => oneTransaction(data + "/index.sqlite", "read") },
      challenges: CHALLENGES, now: () => new Date(), displayNames: async () => new Map(), licence: null,
    });`;
}
