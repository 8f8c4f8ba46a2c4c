// Measures how long pages block a slow phone, in Chromium over the DevTools protocol.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pages } from "../../domain/contract/routes.ts";
import { CHROMIUM_ENV, findChromium } from "../../tools/prepare/chromium.mjs";
import { quantile } from "./load.ts";

/** A mid-range phone on a slow mobile line. Latency in milliseconds, throughput in bytes per second. */
const PHONE = { width: 360, height: 740, deviceScaleFactor: 2, mobile: true } as const;
const SLOWDOWN = 4;
const LINE = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 } as const;

/** Loads of each page; the median counts. */
const LOADS = 5;
/** How long a page is watched after its load event, in milliseconds. */
const WATCHED = 3_000;
/** A task blocks for as long as it takes beyond this, in milliseconds (https://web.dev/articles/tbt). */
const LONG = 50;

const PATHS: Readonly<Record<string, string>> = {
  home: pages.home(),
  list: pages.list("2tc"),
  search: pages.list("2tc", { query: "abs zero quad" }),
  maps: pages.maps(),
};

/** A tab, or the browser itself, driven over the DevTools protocol. */
class Tab {
  readonly #socket: WebSocket;
  readonly #answers = new Map<number, (answer: { result?: unknown; error?: { message: string } }) => void>();
  readonly #events = new Map<string, () => void>();
  #last = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener("message", ({ data }) => {
      const { id, method, ...answer } = JSON.parse(String(data));
      if (id !== undefined) this.#answers.get(id)?.(answer);
      else this.#events.get(method)?.();
    });
  }

  static async connect(url: string): Promise<Tab> {
    const socket = new WebSocket(url);
    await once(socket, "open");
    return new Tab(socket);
  }

  /** Opens a new tab of the browser that listens on this port. */
  static async open(port: number): Promise<Tab> {
    const response = await fetch(`http://127.0.0.1:${port}/json/new?about:blank`, { method: "PUT" });
    const { webSocketDebuggerUrl } = (await response.json()) as { webSocketDebuggerUrl: string };
    return Tab.connect(webSocketDebuggerUrl);
  }

  send<Result = unknown>(method: string, params: object = {}): Promise<Result> {
    const id = ++this.#last;
    this.#socket.send(JSON.stringify({ id, method, params }));
    return new Promise((done, fail) => {
      this.#answers.set(id, ({ result, error }) => {
        this.#answers.delete(id);
        if (error) fail(new Error(`${method}: ${error.message}`));
        else done(result as Result);
      });
    });
  }

  next(event: string): Promise<void> {
    return new Promise((done) => this.#events.set(event, done));
  }

  async close(): Promise<void> {
    await this.send("Page.close");
    this.#socket.close();
  }
}

/** Runs in the page and records its long tasks. */
const NOTE_LONG_TASKS = `globalThis.longTasks = [];
  new PerformanceObserver((list) => longTasks.push(...list.getEntries().map(({ startTime, duration }) => [startTime, duration])))
    .observe({ type: "longtask", buffered: true })`;
const TELL = `JSON.stringify({ tasks: longTasks,
  painted: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0 })`;

/**
 * Loads a page with an empty cache. Returns when it was first painted, and for how long it blocked from then on, in
 * milliseconds. The domains Runtime and Debugger stay disabled: with them, V8 reparses a script for each Error that
 * is created, which React does once as it loads. No visitor's browser reparses it.
 */
async function loadOnce(port: number, url: string): Promise<{ painted: number; blocked: number }> {
  const tab = await Tab.open(port);
  await tab.send("Page.enable");
  await tab.send("Network.enable");
  await tab.send("Network.clearBrowserCache");
  await tab.send("Network.emulateNetworkConditions", LINE);
  await tab.send("Emulation.setDeviceMetricsOverride", PHONE);
  await tab.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
  await tab.send("Page.addScriptToEvaluateOnNewDocument", { source: NOTE_LONG_TASKS });
  const loaded = tab.next("Page.loadEventFired");
  await tab.send("Page.navigate", { url });
  await loaded;
  await pause(WATCHED);
  const { result } = await tab.send<{ result: { value: string } }>("Runtime.evaluate", { expression: TELL });
  const { tasks, painted } = JSON.parse(result.value) as { tasks: [number, number][]; painted: number };
  await tab.close();
  const blocked = tasks
    .filter(([begun]) => begun >= painted)
    .reduce((sum, [, took]) => sum + Math.max(0, took - LONG), 0);
  return { painted, blocked };
}

/** Returns the figures of these pages; null if there is no Chromium. */
export async function pagesInBrowser(origin: string): Promise<Record<string, number> | null> {
  const chromium = findChromium();
  if (chromium === null) return null;
  const profile = mkdtempSync(join(tmpdir(), "btd6-index-bench-browser-"));
  const flags = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--remote-debugging-port=0",
    `--user-data-dir=${profile}`,
  ];
  const child = spawn(chromium, flags, { env: CHROMIUM_ENV, stdio: ["ignore", "ignore", "pipe"] });
  try {
    const [browser, port] = await new Promise<[string, number]>((done, fail) => {
      child.stderr.on("data", (chunk) => {
        const [, url, found] = /listening on (ws:\/\/[^:]+:(\d+)\S+)/.exec(String(chunk)) ?? [];
        if (url) done([url, Number(found)]);
      });
      child.once("exit", () => fail(new Error("Chromium did not start.")));
    });
    const figures: Record<string, number> = {};
    for (const [name, path] of Object.entries(PATHS)) {
      const loads: { painted: number; blocked: number }[] = [];
      for (let load = 0; load < LOADS; load++) loads.push(await loadOnce(port, origin + path));
      for (const what of ["painted", "blocked"] as const)
        figures[`${name}: ${what}, ms`] = quantile(
          loads.map((each) => each[what]).sort((one, other) => one - other),
          0.5,
        );
    }
    // The process that was started may be a script around the browser, so the browser ends itself.
    const exited = once(child, "exit");
    void (await Tab.connect(browser)).send("Browser.close");
    await exited;
    return figures;
  } finally {
    child.kill();
    rmSync(profile, { recursive: true, force: true, maxRetries: 3 });
  }
}
