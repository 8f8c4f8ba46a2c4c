import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, totalmem } from "node:os";
import { resolve } from "node:path";
import { canPin } from "./site-process.ts";

const RESULTS = resolve(import.meta.dirname, "RESULTS.md");
const KEPT = resolve(import.meta.dirname, "results.json");

/** Figures of a run, by section and name: "7,000 rows, while written to" → "all challenges: p99, ms". */
type Sections = Record<string, Record<string, number>>;

const LEFT_OUT = "Left out of the last run.";

interface Run {
  readonly on: string;
  readonly sections: Sections;
}

const shown = (value: number | undefined): string => {
  if (value === undefined) return "";
  const digits = Math.abs(value) < 10 ? 2 : Math.abs(value) < 100 ? 1 : 0;
  return value.toLocaleString("en-US", { maximumFractionDigits: digits });
};

/** Prints each figure as it comes, beside that of the last committed run; `write` makes this run the committed one. */
export class Figures {
  readonly #sections: Sections = {};
  readonly #before: Run = existsSync(KEPT)
    ? JSON.parse(readFileSync(KEPT, "utf8"))
    : { on: "no run yet", sections: {} };

  add(section: string, figures: Readonly<Record<string, number>>): void {
    if (!this.#sections[section]) console.log(`\n## ${section}\n`);
    this.#sections[section] = { ...this.#sections[section], ...figures };
    for (const [name, value] of Object.entries(figures)) {
      console.log(`| ${name} | ${shown(value)} | ${shown(this.#before.sections[section]?.[name])} |`);
    }
  }

  write(): void {
    const revision = execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim();
    const memory = Math.round(totalmem() / 2 ** 30);
    const on = `${new Date().toISOString().slice(0, 10)}, revision ${revision}, Node ${process.version}, ${availableParallelism()} cores, ${memory} GiB${canPin ? ", servers pinned to one core where they are held against a bare one" : ""}`;
    const sections = { ...this.#before.sections, ...this.#sections };
    const written = existsSync(RESULTS) ? readFileSync(RESULTS, "utf8").split(/^(?=## )/m) : [];
    const tables = Object.entries(sections).map(([section, figures]) => {
      const there = written.find((each) => each.startsWith(`## ${section}\n`));
      // What this run left out keeps both its columns, and says whose they are.
      if (!this.#sections[section] && there)
        return there.includes(LEFT_OUT)
          ? there.trimEnd().concat("\n")
          : there.trimEnd().concat("\n").replace("\n", `\n\n${LEFT_OUT} "This run" is ${this.#before.on}.\n`);
      const before = this.#before.sections[section] ?? {};
      const lines = Object.entries(figures).map(
        ([name, value]) => `| ${name} | ${shown(value)} | ${shown(before[name])} |`,
      );
      return `## ${section}\n\n| what | this run | the run before |\n| --- | --- | --- |\n${lines.join("\n")}\n`;
    });
    const head = `# What the site takes\n\nWritten by \`npm run bench -- --write\`. This run: ${on}. The run before: ${this.#before.on}. A section that this run left out says so, and whose figures it has.\n`;
    writeFileSync(RESULTS, `${head}\n${tables.join("\n")}`);
    writeFileSync(KEPT, `${JSON.stringify({ on, sections }, null, 2)}\n`);
    // As the check of formats wants the tables.
    execFileSync(resolve(import.meta.dirname, "../../node_modules/.bin/biome"), [
      "format",
      "--write",
      RESULTS,
    ]);
  }
}
