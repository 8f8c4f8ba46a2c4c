import type { APIRequestContext, Page } from "@playwright/test";
import { pages } from "../../domain/contract/routes.ts";
import { expect, open, test } from "./fixture.ts";

interface Grid {
  readonly mapList: readonly { readonly map: string; readonly difficulty: string }[];
  readonly tableData: Readonly<Record<string, string>>;
  readonly ogData: Readonly<Record<string, string>>;
}

const gridOf = async (request: APIRequestContext): Promise<Grid> =>
  (await request.get("/fetch-2mp-grid?names=game")).json();

const table = (page: Page) => page.getByRole("table");
const rowOf = (page: Page, tower: string) =>
  table(page)
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader", { name: tower, exact: true }) });

/** Returns the maps of a difficulty on which a tower has completions. */
function mapsIn({ mapList }: Grid, hex: string | undefined, difficulty: string): string[] {
  const bits = BigInt(`0x${hex ?? "0"}`);
  return mapList.flatMap((each, bit) =>
    each.difficulty === difficulty && (bits >> BigInt(bit)) & 1n ? [each.map] : [],
  );
}

// A phone scrolls the Table beneath its fixed headings, which must not cover a tick.
test("the Table has the easiest maps first, and a tick that links to each completion", {
  tag: "@both", // a phone has narrower columns
}, async ({ page, request }) => {
  const grid = await gridOf(request);
  await open(page, "/2mp?view=table");
  const heads = table(page).getByRole("columnheader");
  const easiest = grid.mapList.filter(({ difficulty }) => difficulty === "beginner").map(({ map }) => map);
  await expect(heads).toHaveCount(2 + easiest.length);
  for (const [at, map] of easiest.entries())
    await expect(heads.nth(at + 2).getByRole("link")).toHaveAccessibleName(map);

  const tower = "Base Dart";
  const done = mapsIn(grid, grid.tableData[tower], "beginner");
  expect(done.length).toBeGreaterThan(0);
  const row = rowOf(page, tower);
  const all = BigInt(`0x${grid.tableData[tower]}`).toString(2).replaceAll("0", "").length;
  await expect(row.getByRole("cell").first()).toHaveText(`${all}/${grid.mapList.length}`);
  const ticks = row.getByRole("cell").getByRole("link", { name: /^(OG|Done): / });
  expect(
    await ticks.evaluateAll((links) => links.map((link) => link.ariaLabel?.replace(/^.* on /, ""))),
  ).toEqual(done);
  await ticks.first().click();
  await expect(page).toHaveURL(`/2mp/notes?${new URLSearchParams({ entity: tower, map: done[0] ?? "" })}`);
});

test("an original is marked as such", { tag: "@long" }, async ({ page, request }) => {
  const grid = await gridOf(request);
  const [tower = ""] =
    Object.entries(grid.ogData).find(([, hex]) => mapsIn(grid, hex, "expert").length > 0) ?? [];
  await open(page, "/2mp?view=table&difficulty=expert");
  const [map] = mapsIn(grid, grid.ogData[tower], "expert");
  await expect(table(page).getByRole("link", { name: `OG: ${tower} on ${map}`, exact: true })).toHaveCount(1);
});

test("choosing another difficulty shows its maps and changes the URL", { tag: "@long" }, async ({
  page,
  request,
}) => {
  const { mapList } = await gridOf(request);
  const expert = mapList.filter(({ difficulty }) => difficulty === "expert");
  await open(page, "/2mp?view=table");
  await page.getByRole("navigation", { name: "Difficulty" }).getByRole("link", { name: "expert" }).click();
  await expect(page).toHaveURL("/2mp?difficulty=expert&view=table");
  await expect(table(page).getByRole("columnheader")).toHaveCount(2 + expert.length);
  await open(page, "/2mp?view=table&difficulty=unheard-of");
  await expect(page.getByRole("link", { name: "beginner" })).toHaveAttribute("aria-current", "true");
});

test("the Table shows all towers, even though the page starts with a few", { tag: "@long" }, async ({
  page,
  request,
}) => {
  await open(page, "/2mp?view=table");
  await expect(rowOf(page, "Quincy")).toHaveCount(1);
  const grid = await gridOf(request);
  const done = mapsIn(grid, grid.tableData["Glaive Lord"], "beginner");
  await expect(rowOf(page, "Glaive Lord").getByRole("link", { name: /^(OG|Done): / })).toHaveCount(
    done.length,
  );
});

test("arrow keys move from cell to cell, and Tab leaves the table", { tag: "@long" }, async ({ page }) => {
  await open(page, "/2mp?view=table");
  await expect(rowOf(page, "Quincy")).toHaveCount(1);
  await page.getByRole("region", { name: "Completions by tower and map" }).focus();
  await page.keyboard.press("ArrowDown");
  const said = () =>
    page.evaluate(() => document.activeElement?.ariaLabel?.replace(/^.*: (?=\S.* on )|: not in.*$/g, ""));
  const head = table(page).getByRole("columnheader");
  const [first, second] = [2, 3].map((at) => head.nth(at).getByRole("link"));
  const [one, other] = [await first?.textContent(), await second?.textContent()];
  expect(await said()).toBe(`Base Dart on ${one}`);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  expect(await said()).toBe(`Spike-o-pult on ${other}`);
  for (let row = 0; row < 10; row++) await page.keyboard.press("ArrowDown");
  // The focus skips the heading of the next group.
  expect(await said()).toBe(`Base Boomer on ${other}`);
  await page.keyboard.press("ArrowUp");
  expect(await said()).toBe(`Apex Plasma Master on ${other}`);
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.closest("table, section[tabindex]"))).toBeNull();
});

test("an empty cell leads to the form with its tower and map, by a click or Enter", async ({
  page,
  request,
}) => {
  const tower = "Apex Plasma Master";
  const grid = await gridOf(request);
  const done = mapsIn(grid, grid.tableData[tower], "beginner");
  const at = grid.mapList.findIndex(({ map }) => !done.includes(map));
  const map = grid.mapList[at]?.map ?? "";
  // Somebody who is signed out is sent on from there.
  const toForm = () => page.waitForURL(pages.addForm("2mp", { entity: tower, map }), { waitUntil: "commit" });
  await open(page, "/2mp?view=table");
  const cell = rowOf(page, tower)
    .getByRole("cell")
    .nth(at + 1);
  await Promise.all([toForm(), cell.click()]);

  await open(page, "/2mp?view=table");
  await page.getByRole("region", { name: "Completions by tower and map" }).focus();
  const focused = () => page.evaluate(() => document.activeElement?.ariaLabel);
  await expect(async () => {
    await page.keyboard.press("ArrowDown");
    expect(await focused()).toContain(`${tower} on`);
  }).toPass();
  for (let column = 0; column < at; column++) await page.keyboard.press("ArrowRight");
  expect(await focused()).toBe(`${tower} on ${map}: not in this index yet`);
  await Promise.all([toForm(), page.keyboard.press("Enter")]);
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });
  test("the Table shows every tower", async ({ page, request }) => {
    const grid = await gridOf(request);
    await page.goto("/2mp?view=table&difficulty=expert");
    const row = page
      .getByRole("row")
      .filter({ has: page.getByRole("rowheader", { name: "Quincy", exact: true }) });
    await expect(row.getByText("✓")).toHaveCount(mapsIn(grid, grid.tableData.Quincy, "expert").length);
  });
});
