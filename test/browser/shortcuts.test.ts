import { expect, test } from "./fixture.ts";
import { accountMenu, open, signIn } from "./people.ts";

test("one switch in the account menu turns single keys off and on, for all tabs of this browser", async ({
  page,
  member,
}) => {
  const box = page
    .getByRole("combobox", { name: /tower, map/i })
    .or(page.locator("header input[name=q]"))
    .first();
  await signIn(page, member, "/maps");
  await expect(accountMenu(page)).toBeVisible();
  await page.keyboard.press("/");
  await expect(box).toBeFocused();
  await page.locator("h1").click();

  await accountMenu(page).click();
  await page.getByRole("button", { name: "Keyboard shortcuts: on" }).click();
  await expect(page.getByRole("button", { name: "Keyboard shortcuts: off" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.press("/");
  await expect(box).not.toBeFocused();
  const other = await page.context().newPage();
  await other.goto("/maps");
  await expect(other.locator("h1")).toBeVisible();
  expect(await other.evaluate(() => localStorage.getItem("shortcuts"))).toBe("off");
  await other.close();

  await accountMenu(page).click();
  await page.getByRole("button", { name: "Keyboard shortcuts: off" }).click();
  await page.keyboard.press("Escape");
  await page.keyboard.press("/");
  await expect(box).toBeFocused();
});

test("whoever has no account turns single keys off in How to search, which every page leads to", async ({
  page,
}) => {
  await open(page, "/maps");
  await page.getByRole("link", { name: "How to search" }).last().click();
  await page.getByRole("button", { name: "Keyboard shortcuts: on" }).click();
  await expect(page.getByRole("button", { name: "Keyboard shortcuts: off" })).toBeVisible();
  await open(page, "/maps");
  // It is a combobox once its suggestions are there.
  const box = page.locator("header form[data-look=header] input[name=q]");
  await page.keyboard.press("/");
  await expect(box).not.toBeFocused();
  await open(page, "/search-help");
  await page.getByRole("button", { name: "Keyboard shortcuts: off" }).click();
  await page.keyboard.press("Escape");
  await page.locator("h1").click();
  await page.keyboard.press("/");
  await expect(box).toBeFocused();
});
