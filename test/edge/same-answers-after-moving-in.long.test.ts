import type { ChildProcess } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dumpOf, run } from "../../packages/import/test/command-line.ts";
import { FORMS, ODD_INDEX } from "../../packages/import/test/fixture.ts";
import { ROOT, stateOf } from "../../platform/cloudflare/prepare.ts";
import { startWorkerd } from "../../platform/cloudflare/workerd.ts";
import { readSettings } from "../../platform/shared/settings.ts";
import { addressesOf } from "../../qa/compare/addresses.ts";
import { type Difference, differences } from "../../qa/compare/differences.ts";
import { type Site, siteAt, startNode, stop } from "../../qa/compare/site.ts";
import { BETWEEN_ENGINES, configWithClock, mayDiffer } from "../edge/engines.ts";
import { freePort, newFolder } from "../node/site.ts";

const started: ChildProcess[] = [];
let node: Site;
let workerd: Site;

async function done(folder: string, args: readonly string[], env = {}): Promise<void> {
  const { code, said } = await run(folder, args, env).ended;
  expect(code, said).toBe(0);
}

beforeAll(async () => {
  const [machine, edge, exported] = [newFolder(), newFolder(), join(newFolder(), "export")];
  for (const dump of [FORMS["an SQL dump"]?.(ODD_INDEX) ?? "", dumpOf(2_000)])
    await done(machine, ["import", dump, "--apply"], { SAMPLE_DATA: "off" });
  await done(machine, ["export", exported, "--secrets", "--with-media"]);
  await done(edge, ["import", exported, "--apply"], { DATABASE: "edge" });

  const [port, other] = [await freePort(), await freePort()];
  const host = `localhost:${port}`;
  const common = {
    ...{ SITE_ORIGIN: `http://${host}`, SAMPLE_DATA: "off", TRUST_PROXY: "on" },
    ...{ ANSWER_THREADS: "0", CACHE_STALE_SECONDS: "0", RATE_LIMITS: "0" },
  };
  started.push(await startNode(ROOT, other, { ...common, DATA_DIR: machine }));
  const settings = readSettings({ ...common, DATA_DIR: edge, PORT: String(port) });
  mkdirSync(stateOf(settings), { recursive: true });
  started.push(await startWorkerd(settings, { ...common, DATA_DIR: edge }, configWithClock()));
  [node, workerd] = [siteAt(other, host), siteAt(port, host)];
}, 600_000);

afterAll(async () => {
  for (const each of started) await stop(each);
});

test("an index that was moved in is answered by both engines identically, byte for byte", async () => {
  const addresses = (await addressesOf(node, 2_000)).filter((address) => !mayDiffer(address));
  expect(addresses.length).toBeGreaterThan(1_000);
  const all: Difference[] = [];
  for (const address of addresses)
    all.push(...(await differences([node, workerd], BETWEEN_ENGINES, address)));
  expect(all).toEqual([]);
}, 3_600_000);
