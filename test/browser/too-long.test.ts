import { pages } from "../../domain/contract/routes.ts";
import { expect, open, reportOf, test } from "./fixture.ts";

test("a search text that is too long is not searched for, and says so until it is shortened", async ({
  page,
  faults,
}) => {
  faults.expect(reportOf(400));
  const address = pages.list("2tc", { query: "quad ".repeat(80) });
  await open(page, address);
  const notice = page.getByRole("alert").filter({ hasText: "The search text is too long" });
  const box = page.getByRole("main").getByRole("searchbox", { name: "Search" });
  // Longer than the box waits before it searches.
  await page.waitForTimeout(500);
  await expect(notice).toBeVisible();
  await expect(page).toHaveURL(address);
  await box.fill("hedge");
  await expect(page).toHaveURL(pages.list("2tc", { query: "hedge" }));
  await expect(notice).toBeHidden();
});
