import { resolve } from "node:path";
import { defineConfig } from "@playwright/test";
import base from "../../playwright.config.ts";

const [site] = [base.webServer].flat();

/** `npm run pictures` is not a test: it takes a picture of every page, as everybody sees it, into pictures/. */
export default defineConfig({
  ...base,
  testDir: ".",
  testMatch: "every-page.pictures.ts",
  outputDir: "../../test-results",
  projects: [{ name: "pictures" }],
  ...(site && { webServer: { ...site, cwd: resolve(import.meta.dirname, "../..") } }),
});
