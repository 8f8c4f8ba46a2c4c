import type { Page } from "@playwright/test";
import { chooseOrder, expect, open, orderIsFolded, rowsOf, test, unfold } from "./fixture.ts";

const order = (page: Page) => page.getByRole("navigation", { name: "Order" });
const choice = (page: Page, name: string) => order(page).getByRole("link", { name });

/** Switches from the newest first to the list's own order and back, and compares the rows with the API's. */
async function changeOrder(page: Page): Promise<void> {
  const mapsOf = async (query: string): Promise<string[]> => {
    const answer = await page.request.get(`/fetch-2tc?names=game&${query}`);
    const { results } = await answer.json();
    return results.map(({ map }: { map: string }) => map);
  };
  const maps = rowsOf(page).locator('td[data-label="Map"]');
  await expect(maps).toHaveText(await mapsOf("sortby=newest"));
  await unfold(page, /^Order:/);
  await expect(choice(page, "Newest")).toHaveAttribute("aria-current", "true");
  await chooseOrder(page, "A–Z");
  await expect(page).toHaveURL("/2tc?sortby=tower1%2Ctower2%2Cmap");
  await expect(maps).toHaveText(await mapsOf(""));
  await orderIsFolded(page);
  await unfold(page, /^Order:/);
  await expect(order(page).locator("[aria-current]")).toHaveText(["A–Z"]);
  await chooseOrder(page, "Newest");
  await expect(page).toHaveURL("/2tc");
  await expect(maps).toHaveText(await mapsOf("sortby=newest"));
}

test("a list shows the newest first, and can be sorted in its own order", async ({ page }) => {
  await open(page, "/2tc");
  await changeOrder(page);
});

test("a heading goes from unsorted to ascending, descending, and back to the newest first", {
  tag: "@long",
}, async ({ page }) => {
  await open(page, "/2tc?sortby=map");
  const heading = page.getByRole("columnheader", { name: "Map" });
  await expect(heading).toHaveAttribute("aria-sort", "ascending");
  await heading.getByRole("link").click();
  await expect(heading).toHaveAttribute("aria-sort", "descending");
  await heading.getByRole("link").click();
  await expect(page).toHaveURL("/2tc");
  await expect(page.locator("thead th[aria-sort]:not([aria-sort=none])")).toHaveCount(0);
});

test("an order keeps the search and the filters, and starts at the first page", { tag: "@long" }, async ({
  page,
}) => {
  await open(page, "/2tc?query=sample&og=1&sortby=newest&offset=20");
  await unfold(page, /^Order:/);
  await expect(choice(page, "Newest")).toHaveAttribute("aria-current", "true");
  await chooseOrder(page, /^OG Date/);
  await expect(page).toHaveURL("/2tc?query=sample&og=1&sortby=date%2Cnewest");
  await orderIsFolded(page);
  await unfold(page, /^Order:/);
  await expect(choice(page, "Newest")).not.toHaveAttribute("aria-current");
  await chooseOrder(page, "Newest");
  await expect(page).toHaveURL("/2tc?query=sample&og=1");
});

test("each row says when it was verified; the page's script says how long ago", async ({ page, request }) => {
  const { results, appeared } = await (await request.get("/fetch-lcc-dated?sortby=newest&names=game")).json();
  await page.clock.install({ time: new Date(Date.parse(appeared[0]) + 2.5 * 3_600_000) });
  await open(page, "/lcc");
  const times = rowsOf(page).locator('td[data-cell="appeared"] time');
  await expect(times).toHaveCount(results.length);
  await expect(times.first()).toHaveAttribute("datetime", appeared[0]);
  await expect(times.first()).toHaveText("2 h ago");
  await page.clock.fastForward("01:00:00");
  await expect(times.first()).toHaveText("3 h ago");
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });
  test("a list can still be sorted, and has days instead", async ({ page }) => {
    await page.goto("/2tc");
    await changeOrder(page);
    await expect(rowsOf(page).locator('td[data-cell="appeared"] time').first()).toHaveText(
      /^\d+ [A-Z][a-z]{2} \d{4}$/,
    );
  });
});

test("a list left open says once that there is something new, and leads to it", async ({ page }) => {
  let count = 0;
  await page.route(/\/fetch-2tc-since\?/, (route) => {
    const since = new URL(route.request().url()).searchParams.get("since");
    const filekeys = Array.from({ length: since === "7" ? count : 0 }, (_, at) => String(at));
    return route.fulfill({ json: { seq: 7, count: filekeys.length, filekeys } });
  });
  await page.clock.install();
  const asked: string[] = [];
  page.on("request", (request) => request.url().includes("-since") && asked.push(request.url()));
  await open(page, "/2tc?map=Quad&sortby=map&offset=0");
  await page.clock.runFor("00:05");
  await expect.poll(() => asked.length).toBe(1);
  count = 3;
  await page.clock.runFor("01:01");
  await expect.poll(() => asked.length).toBe(2);
  expect(asked[1]).toContain("map=Quad");
  const fresh = page.getByRole("link", { name: "3 new" });
  await expect(fresh).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "There are new completions." })).toHaveCount(1);
  await fresh.click();
  await expect(page).toHaveURL("/2tc?map=Quad");
  await expect(fresh).toHaveCount(0);
});

test("a tap without a line waits for it, and the list stays", { tag: "@long" }, async ({ page, context }) => {
  await open(page, "/2tc");
  const rows = await rowsOf(page).count();
  await page.waitForLoadState("networkidle");
  await context.setOffline(true);
  await rowsOf(page).first().getByRole("link", { name: "Notes" }).click();
  const notice = page.getByText("You are offline. It opens when you are back online.");
  await expect(notice).toBeVisible();
  await expect(rowsOf(page)).toHaveCount(rows);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(notice).toBeVisible();
  await context.setOffline(false);
  await expect(page).toHaveURL(/\/2tc\/notes\?/);
  await expect(notice).toHaveCount(0);
});
