import axe from "axe-core";
import { pages } from "../../domain/contract/routes.ts";
import { openAs } from "./completions.ts";
import { expect, test } from "./fixture.ts";

test("what helpers press is large enough, or far enough from the next", {
  tag: ["@both", "@long"], // a phone has other places for the same
}, async ({ page, helper, isPhone }) => {
  for (const path of [
    pages.queue(),
    pages.reports(),
    pages.nameRequests(),
    pages.cannedReasons(),
    pages.unresolved(),
    pages.codes(),
    pages.proofs(),
    pages.changes(),
    pages.spellings(),
    pages.game(),
    pages.game({ edit: "Sauda" }),
    pages.gameVersions(),
  ]) {
    await openAs(page, helper, path);
    await page.waitForLoadState("networkidle");
    if (isPhone && path === pages.queue())
      await page.getByRole("navigation", { name: "What is pending" }).locator("summary").first().click();
    await page.evaluate(axe.source);
    const found = await page.evaluate(async () => {
      const { axe: injected } = window as unknown as { axe: typeof import("axe-core") };
      const { violations } = await injected.run(document, {
        runOnly: { type: "rule", values: ["target-size"] },
      });
      return violations.flatMap(({ nodes }) => nodes.map(({ html }) => html.slice(0, 200)));
    });
    expect(found, path).toEqual([]);
  }
});
