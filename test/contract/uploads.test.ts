import { beforeAll, expect, test } from "vitest";
import { openEngine } from "#engine";
import { crc32 } from "../../domain/media/pictures/bytes.ts";
import { describeError } from "../../server/errors.ts";
import type { ReceivedForm, ReceiveForm } from "../../server/forms.ts";
import { hashOf, type MediaStore } from "../../server/media/store.ts";
import { encodePng } from "../../server/png.ts";
import { webmOf } from "../videos.ts";

const FILE_FIELDS = new Set(["image", "attachments"]);
/** Small limits, so that files need not be large to be too large. */
const LIMITS = { fileBytes: 3_000, pictureBytes: 2_000, files: 3, totalBytes: 6_000 };

let receiveForm: ReceiveForm;
let media: MediaStore;
let picture: Uint8Array<ArrayBuffer>;

/** Returns the beginning of a WebM, filled up to a size. */
const video = webmOf;

/** Returns the picture with a text chunk that must be removed. */
function withText(png: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const named = new TextEncoder().encode("tEXtSECRET");
  const chunk = new DataView(new ArrayBuffer(8 + named.length));
  chunk.setUint32(0, named.length - 4);
  new Uint8Array(chunk.buffer).set(named, 4);
  chunk.setUint32(4 + named.length, crc32(named));
  return new Uint8Array([...png.subarray(0, 33), ...new Uint8Array(chunk.buffer), ...png.subarray(33)]);
}

beforeAll(async () => {
  ({ receiveForm, media } = await openEngine(LIMITS));
  picture = await encodePng({ width: 4, height: 3, data: new Uint8Array(36).fill(80) });
});

type Part = readonly [name: string, value: string | Uint8Array<ArrayBuffer>, filename?: string];

const post = (body: BodyInit, headers: HeadersInit = {}): Request =>
  new Request("http://localhost:3000/", { method: "POST", body, headers });

function send(...parts: readonly Part[]): Promise<ReceivedForm> {
  const form = new FormData();
  for (const [name, value, filename = "file"] of parts) {
    if (typeof value === "string") form.append(name, value);
    else form.append(name, new File([value], filename, { type: "image/jpeg" }));
  }
  return receiveForm(post(form), FILE_FIELDS, { id: "ada", isHelper: false });
}

const stored = async (hash: string): Promise<Uint8Array<ArrayBuffer> | null> => {
  const blob = await media.read(hash, null);
  return blob && new Uint8Array(await new Response(blob).arrayBuffer());
};

/** Returns the status and the sentence that a form is refused with. */
async function refusalOf(form: Promise<ReceivedForm>): Promise<unknown[]> {
  const { status, message } = describeError(await form.catch((error: unknown) => error));
  return [status, message];
}
const badForm = (text: string | RegExp) => [400, expect.stringMatching(text)];
const tooLarge = (text: string | RegExp) => [413, expect.stringMatching(text)];

test("texts keep their order and their characters, repeated fields included", async () => {
  const { texts, files } = await send(["notes", "Zürich \u{1f388}\r\nB"], ["x", "1"], ["x", ""], ["x", "2"]);
  expect([...texts]).toEqual([
    ["notes", ["Zürich \u{1f388}\nB"]],
    ["x", ["1", "", "2"]],
  ]);
  expect(files).toEqual([]);
});

test("a line break is one character, in both kinds of form", async () => {
  const sent = "one\r\ntwo\n\rthree\r\n\r\n";
  const read = "one\ntwo\n\nthree\n\n";
  const part = ["--XX", 'Content-Disposition: form-data; name="notes"', "", sent, "--XX--", ""];
  expect(
    (await receiveForm(multipart(...part), FILE_FIELDS, { id: "ada", isHelper: false })).texts.get("notes"),
  ).toEqual([read]);
  const urlencoded = post(new URLSearchParams({ notes: sent }));
  expect(
    (await receiveForm(urlencoded, FILE_FIELDS, { id: "ada", isHelper: false })).texts.get("notes"),
  ).toEqual([read]);
});

