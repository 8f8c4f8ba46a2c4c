import type { Page } from "@playwright/test";
import { expect, rowsOf, test } from "./fixture.ts";
import { pressKey, sendKey } from "./keys.ts";
import { accountMenu, open, signIn } from "./people.ts";

test("one switch in the account menu turns single keys off and on, for all tabs of this browser", {
  tag: "@long",
}, async ({ page, member }) => {
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

test("whoever has no account turns single keys off in How to search, which every page leads to", {
  tag: "@long",
}, async ({ page }) => {
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

/** Opens a completion from its list, so that J and K lead to those beside it, and returns where it is in the list. */
async function openFromList(page: Page) {
  await open(page, "/2tc?og=1");
  await rowsOf(page).nth(10).getByRole("link", { name: "Notes" }).click();
  const beside = page.getByRole("navigation", { name: "The list one came from" });
  await expect(beside).toContainText("11 of ");
  return beside;
}

test("a single key is that of its place where Caps Lock is on or a layout has other letters", {
  tag: "@long",
}, async ({ page }) => {
  const beside = await openFromList(page);
  for (const [key, code, place] of [
    ["J", "KeyJ", 12],
    ["о", "KeyJ", 13],
    ["О", "KeyJ", 14],
    ["ξ", "KeyJ", 15],
    ["ت", "KeyJ", 16],
    ["ㅓ", "KeyJ", 17],
    ["л", "KeyK", 16],
    ["ن", "KeyK", 15],
  ] as const) {
    await pressKey(page, { key, code });
    await expect(beside, key).toContainText(`${place} of `);
  }
  // A letter that a layout has elsewhere is that letter.
  await pressKey(page, { key: "j", code: "KeyC" });
  await expect(beside).toContainText("16 of ");
  await pressKey(page, { key: ".", code: "Slash" });
  const box = page.locator("header form[data-look=header] input[name=q]");
  await expect(box).not.toBeFocused();
  await pressKey(page, { key: "ظ", code: "Slash" });
  await expect(box).toBeFocused();
});

test("Ctrl and K lead to the search on every layout", async ({ page }) => {
  await open(page, "/2tc");
  const box = page.locator("header form[data-look=header] input[name=q]");
  await pressKey(page, { key: "л", code: "KeyK", held: "Control" });
  await expect(box).toBeFocused();
});

test("a key with Ctrl, Alt or ⌘, in a field, or while an input method composes is no command", async ({
  page,
}) => {
  const beside = await openFromList(page);
  for (const held of ["Control", "Alt", "Meta"] as const)
    for (const key of ["j", "о"]) await pressKey(page, { key, code: "KeyJ", held });
  await sendKey(page, { key: "о", code: "KeyJ", isComposing: true });
  await sendKey(page, { key: "Process", code: "KeyJ" });
  await sendKey(page, { key: "ĵ", code: "KeyJ", modifierAltGraph: true, ctrlKey: true, altKey: true });
  const box = page.locator("header form[data-look=header] input[name=q]");
  await box.focus();
  for (const key of ["j", "о", "J"]) await pressKey(page, { key, code: "KeyJ" });
  await expect(box).toHaveValue("jоJ");
  await page.locator("h1").click();
  // Had one of them been a command, this one would lead further.
  await pressKey(page, { key: "J", code: "KeyJ" });
  await expect(beside).toContainText("12 of ");
});
