import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { CHALLENGES } from "../../../domain/challenges/index.ts";
import { api } from "../../../domain/contract/routes.ts";
import { folderOfFiles } from "../../../platform/node/moving-out/folder.ts";
import { oneTransaction } from "../../../platform/node/moving-out/one-transaction.ts";
import { countersInMemory } from "../../../server/counters.ts";
import { findMiscounts } from "../../../server/db/counters.ts";
import { newFolder, openIndex } from "../../../test/moving-out/lived-in.ts";
import { openData } from "../../api/repositories.server.ts";
import { COMMAND_LINE } from "../accounts/repository/accounts.server.ts";
import { accountService } from "../accounts/service.server.ts";
import { exportIndex } from "../dump/export.server.ts";
import { publicDump } from "../dump/public-dump.server.ts";
import { erasing } from "./erase.server.ts";
import * as erasures from "./repository.server.ts";

/** Returns the files below a folder in which a text occurs, ignoring case. */
function filesWith(folder: string, text: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((file) => {
      const bytes = readFileSync(file);
      const plain = file.endsWith(".gz") ? gunzipSync(bytes) : bytes;
      return plain.toString("latin1").toLowerCase().includes(text);
    });
}

test("nothing but an erasure rewrites entries of the log", () => {
  const files = ["app", "server", "site", "platform"]
    .flatMap((part) => readdirSync(part, { recursive: true, withFileTypes: true }))
    .filter(({ name }) => /\.ts$/.test(name) && !name.endsWith(".test.ts"))
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((file) => /update change\b|updateTable\("change"\)/.test(readFileSync(file, "utf8")));
  expect(files).toEqual(["app/features/privacy/repository.server.ts"]);
});

test("after an erasure no file of the data folder, of an export or of a dump has the person's name, id or address", async () => {
  const folder = newFolder();
  const index = await openIndex(folder);
  const { database, media, post } = index;
  const hasher = { hash: async (text: string) => `hash of ${text}`, verify: async () => true };
  const accounts = accountService({ database, hasher, counters: countersInMemory() });
  await accounts.create(
    { email: "Zyzzyva@example.org", password: "a password of theirs", roles: [], generated: false },
    COMMAND_LINE,
  );
  const account = await accounts.findByEmail("zyzzyva@example.org");
  const who = { id: account?.id ?? "", roles: [] };
  await accounts.changeName(who.id, "Zyzzyva himself", true);
  const helper = { id: "the-helpers-id", roles: ["Index Helper"] };
  const form = { link: "https://example.org/p", person: "Zyzzyva", version: "44", date: "2025-01-02" };
  const sent: string[] = [];
  for (const person of ["Ada", "Bob", "Cy"])
    await index.add("lcc", { map: "Quad", people: [person], money: 9_500, towers: [] });
  for (const [map, money] of Object.entries({ Logs: "9000", "#Ouch": "9100", Ravine: "9200" })) {
    const { status, body } = await post(api.addSubmit("lcc"), { ...form, map, money }, who);
    expect(status, JSON.stringify(body)).toBe(200);
    sent.push(String(body.filekey));
  }
  const entries = JSON.stringify(sent.slice(0, 2));
  expect((await post(api.verifyCompletions(), { entries }, helper)).status).toBe(200);
  await post(api.requestName(), { name: "Zyzzyva", evidence: "Zyzzyva's channel" }, who);
  const { results } = (await index.getAs(api.nameRequests(), helper.id, helper.roles)).body;
  const request = String(results.find(({ name }) => name === "Zyzzyva")?.request);
  const decided = await post(api.decideNameRequest(), { request, outcome: "approved" }, helper);
  expect(decided.status, JSON.stringify(decided.body)).toBe(200);

  // Others follow the player, in all challenges and in one list; the player follows somebody, and has a feed.
  for (const [challenge, query, follower] of [
    ["", "person=Zyzzyva", helper],
    ["lcc", "map=Logs&person=zyzzyva", helper],
    ["", "person=Ada", who],
  ] as const)
    expect((await post(api.follow(), { challenge, query }, follower)).status).toBe(200);
  expect((await post(api.makeFollowFeed(), {}, who)).status).toBe(200);

  const dumps = join(folder, "dumps");
  mkdirSync(dumps);
  const data = openData(database);
  const now = (): Date => new Date();
  const dumping = publicDump({
    database,
    challenges: CHALLENGES,
    ports: {
      files: folderOfFiles(dumps),
      openSnapshot: async () => oneTransaction(join(folder, "index.sqlite"), "read"),
      rowsAtOnce: 200,
    },
    displayNames: async () => new Map(),
    licence: null,
    now,
    say: () => undefined,
  });
  await dumping.run(new AbortController().signal);
  const searched = ["zyzzyva", who.id.toLowerCase()];
  for (const text of searched) expect(filesWith(folder, text).length, text).toBeGreaterThan(0);
  const before = index.sqlite.prepare("select * from change order by seq").all();

  const answer = await post(api.erase(), { confirm: "DELETE", name: "erase" }, who);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  await erasing({ data, now }).run(new AbortController().signal);
  expect(await erasures.listOpen(data.database)).toEqual([]);
  await dumping.run(new AbortController().signal);
  const exported = newFolder();
  const snapshot = oneTransaction(join(folder, "index.sqlite"), "read");
  await exportIndex(
    { secrets: true, media: true, gzip: false },
    {
      database: snapshot.database,
      media,
      files: folderOfFiles(exported),
      now: now(),
      progress: () => undefined,
    },
  );
  snapshot.close();
  for (const text of searched)
    expect([...filesWith(folder, text), ...filesWith(exported, text)], text).toEqual([]);

  // Entries about others are the same bytes.
  const isTheirs = (row: object): boolean =>
    /zyzzyva/i.test(JSON.stringify(row)) || JSON.stringify(row).includes(who.id);
  const after = new Map(
    index.sqlite
      .prepare("select * from change order by seq")
      .all()
      .map((row) => [row.seq, row] as const),
  );
  for (const row of before.filter((each) => !isTheirs(each))) expect(after.get(row.seq ?? 0)).toEqual(row);
  expect(await findMiscounts(database)).toEqual([]);
  expect(await accounts.findByEmail("zyzzyva@example.org")).toBeNull();
});

