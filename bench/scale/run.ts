import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { seeded } from "../random.ts";
import { checkAgainstRun, measure } from "./measure.ts";
import { type Assumptions, billOf, type Measured, simulate } from "./model.ts";

/**
 * `npm run bench:scale [-- --views 1000000 --writes 3000 …]`: prints what a month on Cloudflare takes and costs.
 * Without `--views`, it does so for the three sizes of docs/scale.md. `--measure` measures again what answers cost, on
 * a Worker that runs here. `--check` sends that Worker requests and writes, and compares what it read with what the
 * simulation says of the same requests.
 */
const MEASURED = resolve(import.meta.dirname, "measured.json");

const ASSUMED: Assumptions = {
  views: 1_000_000,
  requestsAView: 2,
  writes: 3_000,
  places: 30,
  addresses: 20_000,
  peak: 10,
  completions: 10_000,
  bytesACompletion: 2_200,
  millisecondsACall: 2,
  media: 50,
  mediaAView: 0.5,
};

/** A larger audience submits more, from more places, and looks at more. */
const SIZES: readonly Partial<Assumptions>[] = [
  { views: 10_000, writes: 500, places: 10, addresses: 5_000 },
  { views: 1_000_000 },
  { views: 100_000_000, writes: 50_000, places: 200, addresses: 200_000, completions: 500_000, media: 2_000 },
];

const names = Object.keys(ASSUMED) as (keyof Assumptions)[];
const { values } = parseArgs({
  options: {
    measure: { type: "boolean", default: false },
    check: { type: "boolean", default: false },
    ...Object.fromEntries(names.map((name) => [name, { type: "string" as const }])),
  },
});
const given: Partial<Assumptions> = Object.fromEntries(
  names.flatMap((name) => {
    const text = (values as Record<string, unknown>)[name];
    if (text === undefined) return [];
    const number = Number(text);
    if (!(number > 0)) throw new Error(`--${name} takes a number above 0, not "${text}".`);
    return [[name, number]];
  }),
);

const shown = (value: number): string => value.toLocaleString("en-US", { maximumSignificantDigits: 3 });

function tell(assumed: Assumptions, measured: Measured): void {
  const taken = simulate(assumed, measured, seeded("scale"));
  const bill = billOf(taken, assumed);
  const total = Object.values(bill).reduce((sum, line) => sum + line, 0);
  console.log(`\n## ${shown(assumed.views)} page views a month\n`);
  console.log("| what | a month |\n| --- | --- |");
  for (const [name, value] of Object.entries({
    requests: taken.requests,
    "answers that were kept": taken.keptShare,
    "rows read": taken.rowsRead,
    "rows written": taken.rowsWritten,
    "calls to D1": taken.calls,
    "D1 at work in the busiest second, of 1": taken.busy,
    "processor, hours": taken.cpuMilliseconds / 3_600_000,
    "database, GB": taken.bytes / 1e9,
    ...Object.fromEntries(Object.entries(bill).map(([line, dollars]) => [`costs: ${line}, $`, dollars])),
    "costs together, $": total,
  }))
    console.log(`| ${name} | ${shown(value)} |`);
}

if (values.measure) writeFileSync(MEASURED, `${JSON.stringify(await measure(), null, 2)}\n`);
const measured = JSON.parse(readFileSync(MEASURED, "utf8")) as Measured;
if (values.check) await checkAgainstRun(measured);
else
  for (const size of given.views === undefined ? SIZES : [{}])
    tell({ ...ASSUMED, ...size, ...given }, measured);
