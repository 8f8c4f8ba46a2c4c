import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "@playwright/test";
import { findChromium } from "./scripts/prepare/chromium.mjs";
import { ADMINISTRATOR } from "./test/administrator.ts";

/** `BROWSER_TEST_PORT` lets two clones run their tests side by side. */
const PORT = Number(process.env.BROWSER_TEST_PORT ?? 4179);
const ORIGIN = `http://localhost:${PORT}`;
const chromium = findChromium();
/** Empty at the start of each run. Playwright's workers read this file as well and must not make folders of their own. */
process.env.BROWSER_TEST_DATA ??= mkdtempSync(join(tmpdir(), "btd6-index-"));

export default defineConfig({
  testDir: "test/browser",
  testMatch: "**/*.test.ts",
  outputDir: "test-results",
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  reporter: [["list"]],
  expect: { timeout: 10_000 },
  use: {
    baseURL: ORIGIN,
    locale: "en",
    trace: "retain-on-failure",
    launchOptions: {
      ...(chromium === null ? {} : { executablePath: chromium }),
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
    { name: "desktop", use: { viewport: { width: 1280, height: 800 } } },
    // What does not depend on the size of the window runs once: answers without one, and what is tagged.
    {
      name: "phone",
      testIgnore: "**/answers.test.ts",
      grepInvert: /@once/,
      use: { viewport: { width: 360, height: 740 }, hasTouch: true },
    },
  ],
  webServer: {
    command: "exec node platform/node/main.ts",
    url: `${ORIGIN}/healthz`,
    env: {
      PORT: String(PORT),
      DATA_DIR: process.env.BROWSER_TEST_DATA,
      SITE_ORIGIN: ORIGIN,
      ADMIN_EMAIL: ADMINISTRATOR.email,
      ADMIN_PASSWORD: ADMINISTRATOR.password,
      // Each test counts as a visitor of its own (X-Forwarded-For), or they would use up one another's logins.
      TRUST_PROXY: "on",
    },
    reuseExistingServer: false,
    stdout: "ignore",
    stderr: "pipe",
    timeout: 60_000,
  },
});
