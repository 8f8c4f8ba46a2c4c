import { beforeEach, describe, expect, test } from "vitest";
import { openEngine } from "#engine";
import { CHALLENGES } from "../../domain/challenges/index.ts";
import { api } from "../../domain/contract/routes.ts";
import { linkName, otherSlots } from "../../domain/media/proof-slots.ts";
import { emptyApp, type TestApp } from "../factories.ts";
import { FORMS } from "../forms.ts";
import { onePixel } from "../one-pixel.ts";
import { box, FTYP, mp4Of, pictures } from "../videos.ts";

const ADA = { id: "ada" };
const BOB = { id: "bob" };
const HELPER = { id: "hel", roles: ["Index Helper"] };

const link = "https://example.org/proof";
const VIDEO = "https://youtu.be/aqz-KE-bpKQ?t=90";

let app: TestApp;
beforeEach(async () => {
  app = await emptyApp(await openEngine());
});

const submit = (key: string, fields: Parameters<TestApp["post"]>[1], who: { id: string } | null = ADA) =>
  app.post(api.addSubmit(key), { ...FORMS[key as keyof typeof FORMS], ...fields }, who);

const listed = async (filekey: unknown) => (await app.get(api.attachments(String(filekey)))).body;

const editing = (filekey: unknown) => ({ edit: "true", "edited-filekey": String(filekey) });

describe.each([...CHALLENGES.values()].filter((each) => otherSlots(each).length > 0))(
  "$key",
  (definition) => {
    const { key } = definition;
    const names = otherSlots(definition).map(({ role }) => linkName(definition, role));

    test("every slot keeps its link as it was written; one that is not sent stays, an empty one goes", async () => {
      const given = Object.fromEntries(names.map((name, at) => [name, `${VIDEO}&n=${at}`]));
      const { body } = await submit(key, { link, ...given });
      expect(body).toMatchObject({ inserted: true });
      const all = (await listed(body.filekey)).links as { role: string; url: string }[];
      expect(Object.fromEntries(all.map(({ role, url }) => [linkName(definition, role), url]))).toEqual(
        given,
      );
      expect(
        (await app.getAs(api.editInfo(key, { filekey: String(body.filekey) }), "ada")).body.links,
      ).toEqual(all);

      await submit(key, { link, ...editing(body.filekey), notes: "n" });
      expect((await listed(body.filekey)).links).toEqual(all);
      const [first = ""] = names;
      await submit(key, { link, ...editing(body.filekey), [first]: "" });
      expect((await listed(body.filekey)).links).toEqual(
        all.filter(({ role }) => linkName(definition, role) !== first),
      );

      // What was there comes back by an undo.
      const { body: history } = await app.get(api.history({ filekey: String(body.filekey) }));
      await app.post(api.undoChange(), { seq: String(history.results[0]?.seq) }, HELPER);
      expect((await listed(body.filekey)).links).toEqual(all);
    });

    test("a link of several addresses gives them to the proofs without one; each is judged as a link", async () => {
      const other = await submit(key, { image: onePixel() }, BOB);
      const addresses = names.map((name) => `https://example.org/more?${name}`);
      const several = { link: [`Part 1: ${link}`, ...addresses].join(" Part 2: "), notes: "Mine" };
      const { status, body } = await submit(key, several);
      expect([status, body.inserted]).toEqual([200, true]);
      const links = (await listed(body.filekey)).links as { url: string }[];
      expect(links.map(({ url }) => url).sort()).toEqual(addresses.toSorted());
      const row = (await app.get(api.list(key, { pending: 1, filekey: String(body.filekey) }))).body
        .results[0];
      expect(row).toMatchObject({ link, notes: expect.stringMatching(/^Mine\n\nPart 1/) });
      const refused = await submit(key, {
        link: `${link} http://localhost:3000/media/${other.body.filekey}`,
      });
      expect([refused.status, refused.body.error]).toEqual([
        400,
        "You cannot reference a media.localhost:3000 image from a different completion",
      ]);
    });

    test("a link to no web address or to the media of another is refused at its field", async () => {
      const other = await submit(key, { image: onePixel() }, BOB);
      const own = `http://localhost:3000/media/${other.body.filekey}`;
      for (const name of names)
        for (const bad of ["x", "javascript:alert(1)", `https://a.b/${"x".repeat(2_000)}`, own]) {
          const { status, body } = await submit(key, { link, [name]: bad });
          expect([status, body.inserted], `${name}: ${bad.slice(0, 60)}`).toEqual([400, undefined]);
          if (bad === own)
            expect(body.error).toBe(
              "You cannot reference a media.localhost:3000 image from a different completion",
            );
        }
      expect((await submit(key, { link })).body).toMatchObject({ inserted: true });
    });
  },
);

test.each([" ", "\n", "\t", "\u00a0", "\u200b", ","])(
  "one address written twice with %j between is one link",
  async (between) => {
    const { body } = await submit("2tc", { link: `${link}${between}${link}` });
    const { results } = (await app.get(api.list("2tc", { pending: 1, filekey: String(body.filekey) }))).body;
    expect(results).toMatchObject([{ link }]);
    expect((await listed(body.filekey)).links).toEqual([]);
  },
);

test("a link without any address is refused", async () => {
  expect(await submit("2tc", { link: "A and B" })).toMatchObject({ status: 400 });
});

test("a stored link with a blank in it stays as it is when something else is edited", async () => {
  const { id } = await app.add("2tc", { towers: ["Absolute Zero", "Quincy"], link: `${link} and ${link}` });
  const form = { ...editing(id), link: `${link} and ${link}`, notes: "n" };
  const { status } = await app.post(api.addSubmit("2tc"), { ...FORMS["2tc"], ...form }, HELPER);
  expect(status).toBe(200);
});

