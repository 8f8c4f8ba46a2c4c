import { beforeEach, expect, test } from "vitest";
import { openEngine } from "#engine";
import { openData } from "../../app/api/repositories.server.ts";
import { copyJob } from "../../app/features/kept-copies/job.server.ts";
import type { KeptCopiesAnswer } from "../../domain/contract/kept-copies.ts";
import { api, mediaUrl } from "../../domain/contract/routes.ts";
import { countersInMemory } from "../../server/counters.ts";
import { sqlite, statement } from "../../server/db/database.ts";
import { askHosts } from "../../server/other-hosts.ts";
import { emptyApp, type TestApp } from "../factories.ts";
import { FORMS } from "../forms.ts";
import { onePixel } from "../one-pixel.ts";

type Who = { readonly id: string; readonly roles?: readonly string[] };
const HELPER = { id: "hel", roles: ["Index Helper"] };
const [ADA, CY] = [{ id: "adas" }, { id: "cys" }];
const LINK = "https://i.imgur.com/AbCdE12.png";

let app: TestApp;
let engine: Awaited<ReturnType<typeof openEngine>>;
beforeEach(async () => {
  engine = await openEngine();
  await engine.database.atomic([
    sqlite.deleteFrom("kept_copy").compile(),
    sqlite.deleteFrom("person").compile(),
    sqlite.deleteFrom("gone_proof").compile(),
  ]);
  app = await emptyApp(engine);
});

const picture = async (): Promise<Response> =>
  new Response(await onePixel().arrayBuffer(), { headers: { "Content-Type": "image/png" } });

/** Runs the job once against hosts that answer so, and returns the addresses that were asked. */
async function copyAll(answer: () => Response | Promise<Response>): Promise<string[]> {
  const asked: string[] = [];
  const askHost = askHosts({
    fetch: (async (address: string) => {
      asked.push(address);
      return answer();
    }) as unknown as typeof fetch,
    addresses: { imgurFiles: "https://files.example/", discordFiles: "https://chat.example/" },
    counters: countersInMemory(),
  });
  const data = openData(engine.database);
  const parts = { data, signIn: {}, askHost, receiveForm: engine.receiveForm, now: () => new Date() };
  await copyJob(parts).run(new AbortController().signal);
  return asked;
}

async function submit(fields: Record<string, string>, who: Who = ADA): Promise<string> {
  const { body } = await app.post(api.addSubmit("2tc"), { ...FORMS["2tc"], link: LINK, ...fields }, who);
  return String(body.filekey);
}
const own = async (who: Who, filekey?: string) =>
  (await app.getAs(api.keptCopies({ filekey }), who.id, [])).body as unknown as KeptCopiesAnswer;
const keep = async (fields: Record<string, string>, who: Who = ADA) =>
  (await app.post(api.keptCopies(), fields, who)).status;
const status = async (path: string) => (await app.app.request(path)).status;

/** Says that a link is gone, as the job that watches links does. */
const endLink = (completion: string) =>
  engine.database.atomic([
    statement`insert into gone_proof (completion, url, since) values (${completion}, ${LINK}, '2026-01-02T00:00:00.000Z')`,
  ]);

test("a picture is copied for those who ask for it, shown once its link is gone, and removed again", async () => {
  const without = await submit({});
  expect(await copyAll(picture)).toEqual([]);
  expect(await own(ADA)).toMatchObject({ isPossible: true, isOn: false, copies: 0, results: [] });

  const filekey = await submit({ map: "Logs", "keep-copy": "1" });
  expect((await own(ADA, filekey)).results).toMatchObject([{ filekey, state: "due" }]);
  expect(await copyAll(picture)).toEqual(["https://files.example/AbCdE12.png"]);
  expect(await own(ADA)).toMatchObject({ isOn: true, copies: 1 });
  expect((await own(ADA)).results).toMatchObject([{ filekey, state: "copied", why: null }]);
  expect((await own(CY)).results).toEqual([]);
  // Once is enough.
  expect(await copyAll(picture)).toEqual([]);

  const [copy] = await engine.database.query(
    [],
    statement<{ hash: string }>`select hash from kept_copy where completion = ${filekey}`,
  );
  const address = mediaUrl(`${filekey}/copy/${copy?.hash}`, null);
  expect(await status(address)).toBe(404);
  await app.post(api.verifyCompletions(), { entries: JSON.stringify([filekey]) }, HELPER);
  await endLink(filekey);
  expect(await status(address)).toBe(200);
  expect(await status(address.replace(filekey, without))).toBe(404);

  expect(await keep({ on: "0", filekey }, CY)).toBe(200);
  expect(await status(address)).toBe(200);
  expect(await keep({ on: "0", filekey })).toBe(200);
  expect(await status(address)).toBe(404);
  // What a form says later is for later ones; without the field it stays as it was.
  expect(await own(ADA)).toMatchObject({ isOn: true, copies: 0 });
  await submit({ map: "Cargo", "keep-copy": "0" });
  expect((await own(ADA)).isOn).toBe(false);
});

