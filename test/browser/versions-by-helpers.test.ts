import axe from "axe-core";
import { pages } from "../../domain/contract/routes.ts";
import { acceptDialogs, openAs } from "./completions.ts";
import { expect, test } from "./fixture.ts";

test("a helper enters when a version came out, the form checks a date against it, and it is deleted", {
  tag: "@long",
}, async ({ page, helper }) => {
  await openAs(page, helper, pages.gameVersions());
  await page.getByRole("textbox", { name: "Version" }).fill("43.7");
  await page.getByLabel(/Came out on/).fill("2024-06-11");
  await page.getByRole("textbox", { name: "Source" }).fill("https://example.org/43.7");
  await page.getByRole("button", { name: "Add version" }).click();
  await expect(page.getByText("Successfully added version.")).toBeVisible();
  const row = page.getByRole("row", { name: /43\.7/ });
  await expect(row).toContainText("11 Jun 2024");
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => (globalThis as unknown as { axe: typeof axe }).axe.run());
  expect(violations.map(({ id }) => id)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await page.setViewportSize({ width: 1280, height: 800 });

  await openAs(page, helper, pages.addForm("lcc"));
  await page.getByRole("textbox", { name: "Update" }).fill("43.7");
  await page.getByRole("textbox", { name: "Date", exact: true }).fill("2024-06-01");
  await page.getByRole("textbox", { name: "Date", exact: true }).blur();
  await expect(page.getByText(/before 2024-06-11, when version 43\.7(\.0)? came out/).first()).toBeVisible();

  await openAs(page, helper, pages.gameVersions());
  acceptDialogs(page);
  await page.getByRole("button", { name: "Delete version 43.7" }).click();
  await expect(page.getByText("Successfully deleted version.")).toBeVisible();
  await expect(row).toHaveCount(0);
});
