import type { Page } from "@playwright/test";
import { api, pages } from "../../domain/contract/routes.ts";
import { openAs } from "./completions.ts";
import { expect } from "./fixture.ts";
import { test } from "./signed-in.ts";

const doubts = (page: Page) => page.getByRole("status").filter({ hasText: "the newest version known here" });

test("a version far above the newest one known is doubted as it is typed", async ({ page, member }) => {
  await openAs(page, member, pages.addForm("lcc"));
  const update = page.getByLabel("Update");
  await update.fill("544");
  await expect(doubts(page)).toContainText("Update: 544 is far above 54.0, the newest version known here.");
  for (const known of ["55", "54.0"]) {
    await update.fill(known);
    await expect(doubts(page)).toHaveCount(0);
  }
});

test("a version just above the newest one known is noted for helpers", async ({ page, helper }) => {
  await openAs(page, helper, pages.addForm("lcc"));
  await page.getByLabel("Update").fill("55");
  await expect(doubts(page)).toContainText("Update: 55 is newer than 54.0, the newest version known here.");
});

test("a helper reads it at the completion, too, before verifying it", async ({ page, helper, request }) => {
  const { results } = await (await request.get(api.list("lcc", { pending: 1, count: 1 }))).json();
  const [{ filekey, version }] = results;
  await page.route("**/fetch-names", (route) => route.fulfill({ json: { newestVersion: "9.0" } }));
  await openAs(page, helper, pages.notes("lcc", { filekey }));
  await expect(page.getByRole("button", { name: "Verify" })).toBeVisible();
  await expect(page.getByText(`Update: ${version} is far above 9.0`)).toBeVisible();
});

test("cash may be typed as other countries write it", async ({ page, member }) => {
  await openAs(page, member, pages.addForm("lcc"));
  const cash = page.getByLabel("Cash Spent");
  for (const written of ["130.869", "130,869", "130 869", "130869"]) {
    await cash.fill("");
    await cash.pressSequentially(written);
    await page.getByRole("button", { name: "Add LCC" }).click();
    await expect(cash).toHaveValue(/^130\.?869$/);
    await expect(page.getByText(/Cash Spent (is|may)/)).toHaveCount(0);
  }
});