test("half of a character, which some encodings can hold, is not stored as such", async () => {
  const text = (line: string) => new TextEncoder().encode(line);
  const body = new Uint8Array([
    ...text('--XX\r\nContent-Disposition: form-data; name="person"\r\n'),
    ...text("Content-Type: text/plain; charset=utf-16le\r\n\r\n"),
    ...[0x41, 0x00, 0x00, 0xd8],
    ...text("\r\n--XX--\r\n"),
  ]);
  const request = post(body, { "Content-Type": "multipart/form-data; boundary=XX" });
  const [person] =
    (await receiveForm(request, FILE_FIELDS, { id: "ada", isHelper: false })).texts.get("person") ?? [];
  expect(person).toMatch(/^A/);
  expect(person?.isWellFormed()).toBe(true);
});

test("a form that takes no files has a lower size limit", async () => {
  const texts = Array.from({ length: 5 }, (_, at) => [`f${at}`, "x".repeat(60_000)]);
  const request = (): Request => post(new URLSearchParams(texts));
  expect(await refusalOf(receiveForm(request(), new Set(), { id: "ada", isHelper: false }))).toEqual(
    tooLarge("256 KB"),
  );
  expect((await receiveForm(request(), FILE_FIELDS, { id: "ada", isHelper: false })).texts.size).toBe(5);
});

test("a urlencoded form is accepted as well", async () => {
  const { texts } = await receiveForm(post(new URLSearchParams("a=1&a=%C3%BC&b=")), FILE_FIELDS, {
    id: "ada",
    isHelper: false,
  });
  expect([...texts]).toEqual([
    ["a", ["1", "ü"]],
    ["b", [""]],
  ]);
});

test("a picture is stored without its metadata, under the hash of the stored bytes", async () => {
  const { files } = await send(["image", withText(picture), "proof.jpg"]);
  const hash = await hashOf(picture);
  expect(files).toMatchObject([{ field: "image", hash, contentType: "image/png", bytes: picture.length }]);
  expect(await stored(hash)).toEqual(picture);
});

test("several files are received in order with the texts around them; a video is stored unchanged", async () => {
  const { texts, files } = await send(
    ["before", "1"],
    ["attachments", video(2_900)],
    ["between", "2"],
    ["attachments", picture],
    ["image", video(90)],
    ["after", "3"],
  );
  expect([...texts.keys()]).toEqual(["before", "between", "after"]);
  expect(files.map(({ field, contentType, bytes }) => [field, contentType, bytes])).toEqual([
    ["attachments", "video/webm", 2_900],
    ["attachments", "image/png", picture.length],
    ["image", "video/webm", 90],
  ]);
  expect(await stored(files[0]?.hash ?? "")).toEqual(video(2_900));
  expect(files[0]?.hash).toBe(await hashOf(video(2_900)));
});

const multipart = (...lines: readonly string[]): Request =>
  post(lines.join("\r\n"), { "Content-Type": "multipart/form-data; boundary=XX" });

test("files of any length are stored whole, however many wait for the end of their form", async () => {
  const large = { fileBytes: 12_000_000, pictureBytes: 2_000, files: 3, totalBytes: 36_000_000 };
  const engine = await openEngine(large);
  const form = new FormData();
  const lengths = [200_000, 2_000_000, 9_000_000];
  for (const length of lengths) form.append("attachments", new File([video(length)], "a.webm"));
  const { files } = await engine.receiveForm(post(form), FILE_FIELDS, { id: "ada", isHelper: false });
  expect(files.map(({ bytes }) => bytes)).toEqual(lengths);
  for (const [at, { hash }] of files.entries()) {
    const blob = await engine.media.read(hash, null);
    const bytes = new Uint8Array(await new Response(blob).arrayBuffer());
    expect([bytes.length, await hashOf(bytes)]).toEqual([lengths[at], hash]);
  }
});

test("an empty file field, as browsers send it, counts as absent", async () => {
  const { texts, files } = await receiveForm(
    multipart(
      ...["--XX", 'Content-Disposition: form-data; name="image"; filename=""'],
      ...["Content-Type: application/octet-stream", "", ""],
      ...["--XX", 'Content-Disposition: form-data; name="map"', "", "Quad", "--XX--", ""],
    ),
    FILE_FIELDS,
    { id: "ada", isHelper: false },
  );
  expect({ texts: [...texts], files }).toEqual({ texts: [["map", ["Quad"]]], files: [] });
});

