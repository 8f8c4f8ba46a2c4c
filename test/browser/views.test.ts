import { expect, open, rowsOf, showViews, test } from "./fixture.ts";

const STATS = [
  ...["Person", "# of Completions", "# of Maps Completed"],
  ...["Most Completed Map", "Most Completed Difficulty"],
];

// A phone has the views behind a button.
test("the views of 2MP are in the URL", {
  tag: "@both", // a phone has them behind a button
}, async ({ page, isPhone }) => {
  await open(page, "/2mp");
  const view = page.getByRole("radiogroup", { name: "View" });
  await showViews(page, isPhone);
  await expect(view.getByRole("radio", { name: "List" })).toBeChecked();
  await view.getByRole("radio", { name: "Table" }).click();
  await expect(page).toHaveURL("/2mp?view=table");
  await showViews(page, isPhone);
  await view.getByRole("radio", { name: "Person Stats" }).click();
  await expect(page).toHaveURL("/2mp?view=person-stats");
  await expect(page.getByRole("heading", { name: "Top 10 Leaderboard" })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL("/2mp?view=table");
  // The address changes before the view does, which folds again whatever was unfolded until then.
  await expect(page.getByRole("region", { name: "Completions by tower and map" })).toBeVisible();
  await showViews(page, isPhone);
  await expect(view.getByRole("radio", { name: "Table" })).toBeChecked();
  await view.getByRole("radio", { name: "List" }).click();
  await expect(page).toHaveURL("/2mp");
  await expect(rowsOf(page)).toHaveCount(20);
});

test("lists without other views offer no choice", { tag: "@long" }, async ({ page }) => {
  await open(page, "/lcc?view=table");
  await expect(page.getByRole("radiogroup", { name: "View" })).toHaveCount(0);
  await expect(rowsOf(page)).toHaveCount(20);
});

test("2TC has a Top 10 Leaderboard, which can be limited to originals", async ({ page, request }) => {
  const top = async (og: number): Promise<string[]> => {
    const { personData } = await (
      await request.get(`/fetch-2tc-person-counts?names=game&limit=10&og=${og}`)
    ).json();
    return personData.map(({ person, count }: { person: string; count: number }) => `${person} ${count}`);
  };
  const shown = async (): Promise<string[]> => {
    const people = await rowsOf(page).locator("th bdi").allTextContents();
    const counts = await rowsOf(page).locator('td[data-label="# of Completions"]').allTextContents();
    return people.map((person, place) => `${person} ${counts[place]}`);
  };
  await open(page, "/2tc?view=person-stats");
  expect(await shown()).toEqual(await top(0));
  await page.getByLabel("OG completions only").check();
  await expect(page).toHaveURL("/2tc?og=1&view=person-stats");
  await expect(page.getByLabel("OG completions only")).toBeChecked();
  await expect.poll(shown).toEqual(await top(1));
  expect(await top(1)).not.toEqual(await top(0));
  await page.getByLabel("OG completions only").uncheck();
  await expect.poll(shown).toEqual(await top(0));
});

test("2MP's Person Stats have five columns", async ({ page, request }) => {
  const { personData } = await (await request.get("/fetch-2mp-person-counts?names=game&limit=10")).json();
  await open(page, "/2mp?view=person-stats");
  expect(await page.locator("thead th").allTextContents()).toEqual(STATS);
  await expect(rowsOf(page)).toHaveCount(10);
  const [first] = personData;
  const row = rowsOf(page).first();
  await expect(row.locator("th bdi")).toHaveText(first.person);
  await expect(row.locator("td")).toHaveText([
    String(first.count),
    String(first.uniquecount),
    first.favoritemap,
    new RegExp(`^${first.favoritedifficulty}$`, "i"),
  ]);
});

test("a leader links to their completions", { tag: "@long" }, async ({ page }) => {
  await open(page, "/2mp?view=person-stats");
  const leader = rowsOf(page).first();
  const count = await leader.locator("td").first().textContent();
  await leader.getByRole("link").click();
  await expect(page.getByText(`Results 1 to 20 of ${count}`).first()).toBeVisible();
});
