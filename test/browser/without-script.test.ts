import { chooseOrder, columnOf, expect, rowsOf, showBoxes, showViews, test } from "./fixture.ts";

test.use({ javaScriptEnabled: false });

// A phone has one menu, behind a button.
test("the menus still open", {
  tag: "@both", // a phone has one menu
}, async ({ page, isPhone }) => {
  await page.goto("/");
  if (isPhone) await page.locator("summary[aria-label='Menu']").click();
  else await page.locator("summary", { hasText: "Reference" }).click();
  await expect(page.getByRole("link", { name: "Balance Changes" }).filter({ visible: true })).toHaveCount(1);
});

// A phone has the boxes behind Filters, with a button of their own.
test("a list can be searched, filtered, sorted and paged", {
  tag: "@both", // a phone has the boxes behind a button
}, async ({ page, isPhone }) => {
  await page.goto("/2tc");
  await expect(rowsOf(page)).toHaveCount(20);
  await page.getByRole("searchbox", { name: "Search" }).fill("zero");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await expect(page).toHaveURL(/\/2tc\?query=zero/);
  for (const row of await rowsOf(page).allTextContents()) expect(row).toContain("Zero");

  await chooseOrder(page, /^OG Date/);
  await expect(page.locator("th[aria-sort=ascending]")).toHaveText(/^OG Date/);
  await page.getByRole("button", { name: "Next" }).first().click();
  await expect(page.getByText(/^Results 21 to 40 of/).first()).toBeVisible();
  await expect(page.locator("th[aria-sort=ascending]")).toHaveText(/^OG Date/);
  await expect(page.getByRole("searchbox", { name: "Search" })).toHaveValue("zero");

  await showBoxes(page, isPhone);
  await page.getByLabel("OG completions only").check();
  await page
    .getByRole("button", { name: isPhone ? /^Show [\d,]+ completions$/ : /^Search$/ })
    .filter({ visible: true })
    .last()
    .click();
  await expect(page.getByText(/^Results 1 to /).first()).toBeVisible();
  const marks = await columnOf(page, "OG?").allTextContents();
  expect(new Set(marks)).toEqual(new Set(["OG"]));
});

test("Enter in the search box searches from the first page", async ({ page }) => {
  await page.goto("/2tc?offset=20");
  const box = page.getByRole("searchbox", { name: "Search" });
  await box.fill("abs zero quad");
  await box.press("Enter");
  await expect(page.getByText("Results 1 to 4 of 4").first()).toBeVisible();
});

// A phone has the views behind a button.
test("the views and the leaderboard's checkbox work with their buttons", {
  tag: "@both", // a phone has the views behind a button
}, async ({ page, isPhone }) => {
  await page.goto("/2tc");
  await showViews(page, isPhone);
  await page.getByLabel("Person Stats").check();
  await page.getByRole("button", { name: "Show" }).filter({ visible: true }).click();
  await expect(page.getByRole("heading", { name: "Top 10 Leaderboard" })).toBeVisible();
  await page.getByLabel("OG completions only").check();
  await page.getByRole("button", { name: "Show" }).last().click();
  await expect(page).toHaveURL(/og=1/);
  await expect(page.getByRole("heading", { name: "Top 10 Leaderboard" })).toBeVisible();
  await expect(page.getByLabel("OG completions only")).toBeChecked();
});

test("the rules open and close", async ({ page }) => {
  await page.goto("/2tc");
  await page.getByRole("button", { name: "Rules" }).click();
  const dialog = page.getByRole("dialog", { name: "2TC Rules" });
  await expect(dialog).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(dialog).toBeHidden();
});

test("notes are shown with their Markdown rendered", async ({ page }) => {
  await page.goto("/2tc?query=abs+zero+quad");
  await rowsOf(page).first().getByRole("link", { name: "Notes" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/ 2TC on /);
  await expect(page.locator("main code").first()).toHaveText(/^ZXMPLE/);
});

// A phone has the field behind a button.
test("the search in the header asks a question", {
  tag: "@both", // a phone has it behind a button
}, async ({ page, isPhone }) => {
  await page.goto("/2tc");
  if (isPhone) await page.locator("header").getByRole("button", { name: "Ask the index" }).click();
  const field = page.locator("form[role=search] input[name=q]").filter({ visible: true });
  await field.fill("abs zero quad");
  await field.press("Enter");
  await expect(page).toHaveURL("/ask?q=abs+zero+quad");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "Absolute Zero on Quad: done 4 times in 2TC (includes sample data)",
  );
  await page.getByRole("link", { name: "Ask without Quad" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Absolute Zero: done/);
});

test("filters work with their button, chips are links, and search keys apply as typed", async ({ page }) => {
  await page.goto("/2tc");
  await page.locator("summary", { hasText: "Filters" }).click();
  await page.getByLabel("Tower 1", { exact: true }).fill("Absolute Zero");
  await page.getByLabel("Map", { exact: true }).fill("qd");
  await page
    .getByRole("button", { name: /^Show [\d,]+ completions$/ })
    .filter({ visible: true })
    .first()
    .click();
  await expect(page).toHaveURL(/tower=Absolute\+Zero&.*map=qd/);
  for (const text of await columnOf(page, "Map").allTextContents()) expect(text).toBe("Quad");
  await page.getByRole("link", { name: "Remove the filter Tower: Absolute Zero" }).click();
  await expect(page).toHaveURL("/2tc?map=qd");
  await page.getByRole("searchbox", { name: "Search" }).fill("abs zero has:video");
  await page.getByRole("searchbox", { name: "Search" }).press("Enter");
  await expect(page.getByText("Understood:")).toBeVisible();
  await page.getByRole("link", { name: "Tower: Absolute Zero", exact: true }).click();
  await expect(page).toHaveURL("/2tc?query=has%3Avideo&tower=Absolute+Zero&map=qd");
  await page.getByRole("button", { name: "How to search" }).click();
  await expect(page.getByRole("dialog", { name: "How to search 2TCs" })).toBeVisible();
});
