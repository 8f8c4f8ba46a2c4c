import type { Page } from "@playwright/test";
import { api, pages } from "../../domain/contract/routes.ts";
import { openAs } from "./completions.ts";
import { expect, reportOf, test } from "./fixture.ts";
import { accountMenu } from "./people.ts";

/** Returns letters that no other test uses. */
const unique = (): string => `zz${crypto.randomUUID().slice(0, 8)}`;

const chipOf = (page: Page, spelling: string) => page.getByRole("listitem").filter({ hasText: spelling });

async function fillIn(page: Page, spelling: string, typed: string, name: string): Promise<void> {
  await page.getByRole("textbox", { name: "Spelling", exact: true }).fill(spelling);
  await page.getByRole("combobox", { name: "Stands for" }).fill(typed);
  await page.getByRole("option", { name, exact: true }).click();
}

test("a helper adds a spelling, finds it with the filter, and removes and restores it by keyboard", async ({
  page,
  helper,
}) => {
  const spelling = unique();
  await openAs(page, helper, pages.spellings());
  await page.getByRole("button", { name: "Add spelling" }).click();
  for (const problem of ["Spelling is missing.", "Stands for is missing."])
    await expect(page.getByText(problem)).toBeVisible();
  // The box knows the existing spellings.
  await fillIn(page, spelling, "gmn", "Grandmaster Ninja");
  await page.getByRole("button", { name: "Add spelling" }).click();
  await expect(page.getByText(`A search for "${spelling}" now finds Grandmaster Ninja.`)).toBeVisible();

  await page.getByRole("searchbox", { name: "Spelling or name" }).fill(spelling.toUpperCase());
  await expect(page).toHaveURL(pages.spellings({ query: spelling.toUpperCase() }));
  await expect(page.getByText(/^1 of \d+ spellings$/)).toBeVisible();
  await expect(page.getByRole("heading", { name: "Ninja Monkey" })).toBeVisible();
  const chip = chipOf(page, spelling);
  const listed = async (): Promise<boolean> =>
    JSON.stringify(await (await page.request.get(api.spellings())).json()).includes(spelling);
  expect(await listed()).toBe(true);

  await chip.getByRole("button", { name: `Remove "${spelling}" of Grandmaster Ninja` }).press("Enter");
  // The button stays in place and now undoes the removal.
  const back = chip.getByRole("button", { name: `Undo: restore "${spelling}" of Grandmaster Ninja` });
  await expect(back).toBeFocused();
  await expect(page.getByText(`Removed "${spelling}" of Grandmaster Ninja.`)).toBeAttached();
  await expect.poll(listed).toBe(false);
  await back.press("Enter");
  await expect(chip.getByRole("button", { name: /^Remove/ })).toBeFocused();
  await expect.poll(listed).toBe(true);

  await page.reload();
  await expect(chipOf(page, spelling)).toBeVisible();
  await page.getByRole("link", { name: "Clear filters" }).click();
  await expect(page).toHaveURL(pages.spellings());
  await expect(page.getByRole("heading", { name: "Maps", exact: true })).toBeVisible();
});

test("a spelling's other meanings are shown, and a redundant spelling is refused", { tag: "@long" }, async ({
  page,
  helper,
  faults,
}) => {
  const spelling = unique();
  const add = { spelling, name: "Quad" };
  expect((await helper.visitor.call(api.addSpelling(), helper.tokens, add)).status).toBe(200);
  await openAs(page, helper, pages.spellings());
  await fillIn(page, spelling, "downd", "Downdraft");
  await page.getByRole("button", { name: "Add spelling" }).click();
  await expect(page.getByRole("status").filter({ hasText: spelling }).first()).toHaveText(
    `A search for "${spelling}" now finds Downdraft, and still Quad: it stands for all of them.`,
  );
  faults.expect(reportOf(400));
  await page.getByRole("textbox", { name: "Spelling", exact: true }).fill("DOWN-draft");
  await page.getByRole("button", { name: "Add spelling" }).click();
  await expect(page.getByText(/^A search already finds Downdraft by this/)).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Spelling", exact: true })).toHaveValue("DOWN-draft");
});

test("removing a spelling that somebody else has already removed says so in place", { tag: "@long" }, async ({
  page,
  helper,
  faults,
}) => {
  const spelling = unique();
  const add = { spelling, name: "Sauda" };
  expect((await helper.visitor.call(api.addSpelling(), helper.tokens, add)).status).toBe(200);
  await openAs(page, helper, pages.spellings({ query: spelling }));
  const { results } = await (await page.request.get(api.spellings())).json();
  const { id } = results.find((each: { spelling: string }) => each.spelling === spelling);
  await helper.visitor.call(api.deleteSpelling(), helper.tokens, { id: String(id) });
  faults.expect(reportOf(404));
  const chip = chipOf(page, spelling);
  await chip.getByRole("button").click();
  await expect(chip.getByRole("alert")).toHaveText("There is no such spelling.");
});

test("a filter without matches says so, and links back to all spellings", { tag: "@long" }, async ({
  page,
  helper,
}) => {
  await openAs(page, helper, pages.spellings({ query: "nothing is spelled like this" }));
  await expect(page.getByText("No spelling and no name matches.")).toBeVisible();
  await page.getByRole("link", { name: "Show all spellings" }).click();
  await expect(page.getByRole("heading", { name: "Dart Monkey" })).toBeVisible();
  await expect(page.getByRole("searchbox", { name: "Spelling or name" })).toHaveValue("");
});

test("helpers find the page in their menu", async ({ page, helper }) => {
  await openAs(page, helper, pages.home());
  await accountMenu(page).click();
  await page.getByRole("link", { name: "Spellings" }).click();
  await expect(page.getByRole("heading", { name: "Spellings", level: 1 })).toBeVisible();
});

test("members may not see the page", { tag: "@long" }, async ({ page, member }) => {
  await openAs(page, member, pages.spellings());
  await expect(page.getByRole("alert")).toHaveText("You are not authorized to view this page.");
  await expect(page.locator("main form")).toHaveCount(0);
});
