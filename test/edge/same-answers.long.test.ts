import { afterAll, beforeAll, expect, test } from "vitest";
import { api } from "../../domain/contract/routes.ts";
import { addressesOf } from "../../qa/compare/addresses.ts";
import { type Difference, differences } from "../../qa/compare/differences.ts";
import { formRequest, type Write, writeEverything } from "../../qa/compare/writes.ts";
import { BETWEEN_ENGINES, type Engines, mayDiffer, startEngines } from "./engines.ts";

/** How many addresses are compared. `npm run test:all` sets 2,000. */
const MOST = Number(process.env.EDGE_ADDRESSES ?? 250);

let engines: Engines;
let addresses: string[];
beforeAll(async () => {
  engines = await startEngines();
  addresses = await addressesOf(engines.node, MOST);
}, 600_000);
afterAll(() => engines.stop());

async function allDifferences(): Promise<Difference[]> {
  const all: Difference[] = [];
  for (const address of addresses.filter((each) => !mayDiffer(each)))
    all.push(...(await differences([engines.node, engines.workerd], BETWEEN_ENGINES, address)));
  return all;
}

test("both engines answer every address of the site identically, byte for byte", async () => {
  expect(addresses.length).toBe(MOST);
  expect(await allDifferences()).toEqual([]);
}, 3_600_000);

let writes = 0;

/** Makes a write on both, at the same time and with the same ids, and expects equal answers. Returns Node's. */
const write: Write = async (who, path, fields) => {
  writes += 1;
  const request = await formRequest(engines.tokens, who, fields);
  const [node, workerd] = [
    await engines.node.ask(path, request, writes),
    await engines.workerd.ask(path, request, writes),
  ];
  const said = { status: node.status, body: String(node.body) };
  expect({ status: workerd.status, body: String(workerd.body) }, `${path} ${writes}`).toEqual(said);
  return JSON.parse(said.body);
};

test("both engines answer each write of the API identically, and every address identically afterwards", async () => {
  await writeEverything(write);
  await write("administrator", api.removeSample(), {});
  expect(writes).toBeGreaterThan(100);
  expect(await allDifferences()).toEqual([]);
}, 3_600_000);
