import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CHALLENGES } from "../../challenges/index.ts";
import { MAPS } from "../../game/maps.ts";
import { prepareState, stateOf } from "../../platform/cloudflare/prepare.ts";
import { startWorkerd } from "../../platform/cloudflare/workerd.ts";
import { readSettings } from "../../platform/settings.ts";
import { api } from "../../routes.ts";
import { ADMINISTRATOR } from "../../test/administrator.ts";
import { FORMS } from "../../test/forms.ts";
import { freePort } from "../../test/node/site.ts";
import { type Tokens, Visitor } from "../../test/node/visitor.ts";
import { type Address, askedBehind, KINDS, type Kind, readersOf } from "../readers.ts";
import { type Cost, type Measured, Places, type State } from "./model.ts";

/** The Worker with the sample data, on workerd, which says what each answer cost. */
class Subject {
  readonly origin: string;
  readonly port: number;
  readonly #worker: ChildProcess;
  readonly #folder: string;
  #tokens: Tokens | undefined;
  #writes = 0;

  private constructor(port: number, worker: ChildProcess, folder: string) {
    this.port = port;
    this.origin = `http://localhost:${port}`;
    this.#worker = worker;
    this.#folder = folder;
  }

  static async start(): Promise<Subject> {
    const port = await freePort();
    const folder = mkdtempSync(join(tmpdir(), "btd6-index-scale-"));
    const env = {
      ...{ PORT: String(port), DATA_DIR: folder, TELL_COST: "on", TRUST_PROXY: "on" },
      ...{ ADMIN_EMAIL: ADMINISTRATOR.email, ADMIN_PASSWORD: ADMINISTRATOR.password },
    };
    const settings = readSettings(env);
    mkdirSync(stateOf(settings), { recursive: true });
    await prepareState(
      settings,
      () => new Date(),
      () => {},
    );
    return new Subject(port, await startWorkerd(settings, env), folder);
  }

  async ask(path: string): Promise<Cost & { readonly body: string }> {
    const answer = await fetch(this.origin + path, { headers: { "accept-encoding": "identity" } });
    const body = await answer.text();
    return { ...costIn(answer.headers), body };
  }

  /** Requests an address, and what a browser requests by itself after it. */
  async view(path: string): Promise<Cost> {
    const { calls, rows, body } = await this.ask(path);
    const address = askedBehind(body);
    const behind = address === null ? { calls: 0, rows: 0 } : await this.ask(address);
    return { calls: calls + behind.calls, rows: rows + behind.rows };
  }

