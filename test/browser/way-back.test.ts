import type { Page } from "@playwright/test";
import { expect, expectScrolledTo, open, rowsOf, test } from "./fixture.ts";

const LIST = "/2tc?query=sample&og=1&sortby=date&offset=20";
const counter = (page: Page) => page.getByText(/^Results /).first();
const back = (page: Page) => page.getByRole("link", { name: "Back to 2TCs" });
const notesOf = (page: Page) => rowsOf(page).nth(19).getByRole("link", { name: "Notes" });
const ogOf = (page: Page) => rowsOf(page).nth(19).getByRole("link", { name: "OG", exact: true });
const scrolled = (page: Page) => page.evaluate(() => scrollY);

// A phone scrolls through rows of its own.
for (const [what, linkIn] of [
  ["notes", notesOf],
  ["further information of an original", ogOf],
] as const)
  test(`going back from the ${what} restores the list and the scroll position`, {
    tag: what === "notes" ? "@both" : "@long",
  }, async ({ page }) => {
    await open(page, "/2tc?query=sample&og=1&sortby=date");
    await page.getByRole("button", { name: "Next" }).first().click();
    await expect(counter(page)).toHaveText(/^Results 21 to 40 of/);
    const rows = await rowsOf(page).allTextContents();
    expect(rows).toHaveLength(20);
    await linkIn(page).scrollIntoViewIfNeeded();
    const before = await scrolled(page);
    expect(before).toBeGreaterThan(0);
    const address = await linkIn(page).getAttribute("href");
    await linkIn(page).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/ 2TC on |^Additional Info /);
    // The address stays short, and a reload changes nothing.
    await expect(page).toHaveURL(address ?? "");
    await page.reload();
    await expect(back(page)).toHaveAttribute("href", LIST);
    await back(page).click();
    await expect(page).toHaveURL(LIST);
    await expect(rowsOf(page)).toHaveText(rows);
    await expect(page.getByRole("searchbox", { name: "Search" })).toHaveValue("sample");
    await expect(page.getByLabel("OG completions only")).toBeChecked();
    await expectScrolledTo(page, before);
  });

test("the way back survives going from an original's information to its notes", { tag: "@long" }, async ({
  page,
}) => {
  await open(page, LIST);
  await ogOf(page).click();
  await page.getByRole("link", { name: "Notes and attachments" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/ 2TC on /);
  await back(page).click();
  await expect(page).toHaveURL(LIST);
});

test("in a new tab the way back leads to the whole list", { tag: "@long" }, async ({ page, context }) => {
  await open(page, LIST);
  for (const link of [notesOf(page), ogOf(page)]) {
    const opened = context.waitForEvent("page");
    await link.click({ modifiers: ["ControlOrMeta"] });
    const tab = await opened;
    await tab.waitForLoadState();
    await back(tab).click();
    await expect(tab).toHaveURL("/2tc");
    await expect(counter(tab)).toHaveText(/^Results 1 to 20 of/);
    await tab.close();
  }
});

test("a link to the list other than the way back leads to its top", { tag: "@long" }, async ({ page }) => {
  await open(page, "/2tc");
  await notesOf(page).scrollIntoViewIfNeeded();
  await notesOf(page).click();
  await back(page).click();
  await expect.poll(() => scrolled(page)).toBeGreaterThan(0);
  await page.getByRole("navigation").getByText("Challenges").first().click();
  await page.getByRole("link", { name: "2TC", exact: true }).first().click();
  await expectScrolledTo(page, 0);
});

test("Download CSV has what the list shows, in its order", async ({ page }) => {
  await open(page, LIST);
  const download = page.getByRole("link", { name: "Download CSV" });
  await expect(download).toHaveAttribute(
    "href",
    "/download-2tc-csv?query=sample&og=1&sortby=date&for=people&spreadsheet=1",
  );
  await page.getByRole("searchbox", { name: "Search" }).fill("abs zero quad");
  await expect(download).toHaveAttribute(
    "href",
    "/download-2tc-csv?query=abs+zero+quad&og=1&sortby=date&for=people&spreadsheet=1",
  );
});
