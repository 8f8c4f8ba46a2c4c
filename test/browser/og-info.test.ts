import { CHALLENGES } from "../../domain/challenges/index.ts";
import { dayInWords } from "../../domain/game/day-in-words.ts";
import { expect, open, reportOf, test } from "./fixture.ts";
import { findPair, keyOf } from "./sample.ts";

test("an original's page shows its towers with their upgrades, its version and its date", async ({
  page,
  request,
}) => {
  const row = await findPair(request, "og=1&query=abs+zero+quad", ({ og }) => og);
  await open(page, `/2tc/extra-info?${keyOf(row)}`);
  await expect(page).toHaveTitle("Additional Info for OG 2TC | BTD6 Index");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Additional Info for OG 2TC");
  const facts = await page
    .locator("dl > div")
    .evaluateAll((all) =>
      all.map((fact) => [fact.querySelector("dt")?.textContent, fact.querySelector("dd")?.textContent]),
    );
  expect(Object.fromEntries(facts)).toMatchObject({
    "Tower 1": row.tower1,
    "Tower 2": row.tower2,
    "Tower 1 Upgrades": row.upgrade1,
    "Tower 2 Upgrades": row.upgrade2,
    Update: row.version,
    Date: dayInWords(row.date),
  });
  expect(row.date).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  await expect(page.getByRole("link", { name: "Link to completion" })).toHaveAttribute(
    "href",
    row.link ?? `/media/${row.filekey}`,
  );
  await page.getByRole("link", { name: "Back to 2TCs" }).click();
  await expect(page).toHaveURL("/2tc");
});

test("it opens from the list of each challenge that has originals", { tag: "@long" }, async ({ page }) => {
  for (const { key, label, og } of CHALLENGES.values()) {
    if (!og) continue;
    await open(page, `/${key}?og=1`);
    await page.locator("tbody").getByRole("link", { name: "OG", exact: true }).first().click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Additional Info for OG ${label}`);
    await expect(page.getByRole("link", { name: "Link to completion" })).toBeVisible();
  }
});

test("a challenge without originals has no such page", async ({ page, faults }) => {
  faults.expect(reportOf(404));
  expect((await page.goto("/lcc/extra-info"))?.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Couldn't find that page");
});

test("a request without the towers, or for a pair without an original, gets an error that says so", async ({
  page,
  request,
  faults,
}) => {
  for (const [query, status] of [
    ["map=Quad", 400],
    ["tower1=Quincy&tower2=Quincy&map=Quad", 404],
  ] as const) {
    faults.expect(reportOf(status));
    const { error } = await (await request.get(`/fetch-2tc-og-info?${query}`)).json();
    expect((await page.goto(`/2tc/extra-info?${query}`))?.status()).toBe(status);
    await expect(page).toHaveTitle("Error getting OG 2TC info | BTD6 Index");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Error getting OG 2TC info");
    await expect(page.getByRole("alert")).toHaveText(error);
    await expect(page.getByRole("link", { name: "Back to 2TCs" })).toHaveAttribute("href", "/2tc");
  }
});
