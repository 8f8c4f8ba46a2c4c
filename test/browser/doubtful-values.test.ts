import type { Page } from "@playwright/test";
import { api, pages } from "../../domain/contract/routes.ts";
import { giveLink, newTexts, openAs, playerOf, submitAs } from "./completions.ts";
import { expect, test } from "./fixture.ts";

const doubts = (page: Page) => page.getByRole("status").filter({ hasText: "the newest version known here" });

test("a version far above the newest one known is doubted as it is typed", { tag: "@long" }, async ({
  page,
  member,
}) => {
  await openAs(page, member, pages.addForm("lcc"));
  const update = page.getByLabel("Update");
  await expect(update).toHaveValue("56.3");
  await update.fill("544");
  await expect(doubts(page)).toContainText("Update: 544 is far above 56.3, the newest version known here.");
  for (const known of ["57", "56.3"]) {
    await update.fill(known);
    await expect(doubts(page)).toHaveCount(0);
  }
});

test("a version just above the newest one known is noted for helpers", { tag: "@long" }, async ({
  page,
  helper,
}) => {
  await openAs(page, helper, pages.addForm("lcc"));
  const update = page.getByLabel("Update");
  await expect(update).toHaveValue("56.3");
  await update.fill("57");
  await expect(doubts(page)).toContainText("Update: 57 is newer than 56.3, the newest version known here.");
});

test("a helper reads it at the completion, too, before verifying it", { tag: "@long" }, async ({
  page,
  helper,
  request,
}) => {
  const { results } = await (await request.get(api.list("lcc", { pending: 1, count: 1 }))).json();
  const [{ filekey, version }] = results;
  await page.route("**/fetch-names", (route) => route.fulfill({ json: { newestVersion: "9.0" } }));
  await openAs(page, helper, pages.notes("lcc", { filekey }));
  await expect(page.getByRole("button", { name: "Verify" })).toBeVisible();
  await expect(page.getByText(`Update: ${version} is far above 9.0`)).toBeVisible();
});

test("what no version allows is said while it is typed and refused at its field; a dry map is only doubted", async ({
  page,
  member,
}) => {
  const towerset = '["Energizer","Quincy","Quincy"]';
  await openAs(page, member, pages.addForm("ltc", { towerset, map: "Alpine Run" }));
  await page.getByRole("textbox", { name: "Upgrades 1" }).fill("5-5-0");
  const twice = page.getByText("Towers: the game allows only one hero, so Quincy cannot be used twice.");
  const impossible = page.getByText(/^Upgrades: 5-5-0 is not possible\./);
  const dry = page.getByText("Towers: Energizer needs water, and Alpine Run has none.");
  const told = page.getByRole("status").filter({ has: dry });
  await expect(told).toHaveCount(1);
  await expect(told.filter({ has: twice }).filter({ has: impossible })).toHaveCount(1);
  await page.getByRole("button", { name: "Add LTC" }).click();
  // Now they stand at their fields, and once each.
  for (const refused of [twice, impossible]) {
    await expect(refused).toHaveCount(1);
    await expect(told.filter({ has: refused })).toHaveCount(0);
  }
  await page.getByRole("textbox", { name: "Upgrades 1" }).fill("0-2-5");
  await expect(impossible).toHaveCount(0);
  await expect(told).toHaveCount(1);
});

test("the desk says what the checks found, and what they cannot know", async ({
  page,
  request,
  member,
  helper,
  picture,
}) => {
  const texts = { ...(await newTexts(request, "2tc")), map: "Quad", notes: "no code" };
  const filekey = await submitAs(member, "2tc", texts, { image: picture, attachments: picture });
  await openAs(page, helper, pages.queue({ filekey }));
  const known = page.getByRole("region", { name: /^What is known of/ });
  const found = known.getByRole("listitem");
  const recording = "Recording: Quad needs a recording of the full run, and there are only pictures.";
  await expect(found.filter({ hasText: `${recording} warning` })).toHaveCount(1);
  await expect(found.filter({ hasText: "Challenge code is missing." })).toHaveCount(1);
  await expect(known).toContainText(/Not checked: .*whether the version was out by then/);
});

test("cash may be typed as other countries write it", { tag: "@long" }, async ({ page, member }) => {
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

test("a tick at a warning goes with the submission and stands on the desk, until the warning is another", async ({
  page,
  browser,
  request,
  member,
  helper,
}) => {
  const texts = await newTexts(request, "lcc");
  await openAs(page, member, pages.addForm("lcc", { ...texts, version: "" }));
  const update = page.getByLabel("Update");
  const tick = page
    .getByRole("status")
    .locator("div")
    .filter({ hasText: "is far above" })
    .getByLabel("Submit anyway")
    .first();
  // Filled in by the form; typing over it meanwhile would leave both.
  await expect(update).toHaveValue("56.3");
  await update.fill("544");
  await tick.check();
  await expect(tick).toHaveAccessibleDescription(/^Update: 544 is far above/);
  await update.fill("545");
  await expect(tick).toHaveAccessibleDescription(/^Update: 545 is far above/);
  await expect(tick).not.toBeChecked();
  await tick.check();
  await giveLink(page);
  await page.getByRole("button", { name: "Add LCC" }).click();
  await expect(page.getByText("Successfully registered LCC")).toBeVisible();
  const { results } = await (
    await request.get(api.list("lcc", { person: playerOf(texts), pending: 1 }))
  ).json();
  const desk = await (await browser.newContext()).newPage();
  await openAs(desk, helper, pages.queue({ filekey: results[0].filekey }));
  const known = desk.getByRole("region", { name: /^What is known of/ });
  await expect(known.getByRole("listitem").filter({ hasText: "545.0 is far above" })).toContainText(
    "warning, submitted anyway",
  );
});
