import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { api, pages } from "../domain/contract/routes.ts";
import { FORMS } from "./forms.ts";
import { type RunningSite, startSite } from "./node/site.ts";
import { newMember, Visitor } from "./node/visitor.ts";

/** `npm test` builds the pages first. */
const BUILD = join(resolve(import.meta.dirname, ".."), "build/server/index.js");

let site: RunningSite;
beforeAll(async () => {
  // Long enough for any machine.
  site = await startSite({ CACHE_STALE_SECONDS: "600" }, await import(pathToFileURL(BUILD).href));
});
afterAll(() => site.stop());

test("after a write others get a list as it was, once; the writer, the API and pages of one row are current", async () => {
  const { visitor: writer, tokens } = await newMember(site.origin, "member@example.org");
  const reader = new Visitor(site.origin);
  const list = pages.list("lcc");
  const rows = async (who: Visitor, path: string) =>
    (await who.get(path)).text.split("A new player").length - 1;
  expect([await rows(reader, list), await rows(reader, api.list("lcc"))]).toEqual([0, 0]);

  const form = { ...FORMS.lcc, person: "A new player", link: "https://example.org/proof" };
  const { status, text } = await writer.call(api.addSubmit("lcc"), tokens, form);
  expect(status, text).toBe(200);
  const { filekey } = JSON.parse(text);
  expect(await rows(reader, list)).toBe(0);
  expect(await rows(reader, api.list("lcc"))).toBe(1);
  expect(await rows(reader, pages.notes("lcc", { filekey }))).toBeGreaterThan(0);
  expect(await rows(writer, list)).toBeGreaterThan(0);
  // By now it was made again.
  expect(await rows(reader, list)).toBeGreaterThan(0);
});
