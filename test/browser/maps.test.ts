import type { Page } from "@playwright/test";
import { api, pages } from "../../domain/contract/routes.ts";
import { expect, open, reportOf, test } from "./fixture.ts";

const cards = (page: Page) => page.locator("main ul > li", { has: page.locator("strong") });

const counted = (page: Page) => page.getByText(/^(\d+ of )?\d+ maps$/);

/** Opens the filters, which a phone has behind a button. */
const showFilters = async (page: Page, isPhone: boolean): Promise<void> => {
  if (isPhone) await page.locator("summary", { hasText: /^Filters$/ }).click();
};

const moreFilters = (page: Page) => page.locator("summary", { hasText: "More filters" }).click();

test("the gallery shows every map, easiest first", async ({ page, request }) => {
  const { results } = await (await request.get(api.allMaps())).json();
  await open(page, pages.maps());
  await expect(cards(page)).toHaveCount(results.length);
  await expect(page.getByText(`${results.length} maps`, { exact: true })).toBeVisible();
  await expect(cards(page).first()).toContainText("Beginner");
  await expect(cards(page).last()).toContainText("Expert");
});

// The layouts are what it is about.
test("the first map is high up, and a legend explains the signs", {
  tag: "@both", // a phone has it below more
}, async ({ page, isPhone }) => {
  await open(page, pages.maps());
  expect((await cards(page).first().boundingBox())?.y).toBeLessThan(isPhone ? 220 : 300);
  const legend = page.locator("main p").filter({ hasText: "ways in and out" });
  if (isPhone) {
    await expect(legend).toBeHidden();
    await expect(page.getByLabel("Difficulty")).toBeHidden();
    await page.getByText("What the signs mean").click();
  }
  await expect(legend).toBeVisible();
});

// A phone has the filters behind a button.
test("filters and the order are in the address, combine, and can be cleared", {
  tag: "@both", // a narrow window has the filters behind a button
}, async ({ page, isPhone }) => {
  await open(page, pages.maps());
  await showFilters(page, isPhone);
  await page.getByLabel("Difficulty").selectOption("Expert");
  await expect(page).toHaveURL("/maps?difficulty=expert");
  await moreFilters(page);
  await page.getByLabel("Entrances", { exact: true }).selectOption("4");
  await expect(page).toHaveURL("/maps?difficulty=expert&entrances=4");
  await page.getByLabel("Sort by").selectOption("Longest path first");
  await expect(page).toHaveURL("/maps?difficulty=expert&sortby=length+DESC&entrances=4");
  await expect(cards(page).first().locator("strong")).toHaveText("Dark Dungeons");
  await page.getByLabel("to (RBS)").fill("10");
  await expect(page).toHaveURL(/length_max=10/);
  await expect(cards(page).first().locator("strong")).toHaveText("Muddy Puddles");
  // The address alone shows the same in another browser.
  const address = page.url();
  await page.goto("about:blank");
  await page.goto(address);
  await expect(page.getByLabel("Difficulty")).toHaveValue("expert");
  await expect(cards(page).first().locator("strong")).toHaveText("Muddy Puddles");
  await page.getByRole("link", { name: "Clear filters" }).click();
  await expect(page).toHaveURL("/maps?sortby=length+DESC");
  await expect(page.getByLabel("Difficulty")).toHaveValue("");
});

test("a fact that nobody recorded is not a No, and the page says so when nothing matches", {
  tag: "@long",
}, async ({ page }) => {
  await open(page, pages.maps({ los: "unknown", difficulty: "expert" }));
  await cards(page).filter({ hasText: "Tricky Tracks" }).getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Tricky Tracks");
  const facts = page.locator("dl div");
  for (const label of ["Length", "Blocks line of sight", "Entrances", "Removal cost"])
    await expect(facts.filter({ hasText: new RegExp(`^${label}`) })).toContainText("not known");
  await open(page, pages.maps({ length_min: "5000" }));
  await expect(page.getByText("No map matches all of these filters.")).toBeVisible();
  await page.getByRole("link", { name: "Show all maps" }).click();
  await expect(page).toHaveURL(pages.maps());
});