  /** Adds a verified completion to a challenge, each time on another map: what is there already is not added. */
  async write(challenge: string): Promise<Cost & { readonly written: number }> {
    const visitor = new Visitor(this.origin);
    this.#tokens ??= await visitor.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
    const at = this.#writes++;
    const form = {
      ...{ ...FORMS[challenge], map: MAPS[at % MAPS.length]?.name ?? "" },
      ...{ link: `https://example.org/${at}`, verify: "on" },
    };
    const { status, headers, text } = await visitor.call(api.addSubmit(challenge), this.#tokens, form);
    if (status !== 200 || !text.includes('"inserted":true'))
      throw new Error(`A write was answered with ${status}: ${text.slice(0, 200)}`);
    return costIn(headers);
  }

  /**
   * Returns the CPU time of the process that was started and of its descendants, workerd among them, in milliseconds.
   * Works only on Linux.
   */
  cpu(): number {
    const fieldsOf = new Map<number, readonly string[]>();
    for (const pid of readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .map(Number))
      try {
        fieldsOf.set(pid, readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? []);
      } catch {
        // The process has ended meanwhile.
      }
    const isOurs = (pid: number): boolean =>
      pid === this.#worker.pid || (fieldsOf.has(pid) && isOurs(Number(fieldsOf.get(pid)?.[1])));
    return [...fieldsOf]
      .filter(([pid]) => isOurs(pid))
      .reduce((sum, [, fields]) => sum + (Number(fields[11]) + Number(fields[12])) * 10, 0);
  }

  async stop(): Promise<void> {
    const ended = once(this.#worker, "exit");
    this.#worker.kill();
    await ended;
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

function costIn(headers: Headers): Cost & { readonly written: number } {
  const told = /(\d+) calls, \d+ statements, (\d+) rows, (\d+) written/.exec(
    headers.get("Server-Timing") ?? "",
  );
  if (!told) throw new Error("The Worker does not say what its answers cost.");
  const [, calls, rows, written] = told.map(Number);
  return { calls: calls ?? 0, rows: rows ?? 0, written: written ?? 0 };
}

/** Addresses of each kind that are requested to measure their cost. */
const OF_EACH = 6;
/** Answers whose CPU time is measured at a time. */
const TIMED = 300;

const mean = (costs: readonly Cost[]): Cost => ({
  calls: costs.reduce((sum, { calls }) => sum + calls, 0) / costs.length,
  rows: costs.reduce((sum, { rows }) => sum + rows, 0) / costs.length,
});

/**
 * Measures what answers of each kind cost: for the first time, after a write to their challenge, and after one
 * elsewhere. A cached answer counts as nothing; what it cost is only printed.
 */
export async function measure(): Promise<Measured> {
  const subject = await Subject.start();
  try {
    const { addresses } = await readersOf(subject.port);
    const other = (challenge: string | null): string =>
      [...CHALLENGES.keys()].find((key) => key !== challenge && key.startsWith("lc")) ?? "";
    const answers = {} as Record<Kind, Record<State, Cost>>;
    const writes: (Cost & { readonly written: number })[] = [];
    // The first request of all opens the site, which no data centre does twice a day.
    await subject.ask("/");
    for (const kind of Object.keys(KINDS) as Kind[]) {
      const seen: Record<State, Cost[]> = { first: [], kept: [], own: [], other: [] };
      for (const { path, challenge } of addresses.filter((each) => each.kind === kind).slice(0, OF_EACH)) {
        seen.first.push(await subject.view(path));
        seen.kept.push(await subject.view(path));
        writes.push(await subject.write(challenge ?? "2tc"));
        seen.own.push(await subject.view(path));
        await subject.write(other(challenge));
        seen.other.push(await subject.view(path));
      }
      answers[kind] = {
        first: mean(seen.first),
        kept: { calls: 0, rows: 0 },
        own: mean(seen.own),
        other: mean(seen.other),
      };
      console.log(kind, JSON.stringify(answers[kind]), "kept", JSON.stringify(mean(seen.kept)));
    }
    const begun = subject.cpu();
    for (let at = 0; at < TIMED; at++) await subject.ask(addresses[0]?.path ?? "/");
    const between = subject.cpu();
    const fresh = addresses.slice(200, 200 + TIMED);
    for (const { path } of fresh) await subject.ask(path);
    const ended = subject.cpu();
    return {
      answers,
      write: {
        ...mean(writes),
        written: writes.reduce((sum, { written }) => sum + written, 0) / writes.length,
      },
      cpu: { kept: (between - begun) / TIMED, made: (ended - between) / fresh.length },
    };
  } finally {
    await subject.stop();
  }
}

/** Requests of the check, and how many of them are made for each write. */
const CHECKED = 1_500;
const WRITE_AFTER = 50;

/** Requests and writes as the simulation does, and compares what was read with what the simulation says. */
export async function checkAgainstRun(measured: Measured): Promise<void> {
  const subject = await Subject.start();
  try {
    const readers = await readersOf(subject.port);
    const keys = [...CHALLENGES.keys()];
    await subject.ask("/");
    const places = new Places(measured);
    const begun = performance.now();
    const seen = { rows: 0, calls: 0 };
    const said = { rows: 0, calls: 0 };
    for (let at = 0; at < CHECKED; at++) {
      const seconds = (performance.now() - begun) / 1_000;
      if (at % WRITE_AFTER === WRITE_AFTER - 1) {
        const challenge = Math.floor(at / WRITE_AFTER) % keys.length;
        await subject.write(keys[challenge] ?? "");
        // A write is seen at once where it was made.
        places.write(challenge, seconds, 0);
      }
      const { kind, challenge, path }: Address = readers.draw();
      const cost = await subject.view(path);
      const model = places.ask(0, path, kind, challenge === null ? null : keys.indexOf(challenge), seconds);
      for (const what of ["rows", "calls"] as const) {
        seen[what] += cost[what];
        said[what] += model[what];
      }
    }
    console.log(`${CHECKED} requests, a write after each ${WRITE_AFTER}:`);
    for (const what of ["rows", "calls"] as const)
      console.log(
        `${what}: ${seen[what]} were read, ${Math.round(said[what])} by the simulation: ${(said[what] / seen[what]).toFixed(2)} of it`,
      );
  } finally {
    await subject.stop();
  }
}
