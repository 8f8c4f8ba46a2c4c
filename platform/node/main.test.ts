import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, expect, test } from "vitest";

const ROOT = resolve(import.meta.dirname, "../..");
const folder = (): string => mkdtempSync(join(tmpdir(), "btd6-index-main-"));
const running: ChildProcess[] = [];

afterEach(() => {
  for (const process of running.splice(0)) if (process.exitCode === null) process.kill("SIGKILL");
});

/** Runs a file of the platform on this Node, and gathers what it prints. */
function run(file: string, args: readonly string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [`platform/node/${file}`, ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env },
  });
  running.push(child);
  let printed = "";
  const printing: (() => void)[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      printed += chunk;
      for (const each of printing) each();
    });
  }
  const ended = once(child, "exit").then(([code]) => code as number | null);
  return {
    child,
    ended,
    printed: () => printed,
    /** Waits until it has printed the text. */
    says: (text: string) =>
      new Promise<void>((done, fail) => {
        const look = (): void => {
          if (printed.includes(text)) done();
        };
        printing.push(look);
        look();
        ended.then(() => fail(new Error(`it ended without saying "${text}": ${printed}`)));
      }),
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

async function startSite(env: Record<string, string> = {}) {
  const port = await freePort();
  const site = run("main.ts", [], { PORT: String(port), DATA_DIR: folder(), SAMPLE_DATA: "off", ...env });
  await site.says("serving on");
  return { ...site, origin: `http://127.0.0.1:${port}`, port };
}

test("a port that is taken is said in plain words", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const { port } = other.address() as AddressInfo;
  const site = run("main.ts", [], { PORT: String(port), DATA_DIR: folder(), SAMPLE_DATA: "off" });
  expect(await site.ended).toBe(1);
  expect(site.printed()).toContain(`The port ${port} is taken by another program.`);
  expect(site.printed()).not.toMatch(/\n\s+at /);
  other.close();
});

test("a data folder that cannot be written to is said in plain words", async () => {
  const file = join(folder(), "file");
  writeFileSync(file, "");
  const site = run("main.ts", [], { PORT: String(await freePort()), DATA_DIR: join(file, "data") });
  expect(await site.ended).toBe(1);
  expect(site.printed()).toContain("cannot be written to. Set DATA_DIR to a folder");
});

test.each([
  ["PORT", "80a"],
  ["SITE_ORIGIN", "example.org"],
  ["SAMPLE_DATA", "maybe"],
])("the setting %s=%s is refused by name", async (name, value) => {
  const site = run("main.ts", [], { DATA_DIR: folder(), [name]: value });
  expect(await site.ended).toBe(1);
  expect(site.printed()).toContain(name);
});

test("Ctrl-C ends it within five seconds, even while somebody keeps a connection open", async () => {
  const site = await startSite();
  await (await fetch(`${site.origin}/list-maps`)).text();
  const begun = Date.now();
  site.child.kill("SIGINT");
  expect(await site.ended).toBe(0);
  expect(Date.now() - begun).toBeLessThan(5_000);
});

test("what the command line writes is seen by the running site; a second start finds everything as it was", async () => {
  const data = folder();
  const site = await startSite({ DATA_DIR: data, SAMPLE_DATA: "on" });
  const count = async (origin: string): Promise<number> => {
    const { count: total } = (await (await fetch(`${origin}/fetch-2tc?count=0`)).json()) as { count: number };
    return total;
  };
  expect(await count(site.origin)).toBe(3_000);
  const removal = run("command.ts", ["sample", "remove"], { DATA_DIR: data });
  expect(await removal.ended).toBe(0);
  expect(removal.printed()).toContain("removed 6790 sample completions");
  await expect.poll(() => count(site.origin), { timeout: 5_000 }).toBe(0);
  site.child.kill("SIGTERM");
  await site.ended;

  const again = await startSite({ DATA_DIR: data, SAMPLE_DATA: "on" });
  expect(await count(again.origin)).toBe(0);
  expect(again.printed()).not.toContain("loaded");
});

test("the command line explains itself and refuses what it does not know", async () => {
  const help = run("command.ts", ["--help"], {});
  expect(await help.ended).toBe(0);
  expect(help.printed()).toContain("sample remove");
  const unknown = run("command.ts", ["dance"], {});
  expect(await unknown.ended).toBe(2);
  expect(unknown.printed()).toContain('There is no command "dance"');
});