test("a map shows its facts, its records with links to the lists, and its LCC history", async ({
  page,
  request,
}) => {
  const lccs = await (await request.get(api.list("lcc", { map: "Quad", pending: 0, count: 100 }))).json();
  const least = Math.min(...lccs.results.map(({ money }: { money: number }) => money));
  await open(page, pages.maps());
  await page.getByLabel("Map", { exact: true }).selectOption("Quad");
  await expect(page).toHaveURL("/maps?map=Quad");
  await expect(page).toHaveTitle("Quad | BTD6 Index");
  await expect(page.locator("dl div").filter({ hasText: /^Length/ })).toContainText("9.35 RBS");
  const chart = page.getByRole("figure", { name: /^Least cost on Quad from version/ });
  await expect(chart).toBeVisible();
  const history = page.getByRole("table");
  const versions = await history.locator("tbody td:first-child").allTextContents();
  expect(versions.length).toBeGreaterThan(2);
  expect(versions.map(Number)).toEqual(versions.map(Number).toSorted((one, other) => other - one));
  await expect(history).toContainText(`$${least.toLocaleString("en-US")}`);
  await expect(chart.getByRole("link")).toHaveCount(versions.length);

  const records = page.locator("main li", { has: page.getByRole("heading", { name: "2TC", exact: true }) });
  await records.getByRole("link", { name: /verified completions$/ }).click();
  await expect(page).toHaveURL("/2tc?map=Quad");
  await expect(page.getByText("Map: Quad")).toBeVisible();
});

test("a map is found by its abbreviation; an unknown one is answered with 404 and the choice of all", async ({
  page,
  faults,
}) => {
  await open(page, "/maps?map=qd");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Quad");
  faults.expect(reportOf(404));
  const response = await page.goto("/maps?map=Atlantis");
  expect(response?.status()).toBe(404);
  await expect(page.getByRole("alert")).toContainText('There is no map "Atlantis".');
  await page.getByLabel("Map", { exact: true }).selectOption("Logs");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Logs");
});

test("typing a name searches in the address, by any known spelling", { tag: "@long" }, async ({ page }) => {
  await open(page, pages.maps());
  await page.getByRole("searchbox", { name: "Name" }).pressSequentially("4 circs");
  await expect(page).toHaveURL("/maps?q=4+circs");
  await expect(cards(page)).toHaveCount(1);
  await expect(counted(page)).toHaveText(/^1 of \d+ maps$/);
  await page.getByRole("searchbox", { name: "Name" }).fill("qd");
  await expect(cards(page).locator("strong")).toHaveText(["Quad"]);
  await page.getByRole("searchbox", { name: "Name" }).fill("atlantis");
  await expect(page.getByText("No map matches all of these filters.")).toBeVisible();
  await page.getByRole("searchbox", { name: "Name" }).fill("");
  await expect(page).toHaveURL("/maps");
});

test("a card shows the recorded facts: entrances and exits, water, and line of sight", async ({ page }) => {
  await open(page, pages.maps({ q: "quad" }));
  await expect(cards(page).first()).toContainText("4 entrances, 4 exits.");
  await expect(cards(page).first()).toContainText("Water.");
  await expect(cards(page).first()).toContainText("Line of sight not known.");
  await expect(cards(page).first()).toContainText("Added in version 6");
  await open(page, pages.maps({ q: "tricky tracks" }));
  await expect(cards(page).first()).toContainText("entrances not known, exits not known.");
});

// A phone has a chart of its own.
test("a point of the chart links to its completion, also by keyboard", async ({ page }) => {
  await open(page, pages.maps({ map: "Quad" }));
  const points = page.getByRole("figure").getByRole("link");
  await expect(points).toHaveCount(await page.getByRole("table").locator("tbody tr").count());
  const point = points.first();
  await expect(point).toHaveAccessibleName(/^Version \d+: \$[\d,]+ by /);
  const [, cost = ""] = /(\$[\d,]+)/.exec((await point.getAttribute("aria-label")) ?? "") ?? [];
  await point.focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/lcc\/notes\?filekey=/);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(cost);
});

test("a map's records are marked as such and link to their completions", { tag: "@long" }, async ({
  page,
}) => {
  await open(page, pages.maps({ map: "Quad" }));
  const lcc = page.locator("main li", { has: page.getByRole("heading", { name: "LCC", exact: true }) });
  await expect(lcc.getByRole("listitem").first()).toContainText("Record");
  const pair = page.locator("main li", { has: page.getByRole("heading", { name: "2TC", exact: true }) });
  await pair.getByRole("listitem").first().getByRole("link").click();
  await expect(page).toHaveURL(/^[^?]+\/2tc\/notes\?tower1=/);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });
  test("the gallery filters and the choice of a map work with their buttons", async ({ page }) => {
    await page.goto(pages.maps());
    await page.getByLabel("Difficulty").selectOption("expert");
    await page.getByRole("search", { name: "Filter the maps" }).getByRole("button", { name: "Show" }).click();
    await expect(page).toHaveURL(/difficulty=expert/);
    await expect(cards(page)).toHaveCount(14);
    await page.getByRole("searchbox", { name: "Name" }).fill("qua");
    await page.getByRole("searchbox", { name: "Name" }).press("Enter");
    await expect(page).toHaveURL(/q=qua/);
    await expect(cards(page).locator("strong")).toHaveText(["Quad"]);
    await page.getByLabel("Map", { exact: true }).selectOption("Quad");
    await page.getByRole("button", { name: "Show" }).last().click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Quad");
  });
});
