import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { openEngine } from "#engine";
import { playActs } from "./what-follows.ts";
test("play", async () => {
  const outcome = await playActs(await openEngine(), Number(process.env.ACTS_SEED ?? 1), Number(process.env.ACTS ?? 200));
  writeFileSync(process.env.DUMP_TO ?? "/tmp/effects-dump.json", JSON.stringify(outcome, null, 1));
  expect(outcome.statuses).not.toMatch(/\b5\d\d\b/);
}, 600000);
