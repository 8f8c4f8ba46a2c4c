import { pages } from "../../domain/contract/routes.ts";
import { listen } from "./announced.ts";
import { newMap, openAs } from "./completions.ts";
import { expect, test } from "./fixture.ts";

test("the list of changes announces what it is narrowed to, and says that its times are UTC", {
  tag: "@long",
}, async ({ page, helper }) => {
  await newMap(helper);
  await openAs(page, helper, pages.changes());
  const moments = page.getByRole("main").locator("time");
  await expect(moments.first()).toHaveText(/^\d\d? \w{3,4} \d{4}, \d\d:\d\d UTC$/);
  await expect(page.getByLabel("From (UTC)")).toBeVisible();
  await page.waitForLoadState("networkidle");
  const reader = await listen(page);
  await page.getByLabel("What", { exact: true }).selectOption("map");
  await reader.expect(/^\d+ changes?, map$/);
  await page.getByRole("link", { name: "Clear filters" }).click();
  await reader.expect(/^\d+ changes?$/);
});

test("the spellings announce how many match", { tag: "@long" }, async ({ page, helper }) => {
  await openAs(page, helper, pages.spellings());
  await page.waitForLoadState("networkidle");
  const reader = await listen(page);
  await page.getByLabel("Spelling or name").fill("pspike");
  await reader.expect(/^Spellings with pspike: \d+$/);
  await page.getByRole("link", { name: "Clear filters" }).click();
  await reader.expect("All spellings");
});

test("the desk moves the focus to what it shows next, and its status says what was done", {
  tag: "@long",
}, async ({ page, helper }) => {
  await openAs(page, helper, pages.queue());
  const heading = page.locator("#item");
  await expect(heading).toBeVisible();
  await page.waitForLoadState("networkidle");
  const first = await heading.getAttribute("aria-label");
  await page.getByRole("button", { name: "Skip" }).click();
  await expect(heading).not.toHaveAttribute("aria-label", first ?? "");
  await expect(heading).toBeFocused();
});
