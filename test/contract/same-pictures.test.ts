import { beforeEach, describe, expect, test } from "vitest";
import { openEngine } from "#engine";
import { openData } from "../../app/api/repositories.server.ts";
import { pictureJob } from "../../app/features/media/pictures.server.ts";
import type { LookAlikesAnswer } from "../../domain/contract/completions.ts";
import type { QueueAnswer } from "../../domain/contract/review.ts";
import { api } from "../../domain/contract/routes.ts";
import { perceptualHashOf, SMALL, SMALL_BYTES } from "../../domain/media/perceptual-hash.ts";
import { sqlite, statement } from "../../server/db/database.ts";
import { Unavailable } from "../../server/errors.ts";
import { type DecodePicture, hashOf, type MediaStore } from "../../server/media/store.ts";
import { emptyApp, type TestApp } from "../factories.ts";
import { insertMedia } from "../media-rows.ts";
import { seeded } from "../screenshots.ts";

const ADA = { id: "ada" };
const HELPER = { id: "hel", roles: ["Index Helper"] };

let app: TestApp;
let data: ReturnType<typeof openData>;
let money = 0;

beforeEach(async () => {
  const engine = await openEngine();
  await engine.database.atomic([
    ...[sqlite.deleteFrom("picture").compile(), sqlite.deleteFrom("picture_match").compile()],
    sqlite.deleteFrom("media").compile(),
  ]);
  app = await emptyApp(engine);
  data = openData(app.database);
});

/** What a picture shows: a number tells one from another. `brighter` is how a copy differs from it. */
function greyOf(shows: number, brighter = 0): Uint8Array<ArrayBuffer> {
  const random = seeded(shows);
  const blocks = Array.from({ length: 16 * 9 }, () => 40 + Math.floor(random() * 160));
  return Uint8Array.from({ length: SMALL_BYTES }, (_, at) => {
    const [x, y] = [at % SMALL.width, Math.floor(at / SMALL.width)];
    return (blocks[Math.floor(y / 16) * 16 + Math.floor(x / 16)] ?? 0) + brighter;
  });
}

/** The files of these tests say in words what they show; nobody can decode others. */
const decode: DecodePicture = async (file) => {
  const [, shows, brighter] = /^(\d+) (\d+)/.exec(new TextDecoder().decode(file)) ?? [];
  return shows === undefined ? null : greyOf(Number(shows), Number(brighter));
};

/** Stores a picture and returns its hash. */
async function store(content: string): Promise<string> {
  const bytes = new TextEncoder().encode(content);
  const hash = await hashOf(bytes);
  await app.media.write(hash, bytes);
  return hash;
}

/** Adds a completion that waits, with pictures: its proof, then attachments. */
async function claim(
  contents: readonly string[],
  values: Parameters<TestApp["add"]>[1] = {},
): Promise<string> {
  money += 1;
  const own = { map: "Quad", link: null, money, pending: "ada", submittedBy: "ada" };
  const { id } = await app.add("lcc", { ...own, ...values });
  for (const [at, content] of contents.entries()) {
    const entry = { hash: await store(content), contentType: "image/png", bytes: content.length };
    const key = at === 0 ? id : `${id}/attach/${at}`;
    await app.database.atomic([insertMedia({ key, ...entry }, id, "2026-01-01T00:00:00Z")]);
  }
  return id;
}

const jobWith = (decodePicture: DecodePicture | null = decode, media: Pick<MediaStore, "read"> = app.media) =>
  pictureJob({ data, media: { ...app.media, ...media }, decodePicture });
/** Runs it until it has gone through everything: it begins anywhere. */
async function compareAll(job = jobWith()): Promise<void> {
  for (let run = 0; run < 3; run += 1) await job.run(new AbortController().signal);
}

const alike = async (filekey: string) =>
  (await app.getAs(api.lookAlikes({ filekey }), HELPER.id, HELPER.roles)).body as unknown as LookAlikesAnswer;
const alikeIds = async (filekey: string) => (await alike(filekey)).pictures.map((each) => each.filekey);
const findings = async () => {
  const { body } = await app.getAs(api.queue({ count: 100 }), HELPER.id, HELPER.roles);
  const { results } = body as unknown as QueueAnswer;
  return new Map(results.map(({ completion, findings }) => [completion.filekey, findings]));
};

