import type { Page } from "@playwright/test";
import { chooseOrder, columnOf, expect, expectScrolledTo, open, test } from "./fixture.ts";

const heading = (page: Page, name: string) =>
  page.locator("thead th", { has: page.getByRole("link", { name: new RegExp(`^${name}`) }) });
const iconOf = (page: Page, name: string) =>
  heading(page, name)
    .getByRole("link")
    .evaluate((link) => getComputedStyle(link, "::after").content);
const counter = (page: Page) => page.getByText(/^Results /).first();

test("a column's heading cycles through unsorted, ascending and descending, as its icon shows", async ({
  page,
}) => {
  await open(page, "/2tc");
  expect(await iconOf(page, "Map")).toBe('"↕"');
  for (const [state, icon, url] of [
    ["ascending", '"↑"', "/2tc?sortby=map"],
    ["descending", '"↓"', "/2tc?sortby=map+DESC"],
    ["none", '"↕"', "/2tc"],
  ] as const) {
    await heading(page, "Map").getByRole("link").click();
    await expect(heading(page, "Map")).toHaveAttribute("aria-sort", state);
    await expect(page).toHaveURL(url);
    expect(await iconOf(page, "Map")).toBe(icon);
  }
});

// Wide windows sort by the headings, too.
test("the order menu, for narrow windows, sorts by the same columns", { tag: "@phone" }, async ({ page }) => {
  await open(page, "/2tc");
  for (const [words, state, url] of [
    ["Map", "ascending", "/2tc?sortby=map"],
    ["Map ↑", "descending", "/2tc?sortby=map+DESC"],
    ["Map ↓", "none", "/2tc"],
  ] as const) {
    await chooseOrder(page, words);
    await expect(heading(page, "Map")).toHaveAttribute("aria-sort", state);
    await expect(page).toHaveURL(url);
  }
});

test("the Player column cannot be sorted", async ({ page }) => {
  await open(page, "/2tc");
  const player = page.locator("thead th", { hasText: "Player" });
  await expect(player).toHaveText("Player");
  await expect(player.getByRole("link")).toHaveCount(0);
  await expect(player).not.toHaveAttribute("aria-sort");
});

test("Next and Previous turn the pages, and stop at the first and the last", async ({ page, request }) => {
  const { count } = await (await request.get("/fetch-lcd?count=0")).json();
  const previous = page.getByRole("button", { name: "Previous" }).first();
  const next = page.getByRole("button", { name: "Next" }).first();
  await open(page, "/lcd");
  await expect(previous).toBeDisabled();
  const first = await columnOf(page, "Map").allTextContents();
  await next.click();
  await expect(page).toHaveURL("/lcd?offset=20");
  await expect(counter(page)).toHaveText(`Results 21 to 40 of ${count}`);
  expect(await columnOf(page, "Map").allTextContents()).not.toEqual(first);
  await expect(previous).toBeEnabled();
  await previous.click();
  await expect(page).toHaveURL("/lcd");
  await expect(columnOf(page, "Map")).toHaveText(first);
  const last = Math.floor((count - 1) / 20) * 20;
  await open(page, `/lcd?offset=${last}`);
  await expect(counter(page)).toHaveText(`Results ${last + 1} to ${count} of ${count}`);
  await expect(next).toBeDisabled();
});

// On a phone this is the only Next.
test("Next below the rows leads to the first row, and the browser's Back restores the scroll position", async ({
  page,
}) => {
  await open(page, "/lcd");
  const next = page.getByRole("button", { name: "Next" }).last();
  await next.scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => scrollY);
  await next.click();
  await expect(counter(page)).toHaveText(/^Results 21 to/);
  await expect(page.getByRole("table").locator("tbody tr").first()).toBeInViewport({ ratio: 0.3 });
  await page.goBack();
  await expect(counter(page)).toHaveText(/^Results 1 to/);
  await expectScrolledTo(page, before);
});

test("Previous never goes below the first result", { tag: "@long" }, async ({ page }) => {
  await open(page, "/lcd?offset=5");
  await page.getByRole("button", { name: "Previous" }).first().click();
  await expect(page).toHaveURL("/lcd");
  await expect(counter(page)).toHaveText(/^Results 1 to 20 of/);
});

test("the next page keeps the search, the filters and the order", { tag: "@long" }, async ({ page }) => {
  await open(page, "/2tc?query=zero&sortby=map+DESC");
  await page.getByRole("button", { name: "Next" }).first().click();
  await expect(counter(page)).toHaveText(/^Results 21 to/);
  const { searchParams } = new URL(page.url());
  expect(Object.fromEntries(searchParams)).toEqual({ query: "zero", sortby: "map DESC", offset: "20" });
});
