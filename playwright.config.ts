import { join } from "node:path";
import { defineConfig } from "@playwright/test";
import { ADMINISTRATOR } from "./test/administrator.ts";
import { gameServerAt } from "./test/game-server/control.ts";
import { freePort } from "./test/node/free-port.ts";
import { setTemporaryFolder } from "./test/temporary.ts";
import { CHROMIUM_ENV, findChromium } from "./tools/prepare/chromium.mjs";

/** `BROWSER_TEST_PORT` lets two clones run their tests side by side. */
const PORT = Number(process.env.BROWSER_TEST_PORT ?? 4179);
const originOf = (port: number): string => `http://localhost:${port}`;
/** Tests that add and delete rows. They have a site of their own, because the others count rows at the same time. */
const WRITING = /\/(forms(-\w+)?|signed-in-lists|\w+-by-(helpers|verifiers))\.test\.ts$/;
const WRITING_PORT = PORT + 1_000;

/** Playwright's workers evaluate this file, too, and must have the same as the process that starts them. */
process.env.BROWSER_TEST_ELSEWHERE ??= `http://127.0.0.1:${await freePort()}`;
/** The stand-in for the game's server. */
process.env.BROWSER_TEST_GAME ??= `http://127.0.0.1:${await freePort()}`;
/** `BROWSER_TEST_ENGINE=workerd` runs the tests against the Worker (npm run test:all). */
const isEdge = process.env.BROWSER_TEST_ENGINE === "workerd";
const chromium = findChromium();
/** A new, empty folder for each run. */
process.env.BROWSER_TEST_DATA ??= setTemporaryFolder();

const desktop = { viewport: { width: 1280, height: 800 } };
/** `npm test` has no time for what is tagged with @long, nor twice for what is tagged with @both: `npm run test:all` has. */
const isShort = process.env.JOURNEYS === "short";
/** Tests run in the large window, and on a phone if they are tagged for it. */
const ON_PHONES = isShort ? /@phone/ : /@(both|phone)/;
const NOT_ON_DESKTOPS = isShort ? /@(phone|long)/ : /@phone/;
const NOT_ON_PHONES = isShort ? /@long/ : /^$/;
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true };

const site = (port: number, folder: string) => ({
  command: `exec node platform/${isEdge ? "cloudflare/start" : "node/main"}.ts`,
  url: `${originOf(port)}/healthz`,
  env: {
    PORT: String(port),
    DATA_DIR: join(process.env.BROWSER_TEST_DATA ?? "", folder),
    SITE_ORIGIN: originOf(port),
    ADMIN_EMAIL: ADMINISTRATOR.email,
    ADMIN_PASSWORD: ADMINISTRATOR.password,
    // Each test counts as a separate visitor (X-Forwarded-For); otherwise they would use up one another's logins.
    TRUST_PROXY: "on",
    // The other host in test/browser/popup-from-elsewhere.test.ts.
    AUTH_POPUP_ORIGINS: process.env.BROWSER_TEST_ELSEWHERE ?? "",
    CHALLENGE_CODES_URL: gameServerAt(process.env.BROWSER_TEST_GAME ?? "", "browser").url,
    WATCH_LINKS: "off",
    // Pictures are copied from the same stand-in.
    IMGUR_URL: gameServerAt(process.env.BROWSER_TEST_GAME ?? "", "browser").url,
    // What one visitor writes another is to see at once.
    CACHE_STALE_SECONDS: "0",
  },
  reuseExistingServer: false,
  stdout: "ignore" as const,
  stderr: "pipe" as const,
  // On D1, the first start loads the sample through the emulation, and both sites do so at once.
  timeout: isEdge ? 300_000 : 120_000,
});

const gameServer = {
  command: "exec node test/game-server/start.ts",
  url: `${process.env.BROWSER_TEST_GAME}/browser/control/`,
  env: { PORT: new URL(process.env.BROWSER_TEST_GAME).port },
};

export default defineConfig({
  testDir: "test/browser",
  testMatch: "**/*.test.ts",
  outputDir: "test-results",
  fullyParallel: true,
  forbidOnly: true,
  workers: 3,
  reporter: [["list"]],
  // For a machine that is busy with other work, too.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  use: {
    baseURL: originOf(PORT),
    locale: "en",
    // Tracing every test takes a fifth of the total time. `npm test -- NAME --trace retain-on-failure` keeps the traces
    // of tests that fail.
    trace: "off",
    launchOptions: {
      ...(chromium === null ? {} : { executablePath: chromium }),
      env: CHROMIUM_ENV,
      args: [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--disable-quic",
        "--no-first-run",
      ],
    },
  },
  projects: [
    { name: "desktop", testIgnore: WRITING, grepInvert: NOT_ON_DESKTOPS, use: desktop },
    { name: "phone", testIgnore: WRITING, grep: ON_PHONES, grepInvert: NOT_ON_PHONES, use: phone },
    {
      name: "desktop, writing",
      testMatch: WRITING,
      grepInvert: NOT_ON_DESKTOPS,
      use: { ...desktop, baseURL: originOf(WRITING_PORT) },
    },
    {
      name: "phone, writing",
      testMatch: WRITING,
      grep: ON_PHONES,
      grepInvert: NOT_ON_PHONES,
      use: { ...phone, baseURL: originOf(WRITING_PORT) },
    },
  ],
  webServer: [site(PORT, "site"), site(WRITING_PORT, "writing"), gameServer],
});
