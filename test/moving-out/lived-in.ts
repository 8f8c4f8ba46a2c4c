import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect } from "vitest";
import { openData } from "../../app/api/repositories.server.ts";
import { COMMAND_LINE } from "../../app/features/accounts/repository/accounts.server.ts";
import { accountService } from "../../app/features/accounts/service.server.ts";
import * as erasures from "../../app/features/privacy/repository.server.ts";
import type { OpenCombinationsAnswer } from "../../domain/contract/coverage.ts";
import { api } from "../../domain/contract/routes.ts";
import { csvLine, csvRecords } from "../../domain/lists/csv.ts";
import { loadSample } from "../../packages/import/sample.ts";
import { blobFolder } from "../../platform/node/blob-folder.ts";
import { mediaFiles } from "../../platform/node/media.ts";
import { migrate } from "../../platform/node/migrate.ts";
import { SAMPLE } from "../../platform/node/sample.ts";
import { openSqlite } from "../../platform/node/sqlite.ts";
import { receiveForms } from "../../platform/node/uploads.ts";
import { countersInMemory } from "../../server/counters.ts";
import type { Files } from "../../server/files.ts";
import { LIMITS, testApp } from "../factories.ts";
import { onePixel } from "../one-pixel.ts";
import { tenantSignIn } from "../sign-in.ts";

const HELPER = { id: "the-helpers-id", roles: ["Index Helper"] };

export const newFolder = (): string => mkdtempSync(join(tmpdir(), "btd6-index-out-"));

/** Opens an index in a data folder: `index.sqlite` and `media/`. */
export async function openIndex(folder: string) {
  const database = openSqlite(join(folder, "index.sqlite"));
  migrate(database.sqlite, resolve(import.meta.dirname, "../../migrations"));
  const media = join(folder, "media");
  const app = await testApp(
    { database, media: mediaFiles(media), receiveForm: receiveForms(blobFolder(media), LIMITS) },
    undefined,
    { signIn: { ...tenantSignIn(), countVerifiers: async () => 3 } },
  );
  return { ...app, sqlite: database.sqlite };
}

export type OpenIndex = Awaited<ReturnType<typeof openIndex>>;

/** A quarter of the sample: what it has of everything still takes several batches. */
const SOME: Files = {
  ...SAMPLE,
  async read(name, range) {
    const bytes = await SAMPLE.read(name, range);
    if (bytes === null || name.includes("/")) return bytes;
    const [heading = [], ...rows] = csvRecords(await new Response(bytes as unknown as BodyInit).text());
    const lines = [heading, ...rows.filter((_, at) => at % 4 === 0)].map((row) => csvLine([...row]));
    return new Blob([lines.join("")]).stream();
  },
};

/** A hasher that costs nothing. */
const HASHER = {
  hash: async (password: string) => `hash of ${password}`,
  verify: async (hash: string, password: string) => hash === `hash of ${password}`,
};

/**
 * Fills an index as if people had used it: a part of the sample, accounts, submissions with files, edits, an undo, a renamed
 * map, a deleted map, two names that turned out to be one player, rejected and deleted rows, a text with a NUL
 * character.
 */
