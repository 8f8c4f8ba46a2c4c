import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach } from "vitest";
import { FACTS } from "../../../test/catalogue.ts";

const ROOT = resolve(import.meta.dirname, "../../..");
const running: ChildProcess[] = [];

afterEach(() => {
  for (const process of running.splice(0)) if (process.exitCode === null) process.kill("SIGKILL");
});

export const newFolder = (): string => mkdtempSync(join(tmpdir(), "btd6-index-moving-"));

/** Runs the command line on a data folder, in its own process. */
export function run(folder: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, ["platform/node/command.ts", ...args], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: folder, ...env },
  });
  running.push(child);
  let said = "";
  const listeners = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      said += chunk;
      for (const listen of listeners) listen();
    });
  const ended = once(child, "close").then(([code]) => ({ code: code as number | null, said }));
  return {
    child,
    ended,
    /** Waits until it prints the text or ends, and returns whether it printed it. */
    async saying(text: string): Promise<boolean> {
      const heard = new Promise<void>((done) => {
        const listen = (): void => {
          if (said.includes(text)) done();
        };
        listeners.add(listen);
        listen();
      });
      await Promise.race([heard, ended]);
      return said.includes(text);
    },
  };
}

/** Returns one column of what a statement finds in a data folder's database. */
export function read(folder: string, sql: string): unknown[] {
  const sqlite = new DatabaseSync(join(folder, "index.sqlite"), { readOnly: true });
  try {
    return sqlite
      .prepare(sql)
      .all()
      .map((row) => Object.values(row)[0]);
  } finally {
    sqlite.close();
  }
}

/** All pairs of two different towers, in one order. */
export const PAIRS: readonly (readonly [string, string])[] = FACTS.names.flatMap(({ name }, at) =>
  FACTS.names.slice(at + 1).map((other) => [name, other.name] as const),
);

/** Writes a dump of this many completions, each of a different pair and all on Quad. */
export function dumpOf(rows: number): string {
  const file = join(newFolder(), "index.sql");
  const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
  const values = PAIRS.slice(0, rows).map(
    ([one, other], at) =>
      `(${quoted(one)}, ${quoted(other)}, 'Quad', 'Player ${at % 100}', 'https://example.org/${at}', 0, null)`,
  );
  writeFileSync(file, `INSERT INTO twotc_completions VALUES ${values.join(",")};`);
  return file;
}
