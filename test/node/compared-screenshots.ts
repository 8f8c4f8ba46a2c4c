import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp, { type Sharp } from "sharp";
import { openData } from "../../app/api/repositories.server.ts";
import { pictureJob } from "../../app/features/media/pictures.server.ts";
import { mediaFiles } from "../../platform/node/media.ts";
import { decodePicture } from "../../platform/node/thumbnails.ts";
import { hashOf } from "../../server/media/store.ts";
import { FACTS_AT, testApp } from "../factories.ts";
import { insertMedia } from "../media-rows.ts";
import { SCREENSHOT, screenshotOf } from "../screenshots.ts";
import { openInMemory } from "./memory.ts";

const MAPS = [
  ...["Quad", "Logs", "Cubism", "Ravine", "Geared", "Muddy Puddles", "#Ouch", "Dark Castle", "In The Loop"],
  ...["Alpine Run", "Cornfield", "Spillway"],
] as const;

/** What programs make of a picture that somebody saves, sends or takes a screenshot of. */
const COPIED: readonly ((picture: Sharp) => Sharp)[] = [
  (picture) => picture.jpeg({ quality: 40 }),
  (picture) => picture.jpeg({ quality: 70, progressive: true }),
  (picture) => picture.webp({ quality: 50 }),
  (picture) => picture.png(),
  (picture) => picture.resize(1920, 1080).jpeg({ quality: 80 }),
  (picture) => picture.resize(960, 540).webp({ quality: 75 }),
  (picture) => picture.resize(1024, 768, { fit: "fill" }).jpeg({ quality: 85 }),
  (picture) => picture.resize(1280, 800, { fit: "fill" }).png(),
  (picture) => picture.resize(640, 360).jpeg({ quality: 60 }),
  (picture) => picture.jpeg({ quality: 15 }),
];

interface Compared {
  /** Which of the copies are said to be the same as what they are made of, and how many pictures are said so besides. */
  readonly found: number;
  readonly wrong: number;
  /** How long the job took for one picture, in milliseconds of this process's time on processors, and its longest run. */
  readonly milliseconds: number;
}

/**
 * Submits as many runs as there are, spread over so many maps, and copies of the first of them, each encoded in another
 * way, and lets the job compare all.
 */
export async function compareScreenshots(runs: number, maps: number, copies: number): Promise<Compared> {
  const database = await openInMemory(FACTS_AT);
  const media = mediaFiles(mkdtempSync(join(tmpdir(), "btd6-index-screenshots-")));
  const app = await testApp({
    ...{ database, media },
    receiveForm: () => Promise.reject(new Error("No forms are sent.")),
  });
  const data = openData(database);
  const formats = [
    (picture: Sharp) => picture.png({ compressionLevel: 1 }),
    (picture: Sharp) => picture.jpeg({ quality: 90 }),
  ];
  async function submit(at: number, picture: Sharp): Promise<string> {
    const file = new Uint8Array(await picture.toBuffer());
    const hash = await hashOf(file);
    await media.write(hash, file);
    const values = { map: MAPS[at % maps] ?? "Quad", money: 1_000 + at, link: null };
    const { id } = await app.add("lcc", values);
    await database.atomic([
      insertMedia({ key: id, hash, contentType: "image/png", bytes: file.length }, id, "2026-01-01"),
    ]);
    return id;
  }
  /** The completions with the same picture, by the completion that was submitted first. */
  const original: { readonly id: string; readonly copy: string }[] = [];
  let done = 0;
  for (let at = 0; at < runs; at += 1) {
    const drawn = sharp(screenshotOf(at % maps, at), { raw: SCREENSHOT });
    const stored = formats[at % 2]?.(drawn) ?? drawn;
    const id = await submit(at, stored);
    const copied = at < copies ? COPIED[at % COPIED.length] : undefined;
    if (copied)
      original.push({ id, copy: await submit(at + maps * runs, copied(sharp(await stored.toBuffer()))) });
    done += copied ? 2 : 1;
  }
  const job = pictureJob({ data, media, decodePicture });
  const before = process.cpuUsage();
  const rows = () =>
    Number(database.sqlite.prepare("select count(*) as n from picture where is_compared = 1").get()?.n);
  while (rows() < done) await job.run(new AbortController().signal);
  const { user, system } = process.cpuUsage(before);
  const copyOf = new Map(
    original.flatMap(
      ({ id, copy }) =>
        [
          [id, copy],
          [copy, id],
        ] as const,
    ),
  );
  let [found, wrong] = [0, 0];
  const all = database.sqlite.prepare("select id from completion").all();
  for (const { id } of all) {
    const same = await data.completions.findSamePictures(String(id), 10);
    for (const other of same) {
      if (copyOf.get(String(id)) === other.id) found += 1;
      else wrong += 1;
    }
  }
  database.close();
  // Each of the two has the other.
  return { found: found / 2, wrong: wrong / 2, milliseconds: (user + system) / 1_000 / done };
}
