import type { Locator, Page } from "@playwright/test";
import { expect, open, test } from "./fixture.ts";

/** Returns the name of the focused element, and whether a focus ring marks it. Inputs are marked by their border. */
function readFocus(): { name: string; isMarked: boolean } {
  const element = document.activeElement ?? document.body;
  const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : element.textContent;
  const { outlineStyle, boxShadow } = getComputedStyle(element);
  return {
    name: element.getAttribute("aria-label") ?? label ?? "",
    isMarked: outlineStyle !== "none" || boxShadow !== "none" || element.matches("[type=search]"),
  };
}

/** Presses Tab until the wanted element has the focus, which must be visible. */
async function tabTo(page: Page, wanted: string | RegExp): Promise<void> {
  for (let presses = 0; presses < 250; presses += 1) {
    await page.keyboard.press("Tab");
    const { name, isMarked } = await page.evaluate(readFocus);
    if (typeof wanted === "string" ? name !== wanted : !wanted.test(name)) continue;
    expect(isMarked, `${name} shows that it has the focus`).toBe(true);
    return;
  }
  throw new Error(`The Tab key never reaches ${wanted}.`);
}

const borderOf = (input: Locator) => input.evaluate((element) => getComputedStyle(element).borderColor);

test("the first Tab offers to skip to the content", async ({ page }) => {
  await open(page, "/2tc");
  await page.keyboard.press("Tab");
  await expect(page.locator(":focus")).toHaveText("Skip to the content");
  await page.keyboard.press("Enter");
  await expect(page.locator("main")).toBeFocused();
});

// A narrow or magnified window has the filters behind a button.
test("the main journey needs no mouse: search, filter, sort, turn a page, open notes", {
  tag: "@both", // a narrow or magnified window has other controls
}, async ({ page, isPhone }) => {
  const counter = page.getByText(/^Results /).first();
  await open(page, "/2tc");
  const all = (await counter.textContent()) ?? "";
  const atRest = await borderOf(page.getByRole("searchbox", { name: "Search" }));
  await tabTo(page, "Search");
  await expect.poll(() => borderOf(page.getByRole("searchbox"))).not.toBe(atRest);
  await page.keyboard.type("zero");
  await expect(page).toHaveURL("/2tc?query=zero");
  await expect(counter).not.toHaveText(all);
  const found = (await counter.textContent()) ?? "";
  if (isPhone) {
    await tabTo(page, /^Filters/);
    await page.keyboard.press("Enter");
  }
  await tabTo(page, "OG completions only");
  await page.keyboard.press("Space");
  await expect(counter).not.toHaveText(found);
  await page.keyboard.press("Space");
  await expect(counter).toHaveText(found);
  await tabTo(page, "Next");
  await page.keyboard.press("Enter");
  await expect(counter).toHaveText(/^Results 21 to /);
  await tabTo(page, /^OG Date/);
  await page.keyboard.press("Enter");
  await expect(page.locator("th[aria-sort=ascending]")).toHaveText(/^OG Date/);
  await tabTo(page, "Notes");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/ 2TC on /);
});

test("the rules open, keep the focus and close by the keyboard", async ({ page }) => {
  await open(page, "/2tc");
  await tabTo(page, "Rules");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "2TC Rules" });
  await expect(dialog).toBeVisible();
  expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: "Rules" })).toBeFocused();
});

// A narrow or magnified window has the views behind a button.
test("the views change by the arrow keys, and the Table scrolls by them", {
  tag: ["@both", "@long"],
}, async ({ page, isPhone }) => {
  await open(page, "/2mp");
  if (isPhone) {
    await tabTo(page, "View: List");
    await page.keyboard.press("Enter");
  }
  await tabTo(page, "List");
  await page.keyboard.press("ArrowRight");
  await expect(page).toHaveURL("/2mp?view=table");
  const grid = page.getByRole("region", { name: "Completions by tower and map" });
  await expect(grid).toBeVisible();
  await tabTo(page, "Completions by tower and map");
  await expect(grid).toBeFocused();
  // The focus moves from cell to cell, and the Table scrolls once it leaves the visible area. A key that is pressed
  // while the page is busy is lost, for people, too: they press it again.
  await expect(async () => {
    for (let presses = 0; presses < 30; presses += 1) await page.keyboard.press("ArrowDown");
    expect(await grid.evaluate((element) => element.scrollTop)).toBeGreaterThan(0);
  }).toPass();
});

// A narrow or magnified window has one menu, behind a button.
test("a menu opens by the keyboard, and Escape gives the focus back", { tag: "@both" }, async ({
  page,
  isPhone,
}) => {
  await open(page, "/");
  await tabTo(page, isPhone ? "Menu" : "Challenges");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.locator(":focus")).toHaveText("2TC 2 Towers CHIMPS");
  await page.keyboard.press("Escape");
  await expect(page.locator(":focus")).toHaveJSProperty("tagName", "SUMMARY");
});
