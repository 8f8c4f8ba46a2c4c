import { beforeEach, expect, test } from "vitest";
import { openEngine } from "#engine";
import { api } from "../../domain/contract/routes.ts";
import { emptyApp, type TestApp } from "../factories.ts";

const MEMBER = { id: "ada", roles: [] };
const HELPER = { id: "hel", roles: ["Index Helper"] };
const FORM = {
  ...{ map: "Quad", money: "5000", person: "Ada", version: "544", date: "2025-01-01" },
  link: "https://example.org/proof",
};

let app: TestApp;
beforeEach(async () => {
  app = await emptyApp(await openEngine());
});

const send = async (values: Readonly<Record<string, string | readonly string[]>>, who = MEMBER) => {
  const { status, body } = await app.post(api.addSubmit("lcc"), { ...FORM, ...values }, who);
  expect(status, JSON.stringify(body)).toBe(200);
  return String(body.filekey);
};
const looked = async (filekey: string) =>
  (await app.getAs(api.queueFacts({ filekey }), HELPER.id, HELPER.roles)).body.looked;

test("ticks at warnings stand on the desk, known ones once each, and nowhere in public", async () => {
  const filekey = await send({
    looked: ["far-newer-version", "far-newer-version", "exists-map", "nonsense"],
  });
  expect(await looked(filekey)).toEqual(["far-newer-version", "exists-map"]);
  const everything = [
    await app.get(api.list("lcc", { filekey })),
    await app.get(api.history({ filekey })),
    await app.get(api.publicChanges({ since: 0 })),
  ];
  expect(JSON.stringify(everything)).not.toContain("far-newer");
  expect(await looked(await send({ money: "5001" }))).toEqual([]);
});

test("they are of what was sent: an edit has its own, or none", async () => {
  const filekey = await send({ looked: ["far-newer-version"] });
  const edit = { edit: "true", "edited-filekey": filekey };
  await send({ ...edit, money: "5002", looked: ["exists-map"] });
  expect(await looked(filekey)).toEqual(["exists-map"]);
  await send({ ...edit, money: "5003" });
  expect(await looked(filekey)).toEqual([]);
});