export async function liveIn(index: OpenIndex): Promise<void> {
  const { database, sqlite, media, post } = index;
  await loadSample(database, media, SOME, new Date("2026-02-01T00:00:00Z"));
  const accounts = accountService({ database, hasher: HASHER, counters: countersInMemory() });
  for (const email of ["ada@example.org", "bob@example.org"])
    await accounts.create(
      { email, password: `password of ${email}`, roles: ["Index Helper"], generated: false },
      COMMAND_LINE,
    );
  const inviter = await accounts.findByEmail("ada@example.org");
  await accounts.makeInvitation("cy@example.org", [], { id: inviter?.id ?? "", role: "Index Helper" });

  const done = async (answer: Promise<{ status: number; body: unknown }>) => {
    const { status, body } = await answer;
    expect(status, JSON.stringify(body)).toBe(200);
    return body as { filekey?: string };
  };
  const form = {
    link: "https://example.org/p",
    tower1: "Quincy",
    tower2: "Absolute Zero",
    person: "Ada",
    map: "Quad",
  };
  const add = (fields: object, who = HELPER) => done(post(api.addSubmit("2tc"), { ...form, ...fields }, who));
  const og = { og: "on", upgrade1: "0-0-0", upgrade2: "0-0-0", version: "44", date: "2025-01-02" };
  const first = await add({
    ...og,
    verify: "on",
    attachments: [onePixel(), onePixel()],
    notes: "Ünï\u2028 **bold**",
  });
  const second = await add({
    map: "Logs",
    "link-recording": "https://example.org/r",
    verify: "on",
    person: "ADA the 2nd",
  });
  const claim = await add({ map: "#Ouch", looked: "exists-map" }, { id: "adas-id", roles: [] });
  const rejected = await add({ map: "Cargo", attachments: [onePixel()] }, { id: "adas-id", roles: [] });
  await done(
    post(
      api.addSubmit("2tc"),
      { ...form, edit: "true", "edited-filekey": String(second.filekey), map: "Logs", notes: "later" },
      HELPER,
    ),
  );
  await done(post(api.rejectCompletion(), { filekey: String(rejected.filekey), reason: "because" }, HELPER));
  const third = await add({ map: "Ravine", verify: "on", attachments: [onePixel()] });
  await done(post(api.deleteSubmit("2tc"), { entries: JSON.stringify([String(third.filekey)]) }, HELPER));
  const changes = (await index.getAs(api.changes(), HELPER.id, HELPER.roles)).body.results;
  await done(post(api.undoChange(), { seq: String(changes[0]?.seq) }, HELPER));
  await done(post(api.deleteSubmit("2tc"), { entries: JSON.stringify([String(third.filekey)]) }, HELPER));
  expect([first, claim].every(({ filekey }) => filekey)).toBe(true);
  // What helpers and players say to each other, and what members think is wrong.
  await done(
    post(api.thread(), { filekey: String(claim.filekey), body: "Looks fine.", private: "1" }, HELPER),
  );
  await done(post(api.askPlayer(), { filekey: String(claim.filekey), body: "Which version?" }, HELPER));
  await done(
    post(
      api.report(),
      { filekey: String(first.filekey), reason: "Not theirs." },
      { id: "adas-id", roles: [] },
    ),
  );

  // A file that nothing else names.
  const gif = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");
  const proposed = { filekey: String(first.filekey), image: new File([gif], "a.gif") };
  await done(post(api.proposeProof(), proposed, HELPER));
  await done(
    post(api.requestName(), { name: "Ada", evidence: "My channel says so." }, { id: "adas-id", roles: [] }),
  );
  const drawn = (await index.get(api.undone({ challenge: "2mp", seed: 1 })))
    .body as unknown as OpenCombinationsAnswer;
  const [open] = drawn.results;
  const wish = { challenge: "2mp", towers: open?.towers[0]?.name ?? "", map: open?.map ?? "" };
  await done(post(api.wish(), wish, { id: "adas-id", roles: [] }));
  // A proof of the first one that is gone.
  const { watchedLinks } = openData(database);
  const link = { host: "other", url: form.link, endsOn: null, state: "never", dueAt: null } as const;
  await watchedLinks.follow([{ ...link, completion: String(first.filekey) }], [], "2026-02-01T00:00:00.000Z");
  const gone = { state: "gone", since: "2026-02-03", firstFailedAt: "2026-02-01", failedTimes: 3 } as const;
  await watchedLinks.saveAnswer(
    link,
    "2026-02-03",
    { ...gone, dueAt: "2026-02-10", why: null },
    null,
    "Gone.",
  );
  await done(post(api.follow(), { challenge: "", query: "map=Quad" }, { id: "adas-id", roles: [] }));
  await done(post(api.makeFollowFeed(), {}, { id: "adas-id", roles: [] }));
  const { challengeCodes } = openData(database);
  for (const [code, document] of Object.entries({ ZABCDEF: '{"map":"Quad","creator":null}', ZMYXWVU: null }))
    await challengeCodes.save(code, document, "2026-02-02T00:00:00.000Z", "2026-02-01T00:00:00.000Z");
  // Somebody is being erased.
  await erasures.begin(database, "cys-id", null, "2026-02-02T00:00:00.000Z");
  // What a player says of what others submitted.
  sqlite.exec(`insert into partner_answer values ('${first.filekey}', 'adas-id', 'yes', '2026-02-02T00:00:00.000Z');
    insert into partner_mute values ('adas-id', '${HELPER.id}', '${first.filekey}', '2026-02-02T00:00:00.000Z')`);
  // A picture is to be copied.
  sqlite.exec(`insert into kept_copy (completion, url, host, path, state, due_at, at) values ('${first.filekey}',
    'https://i.imgur.com/AbCdE12.png', 'imgurFiles', 'AbCdE12.png', 'due', '2026-02-02T00:00:00.000Z', '2026-02-02T00:00:00.000Z')`);
  // Somebody banned has erased a name.
  sqlite.exec(`insert into erased_ban values ('${"0".repeat(64)}', '2026-02-02T00:00:00.000Z')`);
  await done(post(api.ownMail(), { turn: "1" }, HELPER));
  const exception = { filekey: String(claim.filekey), revision: "1", check: "water", reason: "Seen." };
  await done(post(api.exceptCheck(), exception, HELPER));
  const reason = { challenge: "2tc", kind: "ask", title: "Round 100", text: "Please show it." };
  await done(post(api.keepCannedReason(), reason, HELPER));
  // Another helper looked at one, and doubts another.
  const OTHER = { id: "iriss-id", roles: ["Index Helper"] };
  await done(post(api.confirm(), { filekey: String(first.filekey), revision: "1" }, OTHER));
  await done(
    post(api.doubt(), { filekey: String(second.filekey), revision: "2", reason: "Which map?" }, OTHER),
  );

  const facts = {
    difficulty: "expert",
    version: "12",
    length: "20.5",
    numEntrances: "4",
    numExits: "4",
    numObjects: "0",
  };
  await done(post(api.addMap(), { ...facts, oldMap: "Quad", map: "The Four", abbreviation: "QD" }, HELPER));
  await done(post(api.addMap(), { ...facts, map: "Nowhere", abbreviation: "NWH" }, HELPER));
  await done(post(api.deleteMap(), { map: "Nowhere" }, HELPER));
  await done(
    post(
      api.addGameVersion(),
      { version: "53", releasedOn: "2026-01-05", source: "https://example.org/53" },
      HELPER,
    ),
  );
  await done(post(api.addSpelling(), { spelling: "quinceys", name: "Quincy" }, HELPER));
  // Two names become one player.
  sqlite.exec(`update player_name set player = (select player from player_name where name_key = 'ada'), status = 'alias'
    where name_key = (select max(name_key) from player_name where name_key like 'ada%')`);
  // Today's forms refuse this, but an earlier import may have brought it.
  sqlite.prepare("update completion set notes = ? where id = ?").run("before\0after", String(second.filekey));
}

/** Returns all rows of a table in the order of its key, including generated columns. */
export function rowsOf({ sqlite }: Pick<OpenIndex, "sqlite">, table: string): unknown[] {
  const key = sqlite.prepare("select name from pragma_table_info(?) where pk > 0 order by pk").all(table);
  return sqlite
    .prepare(`select * from "${table}" order by ${key.map(({ name }) => name).join() || "name"}`)
    .all()
    .map((row) => ({ ...row }));
}
