import type { Page } from "@playwright/test";
import axe from "axe-core";
import { everyPage } from "./every-page.ts";
import { expect, open, test } from "./fixture.ts";

const WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"];
/** The rules that the other scheme can break: it only changes colours. */
const COLOURS = ["color-contrast", "link-in-text-block"];

/** Returns the violations that axe finds. */
const violationsIn = (page: Page, runOnly: string[] | { type: "rule"; values: string[] }) =>
  page.evaluate(async (rules) => {
    const injected = (window as unknown as { axe: typeof axe }).axe;
    const { violations } = await injected.run(document, { runOnly: rules });
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  }, runOnly);

test("no page is wider than the window or violates WCAG 2 A or AA, in either scheme", async ({
  page,
  request,
}) => {
  // Two dozen pages.
  test.setTimeout(240_000);
  const shown = page.locator("html");
  for (const path of (await everyPage(request)).keys()) {
    await page.emulateMedia({ colorScheme: "light" });
    await open(page, path);
    await expect(shown).toHaveAttribute("data-mantine-color-scheme", "light");
    const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    expect(content, path).toBeLessThanOrEqual(window ?? 0);
    // The Content-Security-Policy forbids a script element, but not an evaluation through the debugger.
    await page.evaluate(axe.source);
    expect(await violationsIn(page, WCAG), path).toEqual([]);
    await page.emulateMedia({ colorScheme: "dark" });
    await expect(shown).toHaveAttribute("data-mantine-color-scheme", "dark");
    expect(await violationsIn(page, { type: "rule", values: COLOURS }), path).toEqual([]);
  }
});