describe("a picture that is encoded anew", () => {
  test("is a finding of both completions, which a helper sees side by side, whatever their challenges", async () => {
    const first = await claim(["1 0", "2 0"]);
    const second = await claim(["3 0"], { map: "Quad" });
    const { id: verified } = await app.add("lcd", { map: "Quad", people: ["Kit"], money: 5, link: null });
    const hash = await store("3 4");
    await app.database.atomic([
      insertMedia(
        { key: `${verified}/attach/a`, hash, contentType: "image/webp", bytes: 3 },
        verified,
        "2026",
      ),
    ]);
    const third = await claim(["2 3"]);
    await compareAll();
    expect((await alike(third)).pictures).toEqual([
      {
        ...{ challenge: "lcc", filekey: first, heading: expect.stringContaining("Quad"), pending: true },
        ...{ own: third, other: `${first}/attach/1` },
      },
    ]);
    expect((await alike(second)).pictures).toMatchObject([
      { challenge: "lcd", filekey: verified, pending: false, own: second, other: `${verified}/attach/a` },
    ]);
    expect(await findings()).toEqual(new Map([first, second, third].map((each) => [each, ["same-picture"]])));
  });

  test("is a remark that hinders no verdict and that nobody else reads", async () => {
    const [first, second] = [await claim(["1 0"]), await claim(["1 1"])];
    await compareAll();
    expect((await app.getAs(api.lookAlikes({ filekey: first }), ADA.id)).status).toBe(403);
    const before = await app.get(`/fetch-lcc?filekey=${first}`);
    expect(JSON.stringify(before)).not.toMatch(/same-picture|blocks|dct/);
    const entries = JSON.stringify([{ filekey: second, revision: 1, verdict: "verify" }]);
    const { body } = await app.post(api.giveVerdicts(), { entries }, HELPER);
    expect(body.results).toMatchObject([{ outcome: "done" }]);
    expect(await alikeIds(first)).toEqual([second]);
  });

  test.each([
    ["on another map", { map: "Logs" }],
    ["of a made-up completion", { sample: true, pending: null }],
  ])("is no finding %s", async (_, values) => {
    const first = await claim(["1 0"]);
    await claim(["1 1"], values);
    await compareAll();
    expect(await alikeIds(first)).toEqual([]);
    expect((await findings()).get(first)).toEqual([]);
  });

  test("is none among a completion's own, of another run, and of a deleted completion until it is back", async () => {
    const first = await claim(["1 0", "1 1", "2 0"]);
    const second = await claim(["4 0"]);
    await compareAll();
    expect([await alikeIds(first), await alikeIds(second)]).toEqual([[], []]);
    const third = await claim(["1 2"]);
    await compareAll();
    expect(await alikeIds(first)).toEqual([third]);
    await app.edit(third, { deleted_at: "2026-02-01T00:00:00Z", rejection: "Blurred." });
    expect([await alikeIds(first), (await findings()).get(first)]).toEqual([[], []]);
    await app.edit(third, { deleted_at: null, rejection: null });
    expect([await alikeIds(first), await alikeIds(third)]).toEqual([[third], [first]]);
  });

  test("is found when the map of a completion is put right, without decoding it again", async () => {
    const first = await claim(["1 0"]);
    const second = await claim(["1 1"], { map: "Logs" });
    await compareAll();
    expect(await alikeIds(first)).toEqual([]);
    await app.edit(second, { map: "Quad" });
    await compareAll(jobWith(() => Promise.reject(new Error("decoded again"))));
    expect(await alikeIds(first)).toEqual([second]);
  });

  test("that is the very same file is found as that, on any map and in any challenge, as proof or attached", async () => {
    const first = await claim(["5 0", "1 0"]);
    const second = await claim(["1 0"]);
    const { id: third } = await app.add("2mp", { map: "Logs", people: ["Kit"], link: null });
    const entry = { hash: await store("1 0"), contentType: "image/png", bytes: 3 };
    await app.database.atomic([insertMedia({ key: `${third}/attach/a`, ...entry }, third, "2026-01-01")]);
    await compareAll();
    const { files, pictures } = await alike(first);
    expect([files.map(({ filekey }) => filekey).sort(), pictures]).toEqual([[second, third].sort(), []]);
    expect((await findings()).get(second)).toContain("same-proof");
  });
});

