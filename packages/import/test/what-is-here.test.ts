import { copyFileSync, mkdirSync, mkdtempSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { deleteBalanceChangeById } from "../../../app/features/balance-changes/repository.server.ts";
import { deleteStartById } from "../../../app/features/chimps-starts/repository.server.ts";
import { updateMap } from "../../../app/features/maps/repository.server.ts";
import { mediaTaker, openBucket } from "../../../platform/node/importing.ts";
import { PNG } from "../../../test/one-pixel.ts";
import { readIndex } from "../read.ts";
import type { ImportFinding } from "../rules.ts";
import type { OldValue } from "../tables.ts";
import { takeMedia } from "../take-media.ts";
import { FORMS, key, type MadeRow } from "./fixture.ts";
import { dryRun, edit, entryOf, importIndex, NOW, OPTIONS, openSite, recordOf } from "./site.ts";

/** Makes an index of just these rows, as a dump. */
async function indexOf(tables: Readonly<Record<string, readonly (readonly OldValue[])[]>>) {
  const made = Object.entries(tables).map(
    ([table, rows]) =>
      [table, rows.map((values): MadeRow => ({ values, rules: [], verdict: "new" }))] as const,
  );
  return (await readIndex(FORMS["an SQL dump"]?.(Object.fromEntries(made)) ?? "")).data;
}

const LINK = "https://example.org/proof";
const lcc = (filekey: string) => ["Quad", 50_000, "Ada", LINK, null, "40.1", "2023-10-01", "", filekey];
const pair = (og: number, pending: string | null) => ["Base Dart", "Psi", "Quad", "Ada", LINK, og, pending];

/** Returns what is reported about the rows that were left over. */
const left = ({ leftOver }: { readonly leftOver: readonly ImportFinding[] }) =>
  leftOver.map(({ rule, table, row }) => `${rule}: ${table} ${row}`);

test("a row that was deleted here stays deleted, and is left over", async () => {
  const site = await openSite();
  const data = await indexOf({
    lcc_completions: [lcc(key(1)), lcc(key(2))],
    chimps_starts: [["Quad", "Begin here", LINK, key(3)]],
    balance_changes: [["Dart Monkey", "40.0", "Cheaper", "buff", key(4)]],
  });
  await importIndex(data, OPTIONS, site);
  await edit(site, key(1), { deleted_at: NOW.toISOString() });
  const start = await site.data.chimpsStarts.findById(key(3));
  const change = await site.data.balanceChanges.findById(key(4));
  if (!start || !change) throw new Error("they did not come");
  await site.database.atomic(deleteStartById(start, entryOf("delete")));
  await site.database.atomic(deleteBalanceChangeById(change, entryOf("delete")));
  const again = await importIndex(data, OPTIONS, site);
  expect(left(again)).toEqual([
    ...[
      "deleted-here: lcc_completions 1",
      "deleted-here: chimps_starts 1",
      "deleted-here: balance_changes 1",
    ],
  ]);
  expect(again.writes).toBe(0);
  expect((await site.data.completions.findById(key(1)))?.state.deleted_at).toBe(NOW.toISOString());
});

test("a member's existing claim is not imported again, but another member's claim is", async () => {
  const site = await openSite();
  await site.data.write([await recordOf(site, { towers: ["Psi", "Base Dart"], pending: "auth0|ada" })]);
  const data = await indexOf({ twotc_completions: [pair(0, "auth0|ada")] });
  const { leftOver, writes } = await importIndex(data, OPTIONS, site);
  expect({ writes, left: left({ leftOver }) }).toEqual({
    ...{ writes: 0, left: ["claimed-here: twotc_completions 1"] },
  });
  const other = await indexOf({ twotc_completions: [pair(0, "auth0|bob")] });
  expect(await importIndex(other, OPTIONS, site)).toMatchObject({ writes: 1, leftOver: [] });
});

test("an existing original stays the only one: an imported one is added as not original", async () => {
  const site = await openSite();
  await site.data.write([await recordOf(site, { towers: ["Psi", "Base Dart"], og: true })]);
  const data = await indexOf({
    twotc_completions: [["Base Dart", "Psi", "Logs", "Ada", LINK, 1, null]],
    twotc_filekeys: [["Base Dart", "Psi", "Logs", key(5)]],
  });
  const { findings, writes, leftOver } = await importIndex(data, OPTIONS, site);
  expect({ writes, leftOver, rules: findings.map(({ rule }) => rule) }).toEqual({
    ...{ writes: 1, leftOver: [], rules: ["original-here"] },
  });
  expect((await site.data.completions.findById(key(5)))?.state.og).toBe(0);
});

test("a map's facts that a helper edited are kept, and the imported ones are left over", async () => {
  const site = await openSite();
  const quad = await site.data.maps.findByName("Quad");
  const stored = quad && (await site.data.maps.findById(quad.id));
  if (!stored) throw new Error("no Quad");
  await site.database.atomic(updateMap(stored, { ...stored.state, miscNotes: "ours" }, entryOf("edit")));
  const notes = ["Quad", "Quad", "expert", 1, 0, 10, "", "theirs", 2, 2, 0, 0, "", "1.0"];
  const data = await indexOf({ map_information: [notes] });
  const { writes, leftOver } = await importIndex(data, OPTIONS, site);
  expect({ writes, left: left({ leftOver }) }).toEqual({ writes: 0, left: ["kept-here: map_information 1"] });
  expect((await site.data.maps.findById(stored.id))?.state.miscNotes).toBe("ours");
});

/** Writes a file that begins like a PNG and is longer than any picture may be. It is sparse, so takes no disk space. */
function hugePicture(path: string): void {
  writeFileSync(path, PNG);
  truncateSync(path, 200 * 1024 * 1024 + 1);
}

const CLIP = resolve(import.meta.dirname, "../../../sample/media/clip.webm");

test.each(["a dry run", "an import"])("%s reports why files are not taken", async (which) => {
  const site = await openSite();
  const folder = mkdtempSync(join(tmpdir(), "btd6-index-bucket-"));
  mkdirSync(join(folder, "maps"));
  hugePicture(join(folder, key(1)));
  copyFileSync(CLIP, join(folder, "maps/Quad"));
  const listed = openBucket(folder, null);
  const bucket: typeof listed = {
    ...listed,
    async *list() {
      yield* listed.list();
      yield { key: key(2), bytes: 7, modifiedAt: null };
    },
  };
  const data = await indexOf({ lcc_completions: [lcc(key(1)), lcc(key(2))] });
  const isDry = which === "a dry run";
  const media = await takeMedia(bucket, isDry ? null : mediaTaker(site.media), site);
  const { leftOver } = await (isDry ? dryRun : importIndex)(data, { ...OPTIONS, media }, site);
  expect(leftOver.map(({ rule, table, value }) => `${rule} ${table} ${value}`)).toEqual([
    ...["not-a-picture media maps/Quad", `file-too-large media ${key(1)}`, `file-gone media ${key(2)}`],
  ]);
});

test("names are read as the search reads them: people's spellings, and most words of a name that only one has", async () => {
  const site = await openSite();
  const quad = await site.data.maps.findByName("Quad");
  site.sqlite.exec(`insert into spelling (spelling, spelling_key, tower, map, seeded)
    values ('zap king', 'zapking', 'Tack Shooter', null, 0), ('four corners', 'fourcorners', null, ${quad?.id}, 0)`);
  const row = (entity: string, map: string) => [entity, map, "Ada", LINK, 0, null];
  const data = await indexOf({
    twomp_completions: [
      row("Tack Zone", "Logs"),
      row("zap king", "Four Corners"),
      // Half of a name, and initials, may be of anything.
      row("Zone", "Cubism"),
      row("Tuck Shootr", "Qaud"),
    ],
    balance_changes: [["tack zone", "40.0", "Cheaper", "buff", key(9)]],
  });
  const { findings } = await dryRun(data, OPTIONS, site);
  const names = findings
    .filter(({ column }) => column === "entity" || column === "map" || column === "tower")
    .map(({ rule, row: at, value, known }) => `${at} ${rule}: ${value}, ${known}`);
  expect(names.sort()).toEqual([
    "1 respelled-tower: Tack Zone, The Tack Zone",
    "1 respelled-tower: tack zone, The Tack Zone",
    "2 respelled-map: Four Corners, Quad",
    "2 respelled-tower: zap king, Tack Shooter",
    "3 unknown-tower: Zone, Jones",
    "4 unknown-map: Qaud, Quad",
    "4 unknown-tower: Tuck Shootr, Tack Shooter",
  ]);
});
