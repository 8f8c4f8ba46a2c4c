import type { Page } from "@playwright/test";
import { chooseOrder, expect, open, orderIsFolded, rowsOf, test, unfold } from "./fixture.ts";

const order = (page: Page) => page.getByRole("navigation", { name: "Order" });
const choice = (page: Page, name: string) => order(page).getByRole("link", { name });

/** Switches to the newest first and back to the usual order, and compares the rows with the API's. */
async function changeOrder(page: Page): Promise<void> {
  const mapsOf = async (query: string): Promise<string[]> => {
    const answer = await page.request.get(`/fetch-2tc?names=game&${query}`);
    const { results } = await answer.json();
    return results.map(({ map }: { map: string }) => map);
  };
  const maps = rowsOf(page).locator('td[data-label="Map"]');
  await unfold(page, /^Order:/);
  await expect(choice(page, "Usual order")).toHaveAttribute("aria-current", "true");
  await chooseOrder(page, "Newest first");
  await expect(page).toHaveURL("/2tc?sortby=newest");
  await expect(maps).toHaveText(await mapsOf("sortby=newest"));
  await orderIsFolded(page);
  await unfold(page, /^Order:/);
  await expect(choice(page, "Newest first")).toHaveAttribute("aria-current", "true");
  await expect(choice(page, "Usual order")).not.toHaveAttribute("aria-current");
  await chooseOrder(page, "Usual order");
  await expect(page).toHaveURL("/2tc");
  await expect(maps).toHaveText(await mapsOf(""));
}

test("a list can be sorted newest first, and back to the usual order", async ({ page }) => {
  await open(page, "/2tc");
  await changeOrder(page);
});

test("newest first keeps the search and the filters, and starts at the first page", async ({ page }) => {
  await open(page, "/2tc?query=sample&og=1&offset=20");
  await chooseOrder(page, "Newest first");
  await expect(page).toHaveURL("/2tc?query=sample&og=1&sortby=newest");
  // The address changes just before the rows do, and the old rows' Next would lead to the first page of the new ones.
  await expect(page.getByText(/^Results 1 to/).first()).toBeVisible();
  await page.getByRole("button", { name: "Next" }).first().click();
  await expect(page).toHaveURL(/sortby=newest&offset=20|offset=20&sortby=newest/);
  await expect(page.getByText(/^Results 21 to/).first()).toBeVisible();
  await chooseOrder(page, /^OG Date/);
  await expect(page).toHaveURL("/2tc?query=sample&og=1&sortby=date%2Cnewest");
  await orderIsFolded(page);
  await unfold(page, /^Order:/);
  await expect(choice(page, "Newest first")).not.toHaveAttribute("aria-current");
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });
  test("a list can still be sorted newest first, and back to the usual order", async ({ page }) => {
    await page.goto("/2tc");
    await changeOrder(page);
  });
});
