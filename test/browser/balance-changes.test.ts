import { pages } from "../../routes.ts";
import { expect, open, test } from "./fixture.ts";

test("the real price changes are there from the first start, the newest version first", async ({ page }) => {
  await open(page, pages.balanceChanges());
  await expect(page.getByText("261 changes", { exact: true })).toBeVisible();
  const versions = await page.getByRole("heading", { level: 2 }).allTextContents();
  const numbers = versions.map((text) => Number(text.replace("Version ", "")));
  expect(numbers.length).toBeGreaterThan(5);
  expect(numbers).toEqual(numbers.toSorted((one, other) => other - one));
  await page.getByRole("navigation", { name: "Versions" }).getByRole("link", { name: "39.0" }).click();
  await expect(page.getByRole("heading", { name: "Version 39.0" })).toBeInViewport();
});

test("a tower and a version are chosen in the address, and Back undoes each", async ({ page }) => {
  await open(page, pages.balanceChanges());
  await page.getByLabel("Tower or hero").selectOption("Ice Monkey");
  await expect(page).toHaveURL("/balance-changes?tower=Ice+Monkey");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Balance Changes of Ice Monkey");
  await page.getByLabel("Version", { exact: true }).selectOption("48.0");
  await expect(page).toHaveURL("/balance-changes?tower=Ice+Monkey&version=48.0");
  await expect(page.getByText("2 changes", { exact: true })).toBeVisible();
  const dearer = page.getByRole("listitem").filter({ hasText: /^Nerf/ });
  await expect(dearer).toHaveText(
    "Nerf040 Snowstorm costs $4,320 instead of $4,105 on hard ($4,000 instead of $3,800 on medium)",
  );
  await page.getByLabel("Up to version").selectOption("49.0");
  await expect(page.getByText("11 changes", { exact: true })).toBeVisible();
  await page.goBack();
  await expect(page.getByText("2 changes", { exact: true })).toBeVisible();
  await expect(page.getByLabel("Up to version")).toHaveValue("");
  await page.getByRole("link", { name: "Clear filters" }).click();
  await expect(page.getByText("261 changes", { exact: true })).toBeVisible();
});

test("where nothing matches the page says so, whatever the version is", async ({ page }) => {
  await open(page, "/balance-changes?tower=ice&version=1");
  await expect(page.getByText("No balance change matches.")).toBeVisible();
  await page.getByRole("link", { name: "Show all" }).click();
  await expect(page.getByText("261 changes", { exact: true })).toBeVisible();
  await page.goto("/balance-changes?version=soon");
  await expect(page.getByText("No balance change matches.")).toBeVisible();
});

test.describe("without JavaScript", { tag: "@once" }, () => {
  test.use({ javaScriptEnabled: false });
  test("the filters work by their button", async ({ page }) => {
    await page.goto(pages.balanceChanges());
    await page.getByLabel("Tower or hero").selectOption("Ezili");
    await page.getByRole("button", { name: "Show" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Balance Changes of Ezili");
  });
});