test("links count for what a completion has, wherever they stand", async () => {
  const { body } = await submit("2tc", { image: onePixel(), "link-recording": VIDEO });
  const count = async (has: string) => (await app.get(api.list("2tc", { has }))).body.count;
  expect([await count("link"), await count("video"), await count("picture")]).toEqual([1, 1, 1]);
  expect((await app.get(api.list("2tc", { query: "aqz KE bpKQ" }))).body.count).toBe(1);
  await submit("2tc", { ...editing(body.filekey), "link-recording": "" });
  expect([await count("link"), await count("video"), await count("picture")]).toEqual([0, 0, 1]);
});

test("a link to one of the completion's own attachments says what that shows", async () => {
  const { body } = await submit("2tc", { link, attachments: onePixel() });
  const { files } = (await listed(body.filekey)) as unknown as { files: string[] };
  const own = `http://localhost:3000/media/${files[0]}`;
  expect((await submit("2tc", { link, ...editing(body.filekey), "link-setup": own })).status).toBe(200);
  expect(await listed(body.filekey)).toMatchObject({ files, roles: ["setup"], links: [] });
});

test("links and attachments have one limit together", async () => {
  const twenty = Array.from({ length: 10 }, onePixel);
  const { body } = await submit("2tc", { link, attachments: twenty });
  const nine = Array.from({ length: 9 }, onePixel);
  const more = { link, ...editing(body.filekey), attachments: nine };
  expect((await submit("2tc", { ...more, "link-setup": link, "link-recording": VIDEO })).body.error).toBe(
    "A completion can have 20 attachments at most.",
  );
  expect((await submit("2tc", { ...more, "link-setup": link })).status).toBe(200);
});

test("links are public: in the history by their slots' labels, and gone with the completion", async () => {
  const { body } = await submit("2tc", { link, "link-setup": link });
  await submit("2tc", { link, ...editing(body.filekey), "link-setup": VIDEO });
  const { body: history } = await app.get(api.history({ filekey: String(body.filekey) }));
  expect(JSON.stringify(history.results[0])).toContain("Tower set-up (link)");
  await app.post(api.deleteSubmit("2tc"), { entries: JSON.stringify([body.filekey]) }, HELPER);
  expect((await listed(body.filekey)).links).toEqual([]);
});

test("the same form sent before any link is there changes no revision", async () => {
  const { body } = await submit("2tc", { link, "link-setup": link });
  const info = async () =>
    (await app.getAs(api.editInfo("2tc", { filekey: String(body.filekey) }), "ada")).body;
  const { revision } = await info();
  await submit("2tc", { link, ...editing(body.filekey), "link-setup": link });
  expect((await info()).revision).toBe(revision);
  await submit("2tc", { link, ...editing(body.filekey), "link-setup": VIDEO });
  expect((await info()).revision).toBe(Number(revision) + 1);
});

test("a list is narrowed by what a link leads to, however it is written and wherever it stands", async () => {
  const first = await submit("2tc", { link: "https://www.youtube.com/watch?v=aqz-KE-bpKQ" });
  const second = await submit("2tc", { link, map: "Logs", "link-recording": VIDEO }, BOB);
  await submit("2tc", { link: "https://www.youtube.com/watch?v=AQZ-KE-bpKQ", map: "Cargo" }, BOB);
  const found = async (asked: string) =>
    (await app.get(api.list("2tc", { link: asked }))).body.results.map(({ filekey }) => filekey).sort();
  for (const asked of [
    VIDEO,
    "https://gaming.youtube.com/v/aqz-KE-bpKQ#t=5",
    "http://youtube.com/shorts/aqz-KE-bpKQ",
  ])
    expect(await found(asked), asked).toEqual([first.body.filekey, second.body.filekey].sort());
  expect(await found(`${link}?utm_source=x`)).toEqual([second.body.filekey]);
  expect(await found("no address")).toEqual([]);
  expect((await app.get(api.totals({ link: VIDEO }))).body.totals).toMatchObject({ "2tc": 2, lcc: 0 });
  // Tested on rows beside other conditions, it finds the same.
  expect((await app.get(api.list("2tc", { link: VIDEO, map: "Logs" }))).body.count).toBe(1);
});

test("a video loses what is private in it, and one that nobody could play is refused", async () => {
  const secret = "+52.5200+013.4050/";
  const position = [box("udta", box("\xa9xyz", secret))];
  // One stays in memory on its way into a bucket, the other does not.
  for (const more of [100, 400_000]) {
    const video = mp4Of([pictures("avc1")], { data: "pictures".repeat(more / 4), movie: position });
    const { body } = await submit("lcc", { image: new File([video], "run.mp4") });
    const answer = await app.app.request(`/media/${body.filekey}`);
    const sent = Buffer.from(await answer.arrayBuffer());
    expect([sent.length, sent.includes(secret), sent.includes("pictures")]).toEqual([
      video.length,
      false,
      true,
    ]);
  }
  for (const [bytes, said] of [
    [FTYP, "nothing in it"],
    [mp4Of([pictures("avc1")]).subarray(0, 100), "is incomplete"],
    [mp4Of([{ ...pictures("mp4a"), handler: "soun" }]), "has sound but no picture"],
  ] as const) {
    const { status, body } = await submit("lcc", { image: new File([new Uint8Array(bytes)], "run.mp4") });
    expect([status, body.error]).toEqual([400, expect.stringContaining(said)]);
  }
});