test.each([
  ["a page", "<html><script>alert(1)</script>", "page.png"],
  ["a drawing with script", '<svg xmlns="http://www.w3.org/2000/svg"/>', "drawing.svg"],
  ["an empty file", "", "empty.png"],
  ["a picture that is damaged", "\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "damaged.png"],
])("%s is refused by name", async (_, text, filename) => {
  const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  expect(await refusalOf(send(["image", bytes, filename]))).toEqual(badForm(`"${filename}"`));
});

test("files are accepted only in file fields", async () => {
  expect(await refusalOf(send(["notes", picture, "a.png"]))).toEqual(
    badForm('The field "notes" does not take files: "a.png"'),
  );
});

test("each limit is named: one video, one picture, the number of files, their total size", async () => {
  expect(await refusalOf(send(["image", video(3_001), "clip.webm"]))).toEqual(
    tooLarge('"clip.webm" is too large: the limit for a video is 3000 bytes'),
  );
  const large = new Uint8Array(2_001);
  large.set(picture);
  expect(await refusalOf(send(["image", large, "large.png"]))).toEqual(
    tooLarge('"large.png" is too large: the limit for a picture is 2000 bytes'),
  );
  const four = [1, 2, 3, 4].map((): Part => ["attachments", video(90)]);
  expect(await refusalOf(send(...four))).toEqual(tooLarge("Too many files at once: 3 at most"));
  const heavy = [1, 2, 3].map((): Part => ["attachments", video(2_500)]);
  expect(await refusalOf(send(...heavy))).toEqual(tooLarge("together: the limit is 6000 bytes"));
});

test("texts have limits, too", async () => {
  const most = "ü".repeat(32 * 1024);
  expect((await send(["notes", most])).texts.get("notes")).toEqual([most]);
  expect(await refusalOf(send(["notes", `${most}.`]))).toEqual(tooLarge('"notes" is too long: 64 KB'));
  expect(await refusalOf(send(["n".repeat(201), ""]))).toEqual(tooLarge("name of a field is too long"));
  const many = Array.from({ length: 201 }, (_, at): Part => [`f${at}`, ""]);
  expect((await send(...many.slice(1))).texts.size).toBe(200);
  expect(await refusalOf(send(...many))).toEqual(tooLarge(/too many (fields|parts): 200/));
  const long = new URLSearchParams({ notes: `${most}.` });
  expect(await refusalOf(receiveForm(post(long), FILE_FIELDS, { id: "ada", isHelper: false }))).toEqual(
    tooLarge('"notes" is too long'),
  );
});

test("a body whose declared size is far too large is refused before it is read", async () => {
  const request = post("", {
    "Content-Type": "multipart/form-data; boundary=XX",
    "Content-Length": "99999999",
  });
  expect(await refusalOf(receiveForm(request, FILE_FIELDS, { id: "ada", isHelper: false }))).toEqual(
    tooLarge("together: the limit is 6000 bytes"),
  );
});

test.each([
  ["application/json", "{}"],
  ["multipart/form-data-too; boundary=XX", "--XX--"],
  ["text/plain", "a=1"],
  ["multipart/mixed; boundary=XX", "--XX--"],
  ["multipart/form-data", "--XX--"],
  ["multipart/form-data; boundary=XX", "no parts in here"],
  ["multipart/form-data; boundary=XX", '--XX\r\nContent-Disposition: form-data; name="a"\r\n\r\ncut of'],
  [
    "multipart/form-data; boundary=XX",
    '--XX\r\nContent-Disposition: form-data; name="image"; filename="a"\r\n\r\n\xff',
  ],
])("a body of %s that is not a complete form is refused", async (type, body) => {
  expect(
    await refusalOf(
      receiveForm(post(body, { "Content-Type": type }), FILE_FIELDS, { id: "ada", isHelper: false }),
    ),
  ).toEqual(badForm(/./));
});

test("a request without a body is refused", async () => {
  const request = new Request("http://localhost:3000/", { method: "POST" });
  expect(await refusalOf(receiveForm(request, FILE_FIELDS, { id: "ada", isHelper: false }))).toEqual(
    badForm("A form is expected"),
  );
});