describe("the job", () => {
  const rows = () =>
    app.database.query(
      [],
      statement<{
        problem: string | null;
        source: string | null;
      }>`select problem, source from picture order by problem, source`,
    );

  test("records once what is missing or cannot be decoded, and compares the others", async () => {
    await claim(["no picture"]);
    const { id } = await app.add("lcc", { map: "Quad", money: 3, link: null });
    const entry = { key: id, hash: "0".repeat(64), contentType: "image/png", bytes: 3 };
    await app.database.atomic([insertMedia(entry, id, "2026-01-01T00:00:00Z")]);
    const [first, second] = [await claim(["1 0"]), await claim(["1 1"])];
    let decoded = 0;
    const job = jobWith((file) => {
      decoded += 1;
      return decode(file);
    });
    await compareAll(job);
    await compareAll(job);
    expect(decoded).toBe(3);
    expect(await rows()).toEqual([
      { problem: null, source: "server" },
      { problem: null, source: "server" },
      { problem: "missing", source: null },
      { problem: "not-decoded", source: null },
    ]);
    expect(await alikeIds(first)).toEqual([second]);
  });

  test("reads later what the store does not answer", async () => {
    await claim(["1 0"]);
    const unavailable = { read: () => Promise.reject(new Unavailable(2, "too-many-readers")) };
    await expect(compareAll(jobWith(decode, unavailable))).rejects.toThrow(Unavailable);
    expect(await rows()).toEqual([{ problem: null, source: null }]);
    await compareAll();
    expect(await rows()).toEqual([{ problem: null, source: "server" }]);
  });

  test("does nothing once its signal is aborted", async () => {
    await claim(["1 0"]);
    const job = jobWith();
    await job.run(AbortSignal.abort());
    expect(await rows()).toEqual([]);
  });

  test("deletes what it stored of files that no completion has any more", async () => {
    const [first, second] = [await claim(["1 0"]), await claim(["1 1"])];
    await compareAll();
    const matches = () => app.database.query([], statement`select * from picture_match`);
    expect(await matches()).toHaveLength(2);
    await app.database.atomic([statement`delete from media where completion = ${second}`]);
    await compareAll();
    expect([await matches(), (await rows()).length, await alikeIds(first)]).toEqual([[], 1, []]);
  });
});

/** A picture of one pixel: a number tells one from another. */
const gif = (shows: number): File =>
  new File(
    [
      Uint8Array.from([
        ...new TextEncoder().encode("GIF89a"),
        ...[1, 0, 1, 0, 0x80, 0, 0, shows, shows, shows, 0, 0, 0],
        ...[0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3b],
      ]),
    ],
    "a.gif",
  );
const toBase64 = (grey: Uint8Array): string => btoa(String.fromCharCode(...grey));

describe("where nothing is decoded, the browser", () => {
  /** Submits a completion with its proof and attachments, each with what the browser says that it looks like. */
  async function submit(pictures: readonly (readonly [number, string])[]): Promise<string> {
    money += 1;
    const [proof, ...attached] = pictures;
    const fields = {
      ...{ map: "quad", money: String(money), person: "Ada", version: "44.1", date: "2025-01-02" },
      ...{ image: gif(proof?.[0] ?? 0), "small-image": proof?.[1] ?? "" },
      attachments: attached.map(([shows]) => gif(shows)),
      "small-attachments": attached.map(([, small]) => small),
    };
    const { status, body } = await app.post(api.addSubmit("lcc"), fields, ADA);
    expect({ status, body }).toMatchObject({ status: 200, body: { inserted: true } });
    return String(body.filekey);
  }

  test("says what its pictures look like", async () => {
    const first = await submit([
      [1, toBase64(greyOf(1))],
      [2, ""],
      [3, toBase64(greyOf(3))],
    ]);
    const second = await submit([[4, toBase64(greyOf(3, 2))]]);
    await compareAll(jobWith(null));
    expect((await alike(second)).pictures).toMatchObject([
      { filekey: first, own: second, other: expect.stringContaining(`${first}/attach/`) },
    ]);
    expect((await findings()).get(first)).toContain("same-picture");
  });

  test.each([
    ["nothing", ""],
    ["too little", toBase64(greyOf(1)).slice(4)],
    ["too much", `${toBase64(greyOf(1))}AAAA`],
    ["what is no base64", "*".repeat(toBase64(greyOf(1)).length)],
  ])("may say %s, which is nobody's", async (_, small) => {
    await submit([[1, small]]);
    await compareAll(jobWith(null));
    expect(await data.pictures.listToCompare(9)).toEqual([]);
    expect(await app.database.query([], statement`select 1 from picture where dct is not null`)).toEqual([]);
  });

  test("does not change what is known, and is not listened to where the server decodes", async () => {
    await submit([[1, toBase64(greyOf(1))]]);
    await submit([[1, toBase64(greyOf(2))]]);
    const { dct } = perceptualHashOf(greyOf(1));
    const known = () => app.database.query([], statement`select dct from picture where dct is not null`);
    expect(await known()).toEqual([{ dct }]);
    app = await emptyApp(app, { decodePicture: decode });
    await submit([[5, toBase64(greyOf(5))]]);
    expect(await known()).toEqual([{ dct }]);
  });
});
