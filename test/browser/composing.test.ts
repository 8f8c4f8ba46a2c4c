import type { Locator, Page, Request } from "@playwright/test";
import { pages } from "../../domain/contract/routes.ts";
import { expect, open, test } from "./fixture.ts";

/** Writes as an input method does: the text is composed sign by sign, and then chosen. */
async function compose(page: Page, text: string, whileComposing: () => Promise<void>): Promise<void> {
  const client = await page.context().newCDPSession(page);
  for (let end = 1; end <= text.length; end++)
    await client.send("Input.imeSetComposition", {
      text: text.slice(0, end),
      selectionStart: end,
      selectionEnd: end,
    });
  await whileComposing();
  await client.send("Input.insertText", { text });
}

/** Composes in a box, during which nothing may be asked; something is asked for what is chosen. */
async function expectOneQuestion(page: Page, box: Locator): Promise<void> {
  const asked: string[] = [];
  const note = (request: Request): void => void asked.push(request.url());
  page.on("request", note);
  await compose(page, "quad", async () => {
    await expect(box).toHaveValue("quad");
    // Longer than a box waits before it asks.
    await page.waitForTimeout(400);
    expect(asked).toEqual([]);
  });
  await expect.poll(() => asked.length).toBeGreaterThan(0);
  page.off("request", note);
}

test("a list is not searched while an input method composes", { tag: "@long" }, async ({ page }) => {
  await open(page, pages.list("2tc"));
  const box = page.getByRole("main").getByRole("searchbox", { name: "Search" });
  await box.focus();
  await page.waitForLoadState("networkidle");
  await expectOneQuestion(page, box);
  await expect(page).toHaveURL(pages.list("2tc", { query: "quad" }));
});

test("no suggestions are asked for while an input method composes", { tag: "@long" }, async ({ page }) => {
  await open(page, pages.home());
  const box = page.getByRole("main").locator("input[name=q]");
  await box.focus();
  await expect(box).toHaveRole("combobox");
  await page.waitForLoadState("networkidle");
  await expectOneQuestion(page, box);
});
