import type { Page } from "@playwright/test";
import { pages } from "../../domain/contract/routes.ts";
import { expect, open, test } from "./fixture.ts";

const found = (page: Page) => page.getByRole("paragraph").filter({ hasText: /^\d+ changes?$/ });

test("the real price changes are present from the first start, newest version first", async ({ page }) => {
  await open(page, pages.balanceChanges());
  await expect(found(page)).toHaveText("292 changes");
  const versions = await page.getByRole("heading", { level: 2 }).allTextContents();
  const numbers = versions.map((text) => Number(text.replace("Version ", "")));
  expect(numbers.length).toBeGreaterThan(5);
  expect(numbers).toEqual(numbers.toSorted((one, other) => other - one));
});

/** Opens the filters, which a phone has behind a button. */
const showFilters = async (page: Page, isPhone: boolean): Promise<void> => {
  if (isPhone) await page.locator("summary", { hasText: "Filters" }).click();
};

// How high up the first version is depends on the layout.
test("a long list shows the newest version; the others open by their heading or by a link to them", {
  tag: "@both", // all of a narrow page is one column
}, async ({ page }) => {
  const shown = page.locator("main li[data-nature]:visible");
  await open(page, pages.balanceChanges());
  const headings = page.getByRole("heading", { level: 2 });
  const first = await shown.count();
  expect(first).toBeGreaterThan(0);
  expect(first).toBeLessThan(30);
  expect((await headings.first().boundingBox())?.y).toBeLessThan(240);
  await page.getByRole("heading", { name: "Version 39.0" }).click();
  expect(await shown.count()).toBeGreaterThan(first);
  await page.goto("about:blank");
  await open(page, `${pages.balanceChanges()}#v39.0`);
  await expect(page.locator("#v39\\.0")).toBeInViewport();
  // A few changes do not make a long page.
  await open(page, "/balance-changes?tower=Ice+Monkey");
  await expect(page.locator("main details:not([open]) li[data-nature]")).toHaveCount(0);
});

// A phone has the filters behind a button.
test("choosing a tower and a version changes the address, and Back undoes each step", {
  tag: "@both", // a narrow window has the filters behind a button
}, async ({ page, isPhone }) => {
  await open(page, pages.balanceChanges());
  await page.getByLabel("Tower or hero").selectOption("Ice Monkey");
  await expect(page).toHaveURL("/balance-changes?tower=Ice+Monkey");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Balance Changes of Ice Monkey");
  await showFilters(page, isPhone);
  await page.getByLabel("Version", { exact: true }).selectOption("48.0");
  await expect(page).toHaveURL("/balance-changes?tower=Ice+Monkey&version=48.0");
  await expect(found(page)).toHaveText("2 changes");
  const dearer = page.getByRole("listitem").filter({ hasText: /^Nerf/ });
  await expect(dearer).toHaveText(
    "Nerf040 Snowstorm costs $4,320 instead of $4,105 on hard ($4,000 instead of $3,800 on medium)",
  );
  await page.getByLabel("Up to version").selectOption("49.0");
  await expect(found(page)).toHaveText("11 changes");
  await page.goBack();
  await expect(found(page)).toHaveText("2 changes");
  await expect(page.getByLabel("Up to version")).toHaveValue("");
  await page.getByRole("link", { name: "Clear filters" }).click();
  await expect(found(page)).toHaveText("292 changes");
});

test("the page says so when nothing matches, even for an invalid version", async ({ page }) => {
  await open(page, "/balance-changes?tower=ice&version=1");
  await expect(page.getByText("No balance changes match.")).toBeVisible();
  await page.getByRole("link", { name: "Show all" }).click();
  await expect(found(page)).toHaveText("292 changes");
  await page.goto("/balance-changes?version=soon");
  await expect(page.getByText("No balance changes match.")).toBeVisible();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });
  test("the filters work with their button", async ({ page }) => {
    await page.goto(pages.balanceChanges());
    await page.getByLabel("Tower or hero").selectOption("Ezili");
    await page.getByRole("button", { name: "Show" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Balance Changes of Ezili");
  });
});