test("what is about an address that only contains the erased one stays", async () => {
  const { database, post } = await openIndex(newFolder());
  const hasher = { hash: async (text: string) => `hash of ${text}`, verify: async () => true };
  const accounts = accountService({ database, hasher, counters: countersInMemory() });
  const made = { password: "a password of theirs", generated: false };
  const boss = await accounts.create({ ...made, email: "boss@example.org", roles: ["Admin"] }, COMMAND_LINE);
  const ann = await accounts.create({ ...made, email: "Ann@example.org", roles: [] }, COMMAND_LINE);
  for (const email of ["ANN@example.org", "joann@example.org", "ann@example.organic"])
    await accounts.makeInvitation(email, [], { id: boss, role: "Admin" });

  expect((await post(api.erase(), { confirm: "DELETE" }, { id: ann, roles: [] })).status).toBe(200);
  const others = ["ann@example.organic", "joann@example.org"];
  expect((await accounts.openInvitations()).map(({ email }) => email).sort()).toEqual(others);
  const logged = (await accounts.listLog("", 10)).flatMap(({ details }) => details?.email ?? []);
  expect(logged.sort()).toEqual(others);
});

test("an address with capitals of another alphabet is erased, too", async () => {
  const { database, post } = await openIndex(newFolder());
  const hasher = { hash: async (text: string) => `hash of ${text}`, verify: async () => true };
  const accounts = accountService({ database, hasher, counters: countersInMemory() });
  const made = { password: "a password of theirs", generated: false };
  const boss = await accounts.create({ ...made, email: "boss@example.org", roles: ["Admin"] }, COMMAND_LINE);
  const secret = await accounts.makeInvitation("Ärger@Example.org", [], { id: boss, role: "Admin" });
  const who = { email: "", password: "a password of theirs", name: "" };
  const { id } = await accounts.acceptInvitation(secret, who, []);
  expect((await post(api.erase(), { confirm: "DELETE" }, { id, roles: [] })).status).toBe(200);
  expect((await accounts.listLog("", 10)).flatMap(({ details }) => details?.email ?? [])).toEqual([]);
});