test("all that is there is copied on request, and everything is removed again", async () => {
  const ids = [await submit({}), await submit({ map: "Logs" })];
  await submit({ map: "Cargo", link: "https://youtu.be/aaaaaaaaaaa" });
  await submit({ map: "Ravine" }, CY);
  expect(await keep({ on: "perhaps" })).toBe(400);
  expect(await keep({ on: "1", filekey: "no-such" })).toBe(404);
  expect(await keep({ on: "1" })).toBe(200);
  expect((await own(ADA)).results.map(({ filekey }) => filekey).toSorted()).toEqual(ids.toSorted());
  expect((await copyAll(picture)).length).toBe(2);
  expect((await own(ADA)).copies).toBe(2);
  expect(await keep({ on: "0" })).toBe(200);
  expect(await own(ADA)).toMatchObject({ isOn: false, copies: 0, results: [] });
});

test("with its person a copy is erased", async () => {
  const filekey = await submit({ "keep-copy": "1" });
  await copyAll(picture);
  await app.post(api.verifyCompletions(), { entries: JSON.stringify([filekey]) }, HELPER);
  expect((await app.post(api.erase(), { confirm: "DELETE" }, ADA)).status).toBe(200);
  expect(await engine.database.query([], statement`select * from kept_copy`)).toEqual([]);
});

test.each([
  ["is not found", () => new Response("", { status: 404 }), "There is no picture at this link any more."],
  [
    "is elsewhere now",
    () => new Response("", { status: 302, headers: { Location: "http://127.0.0.1/" } }),
    "There is no picture at this link any more.",
  ],
  [
    "is a page",
    () => new Response("<p>", { headers: { "Content-Type": "text/html" } }),
    "What is there is no picture, or it is damaged.",
  ],
  [
    "is a page that says to be a picture",
    () => new Response("<p>", { headers: { "Content-Type": "image/png" } }),
    "What is there is no picture, or it is damaged.",
  ],
  [
    "says to be too large",
    () => new Response("x", { headers: { "Content-Type": "image/png", "Content-Length": "99999999" } }),
    "The picture is too large: a copy has at most 25 MB.",
  ],
  [
    "does not end",
    () =>
      new Response(new ReadableStream({ pull: (stream) => stream.enqueue(new Uint8Array(1024 * 1024)) }), {
        headers: { "Content-Type": "image/png" },
      }),
    "The picture is too large: a copy has at most 25 MB.",
  ],
  ["fails", () => new Response("", { status: 500 }), "Its host gave no answer."],
])("why there is no copy of what %s", async (_, answer, why) => {
  const filekey = await submit({ "keep-copy": "1" });
  await copyAll(answer);
  expect((await own(ADA, filekey)).results).toMatchObject([{ state: "failed", why }]);
  // One can ask for it once more.
  expect(await keep({ on: "1", filekey })).toBe(200);
  await copyAll(picture);
  expect((await own(ADA, filekey)).results).toMatchObject([{ state: "copied" }]);
});

test("a host that asks to be left alone is asked later", async () => {
  const filekey = await submit({ "keep-copy": "1" });
  await copyAll(() => new Response("", { status: 429, headers: { "Retry-After": "60" } }));
  expect((await own(ADA, filekey)).results).toMatchObject([{ state: "due" }]);
  expect(await copyAll(picture)).toEqual([]);
});
