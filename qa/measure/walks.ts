import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { SourceMap } from "node:module";
import { join, relative, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { api, pages } from "../../domain/contract/routes.ts";
import { ADMINISTRATOR } from "../../test/administrator.ts";
import { freePort, newFolder } from "../../test/node/site.ts";
import { Visitor } from "../../test/node/visitor.ts";
import { prepareScript } from "../revision.ts";
import type { Figure } from "./sources.ts";

/** What one request ran: a module's address, and where its functions begin. */
type Ran = readonly { readonly url: string; readonly starts: readonly number[] }[];

const BUNDLE = "build/server/index.js";

/** Returns how many of a built tree's own source files run for one request of each kind. */
export async function figuresOfWalks(folder: string): Promise<Figure[]> {
  await buildWithSourceMap(folder);
  const site = await startCovered(folder);
  try {
    const administrator = await new Visitor(site.origin).signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
    const visitor = new Visitor(site.origin);
    const walk = async (asks: () => Promise<{ status: number; text: string }>): Promise<Ran> => {
      await site.ran();
      const { status, text } = await asks();
      if (status !== 200) throw new Error(`A request that is measured was answered by ${status}: ${text}`);
      return site.ran();
    };
    const write = (path: string, fields: Readonly<Record<string, string>>) =>
      walk(() => visitor.call(path, administrator, fields));

    // What only the first of all requests runs belongs to the start.
    await visitor.get(pages.list("2tc", { query: "quincy ravine" }));
    await visitor.get(api.list("2tc", { query: "quincy ravine" }));
    const page = await walk(() => visitor.get(pages.list("2tc", { query: "abs zero quad" })));
    const list = await walk(() => visitor.get(api.list("2tc", { query: "quad maim" })));
    const proof = { entity: "Glaive Lord", map: "Logs", person: "Ada", link: "https://example.org/proof" };
    const submission = await write(api.addSubmit("2mp"), proof);
    const pending = await visitor.get(api.list("2mp", { person: "Ada", pending: 1 }));
    const [{ filekey }] = pending.json.results as [{ filekey: string }];
    const verification = await write(api.verifyCompletions(), { entries: JSON.stringify([filekey]) });
    const quad = (await visitor.get(api.mapInfo({ map: "Quad" }))).json;
    const fields = Object.entries(quad).flatMap(([name, value]) =>
      value === null || name === "image" ? [] : [[name, String(value)]],
    );
    const renamed = { ...Object.fromEntries(fields), map: "Quadrangle", oldMap: "Quad" };
    const rename = await write(api.addMap(), renamed);

    const own = (ran: Ran): number => ownFiles(folder, ran).length;
    const ofUi = bundledFiles(folder, page).filter((file) => /^(app|ui)\//.test(file));
    return [
      [
        "own source files run for `GET /2tc?query=abs+zero+quad`, uncached, page bundle apart; with those of ui in the bundle",
        `${own(page)}; ${own(page) + ofUi.length}`,
      ],
      [
        "... `GET /fetch-2tc?query=quad+maim`; a submission; a verify; a rename of a map",
        [list, submission, verification, rename].map(own).join("; "),
      ],
    ];
  } finally {
    await site.stop();
  }
}

/** The pages' bundle is one file: only its source map says what in it is whose. */
async function buildWithSourceMap(folder: string): Promise<void> {
  if (existsSync(join(folder, `${BUNDLE}.map`))) return;
  const script = join(folder, "node_modules/.bin/react-router");
  execFileSync(script, ["build", "--sourcemapServer"], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: "production" },
    stdio: "ignore",
  });
  const path = pathToFileURL(prepareScript(folder, "precompress.mjs")).href;
  const { precompress }: typeof import("../../tools/prepare/precompress.mjs") = await import(path);
  await precompress("build/client");
}

async function startCovered(folder: string) {
  const port = await freePort();
  const data = newFolder();
  const child = spawn(
    process.execPath,
    ["--import", join(import.meta.dirname, "covered.mjs"), "platform/node/main.ts"],
    {
      cwd: folder,
      stdio: ["ignore", "pipe", "inherit", "ipc"],
      env: {
        ...process.env,
        PORT: String(port),
        DATA_DIR: data,
        SITE_ORIGIN: `http://localhost:${port}`,
        ADMIN_EMAIL: ADMINISTRATOR.email,
        ADMIN_PASSWORD: ADMINISTRATOR.password,
        // The coverage is that of one thread.
        TRUST_PROXY: "on",
        RATE_LIMITS: "0",
        ANSWER_THREADS: "0",
      },
    },
  );
  await new Promise<void>((done, fail) => {
    child.stdout?.on("data", (chunk) => String(chunk).includes("serving on") && done());
    child.once("exit", (code) => fail(new Error(`The site did not start: ${code}`)));
  });
  return {
    origin: `http://localhost:${port}`,
    /** Returns what ran since it was last called. */
    async ran(): Promise<Ran> {
      const answer = once(child, "message");
      child.send("ran");
      const [ran] = await answer;
      return ran;
    },
    async stop(): Promise<void> {
      const ended = once(child, "exit");
      child.kill();
      await ended;
      rmSync(data, { recursive: true });
    },
  };
}

function ownFiles(folder: string, ran: Ran): string[] {
  const files = ran.map(({ url }) => relative(folder, fileURLToPath(url)));
  return files.filter((file) => !file.startsWith("..") && !/^(node_modules|build)\//.test(file));
}

function bundledFiles(folder: string, ran: Ran): string[] {
  const path = join(folder, BUNDLE);
  const map = new SourceMap(JSON.parse(readFileSync(`${path}.map`, "utf8")));
  const text = readFileSync(path, "utf8");
  const starts = ran.find(({ url }) => fileURLToPath(url) === path)?.starts ?? [];
  const sources = starts.map((start) => {
    const line = text.slice(0, start).split("\n").length - 1;
    const entry = map.findEntry(line, start - text.lastIndexOf("\n", start - 1) - 1);
    // What the bundler wrote itself maps to nothing on its own line.
    const isOurs = "originalSource" in entry && entry.generatedLine === line;
    return isOurs ? relative(folder, resolve(path, "..", entry.originalSource)) : "";
  });
  return [...new Set(sources)];
}
