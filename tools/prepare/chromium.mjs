import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { Problem } from "./problem.mjs";
import { ROOT, run } from "./run.mjs";

/** The headless shell comes first: it does the same work in two thirds of the time. */
const USUAL = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/snap/bin/chromium",
  "/usr/local/bin/chromium",
  "/opt/google/chrome/chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/**
 * Returns the Chromium for the browser tests: CHROMIUM_PATH if set, else one installed on the machine, else the one
 * that Playwright installed.
 * @returns {string | null} its path
 * @throws {Problem} when CHROMIUM_PATH names nothing
 */
export function findChromium() {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) {
    if (!existsSync(chosen)) throw new Problem(`CHROMIUM_PATH is set to ${chosen}, but nothing is there.`);
    return chosen;
  }
  return USUAL.find((path) => existsSync(path)) ?? broughtByPlaywright();
}

/** @returns {string | null} */
function broughtByPlaywright() {
  try {
    const { chromium } = createRequire(join(ROOT, "package.json"))("@playwright/test");
    const path = chromium.executablePath();
    return existsSync(path) ? path : null;
  } catch {
    return null;
  }
}

/**
 * The environment of a Chromium that measures pages: it has the fonts of the tests and no others, because what a page
 * measures must not depend on what else a machine has.
 */
export const CHROMIUM_ENV = { ...process.env, FONTCONFIG_FILE: join(ROOT, "test/fonts/fonts.conf") };

/** Installs a Chromium for the browser tests if there is none. */
export async function ensureChromium() {
  if (findChromium() !== null) return;
  const advice = "Install Chromium or Chrome, or set CHROMIUM_PATH to one, and try again.";
  try {
    if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) await installFromDebian();
    else await installFromPlaywright();
  } catch (error) {
    if (error instanceof Problem)
      throw new Problem(`${error.message}\nThe browser tests need a Chromium. ${advice}`);
    throw error;
  }
  if (findChromium() === null)
    throw new Problem(`A Chromium was installed, but it cannot be found. ${advice}`);
}

async function installFromDebian() {
  console.log("Installing Chromium for the browser tests (apt-get, about a minute) …");
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  await run("Fetching the list of Debian packages", ["apt-get", "-q", "update"], { env });
  /** @param {string} chromium */
  const install = (chromium) =>
    run("Installing Chromium", ["apt-get", "-q", "install", "-y", "--no-install-recommends", chromium], {
      env,
    });
  // Not every system with apt has a package for the headless shell.
  await install("chromium-headless-shell").catch(() => install("chromium"));
}

async function installFromPlaywright() {
  console.log("Installing Chromium for the browser tests (Playwright) …");
  await run("Installing Chromium", ["playwright", "install", "chromium"], { own: true });
}
