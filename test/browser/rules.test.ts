import { CHALLENGES } from "../../challenges/index.ts";
import { expect, open, test } from "./fixture.ts";

for (const { key, rules } of CHALLENGES.values()) {
  const title = `${key.toUpperCase()} Rules`;
  test(`the rules of /${key} open as "${title}" and close again`, {
    tag: key === "2tc" ? [] : "@once",
  }, async ({ page }) => {
    await open(page, `/${key}`);
    const button = page.getByRole("button", { name: "Rules" });
    const dialog = page.getByRole("dialog", { name: title });
    await expect(dialog).toBeHidden();
    await button.click();
    await expect(dialog).toBeVisible();
    expect(await dialog.getByRole("heading", { level: 3 }).allTextContents()).toEqual(
      rules.map((section) => section.title),
    );
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(button).toBeFocused();
    await button.click();
    await dialog.getByRole("button", { name: "Close" }).click();
    await expect(dialog).toBeHidden();
    await expect(button).toBeFocused();
  });
}

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
