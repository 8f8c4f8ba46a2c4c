import axe from "axe-core";
import { everyPage } from "./every-page.ts";
import { expect, open, test } from "./fixture.ts";

const WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"];

test("no page is wider than the window", async ({ page, request }) => {
  for (const path of (await everyPage(request)).keys()) {
    await page.goto(path);
    const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    expect(content, path).toBeLessThanOrEqual(window ?? 0);
  }
});

for (const scheme of ["light", "dark"] as const) {
  test(`no page breaks WCAG 2 A or AA in the ${scheme} scheme`, async ({ page, request }) => {
    test.slow();
    await page.emulateMedia({ colorScheme: scheme });
    for (const path of (await everyPage(request)).keys()) {
      await open(page, path);
      // The Content-Security-Policy forbids a script element; an evaluation through the debugger is allowed.
      await page.evaluate(axe.source);
      const violations = await page.evaluate(async (tags) => {
        const injected = (window as unknown as { axe: typeof axe }).axe;
        const { violations: found } = await injected.run(document, { runOnly: tags });
        return found.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
      }, WCAG);
      expect(violations, path).toEqual([]);
    }
  });
}
