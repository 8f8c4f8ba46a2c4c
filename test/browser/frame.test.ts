import type { Page } from "@playwright/test";
import { announced } from "./announced.ts";
import { expect, open, reportOf, test } from "./fixture.ts";

const openMenu = (page: Page, isPhone: boolean) =>
  isPhone
    ? page.locator("summary[aria-label='Menu']").click()
    : page.locator("summary", { hasText: "Reference" }).click();

for (const scheme of ["light", "dark"] as const) {
  test(`a page follows the visitor's ${scheme} scheme until it is switched, and remembers the choice`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme: scheme });
    await open(page, "/");
    const html = page.locator("html");
    await expect(html).toHaveAttribute("data-color-scheme", scheme);
    await page.getByRole("button", { name: "Switch between light and dark" }).click();
    const other = scheme === "dark" ? "light" : "dark";
    await expect(html).toHaveAttribute("data-color-scheme", other);
    await page.reload();
    await expect(html).toHaveAttribute("data-color-scheme", other);
    await expect(page.locator("style")).toHaveCount(0);
  });
}

test("following a link tells screen readers the title of the page that it opened", async ({ page }) => {
  await open(page, "/2tc");
  const told = announced(page);
  await expect(told).toHaveText("");
  await page.getByRole("link", { name: "Notes" }).first().press("Enter");
  await expect(page).toHaveURL(/\/2tc\/notes/);
  await expect(page).toHaveTitle(/ 2TC on /);
  await expect(told).toHaveText(await page.title());
});

// A phone has one menu, behind a button.
test("a menu links to a page, and closes on Escape", {
  tag: "@both", // a phone has one menu
}, async ({ page, isPhone }) => {
  await open(page, "/");
  const maps = page.getByRole("link", { name: "Maps", exact: true }).filter({ visible: true });
  await openMenu(page, isPhone);
  await expect(maps).toHaveAttribute("href", "/maps");
  await page.keyboard.press("Escape");
  await expect(maps).toHaveCount(0);
  await openMenu(page, isPhone);
  await maps.click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Maps");
  await expect(maps).toHaveCount(0);
});

test("a menu that is opened before the script is there, or while a page is on its way, stays open", {
  tag: "@long",
}, async ({ page }) => {
  const { promise: opened, resolve: send } = Promise.withResolvers<void>();
  await page.route(/\/assets\/.*\.js$|\.data/, async (route) => {
    await opened;
    await route.continue();
  });
  const menu = page.locator("details", { has: page.locator("summary", { hasText: "Reference" }) });
  await page.goto("/maps", { waitUntil: "commit" });
  await menu.locator("summary").click();
  send();
  await expect(
    page.getByRole("link", { name: "Login" }).and(page.locator("[aria-busy=false]")),
  ).toBeVisible();
  await expect(menu).toHaveAttribute("open");

  await page.unrouteAll({ behavior: "wait" });
  const { promise: reopened, resolve: answer } = Promise.withResolvers<void>();
  await page.route(/\.data/, async (route) => {
    await reopened;
    await route.continue();
  });
  await menu.getByRole("link", { name: "Balance Changes" }).click();
  await expect(menu).not.toHaveAttribute("open");
  await menu.locator("summary").click();
  answer();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Balance Changes");
  await expect(menu).toHaveAttribute("open");
  await page.goBack();
  await expect(menu).not.toHaveAttribute("open");
});

// A phone has one menu, behind a button.
test("the header names every page of the navigation", {
  tag: "@both", // a phone has one menu
}, async ({ page, isPhone }) => {
  await open(page, "/");
  await openMenu(page, isPhone);
  const shown = page.getByRole("navigation", { name: "Main" }).filter({ visible: true });
  const links = await shown.locator("a").evaluateAll((all) => all.map((link) => link.textContent));
  expect(links).toEqual([
    ...["2TC 2 Towers CHIMPS", "FTTC Fewest Tower Types CHIMPS", "LCC Least Cost CHIMPS"],
    ...["LTC Least Towers CHIMPS", "LCD Least Cost Deflation"],
    ...["2MPC 2 Million Pops CHIMPS", "2TCC 2 Towers CHIMPS Co-op"],
    ...["Maps", "Balance Changes", "What is left", "Players", "Records", "Progress"],
    ...["CHIMPS Starts", "Extracting BTD6 Game Assets", "New here?"],
  ]);
  await expect(page.getByRole("link", { name: "Login" })).toBeVisible();
});

test("an unknown address is answered with 404 and says so", async ({ page, faults }) => {
  faults.expect(reportOf(404));
  const answer = await page.goto("/no-such-page");
  expect(answer?.status()).toBe(404);
  await expect(page).toHaveTitle("Couldn't find that page | BTD6 Index");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Couldn't find that page");
  await page.goto("/maps/quad");
  await expect(page.getByRole("main").getByRole("textbox", { name: "Ask the index" })).toHaveValue(
    "maps quad",
  );
  await expect(page.getByRole("main").getByRole("listitem")).toHaveText(["Maps", "Map Quad"]);
  await page.getByRole("link", { name: "Back to the home page" }).click();
  await expect(page).toHaveTitle("High-Level Bloons TD 6 Challenges | BTD6 Index");
});

test("a challenge's addresses also work in capitals", async ({ page, request }) => {
  await page.goto("/2TC?query=quad");
  await expect(page).toHaveURL("/2tc?query=quad");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("2 Towers CHIMPS");
  const notes = await request.get("/LCC/Notes?filekey=aB", { maxRedirects: 0 });
  expect([notes.status(), notes.headers().location]).toEqual([301, "/lcc/notes?filekey=aB"]);
});

test("a list asked for no rows does not claim to be empty", async ({ page }) => {
  await page.goto("/2tc?count=0");
  await expect(page.getByRole("main")).not.toContainText("There is no 2TC completion yet.");
  await expect(page.getByRole("link", { name: "Show all 2TC completions" })).toBeVisible();
});

test("the browser has the fonts of the tests and no others", async ({ page }) => {
  const widths = await page.evaluate(() => {
    const drawing = document.createElement("canvas").getContext("2d");
    return ["Arimo", "system-ui", "serif", "monospace", "DejaVu Sans", "Noto Sans", "Roboto"].map((font) => {
      if (drawing) drawing.font = `16px "${font}"`.replace(/"(system-ui|serif|monospace)"/, "$1");
      return drawing?.measureText("Will it fit? Illinois").width;
    });
  });
  expect(widths[0]).toBeGreaterThan(0);
  expect(new Set(widths).size, `${widths}`).toBe(1);
});
