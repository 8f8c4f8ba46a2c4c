import { join } from "node:path";
import { expect, test } from "vitest";
import { api } from "../../domain/contract/routes.ts";
import { insertMediaEntries } from "../../server/db/media.ts";
import { hashOf } from "../../server/media/store.ts";
import { newFolder, openIndex } from "../../test/moving-out/lived-in.ts";
import { box, mp4Of, pictures } from "../../test/videos.ts";
import { blobFolder } from "./blob-folder.ts";
import { runCleanMedia } from "./clean-media.ts";

const SECRET = "+52.5200+013.4050/";

test("videos that are here already are cleaned once somebody says so: same key, new ETag, logged; begun again it does nothing", async () => {
  const folder = newFolder();
  const index = await openIndex(folder);
  const blobs = blobFolder(join(folder, "media"));
  const site = { database: index.database, media: { store: index.media, blobs, check: async () => {} } };
  const video = mp4Of([pictures("avc1")], { movie: [box("udta", box("\xa9xyz", SECRET))] });
  const clean = mp4Of([pictures("avc1")], { data: "others".repeat(20) });
  const odd = new Uint8Array(100).fill(9);
  // More completions have the one file than are written at a time.
  const ids: string[] = [];
  for (let at = 0; at < 25; at += 1) ids.push((await index.add("lcc", { map: "Quad", link: null })).id);
  const entries = [];
  for (const [at, completion] of ids.entries()) {
    const bytes = at === 0 ? clean : at === 1 ? odd : video;
    const hash = await hashOf(bytes);
    await blobs.write(hash, bytes);
    entries.push({
      ...{ key: completion, hash, contentType: "video/mp4", bytes: bytes.length },
      ...{ createdAt: "2026-01-01T00:00:00.000Z", completion },
    });
  }
  await index.database.atomic([insertMediaEntries(entries)]);
  const served = async (id = "") => {
    const answer = await index.app.request(`/media/${id}`);
    return { etag: answer.headers.get("ETag"), bytes: Buffer.from(await answer.arrayBuffer()) };
  };
  const before = await Promise.all(ids.map(served));

  expect(await runCleanMedia(site, false)).toContain("looked at 3 videos: 2 hold something private");
  expect(await Promise.all(ids.map(served))).toEqual(before);

  const said = await runCleanMedia(site, true);
  expect(said).toContain("looked at 3 videos and cleaned 2 of them, of 24 completions");
  expect(said).toContain(`  ${ids[1]}`);
  for (const [at, id] of ids.entries()) {
    const after = await served(id);
    expect(after.bytes.length).toBe(before[at]?.bytes.length);
    expect(after.bytes.includes(SECRET)).toBe(false);
    expect(after.etag === before[at]?.etag).toBe(at === 1);
  }
  const { results } = (await index.get(api.history({ filekey: ids[5] ?? "" }))).body;
  expect(results[0]).toMatchObject({ action: "clean-media" });
  expect(await runCleanMedia(site, true)).toContain("looked at 3 videos and cleaned 0 of them");
});
