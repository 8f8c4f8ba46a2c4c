import type { Page } from "@playwright/test";
import { CHALLENGES } from "../../domain/challenges/index.ts";
import { api, pages } from "../../domain/contract/routes.ts";
import { expect, open, rowsOf, test } from "./fixture.ts";

/** An A4 sheet without its margins of 12 mm, in CSS pixels. */
const SHEET = { width: 703, height: 1032 };

async function print(page: Page, path: string): Promise<void> {
  await page.setViewportSize(SHEET);
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await open(page, path);
}

/** Returns what is cut off on paper, by the edge of the sheet or by the box around it. */
const cutOff = (page: Page) =>
  page.evaluate((width) => {
    const isHidden = (element: Element) => getComputedStyle(element).clipPath !== "none";
    return [...document.querySelectorAll("main td, main th, main bdi, main dd, main h1, main p")]
      .filter(
        (element) => element.checkVisibility() && !isHidden(element) && !element.closest("[class*=hidden]"),
      )
      .filter((element) => {
        const { overflowX } = getComputedStyle(element);
        const { right } = element.getBoundingClientRect();
        return (
          right > width + 1 || (overflowX !== "visible" && element.scrollWidth > element.clientWidth + 1)
        );
      })
      .map((element) => `${element.tagName} ${element.textContent}`);
  }, SHEET.width);

async function expectPaper(page: Page): Promise<void> {
  for (const place of ["banner", "contentinfo", "navigation", "button", "searchbox", "textbox"] as const)
    for (const each of await page.getByRole(place).all())
      if ((await each.getAttribute("popovertarget")) === null) await expect(each).toBeHidden();
  const colours = await page.evaluate(() => {
    const { color, backgroundColor } = getComputedStyle(document.body);
    return [color, backgroundColor];
  });
  expect(colours).toEqual(["rgb(0, 0, 0)", "rgb(255, 255, 255)"]);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(await cutOff(page)).toEqual([]);
}

test("each list is printed as a table with all columns, and its head on each sheet", {
  tag: "@long",
}, async ({ page }) => {
  for (const key of CHALLENGES.keys()) {
    await print(page, pages.list(key));
    await expectPaper(page);
    await expect(page.locator("thead")).toHaveCSS("display", "table-header-group");
    const columns = page.locator("thead th:visible");
    const cells = rowsOf(page).first().locator("td:visible");
    expect(await columns.count()).toBeGreaterThan(4);
    await expect(cells).toHaveCount(await columns.count());
    await expect(rowsOf(page).first()).toContainText("Notes");
    expect(
      await page.locator("thead th").evaluateAll((all) => all.map((th) => getComputedStyle(th).position)),
    ).not.toContain("sticky");
  }
});

test("the table of 2MP is printed whole, with nothing left to scroll", { tag: "@long" }, async ({ page }) => {
  await print(page, pages.list("2mp", { view: "table" }));
  await expect(rowsOf(page).first()).toBeVisible();
  expect(await cutOff(page)).toEqual([]);
  const around = page.locator("main table").first().locator("xpath=ancestor::*");
  const scrolled = await around.evaluateAll((all) =>
    all
      .filter((each) => each.scrollHeight > each.clientHeight + 1)
      .map((each) => getComputedStyle(each).overflowY),
  );
  expect(scrolled.filter((overflow) => overflow !== "visible")).toEqual([]);
});

test("a completion and a map are printed without anything meant only for the screen", {
  tag: "@long",
}, async ({ page, request }) => {
  const { results } = await (await request.get(api.list("2tc", { og: 1, pending: 0, count: 1 }))).json();
  await print(page, pages.notes("2tc", { filekey: results[0].filekey }));
  await expectPaper(page);
  await expect(page.getByRole("link", { name: /^Back to/ })).toBeHidden();
  await expect(page.getByText(results[0].person).first()).toBeVisible();
  await print(page, pages.maps({ map: "Quad" }));
  await expectPaper(page);
  await expect(page.getByText("Abbreviation")).toBeVisible();
});

test("sentences are printed with the words that the screen explains", { tag: "@long" }, async ({ page }) => {
  await print(page, pages.home());
  const words = page.locator("main p:visible button[aria-haspopup]");
  expect(await words.count()).toBeGreaterThan(0);
  for (const word of await words.all()) await expect(word).toBeVisible();
});
