import { expect, type Page } from "@playwright/test";

/** The one live region of a page that announces what it shows. */
export const announced = (page: Page) => page.locator("body > p[aria-live=polite]");

/** Collects what a screen reader reads in a page's live regions from now on. */
export async function listen(
  page: Page,
): Promise<{ readonly expect: (...texts: (string | RegExp)[]) => Promise<void> }> {
  await page.evaluate(() => {
    const read: string[] = [];
    Object.assign(window, { read });
    new MutationObserver((changes) => {
      const regions = new Set(
        changes.flatMap(({ target }) => {
          const element = target instanceof Element ? target : target.parentElement;
          const region = element?.closest("[aria-live=polite], [role=status], [role=alert]");
          return region && region.getAttribute("aria-busy") !== "true" ? [region] : [];
        }),
      );
      for (const { textContent } of regions) if (textContent) read.push(textContent.trim());
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
  });
  return {
    async expect(...texts) {
      const read = () => page.evaluate(() => (window as unknown as { read: string[] }).read.slice());
      await expect.poll(async () => (await read()).length).toBeGreaterThanOrEqual(texts.length);
      await page.waitForLoadState("networkidle");
      const all = await read();
      expect(all).toEqual(
        texts.map((text) => (typeof text === "string" ? text : expect.stringMatching(text))),
      );
      await page.evaluate(() => (window as unknown as { read: string[] }).read.splice(0));
    },
  };
}
