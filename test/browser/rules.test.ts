import { expect, open, test } from "./fixture.ts";

test("the rules open and close again", async ({ page }) => {
  await open(page, "/2tc");
  const button = page.getByRole("button", { name: "Rules" });
  const dialog = page.getByRole("dialog", { name: "2TC Rules" });
  await expect(dialog).toBeHidden();
  await button.click();
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(button).toBeFocused();
  await button.click();
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(dialog).toBeHidden();
  await expect(button).toBeFocused();
});

// The rules leave little room beside them on a phone.
test("clicking outside the rules closes them", async ({ page }) => {
  await open(page, "/2tc");
  await page.getByRole("button", { name: "Rules" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  await page.mouse.click(4, 4);
  await expect(dialog).toBeHidden();
});

test("the page behind the rules does not scroll", async ({ page }) => {
  await open(page, "/2tc");
  await page.getByRole("button", { name: "Rules" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.mouse.move(4, 400);
  await page.mouse.wheel(0, 600);
  // The dialog itself still scrolls, which shows that the wheel has had its effect.
  const dialog = page.getByRole("dialog");
  await dialog.hover();
  await page.mouse.wheel(0, 200);
  await expect.poll(() => dialog.evaluate((element) => element.scrollTop)).toBeGreaterThan(0);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});
