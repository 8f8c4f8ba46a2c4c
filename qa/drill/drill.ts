// Drills, on this machine only, in folders of their own that are removed afterwards. Each does to a site what befalls one:
// see the files beside this one. Prints a table, and exits with 1 if anything was lost that had been acknowledged, or went
// otherwise than it should. What this machine gives no right to is "not tried", which is no pass.
//
// `--only NAME` runs one of them; `--seed TEXT` repeats what was left to chance in a run that printed it.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { endAll } from "../../test/node/processes.ts";
import { seeded } from "../bench/random.ts";
import { clock } from "./clock.ts";
import { backup, copies } from "./copies.ts";
import { damage, media } from "./damage.ts";
import { full, held, readOnly } from "./disk.ts";
import { kills } from "./kills.ts";
import { links } from "./links.ts";
import { bucket, identity, mail, webhook } from "./others.ts";
import { processes, stop } from "./processes.ts";
import type { Drill, Row } from "./shared.ts";

const DRILLS: Readonly<Record<string, Drill>> = {
  kills,
  full,
  "read-only": readOnly,
  held,
  damage,
  media,
  clock,
  stop,
  processes,
  webhook,
  mail,
  bucket,
  identity,
  links,
  backup,
  copies,
};

/** How many run at a time: most of them mostly wait. */
const LANES = 2;

const { only, seed = String(Date.now()) } = parseArgs({
  options: { only: { type: "string" }, seed: { type: "string" } },
}).values;
const chosen = Object.entries(DRILLS).filter(([name]) => only === undefined || name === only);
if (chosen.length === 0) throw new Error(`No drill is called ${only}: ${Object.keys(DRILLS).join(", ")}.`);

const root = mkdtempSync(join(tmpdir(), "btd6-index-drill-"));
// Whatever is made for a while, here or by a process that is started here, goes with it.
process.env.TMPDIR = root;
// A drill asks more at once than a network may.
process.env.RATE_LIMITS = "0";
const newFolder = (): string => mkdtempSync(join(root, "f-"));
const rows: (Row & { readonly drill: string })[] = [];
console.log(`seed: ${seed}`);
const begun = performance.now();
const secondsSince = (from: number): number => Math.round((performance.now() - from) / 1000);

async function tryOut(drill: string, work: Drill): Promise<void> {
  const from = performance.now();
  const found = await work({ newFolder, random: seeded(`${seed} ${drill}`) }).catch((error: unknown): Row => {
    console.error(error);
    return { did: "did not come to its end", wrong: [String(error).slice(0, 300)] };
  });
  rows.push(...[found].flat().map((row) => ({ drill, ...row })));
  console.log(`${drill}: ${secondsSince(from)} s`);
}

try {
  const lane = async (): Promise<void> => {
    for (let next = chosen.shift(); next; next = chosen.shift()) await tryOut(...next);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
} finally {
  endAll();
  rmSync(root, { recursive: true, force: true });
}

const outcomeOf = ({ notTried, wrong = [], lost = 0 }: Row): string => {
  if (notTried !== undefined) return `not tried: ${notTried}`;
  return wrong.length === 0 && lost === 0 ? "well" : `FAILED ${wrong.join("; ")}`;
};
console.log("\n| drill | what was done | acknowledged | lost | outcome |\n| - | - | - | - | - |");
for (const row of rows)
  console.log(
    `| ${row.drill} | ${row.did} | ${row.acknowledged ?? ""} | ${row.lost ?? ""} | ${outcomeOf(row)} |`,
  );
console.log(`${secondsSince(begun)} s, seed ${seed}`);
if (rows.some((row) => outcomeOf(row).startsWith("FAILED"))) process.exitCode = 1;
