import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CHALLENGES } from "../../challenges/index.ts";
import { api } from "../../routes.ts";
import { encodePng } from "../../server/png.ts";
import { FORMS } from "../forms.ts";
import { addressesOf } from "./addresses.ts";
import { type Difference, differences } from "./differences.ts";
import { type Asked, type Engines, startEngines } from "./engines.ts";

/** How many addresses are compared. `npm run test:edge` sets 2,000. */
const MOST = Number(process.env.EDGE_ADDRESSES ?? 400);

let engines: Engines;
let addresses: string[];
beforeAll(async () => {
  engines = await startEngines();
  addresses = await addressesOf(engines.node, MOST);
}, 600_000);
afterAll(() => engines.stop());

async function allDifferences(): Promise<Difference[]> {
  const all: Difference[] = [];
  for (const address of addresses) all.push(...(await differences(engines, address)));
  return all;
}

test("both engines answer every address of the site identically, byte for byte", async () => {
  expect(addresses.length).toBe(MOST);
  expect(await allDifferences()).toEqual([]);
}, 3_600_000);

type Fields = Readonly<Record<string, string | Blob>>;
type Who = "administrator" | "member";

let writes = 0;

async function formOf(who: Who | null, fields: Fields): Promise<Asked> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    value instanceof Blob ? form.append(name, value, `${name}.file`) : form.append(name, value);
  const encoded = new Response(form);
  const headers = {
    "content-type": encoded.headers.get("Content-Type") ?? "",
    ...(who === null ? {} : { authorization: `Bearer ${engines.tokens[who]}` }),
  };
  return { method: "POST", headers, body: new Uint8Array(await encoded.arrayBuffer()) };
}

/** Makes a write on both, at the same time and with the same ids, and expects equal answers. Returns Node's. */
async function write(who: Who | null, path: string, fields: Fields): Promise<Record<string, unknown>> {
  writes += 1;
  const asked = await formOf(who, fields);
  const [node, workerd] = [
    await engines.node.ask(path, asked, writes),
    await engines.workerd.ask(path, asked, writes),
  ];
  const said = { status: node.status, body: String(node.body) };
  expect({ status: workerd.status, body: String(workerd.body) }, `${path} ${writes}`).toEqual(said);
  return JSON.parse(said.body);
}

const CLIP = join(import.meta.dirname, "../../sample/media/clip.webm");

test("both engines answer each write of the API identically, and every address identically afterwards", async () => {
  const picture = new Blob([await encodePng({ width: 4, height: 3, data: new Uint8Array(36).fill(80) })]);
  const clip = new Blob([new Uint8Array(readFileSync(CLIP))]);
  for (const challenge of CHALLENGES.keys()) {
    const submit = (who: Who | null, fields: Fields) =>
      write(who, api.addSubmit(challenge), { ...FORMS[challenge], ...fields });
    await submit(null, { link: "https://example.org/proof" });
    await submit("member", {});
    await submit("member", { image: new Blob(["no picture"]) });
    const { filekey } = await submit("member", { image: picture, attachments: clip });
    await submit("member", { link: "https://example.org/again" });
    const entries = JSON.stringify([filekey]);
    await write("member", api.verifyCompletions(), { entries });
    const { changes } = await write("administrator", api.verifyCompletions(), { entries });
    await write("administrator", api.undoChange(), { seq: String((changes as number[])[0]) });
    await write("administrator", api.verifyCompletions(), { entries });
    const { filekey: rejected } = await submit("member", {
      person: "Rejected",
      link: "https://example.org/r",
    });
    await write("administrator", api.rejectCompletion(), { filekey: String(rejected), reason: "because" });
    const { filekey: deleted } = await submit("member", { person: "Deleted", link: "https://example.org/d" });
    await write("administrator", api.deleteSubmit(challenge), { entries: JSON.stringify([deleted]) });
  }
  await write("member", api.changeName(), { name: "Somebody" });
  const map = {
    ...{ map: "Frozen Pond", abbreviation: "FRP", difficulty: "advanced", version: "52", length: "20.5" },
    ...{ numEntrances: "1", numExits: "2", numObjects: "0" },
  };
  await write("member", api.addMap(), map);
  await write("administrator", api.addMap(), { ...map, image: picture });
  await write("administrator", api.addMap(), map);
  await write("administrator", api.addMapToo(), { ...map, map: "Another Pond", abbreviation: "ANP" });
  await write("administrator", api.deleteMap(), { map: "Another Pond" });
  await write("administrator", api.addChimpsStart(), {
    ...{ map: "Quad", title: "Start with Quincy", link: "https://example.org/start" },
  });
  await write("administrator", api.addBalanceChange(), {
    ...{ tower: "Ice Monkey", version: "99.1", change: "000 A longer freeze", nature: "buff" },
  });
  const { id } = await write("administrator", api.addSpelling(), {
    spelling: "cold one",
    name: "Absolute Zero",
  });
  await write("administrator", api.deleteSpelling(), { id: String(id) });
  await write("administrator", api.removeSample(), {});
  expect(writes).toBeGreaterThan(100);
  expect(await allDifferences()).toEqual([]);
}, 3_600_000);
